/** Part of the command catalogue: prepares a written spec for lookups. Done once per program, on first use. */

import { isAmong } from './among.ts'
import type { Role, Spec } from './spec.ts'

export interface Flag {
  /** All spellings, dashes included. */
  readonly names: readonly string[]
  /** 0 none, 1 required, 2 only when glued, 3 two separate words. */
  readonly arity: 0 | 1 | 2 | 3
  readonly role: Role
  /** Known to do more than reading. */
  readonly harm: boolean
}

/**
 * A spec with all its fields. All of them then have the same shape, which makes it faster to read them for every
 * command.
 */
type WholeSpec = { readonly [Key in keyof Required<Spec>]: Spec[Key] }

export interface Table {
  readonly spec: WholeSpec
  /** By full spelling (`-a`, `--all`); in `go` style also words with a single dash. */
  readonly flags: ReadonlyMap<string, Flag>
  /** Flags of one letter, by its character code. */
  readonly letters: readonly (Flag | undefined)[]
  /** `-5` is a flag. */
  readonly numeric: boolean
  readonly head: readonly Role[]
  readonly rest: Role | undefined
  readonly tail: readonly Role[]
  /** Its operands are written: it is a file command, whatever it is given. */
  readonly writer: boolean
  /** None of its words can be a file, whatever they turn out to be. */
  readonly textOnly: boolean
  readonly tree: ReadonlySet<string>
  readonly shift: ReadonlySet<string>
  readonly free: ReadonlySet<string>
  readonly target: ReadonlySet<string>
  readonly needs: ReadonlySet<string>
  readonly must: ReadonlySet<string>
  readonly asks: ReadonlySet<string>
  /** The level above, if its flags are accepted here as well. */
  readonly outer: Table | undefined
  readonly subs: Subs | undefined
  /** Subcommands whose name ends in `*`, by the text before it. */
  readonly wild: readonly { readonly start: string; readonly sub: Sub }[]
}

/** Canonical name and spec of a subcommand; its table is built on first use. */
export interface Sub {
  readonly name: string
  readonly spec: Spec
  table?: Table
}

/**
 * The subcommands of a program. One start of the command line usually needs one of hundreds, so a name is searched for;
 * the index of all names is built only when a search fails.
 */
class Subs {
  readonly #specs: Readonly<Record<string, Spec | string>>
  readonly #met = new Map<string, Sub>()
  #complete = false
  /** Each name with its canonical one; built on first use. */
  #names: readonly (readonly [name: string, canonical: string])[] | undefined = undefined

  constructor(specs: Readonly<Record<string, Spec | string>>) {
    this.#specs = specs
  }

  get(name: string): Sub | undefined {
    const known = this.#met.get(name)
    if (known !== undefined || this.#complete) return known
    const spec = this.#specOf(name)
    if (spec !== undefined) return this.#enter(name, spec)
    for (const [key, one] of Object.entries(this.#specs)) for (const each of key.split(' ')) this.#enter(each, one)
    this.#complete = true
    return undefined
  }

  /** The canonical names of the subcommands that begin with this text. */
  begun(start: string): readonly string[] {
    this.#names ??= Object.entries(this.#specs).flatMap(([key, spec]) =>
      key.split(' ').map((name) => [name, typeof spec === 'string' ? spec.slice(1) : name] as const),
    )
    return this.#names.flatMap(([name, canonical]) => (name.startsWith(start) ? [canonical] : []))
  }

  #specOf(name: string): Spec | string | undefined {
    const key = Object.keys(this.#specs).find((names) => isAmong(name, names))
    return key === undefined ? undefined : this.#specs[key]
  }

  #enter(name: string, spec: Spec | string): Sub | undefined {
    const known = this.#met.get(name)
    if (known !== undefined) return known
    const sub = typeof spec === 'string' ? this.#meant(spec.slice(1)) : { name, spec }
    if (sub !== undefined) this.#met.set(name, sub)
    return sub
  }

  /** What an alias ("=remove") stands for; that must not be an alias itself. */
  #meant(name: string): Sub | undefined {
    const spec = this.#specOf(name)
    return spec === undefined || typeof spec === 'string' ? undefined : this.#enter(name, spec)
  }

  /** The subcommands whose name ends in `*`. */
  wild(): Table['wild'] {
    const names = Object.keys(this.#specs).flatMap((key) => (key.includes('*') ? key.split(' ') : []))
    return names.flatMap((name) => {
      const sub = name.endsWith('*') ? this.get(name) : undefined
      return sub === undefined ? [] : [{ start: name.slice(0, -1), sub }]
    })
  }
}

const WRITTEN: ReadonlySet<Role> = new Set(['w', 'c', 'd', 'D', 'e', 'S'])
const NONE: ReadonlySet<string> = new Set()
const NO_WILD: Table['wild'] = []

export function compile(written: Spec, outer?: Table): Table {
  const spec = whole(written)
  const flags = new Map<string, Flag>()
  const parsed = spec.flags === undefined ? [] : parseFlags(spec.flags)
  for (const flag of parsed) {
    for (const name of flag.names) if (!flags.get(name)?.harm) flags.set(name, flag)
  }
  const { head, rest, tail } = parseRoles(spec.args ?? '')
  const subs = spec.subs && new Subs(spec.subs)
  return {
    spec,
    flags,
    letters: letters(flags),
    numeric: flags.has('-#'),
    head,
    rest,
    tail,
    writer: [head[0], rest, ...tail].some((role) => role !== undefined && WRITTEN.has(role)),
    textOnly: isTextOnly(spec),
    tree: names(spec.tree),
    shift: names(spec.shift),
    free: names(spec.free),
    target: names(spec.target),
    needs: names(spec.needs),
    must: names(spec.must),
    asks: names(spec.asks),
    outer: outer?.spec.inherit || outer?.outer ? outer : undefined,
    subs,
    wild: subs === undefined ? NO_WILD : subs.wild(),
  }
}

/** For a program that the catalogue does not know. */
export const NO_TABLE = compile({})

function whole(spec: Spec): WholeSpec {
  return {
    flags: spec.flags,
    args: spec.args,
    inert: spec.inert,
    acts: spec.acts,
    style: spec.style,
    subs: spec.subs,
    inherit: spec.inherit,
    bare: spec.bare,
    asks: spec.asks,
    helps: spec.helps,
    tree: spec.tree,
    shift: spec.shift,
    free: spec.free,
    target: spec.target,
    needs: spec.needs,
    must: spec.must,
    into: spec.into,
    means: spec.means,
    task: spec.task,
    valueless: spec.valueless,
    unnumbered: spec.unnumbered,
    guard: spec.guard,
    grammar: spec.grammar,
  }
}

function isTextOnly({ grammar, subs, style, args, flags }: WholeSpec): boolean {
  if (grammar !== undefined || subs !== undefined) return false
  return style === 'words' || (args !== undefined && /^[t*\s]*$/.test(args) && !/=[^\s=]/.test(flags ?? ''))
}

/** Looks a flag up here and, where allowed, in the levels above. */
export function findFlag(table: Table, name: string): Flag | undefined {
  for (let level: Table | undefined = table; level; level = level.outer) {
    const flag = level.flags.get(name)
    if (flag) return flag
  }
  return undefined
}

export function findLetter(table: Table, code: number): Flag | undefined {
  for (let level: Table | undefined = table; level; level = level.outer) {
    const flag = level.letters[code]
    if (flag) return flag
  }
  return undefined
}

/** The subcommand that a word names, with its table built. */
export function findSub(table: Table, word: string): Sub | undefined {
  const sub = table.subs?.get(word) ?? wildSub(table, word)
  if (sub) sub.table ??= compile(sub.spec, table)
  return sub
}

const PLAIN_NAME = /^[a-z][a-z0-9-]*$/u

/** Looks among the keys that end in `*`. The stem then holds the key's own text, never the user's. */
function wildSub(table: Table, word: string): Sub | undefined {
  if (table.wild.length === 0 || !PLAIN_NAME.test(word)) return undefined
  return table.wild.find(({ start }) => word.startsWith(start))?.sub
}

function letters(flags: ReadonlyMap<string, Flag>): (Flag | undefined)[] {
  const found = Array.from<Flag | undefined>({ length: 128 })
  for (const [name, flag] of flags) if (name.length === 2) found[name.charCodeAt(1)] = flag
  return found
}

/** Reads a flag table. It is parsed by hand and not by a pattern, because that is faster and a person is waiting. */
export function parseFlags(text: string): Flag[] {
  const flags: Flag[] = []
  for (let at = 0; at < text.length;) {
    while (at < text.length && text.charCodeAt(at) <= 32) at++
    const start = at
    while (at < text.length && text.charCodeAt(at) > 32) at++
    if (at > start) flags.push(parseFlag(text.slice(start, at)))
  }
  return flags
}

function parseFlag(token: string): Flag {
  const harm = token.startsWith('!')
  const end = signAt(token)
  const spelled = token.slice(harm ? 1 : 0, end)
  const two = token[end] === '=' && token[end + 1] === '='
  const role = (token.slice(two ? end + 2 : end + 1) || 't') as Role
  return {
    names: spellings(spelled),
    arity: end === token.length ? 0 : two ? 3 : token[end] === '=' ? 1 : 2,
    role,
    harm: harm || role === 'x' || role === 'u',
  }
}

/** Where the names end. The name itself may be a question mark (`-?`). */
function signAt(token: string): number {
  for (let at = 0; at < token.length; at++) {
    if (token[at] === '=' || (token[at] === '?' && token[at - 1] !== '-')) return at
  }
  return token.length
}

function spellings(text: string): string[] {
  if (text.startsWith('--[no-]')) return [`--${text.slice(7)}`, `--no-${text.slice(7)}`]
  return text.includes(',') ? text.split(',') : [text]
}

function parseRoles(text: string): { head: Role[]; rest: Role | undefined; tail: Role[] } {
  const head: Role[] = []
  const tail: Role[] = []
  let rest: Role | undefined
  for (const token of text.split(' ')) {
    if (token === '') continue
    const role = token[0] as Role
    if (token.endsWith('*')) rest = role
    else (rest === undefined ? head : tail).push(role)
  }
  return { head, rest, tail }
}

function names(text: string | undefined): ReadonlySet<string> {
  return text === undefined ? NONE : new Set(text.split(' '))
}

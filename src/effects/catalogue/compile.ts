/** Part of the command catalogue: a written spec, made ready for looking up. Done once per program, on first use. */

import type { Role, Spec } from './spec.ts'

export interface Flag {
  /** All spellings, dashes included. */
  readonly names: readonly string[]
  /** 0 none, 1 required, 2 only when glued, 3 two separate words. */
  readonly arity: 0 | 1 | 2 | 3
  readonly role: Role
  /** Known to be more than reading. */
  readonly harm: boolean
}

export interface Table {
  readonly spec: Spec
  /** By full spelling (`-a`, `--all`); single-dash words too in `go` style. */
  readonly flags: ReadonlyMap<string, Flag>
  /** `-5` is a flag. */
  readonly numeric: boolean
  readonly head: readonly Role[]
  readonly rest: Role | undefined
  readonly tail: readonly Role[]
  readonly tree: ReadonlySet<string>
  readonly shift: ReadonlySet<string>
  readonly target: ReadonlySet<string>
  readonly needs: ReadonlySet<string>
  readonly must: ReadonlySet<string>
  readonly asks: ReadonlySet<string>
  /** The level above, when its flags are accepted here as well. */
  readonly outer: Table | undefined
  /** Canonical name and spec of each subcommand; filled lazily with tables. */
  readonly subs: ReadonlyMap<string, Sub> | undefined
}

export interface Sub {
  readonly name: string
  readonly spec: Spec
  table?: Table
}

const NONE: ReadonlySet<string> = new Set()

export function compile(spec: Spec, outer?: Table): Table {
  const flags = new Map<string, Flag>()
  const parsed = spec.flags === undefined ? [] : parseFlags(spec.flags)
  for (const flag of parsed) {
    for (const name of flag.names) if (!flags.get(name)?.harm) flags.set(name, flag)
  }
  const roles = parseRoles(spec.args ?? '')
  return {
    spec,
    flags,
    numeric: flags.has('-#'),
    ...roles,
    tree: names(spec.tree),
    shift: names(spec.shift),
    target: names(spec.target),
    needs: names(spec.needs),
    must: names(spec.must),
    asks: names(spec.asks),
    outer: outer?.spec.inherit || outer?.outer ? outer : undefined,
    subs: spec.subs && parseSubs(spec.subs),
  }
}

/** Looks a flag up here and, where allowed, in the levels above. */
export function findFlag(table: Table, name: string): Flag | undefined {
  for (let level: Table | undefined = table; level; level = level.outer) {
    const flag = level.flags.get(name)
    if (flag) return flag
  }
  return undefined
}

/** The subcommand a word names, its table ready. */
export function findSub(table: Table, word: string): Sub | undefined {
  const sub = table.subs?.get(word) ?? wildSub(table, word)
  if (sub) sub.table ??= compile(sub.spec, table)
  return sub
}

const PLAIN_NAME = /^[a-z][a-z0-9-]*$/u

/** Keys ending in `*`: the stem keeps the pattern's own text, never the user's. */
function wildSub(table: Table, word: string): Sub | undefined {
  if (!table.subs || !PLAIN_NAME.test(word)) return undefined
  for (const [key, sub] of table.subs) {
    if (key.endsWith('*') && word.startsWith(key.slice(0, -1))) return sub
  }
  return undefined
}

export function parseFlags(text: string): Flag[] {
  return text.split(/\s+/u).filter(Boolean).map(parseFlag)
}

function parseFlag(token: string): Flag {
  const harm = token.startsWith('!')
  const body = harm ? token.slice(1) : token
  const mark = body.search(/[=?]/u)
  const spelled = mark === -1 ? body : body.slice(0, mark)
  const two = mark !== -1 && body[mark + 1] === '='
  const role = (mark === -1 ? 't' : body.slice(two ? mark + 2 : mark + 1) || 't') as Role
  return {
    names: spelled.split(',').flatMap(bothWays),
    arity: mark === -1 ? 0 : two ? 3 : body[mark] === '=' ? 1 : 2,
    role,
    harm: harm || role === 'x' || role === 'u',
  }
}

function bothWays(name: string): string[] {
  return name.startsWith('--[no-]') ? [`--${name.slice(7)}`, `--no-${name.slice(7)}`] : [name]
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

function parseSubs(subs: Readonly<Record<string, Spec | string>>): Map<string, Sub> {
  const found = new Map<string, Sub>()
  for (const [key, spec] of Object.entries(subs)) {
    if (typeof spec === 'string') continue
    for (const name of key.split(' ')) found.set(name, { name, spec })
  }
  for (const [key, alias] of Object.entries(subs)) {
    if (typeof alias !== 'string') continue
    const meant = found.get(alias.slice(1))
    if (meant) for (const name of key.split(' ')) found.set(name, meant)
  }
  return found
}

function names(text: string | undefined): ReadonlySet<string> {
  return text === undefined ? NONE : new Set(text.split(' '))
}

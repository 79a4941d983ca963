/** Part of the command catalogue: assigns a role to each operand, and so its effect. */

import type { Table } from './compile.ts'
import type { Role } from './spec.ts'
import {
  addRead,
  addWrite,
  type Draft,
  GLOB,
  globAt,
  GUESS,
  isMany,
  isReading,
  isSeveral,
  META,
  sawFlag,
  short,
  spoil,
  traits,
  TREE,
} from './draft.ts'
import { guessOperand, guessText } from './guesses/paths.ts'
import { addValue } from './values.ts'

const NONE: readonly Role[] = []

export function assignOperands(draft: Draft): void {
  const { table, operands } = draft
  const { spec } = table
  const tree = table.tree.size > 0 && sawFlag(draft, table.tree)
  const head = table.shift.size > 0 && sawFlag(draft, table.shift) ? table.head.slice(1) : table.head
  const tail = table.target.size > 0 && sawFlag(draft, table.target) ? NONE : table.tail
  const lastFrom = operands.length > head.length + 1 ? operands.length - tail.length : operands.length

  for (let at = 0; at < operands.length; at++) {
    const index = operands[at] as number
    const role = at < head.length ? head[at] : at >= lastFrom ? tail[at - lastFrom] : table.rest
    if (role === undefined) {
      spoil(draft, `unexpected operand ${short(draft.argv[index] ?? '$…')}`)
      guessOperand(draft, index)
      continue
    }
    const many = isSeveral(draft, index, role)
    // `git symbolic-ref $X`: with one more operand it would write.
    if (
      at < head.length &&
      !spec.inert &&
      ((many && table.rest === undefined) ||
        ((many || draft.argv[index] === null) && !harmlessFrom(at, head, table.rest, tail)))
    ) {
      spoil(draft, `${short(draft.argv[index] ?? '$…')} may become several operands`)
    }
    addValue(draft, role, index, draft.argv[index], tree ? TREE : 0)
    if (at < head.length && index < draft.words.length && mayReadFrom(at + 1, table)) mayBeFiles(draft, index, tree)
    // After an unknown flag, a pattern may be a path, and any word may be the flag's value.
    if (draft.strays) guessOperand(draft, index)
    else if (spec.acts !== undefined && (role === 't' || HOLDS_FILE.test(draft.argv[index] ?? '')))
      guessText(draft, index)
  }
  if (table.needs.size > 0 && operands.length > 0 && !sawFlag(draft, table.needs)) {
    spoil(draft, 'with an operand it changes something')
  }
  if (table.must.size > 0 && !sawFlag(draft, table.must))
    spoil(draft, `harmless only with ${spec.must?.split(' ').join(' or ')}`)
  if (spec.into && (operands.length > 1 || tail[0] !== 'S')) putInto(draft, tail.length > 0 ? lastFrom : undefined)
}

/** Whether a word that becomes several may bring words that are read. */
function mayReadFrom(at: number, { head, rest }: Table): boolean {
  return isReading(rest) || head.some((role, index) => index >= at && isReading(role))
}

/** `name=file`, or text that is read from `@file`. */
const HOLDS_FILE = /^@|=/u

/** `grep src/*`: all words but the first are files. This is for rules that name one of them. */
export function mayBeFiles(draft: Draft, index: number, tree: boolean): void {
  const word = draft.argv[index]
  if (word == null) draft.unknown ||= traits(draft, index).glob
  else if (isMany(draft, index)) addRead(draft, index, word, GUESS | (tree ? TREE : 0) | GLOB | META)
}

const HARMLESS: ReadonlySet<Role> = new Set(['t', 'r', 'R', 'm', 'M', 'g', 'o'])

/** Whether all operands from here on only read, however many words this one becomes. */
function harmlessFrom(at: number, head: readonly Role[], rest: Role | undefined, tail: readonly Role[]): boolean {
  const later = [...head.slice(at), ...(rest === undefined ? [] : [rest]), ...tail]
  return later.every((role) => HARMLESS.has(role))
}

/** `cp a b dir` writes dir/a and dir/b; with no last operand, into the directory a flag names or the current one. */
function putInto(draft: Draft, lastFrom: number | undefined): void {
  const { operands, argv, table } = draft
  const target = draft.flags.find((seen) => seen.flag.names.some((name) => table.target.has(name)))
  const last = target
    ? undefined
    : lastFrom !== undefined && lastFrom < operands.length
      ? operands[lastFrom]
      : undefined
  const folder = target ? target.value : last === undefined ? '.' : argv[last]
  if (typeof folder !== 'string' || folder.includes(':') || folder === '-') return
  // A copied folder is merged with the folder of the same name.
  const whole = sawFlag(draft, table.tree) ? TREE : 0
  // `cp -t . -a x/.` merges with all of it, as `cp -a x/. .` does.
  if (target !== undefined && whole !== 0) addWrite(draft, 'modify', target.index, folder, whole)
  const keeps = sawFlag(draft, draft.path[0] === 'rsync' ? KEEPS_PATHS_IN_RSYNC : KEEPS_PATHS)
  for (const index of operands) {
    const word = argv[index]
    if (index === last || typeof word !== 'string' || word === '' || word === '-') continue
    draft.writes = true
    // `for f in *; do mv "$f" "x-$f"`: neither the name nor the folder is known, so there is nothing to name.
    if (word === '*' && last !== undefined && isMany(draft, last)) continue
    for (const name of keeps ? [belowMark(word)] : namesOf(baseName(word))) {
      const into = `${folder.endsWith('/') ? folder.slice(0, -1) : folder}/${name}`
      addWrite(draft, 'create', last ?? index, into, GUESS | whole | globAt(draft, index))
    }
  }
}

const KEEPS_PATHS: ReadonlySet<string> = new Set(['--parents'])
const KEEPS_PATHS_IN_RSYNC: ReadonlySet<string> = new Set(['--relative'])

/** `cp --parents a/b dir` writes dir/a/b; so does `rsync -R x/./a/b dir`. */
function belowMark(path: string): string {
  const mark = path.lastIndexOf('/./')
  return (mark < 0 ? path : path.slice(mark + 3)).replace(/^\/+/u, '')
}

/** `host:name`: a file that comes from there keeps the name it has there. */
function namesOf(name: string): readonly string[] {
  const colon = name.lastIndexOf(':')
  return colon < 0 ? [name] : [name, name.slice(colon + 1)]
}

function baseName(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end)
}

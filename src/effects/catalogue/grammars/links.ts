/**
 * Part of the command catalogue: commands that give a file a second name.
 *
 * Writing to the new name later writes to the old file, and no look at the disk can tell that beforehand. So making the
 * link counts as writing what it points to.
 */

import {
  addMaybeWritten,
  addRead,
  addWrite,
  type Draft,
  GLOB,
  globAt,
  GUESS,
  isMany,
  META,
  sawFlag,
  type Seen,
  spoil,
  TREE,
} from '../draft.ts'
import { addContents } from '../values.ts'

const SYMBOLIC = new Set(['-s'])
const RELATIVE = new Set(['-r'])
const LINKS = new Set(['-l', '-s'])

/** `ln`: the target of a symbolic link is relative to the link's folder, all other paths to the current folder. */
export function linkTargets(draft: Draft): void {
  backsUpElsewhere(draft)
  const symbolic = sawFlag(draft, SYMBOLIC) && !sawFlag(draft, RELATIVE)
  const target = draft.flags.find(({ flag }) => flag.names.includes('-t'))?.value
  const last = target === undefined && draft.operands.length > 1 ? draft.operands.at(-1) : undefined
  const link = target ?? (last === undefined ? '.' : draft.argv[last])
  const places = symbolic && typeof link === 'string' ? placesOf(link, target !== undefined) : ['']
  for (const index of draft.operands) {
    const value = draft.argv[index]
    if (index === last) continue
    if (value == null) draft.unknown = true
    else for (const place of value.startsWith('/') ? [''] : places) linked(draft, index, place + value)
  }
}

/** The new name can be used for reading as well. */
function linked(draft: Draft, index: number, value: string): void {
  addRead(draft, index, value, GUESS | globAt(draft, index))
  if (!isMany(draft, index)) {
    addContents(draft, index, value)
    // Files in a linked folder can be written through the new name, too.
    addMaybeWritten(draft, index, value, GLOB)
  }
  written(draft, index, value, false)
}

/** The folder that contains a link with this name: the one above it, or the path itself if that is a folder. */
function placesOf(link: string, folder: boolean): readonly string[] {
  if (folder || link.endsWith('/') || link === '.' || link === '..') return [link.endsWith('/') ? link : `${link}/`]
  return [link.slice(0, link.lastIndexOf('/') + 1), `${link}/`]
}

/** `cp -b -S /../x a b`: older versions put the backup of b where that leads. */
export function backsUpElsewhere(draft: Draft): void {
  const isPath = ({ flag, value }: Seen) => flag.names.includes('--suffix') && value?.includes('/') !== false
  if (!draft.flags.some(isPath)) return
  spoil(draft, 'the suffix of a backup is a path')
  draft.unknown = true
}

/** `cp -l` and `cp -s` make links instead of copies. */
export function copyTargets(draft: Draft): void {
  backsUpElsewhere(draft)
  takenAlong(draft)
  namedInFolder(draft)
  if (!sawFlag(draft, LINKS)) return
  const tree = sawFlag(draft, draft.table.tree)
  const copied = draft.effects.filter(({ type, certain }) => type === 'read' && certain)
  for (const { index, value } of copied) written(draft, index, value, tree)
}

const WHOLE = /(?:^|\/)\.{0,2}$/u
const NO_FOLDER = new Set(['-T'])

/**
 * `cp -r a b d` makes d/a and d/b. With `a/.`, or for some programs `a/`, the content of a goes into d under names that
 * the command does not show.
 */
export function namedInFolder(draft: Draft): void {
  const sources = sawFlag(draft, draft.table.target) ? draft.operands : draft.operands.slice(0, -1)
  const isTold = (index: number) => !isMany(draft, index) && !WHOLE.test(draft.argv[index] ?? '')
  if (!sources.every(isTold) || sawFlag(draft, NO_FOLDER)) return mergedInto(draft)
  draft.effects = draft.effects.map((effect) =>
    effect.type === 'write' && effect.tree && effect.how === 'modify' ? { ...effect, how: 'create' } : effect,
  )
}

/** The folder given with `-t` stands for the last operand. */
function mergedInto(draft: Draft): void {
  if (!sawFlag(draft, draft.table.tree)) return
  for (const { flag, index, value } of draft.flags)
    if (value != null && flag.names.some((name) => draft.table.target.has(name)))
      addWrite(draft, 'modify', index, value, GUESS | TREE)
}

/** Taking along the current folder, or one above it, takes along every file that a rule names. */
function takenAlong(draft: Draft): void {
  const folders = draft.effects.filter(({ type, tree, certain }) => type === 'read' && tree && certain)
  for (const { index, value } of folders) addContents(draft, index, value)
}

/** `mv` makes a file readable under another name, which no rule on reading it covers. */
export function movedAway(draft: Draft): void {
  backsUpElsewhere(draft)
  const moved = draft.effects.filter(({ how }) => how === 'delete')
  for (const { index, value, certain, tree } of moved)
    addRead(draft, index, value, (certain ? 0 : GUESS) | (tree ? TREE : 0) | GLOB | META)
}

function written(draft: Draft, index: number, value: string, tree: boolean): void {
  draft.writes = true
  addWrite(draft, 'modify', index, value, GUESS | (tree ? TREE : 0) | globAt(draft, index))
}

/**
 * Part of the vocabularies: finds a field that no vocabulary reads but whose name suggests that the tool acts on it.
 *
 * Programs give tools of their own the names that agents use, and read other fields; some use what the model sent
 * before it was checked against a schema. INVARIANT: a second field that could be the command, the path or the address
 * is never ignored.
 */

import type { Input, Kind } from '../engine/call.ts'
import type { ToolEntry } from './entry.ts'

const PLACES = 'path file filepath filename dir directory folder uri url'
/** The last words of such field names, by kind. */
const NOUNS: ReadonlyMap<Kind, ReadonlySet<string>> = new Map([
  [
    'shell',
    nouns(
      `command cmd commandline line script argv arg argument code program executable exec run stdin shell bash sh cwd workdir ${PLACES}`,
    ),
  ],
  ['read', nouns(PLACES)],
  ['write', nouns(PLACES)],
  ['url', nouns('url uri link href address endpoint host hostname domain site website')],
])
/** Fields that tell a search, which fetches nothing by itself, where to look. */
const NARROWS = nouns('domain site website host hostname')
/** `path2` and `path_` are paths, too. */
const LAST_WORD = /(?:[A-Z]?[a-z]+|[A-Z]+)(?=[^A-Za-z]*$)/u

const known = new WeakMap<ToolEntry, ReadonlySet<string>>()

/** The first such field that has a value. Most inputs have one field, or only fields that the entry names. */
export function strayField(entry: ToolEntry, kind: Kind, input: Input): string | undefined {
  const wanted = NOUNS.get(kind)
  const fields = Object.keys(input)
  if (wanted === undefined || fields.length < 2) return undefined
  const looked = lookedAtBy(entry)
  const searches = kind === 'url' && entry.urls === undefined
  return fields.find((field) => {
    if (looked.has(field) || !isFilled(input[field])) return false
    const noun = nounOf(field)
    return wanted.has(noun) && !(searches && NARROWS.has(noun))
  })
}

function nounOf(field: string): string {
  return singular((LAST_WORD.exec(field)?.[0] ?? '').toLowerCase())
}

function singular(word: string): string {
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function nouns(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map(singular))
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null
}

function lookedAtBy(entry: ToolEntry): ReadonlySet<string> {
  const found = known.get(entry)
  if (found !== undefined) return found
  const { command, args, hazards, cwd, shell, kept, paths = [], glob, filter, urls, prose, patch } = entry
  const lists = [
    command,
    args,
    hazards,
    cwd,
    kept,
    glob?.pattern,
    glob?.base,
    filter?.pattern,
    filter?.type,
    urls,
    prose,
    patch,
  ]
  const made = new Set([...lists.flatMap((list) => list ?? []), ...paths.flatMap(({ from }) => from)])
  if (shell !== undefined) made.add(shell)
  known.set(entry, made)
  return made
}

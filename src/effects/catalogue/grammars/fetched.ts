/** Part of the command catalogue: files that take their name from the address they are fetched from. */

import { type Draft, GLOB, GUESS, sawFlag, traits } from '../draft.ts'
import { addValue } from '../values.ts'
import { spread, spreadInto } from './url-lists.ts'

const BY_ITS_NAME: ReadonlySet<string> = new Set(['-O', '--remote-name-all'])
const AS_WRITTEN: ReadonlySet<string> = new Set(['-g'])

/** `curl -O address`: the last name of it, in the folder that is said. What stands in braces is a list, and may name the output, too. */
export function curlFetched(draft: Draft): void {
  const lists = !sawFlag(draft, AS_WRITTEN)
  if (sawFlag(draft, BY_ITS_NAME)) {
    const nameOf = (path: string) => /(?:^|[/\\])([^/\\]*)[/\\]?$/u.exec(path)?.[1] ?? ''
    fetched(draft, '--output-dir', (_, path) => (lists ? spread(nameOf(path)) : [nameOf(path)]))
  }
  for (const { flag, index, value } of draft.flags) {
    if (!lists || !flag.names.includes('-o') || value?.includes('#') !== true) continue
    for (const { text } of addresses(draft))
      for (const name of spreadInto(value, text)) addValue(draft, 'w', index, name, GUESS | GLOB)
  }
}

const NO_FILES: ReadonlySet<string> = new Set(['-O', '--spider', '--delete-after'])
const WITH_FOLDERS: ReadonlySet<string> = new Set(['-x', '-r', '-m', '-p'])

/** wget does so unasked; with some flags it makes the folders of the address, too, below one for the host unless told not to. */
export function wgetFetched(draft: Draft): void {
  if (sawFlag(draft, NO_FILES)) return
  const folders = sawFlag(draft, WITH_FOLDERS)
  fetched(draft, '-P', (host, path) => (folders ? [lastOf(path), path, `${host}/${path}`] : [lastOf(path)]))
}

const NAMED: ReadonlySet<string> = new Set(['-o'])

/** aria2c and axel, unless they are given a name. */
export function fetchedByName(draft: Draft): void {
  if (!sawFlag(draft, NAMED)) fetched(draft, '-d', (_, path) => [lastOf(path)])
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function fetched(draft: Draft, folderFlag: string, namesOf: (host: string, path: string) => readonly string[]): void {
  const said = draft.flags.flatMap(({ flag, value }) => (flag.names.includes(folderFlag) ? [value] : []))
  for (const { text, index, guessed } of addresses(draft)) {
    const [, host = '', path] = ADDRESS.exec(text) ?? []
    if (path === undefined) continue
    // What a variable holds may well end with a slash.
    const names = namesOf(host, guessed ? path.replace(/^.*\*\/?/su, '') : path)
    for (const one of new Set([...names, ...names.map(decoded)])) {
      if (one === '') continue
      const as = (guessed ? GUESS : 0) | (one.includes('*') ? GUESS | GLOB : 0)
      // Which folder only shows when it runs; that much is said already.
      for (const folder of said.length === 0 ? ['.'] : said)
        if (folder != null) addValue(draft, 'w', index, folder === '.' ? one : `${folder}/${one}`, as)
    }
  }
}

/** Whatever is fetched; `guessed` where only some of the address is known. */
function addresses(
  draft: Draft,
): readonly { readonly text: string; readonly index: number; readonly guessed: boolean }[] {
  const given = draft.operands.map((index) => {
    const text = draft.argv[index] ?? null
    return { text: text ?? traits(draft, index).shape ?? '', index, guessed: text === null }
  })
  const named = draft.flags.flatMap(({ flag, index, value }) =>
    typeof value === 'string' && flag.names.includes('--url') ? [{ text: value, index, guessed: false }] : [],
  )
  return [...given, ...named]
}

/** The host, and what stands behind it, without the question. */
const ADDRESS = /^(?:\w+:\/\/)?([^/?#]+)\/([^?#]*)/u

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

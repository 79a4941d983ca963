/** Part of the command catalogue: files that are named after the address they are fetched from. */

import { type Draft, GLOB, GUESS, sawFlag, type Seen } from '../draft.ts'
import { addValue } from '../values.ts'
import { spread, spreadInto } from './url-lists.ts'

const BY_ITS_NAME: ReadonlySet<string> = new Set(['-O', '--remote-name-all'])
const AS_WRITTEN: ReadonlySet<string> = new Set(['-g'])

/**
 * `curl -O address`: the last name in the address, in the folder that is given. Braces hold a list, and may also give
 * the name of the output.
 */
export function curlFetched(draft: Draft): void {
  const lists = !sawFlag(draft, AS_WRITTEN)
  if (sawFlag(draft, BY_ITS_NAME)) {
    const nameOf = (path: string) => /(?:^|[/\\])([^/\\]*)[/\\]?$/u.exec(path)?.[1] ?? ''
    fetched(draft, '--output-dir', (_, path) => (lists ? spread(nameOf(path)) : [nameOf(path)]))
  }
  if (lists) for (const part of partsOf(draft, OUTPUTS)) nameOutputs(draft, part)
}

const OUTPUTS: ReadonlySet<string> = new Set(['-o', '-O'])

/** Each output belongs to the address with the same position. */
function nameOutputs(draft: Draft, { addresses, flags }: Part): void {
  for (const [at, { index, value }] of flags.entries())
    for (const name of value?.includes('#') === true ? spreadInto(value, addresses[at]?.text ?? '') : [])
      addValue(draft, 'w', index, name, GUESS | GLOB)
}

const NO_FILES: ReadonlySet<string> = new Set(['-O', '--spider', '--delete-after'])
const WITH_FOLDERS: ReadonlySet<string> = new Set(['-x', '-r', '-m', '-p'])

/**
 * wget saves by that name without being asked. With some flags it also makes the folders of the address, below one for
 * the host unless a flag says otherwise.
 */
export function wgetFetched(draft: Draft): void {
  if (sawFlag(draft, NO_FILES)) return
  const folders = sawFlag(draft, WITH_FOLDERS)
  fetched(draft, '-P', (host, path) => (folders ? [lastOf(path), path, `${host}/${path}`] : [lastOf(path)]))
}

/** The server chooses the name, which may be anything. */
const BY_THE_SERVER: ReadonlySet<string> = new Set(['-J', '--content-disposition', '--trust-server-names'])
const ANY_NAME = ['*', '.*']

const NAMED: ReadonlySet<string> = new Set(['-o'])

/** aria2c and axel, unless they are given a name. */
export function fetchedByName(draft: Draft): void {
  if (!sawFlag(draft, NAMED)) fetched(draft, '-d', (_, path) => [lastOf(path)])
}

const DOWNLOADS: ReadonlySet<string> = new Set(['-d'])

/** httpie with `-d`, unless it is given a name. */
export function httpFetched(draft: Draft): void {
  if (sawFlag(draft, DOWNLOADS) && !sawFlag(draft, NAMED)) fetched(draft, '-P', (_, path) => [lastOf(path)])
}

/** `git clone address`: the last name in the address, unless a folder is given. */
export function clonedByName(draft: Draft): void {
  const [at, folder] = draft.operands
  const address = at === undefined ? undefined : draft.argv[at]
  if (at === undefined || folder !== undefined || address == null) return
  const name = address.replace(/[/\\]+$/u, '').replace(/\/?\.(?:git|bundle)$/u, '')
  addValue(draft, 'c', at, name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1), GUESS)
}

/** `gh release download`: everything that fits the pattern, or all files, in the folder that is given. */
export function downloadedByName(draft: Draft): void {
  const valueOf = (name: string) => draft.flags.findLast(({ flag }) => flag.names.includes(name))
  const named = draft.flags.filter(({ flag }) => flag.names.includes('-p'))
  const folder = valueOf('-D')
  if (folder?.value === null || valueOf('-O') !== undefined || (folder === undefined && named.length === 0)) return
  const names = named.length === 0 ? ANY_NAME : named.map(({ value }) => value ?? '*')
  for (const name of names)
    addValue(
      draft,
      'w',
      folder?.index ?? 0,
      `${folder?.value ?? '.'}/${name}`,
      GUESS | (/[*?[]/u.test(name) ? GLOB : 0),
    )
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function fetched(draft: Draft, folderFlag: string, namesOf: (host: string, path: string) => readonly string[]): void {
  const anyName = sawFlag(draft, BY_THE_SERVER)
  for (const { addresses, flags } of partsOf(draft, new Set([folderFlag]))) {
    const folder = flags.at(-1)?.value
    // The folder is not known, which has been noted already.
    if (folder === null) continue
    for (const { text, index, guessed } of addresses) {
      const [, host = '', path] = ADDRESS.exec(text) ?? []
      if (path === undefined) continue
      // The value of a variable may well end with a slash.
      const own = namesOf(host, guessed ? path.replace(/^.*\*\/?/su, '') : path)
      const names = anyName ? [...own, ...ANY_NAME] : own
      for (const one of new Set([...names, ...names.map(decoded)])) {
        const as = (guessed ? GUESS : 0) | (one.includes('*') ? GUESS | GLOB : 0)
        if (one !== '') addValue(draft, 'w', index, folder === undefined ? one : `${folder}/${one}`, as)
      }
    }
  }
}

/** An address that is fetched; `guessed` if only a part of it is known. */
interface Address {
  readonly text: string
  readonly index: number
  readonly guessed: boolean
}

interface Part {
  readonly addresses: Address[]
  readonly flags: Seen[]
}

/** The addresses, each with the flags of these names that belong to it; after `--next` curl starts anew. */
function partsOf(draft: Draft, names: ReadonlySet<string>): readonly Part[] {
  const cuts = draft.flags.flatMap(({ flag, index }) => (flag.names.includes('--next') ? [index] : []))
  const parts = Array.from({ length: cuts.length + 1 }, (): Part => ({ addresses: [], flags: [] }))
  const partAt = (place: number) => parts[cuts.filter((cut) => cut < place).length]
  for (const address of addressesOf(draft)) partAt(address.index)?.addresses.push(address)
  for (const seen of draft.flags)
    if (seen.flag.names.some((name) => names.has(name))) partAt(seen.index)?.flags.push(seen)
  return parts
}

function addressesOf({ argv, operands, flags, words }: Draft): readonly Address[] {
  const given = operands.map((index): Address => {
    const text = argv[index] ?? null
    return { text: text ?? words[index]?.shape ?? '', index, guessed: text === null }
  })
  const named = flags.flatMap(({ flag, index, value }): readonly Address[] =>
    typeof value === 'string' && flag.names.includes('--url') ? [{ text: value, index, guessed: false }] : [],
  )
  return named.length === 0 ? given : [...given, ...named].toSorted((one, other) => one.index - other.index)
}

/** The host, and the path after it, without the query. */
const ADDRESS = /^(?:\w+:\/\/)?([^/?#]+)\/([^?#]*)/u

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

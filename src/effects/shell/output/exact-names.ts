/**
 * Part of reading shell lines: names of files that the disk can list exactly as a command prints them: `git ls-files`,
 * `ls`, `ls docs/*.md`.
 *
 * INVARIANT: no name is missing. Undefined for a command, or a folder, of which that is not known.
 */

import { chosenBy } from '../../catalogue/grammars/git-pathspec.ts'
import type { Surroundings } from '../../context.ts'
import { trackedBelow } from '../../paths/git-index.ts'
import { NO_NAME } from '../../paths/file-system.ts'
import { isName } from '../words/plain.ts'
import { isLower } from './found-names.ts'

/** From the folder in which the command runs, to the names. */
export type Lister = (folder: string, around: Surroundings) => readonly string[] | undefined

const MOST_NAMES = 20_000

/** The lister for the words of a command, none of which has a meaning for the shell but a star. */
export function listerOf([program, ...words]: readonly string[]): Lister | undefined {
  if (program === 'ls') return listedBy(words)
  if (program !== 'git') return undefined
  const [verb, ...rest] = words
  if (verb === 'grep' ? !isGrepped(rest) : verb !== 'ls-files' || !rest.every(isTracked)) return undefined
  const specs = verb === 'grep' ? [] : rest.filter(isName)
  return (folder, { fs }) => {
    const names = trackedBelow(folder, fs)
    return names === undefined || names.length > MOST_NAMES ? undefined : chosenBy(specs, names)
  }
}

/** Whatever is asked for by name only leaves out others, unless it lies elsewhere. */
function isTracked(word: string): boolean {
  return isName(word) ? isLower(word) : /^(?:--|-[cm]+|--(?:cached|modified))$/.test(word)
}

function isGrepped(words: readonly string[]): boolean {
  if (!words.some((word) => /^(?:-[a-zA-Z]*l|--files-with-matches|--name-only)/.test(word))) return false
  return words.every((word) =>
    isName(word) ? isLower(word) : /^(?:--|-[ilwEFGP]+|--(?:files-with-matches|name-only))$/.test(word),
  )
}

const SHOWN = /^-[1AdtrSUX]+$/
/** One star, in the last name. */
const PATTERN = /^((?:[\w.@-]+\/)*)([\w.@-]*)\*([\w.@-]*)$/

function listedBy(words: readonly string[]): Lister | undefined {
  if (!words.every((word) => isName(word) || SHOWN.test(word))) return undefined
  const patterns = words.filter(isName)
  const isAll = words.some((word) => /^-.*A/.test(word))
  const isItself = words.some((word) => /^-.*d/.test(word))
  if (patterns.length === 0) return isItself ? undefined : (folder, { fs }) => entriesOf(folder, fs, isAll)?.names
  const read = patterns.map((pattern) => PATTERN.exec(pattern))
  return (folder, { fs }) => {
    const names: string[] = []
    for (const parts of read) {
      const [, within = '', begins = '', ends = ''] = parts ?? []
      const entries = parts === null ? undefined : entriesOf(join(folder, within), fs, begins.startsWith('.'))
      if (entries === undefined) return undefined
      const least = begins.length + ends.length
      const fits = (one: string) => one.length >= least && one.startsWith(begins) && one.endsWith(ends)
      const fitting = entries.names.filter(fits)
      // Where nothing fits, the shell may leave the word out. Of a folder, what is in it would be listed.
      if (fitting.length === 0) return undefined
      if (!isItself && fitting.some((one) => entries.others.has(one))) return undefined
      names.push(...fitting.map((one) => within + one))
    }
    return names
  }
}

function join(folder: string, within: string): string {
  return within === '' ? folder : `${folder}/${within.slice(0, -1)}`
}

function entriesOf(
  folder: string,
  fs: Surroundings['fs'],
  isAll: boolean,
): { readonly names: readonly string[]; readonly others: ReadonlySet<string> } | undefined {
  const entries = fs.entriesIn?.(folder, MOST_NAMES)
  if (entries === undefined || entries.some(({ name }) => name.includes(NO_NAME))) return undefined
  const shown = entries.filter(({ name }) => isAll || !name.startsWith('.'))
  const others = shown.filter(({ kind }) => kind !== 'other').map(({ name }) => name)
  return { names: shown.map(({ name }) => name), others: new Set(others) }
}

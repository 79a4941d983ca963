/**
 * Part of reading shell lines: searches that print names of files, each of which begins with a folder that the command
 * names.
 *
 * INVARIANT: this also holds for the whole output, taken as one word. It need not hold for each line: a name may
 * contain a line break, and continue with a dash after it.
 */

import { isName } from '../words/plain.ts'

/** `below`: all folders lie below the one in which it runs. */
type Found = 'found' | 'below' | undefined

/** Not a flag, not a variable of awk, and not an address (`/dev/tcp/…`). */
const FOLDER = /^(?:[A-Za-z0-9_.]|\/(?!dev\b)\w)[\w./@-]*$/
/** Actions of find other than its default. */
export const FIND_ACTS = /^-(?:f?print|f?ls$|exec|ok|delete|files0-from)/
/**
 * Wherever the name is used, it stays below: it is neither absolute nor leads upwards, nor starts at the top of the
 * repository (`:/`).
 */
const LOWER = /^(?!\/|:(?![!^])|(?:[^]*\/)?\.\.(?:\/|$))/
const EXPRESSION = /^(?:-|[()!,]$)/
const GREP =
  /^(?:-[rRlinwsxEFGPIH]+|--(?:include|exclude|exclude-dir)=.*|--(?:recursive|files-with-matches|ignore-case))$/s
const RG =
  /^(?:-[linwsxSFPU]+|-u{1,3}|-[tTg].+|--(?:glob|type)=.*|--(?:files-with-matches|files|ignore-case|hidden|no-ignore))$/s
const RG_VALUE = /^(?:-[tTg]|--glob|--type|--type-not)$/

/** For `find src -name x`: its output begins with its folder. */
export function printsFound(words: readonly string[]): Found {
  const end = words.findIndex((word) => EXPRESSION.test(word))
  const folders = end < 0 ? words : words.slice(0, end)
  if (words.some((word) => FIND_ACTS.test(word) && word !== '-print')) return undefined
  return foundIn(folders, words.includes('-follow'))
}

/** `grep -rl x src` */
export function printsGrepped(words: readonly string[]): Found {
  const [pattern, ...folders] = words.filter(isName)
  const told = (letter: RegExp) => words.some((word) => letter.test(word))
  if (pattern === undefined || !words.every((word) => isName(word) || GREP.test(word))) return undefined
  if (!told(/^(?:-\w*l|--files-with)/) || !told(/^(?:-\w*[rR]|--recursive)/)) return undefined
  return foundIn(folders, told(/^-\w*R/))
}

/** `rg -l x src`, `rg --files src` */
export function printsRipgrepped(words: readonly string[]): Found {
  const { folders } = ripgrepped(words) ?? {}
  return folders === undefined ? undefined : foundIn(folders, false)
}

/** The folders of the names that rg lists (none if it gets none), and the patterns for the names. */
export function ripgrepped(
  words: readonly string[],
): { readonly folders: readonly string[]; readonly globs: readonly string[] } | undefined {
  const names: string[] = []
  const globs: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const glued = /^(?:-g|--glob=)(.+)$/s.exec(word)?.[1]
    if (isName(word)) names.push(word)
    else if (glued !== undefined) globs.push(glued)
    else if (RG_VALUE.test(word)) {
      at++
      if (word === '-g' || word === '--glob') globs.push(words[at] ?? '')
    } else if (!RG.test(word)) return undefined
  }
  const lists = words.includes('--files')
  const told = lists || words.some((word) => /^(?:-[inwsxSFPU]*l[linwsxSFPU]*|--files-with-matches)$/.test(word))
  return told ? { folders: lists ? names : names.slice(1), globs } : undefined
}

/** `follows`: links may lead anywhere. */
function foundIn(folders: readonly string[], follows: boolean): Found {
  if (folders.length === 0 || !folders.every((word) => FOLDER.test(word))) return undefined
  return !follows && folders.every(isLower) ? 'below' : 'found'
}

export function isLower(path: string): boolean {
  return LOWER.test(path)
}

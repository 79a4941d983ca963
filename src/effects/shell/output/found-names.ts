/**
 * Part of reading shell lines: searches that print names of files, each of which begins with a folder that the command names.
 *
 * INVARIANT: so does all that they print, taken as one word. Taken line by line it need not: a name may hold a line's end, and go on
 * with a dash behind it.
 */

import { isName } from '../words/plain.ts'

/** `below`: all folders lie below the one it runs in. */
type Found = 'found' | 'below' | undefined

/** No flag, no variable of awk, and no address (`/dev/tcp/…`). */
const FOLDER = /^(?:[A-Za-z0-9_.]|\/(?!dev\b)\w)[\w./@-]*$/
/** What find is told to print or do otherwise than by itself. */
export const FIND_ACTS = /^-(?:f?print|f?ls$|exec|ok|delete|files0-from)/
/** From wherever the name is used, it stays below: neither absolute nor upwards, nor from the top of the repository (`:/`). */
const LOWER = /^(?!\/|:(?![!^])|(?:[^]*\/)?\.\.(?:\/|$))/
const EXPRESSION = /^(?:-|[()!,]$)/
const GREP =
  /^(?:-[rRlinwsxEFGPIH]+|--(?:include|exclude|exclude-dir)=.*|--(?:recursive|files-with-matches|ignore-case))$/s
const RG =
  /^(?:-[linwsxSFPU]+|-u{1,3}|-[tTg].+|--(?:glob|type)=.*|--(?:files-with-matches|files|ignore-case|hidden|no-ignore))$/s
const RG_VALUE = /^(?:-[tTg]|--glob|--type|--type-not)$/

/** `find src -name x`: what it prints begins with its folder. */
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

/** The folders that rg lists names of, none where it is told none, and the patterns that it is given for them. */
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

/** `follows`: links lead anywhere. */
function foundIn(folders: readonly string[], follows: boolean): Found {
  if (folders.length === 0 || !folders.every((word) => FOLDER.test(word))) return undefined
  return !follows && folders.every(isLower) ? 'below' : 'found'
}

export function isLower(path: string): boolean {
  return LOWER.test(path)
}

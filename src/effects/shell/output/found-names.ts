/**
 * Part of reading shell lines: searches that print names of files, each of which begins with a folder that the command names.
 *
 * INVARIANT: so does all that they print, taken as one word. Taken line by line it need not: a name may hold a line's end, and go on
 * with a dash behind it.
 */

import { isName } from '../words/plain.ts'

/** No flag, no variable of awk, and no address (`/dev/tcp/…`). */
const FOLDER = /^(?:[A-Za-z0-9_.]|\/(?!dev\b)\w)[\w./@-]*$/
/** What find is told to print or do otherwise than by itself. */
export const FIND_ACTS = /^-(?:f?print|f?ls$|exec|ok|delete|files0-from)/
const EXPRESSION = /^(?:-|[()!,]$)/
const GREP =
  /^(?:-[rRlinwsxEFGPIH]+|--(?:include|exclude|exclude-dir)=.*|--(?:recursive|files-with-matches|ignore-case))$/s
const RG =
  /^(?:-[linwsxSFPU]+|-u{1,3}|-[tTg].+|--(?:glob|type)=.*|--(?:files-with-matches|files|ignore-case|hidden|no-ignore))$/s
const RG_VALUE = /^(?:-[tTg]|--glob|--type|--type-not)$/

/** `find src -name x`: what it prints begins with its folder. */
export function printsFound(words: readonly string[]): boolean {
  const end = words.findIndex((word) => EXPRESSION.test(word))
  const folders = end < 0 ? words : words.slice(0, end)
  return folders.length > 0 && areFolders(folders) && !words.some((word) => FIND_ACTS.test(word) && word !== '-print')
}

/** `grep -rl x src` */
export function printsGrepped(words: readonly string[]): boolean {
  const [pattern, ...folders] = words.filter(isName)
  const told = (letter: RegExp) => words.some((word) => letter.test(word))
  if (pattern === undefined || !words.every((word) => isName(word) || GREP.test(word))) return false
  return told(/^(?:-\w*l|--files-with)/) && told(/^(?:-\w*[rR]|--recursive)/) && areFolders(folders)
}

/** `rg -l x src`, `rg --files src` */
export function printsRipgrepped(words: readonly string[]): boolean {
  const names: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (isName(word)) names.push(word)
    else if (RG_VALUE.test(word)) at++
    else if (!RG.test(word)) return false
  }
  const lists = words.includes('--files')
  if (!lists && !words.some((word) => /^(?:-[inwsxSFPU]*l[linwsxSFPU]*|--files-with-matches)$/.test(word))) return false
  return areFolders(lists ? names : names.slice(1))
}

function areFolders(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => FOLDER.test(word))
}

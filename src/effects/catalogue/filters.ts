/** Part of the command catalogue: patterns that choose which files are searched (`rg -g`, `grep --include`). */

import { expandBraces } from '../../engine/match/braces.ts'
import { includes, startsWith } from '../code-at.ts'
import { addRead, type Draft, GLOB, GUESS, META } from './draft.ts'

/** Some file that fits the pattern may be read. A pattern that begins with `!` only leaves files out. */
export function addFilter(draft: Draft, index: number, pattern: string): void {
  if (startsWith(pattern, '!') || pattern === '') return
  for (const one of alternatives(pattern)) {
    const deep = one.lastIndexOf('**/')
    const value = deep < 0 ? one.replace(/^\/+/u, '') : one.slice(deep + 3)
    if (value === '' || /^\*+$/u.test(value)) continue
    // `*.ts` narrows a search of everything, so it is treated like a name: only a rule or a secret with exactly that
    // ending is met.
    addRead(draft, index, value, startsWith(value, '*') ? GUESS : GUESS | GLOB)
    // The star may also stand for nothing: `*.env` fits `.env`.
    if (startsWith(value, '*.')) addRead(draft, index, value.slice(1), GUESS | (includes(value, '[') ? GLOB : 0))
  }
}

/** Turns a regular expression for names into the pattern that it most plausibly stands for. */
export function addNameExpression(draft: Draft, index: number, expression: string): void {
  addFilter(
    draft,
    index,
    expression
      .replace(/^\^|\$$/gu, '')
      .replaceAll('.*', '*')
      .replace(/\\(.)/gu, '$1'),
  )
}

const CLASS_OR_LETTER = /\[[^\]]*\]|[a-z]/giu

/**
 * Letters of either case: `.ENV` fits `.env`. Rules are compared with both spellings; known secrets are listed in lower
 * case.
 */
export function addInAnyCase(draft: Draft, index: number, pattern: string): void {
  if (startsWith(pattern, '!')) return
  addFilter(draft, index, pattern.toLowerCase())
  const either = (one: string) => (one.length > 1 ? one : `[${one.toLowerCase()}${one.toUpperCase()}]`)
  addRead(draft, index, pattern.replaceAll(CLASS_OR_LETTER, either), GUESS | GLOB | META)
}

/** What each of the braces in it may stand for; the pattern itself if they cannot be read. */
export function alternatives(pattern: string): readonly string[] {
  if (!includes(pattern, '{')) return [pattern]
  try {
    return expandBraces(pattern)
  } catch {
    return [pattern]
  }
}

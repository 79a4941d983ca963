/** Part of matching: `{a,b}` in a glob, expanded before anything else is read. */

import { PatternError } from './pattern-error.ts'

const MOST = 64

/** Every alternative a pattern stands for; the pattern itself when it has no braces. Throws `PatternError`. */
export function expandBraces(pattern: string): string[] {
  const group = firstGroup(pattern)
  if (group === undefined) return [pattern]
  const before = pattern.slice(0, group.start)
  const after = pattern.slice(group.end + 1)
  const found: string[] = []
  for (const choice of group.choices) {
    for (const expanded of expandBraces(before + choice + after)) {
      found.push(expanded)
      if (found.length > MOST)
        throw new PatternError(`"${pattern}" stands for more than ${MOST} patterns; use fewer braces`)
    }
  }
  return found
}

/** Index of the `]` that ends the class opened at `open`, or -1. */
export function classEnd(text: string, open: number): number {
  let at = open + 1
  if (text[at] === '!' || text[at] === '^') at++
  if (text[at] === ']') at++
  for (; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === ']') return at
  }
  return -1
}

/** The pattern with every class of letters read as a name: in `app/[id]/**`, the folder `[id]`. */
export function spellingClasses(pattern: string): string {
  if (!pattern.includes('[')) return pattern
  let spelled = ''
  for (let at = 0; at < pattern.length; at++) {
    const end = pattern[at] === '[' ? classEnd(pattern, at) : -1
    if (end < 0) spelled += pattern[at] === '\\' ? pattern.slice(at, ++at + 1) : pattern[at]
    else {
      spelled += pattern
        .slice(at, end + 1)
        .replaceAll(/\\[^]|[[\]{},*?]/gu, (found) => (found.length > 1 ? found : `\\${found}`))
      at = end
    }
  }
  return spelled
}

interface Group {
  readonly start: number
  readonly end: number
  readonly choices: readonly string[]
}

function firstGroup(pattern: string): Group | undefined {
  let depth = 0
  let start = 0
  let from = 0
  const choices: string[] = []
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (char === '[') at = Math.max(at, classEnd(pattern, at))
    else if (char === '{') {
      if (depth++ > 0) continue
      start = at
      from = at + 1
    } else if (char === ',' && depth === 1) {
      choices.push(pattern.slice(from, at))
      from = at + 1
    } else if (char === '}') {
      if (depth === 0) throw new PatternError(`"}" without "{" in "${pattern}"; write \\} for the character itself`)
      if (--depth > 0) continue
      if (choices.length === 0)
        throw new PatternError(`braces without a comma in "${pattern}"; write \\{ for the character itself`)
      choices.push(pattern.slice(from, at))
      return { start, end: at, choices }
    }
  }
  if (depth > 0) throw new PatternError(`"{" without "}" in "${pattern}"; write \\{ for the character itself`)
  return undefined
}

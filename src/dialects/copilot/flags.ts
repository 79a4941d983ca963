/** Part of the Copilot dialect: splits a text of command line flags, with the place of each. */

import type { Where } from '../dialect.ts'
import { Sheet } from '../text/sheet.ts'
import type { Slip } from '../text/sheet.ts'
import { linesOf } from '../text/lines.ts'

export interface Flag {
  readonly name: string
  readonly value: string | undefined
  /** `[3]`: of the sheet. */
  readonly path: string
}

const WITH_VALUE: ReadonlySet<string> = new Set([
  'allow',
  'deny',
  'allow-tool',
  'deny-tool',
  'allow-url',
  'deny-url',
  'add-dir',
  'available-tools',
  'excluded-tools',
])
const SWITCHES: ReadonlySet<string> = new Set([
  'allow-all',
  'yolo',
  'allow-all-tools',
  'allow-all-paths',
  'allow-all-urls',
  'disallow-temp-dir',
])

export function readFlags(text: string, where: Where): { readonly sheet: Sheet; readonly flags: readonly Flag[] } {
  const words = splitWords(text)
  const flags: (Flag & { readonly offset: number })[] = []
  const slips: Slip[] = []
  const place = linesOf(text)
  const slip = (offset: number, message: string) => void slips.push({ ...place(offset), message })
  if (words.problem !== undefined) slip(words.problem, 'a quote is never closed')
  for (const offset of words.filledIn) slip(offset, 'what a shell would fill in here must be written out')
  for (let at = 0; at < words.found.length; at++) {
    const word = words.found[at] as Word
    const [, name, inline] = /^--([a-z-]+)(?:=(.*))?$/su.exec(word.text) ?? []
    const path = `[${flags.length}]`
    if (name === undefined || (!WITH_VALUE.has(name) && !SWITCHES.has(name)))
      slip(word.offset, `${word.text.slice(0, 60)} is not a flag about permissions`)
    else if (SWITCHES.has(name)) flags.push({ name, value: undefined, path, offset: word.offset })
    else {
      const value = inline ?? words.found[++at]?.text
      if (value === undefined || value.startsWith('--')) slip(word.offset, `--${name} needs a value`)
      else flags.push({ name, value, path, offset: word.offset })
    }
  }
  const sheet = new Sheet(where, {
    value: undefined,
    find: (path) => {
      const flag = flags[Number(/\d+/u.exec(path)?.[0] ?? -1)]
      return flag === undefined ? undefined : place(flag.offset)
    },
    slips: slips.slice(0, 100),
  })
  return { sheet, flags }
}

interface Word {
  readonly text: string
  readonly offset: number
}

interface Words {
  readonly found: readonly Word[]
  /** Where a quote begins that has no end. */
  readonly problem?: number
  /** Where something stands that a shell replaces: only running it would tell by what. */
  readonly filledIn: readonly number[]
}

/** Splits like a shell and removes quotes; text in parentheses stays together, as in seed 001's examples. */
function splitWords(text: string): Words {
  const found: Word[] = []
  const filledIn: number[] = []
  let word: { text: string; offset: number } | undefined
  let quote = ''
  let opened = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    const isEscape = char === '\\' && text[at + 1] !== '\n'
    if (isEscape && (quote === '' || (quote === '"' && /["\\$`]/u.test(text[at + 1] ?? '')))) {
      word ??= { text: '', offset: at }
      word.text += text[++at] ?? ''
      continue
    }
    if ((char === '$' || char === '`') && quote !== "'") filledIn.push(at)
    if (char === '{' && quote === '' && depth === 0) filledIn.push(at)
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (word !== undefined) word.text += char
    } else if (char === '"' || char === "'") {
      quote = char
      opened = at
      word ??= { text: '', offset: at }
    } else if (char === '#' && word === undefined) {
      while (at < text.length && text[at] !== '\n') at++
    } else if (/\s/u.test(char) && (depth === 0 || char === '\n')) {
      if (word !== undefined) found.push(word)
      word = undefined
      depth = 0
    } else if (char === '\\' && text[at + 1] === '\n') at++
    else {
      word ??= { text: '', offset: at }
      word.text += char
      if (char === '(') depth++
      if (char === ')') depth = Math.max(0, depth - 1)
    }
  }
  if (word !== undefined) found.push(word)
  return quote === '' ? { found, filledIn } : { found, filledIn, problem: opened }
}

/**
 * Part of reading shell lines: what a filter turns a spelled text into: `echo cm0gLXJmIH4K | base64 -d`, `rev`,
 * `tr a-z b-za`.
 *
 * For restrictions only: a filter that leaves lines out, or reorders them, passes on all of them here.
 */

import type { Word } from '../../../engine/effect.ts'
import { MAX_LENGTH } from '../syntax/reader.ts'

type Filter = (words: readonly string[], text: string) => string | undefined

const same: Filter = (_, text) => text

/** Another word would be a file. */
const alone: Filter = (words, text) => (words.every((word) => word.startsWith('-')) ? text : undefined)

const fromBase64: Filter = (words, text) =>
  words.every((word) => word.startsWith('-')) && words.some((word) => DECODES.test(word)) ? decoded(text) : undefined

const DECODES = /^(?:-[a-zA-Z]*[dD]|--decode$)/u

/** `openssl base64 -d`, `openssl enc -d -a`. */
const bySsl: Filter = ([verb = '', ...words], text) =>
  words.includes('-d') && (verb === 'base64' || words.some((word) => word === '-base64' || word === '-a'))
    ? decoded(text)
    : undefined

function decoded(text: string): string | undefined {
  try {
    return atob(text.replaceAll(/[^A-Za-z0-9+/]/gu, ''))
  } catch {
    return undefined
  }
}

const HEX = /[0-9a-fA-F]{2}/gu

const fromHex: Filter = (words, text) => {
  const letters = words.filter((word) => word.startsWith('-')).join('')
  if (!letters.includes('r') || !letters.includes('p') || words.some((word) => !word.startsWith('-'))) return undefined
  return text.replaceAll(/\s/gu, '').replaceAll(HEX, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
}

const backwards: Filter = (words, text) =>
  words.length > 0
    ? undefined
    : text
        .split('\n')
        .map((line) => Array.from(line).toReversed().join(''))
        .join('\n')

const translated: Filter = (words, text) => {
  const [from = '', to = ''] = words.filter((word) => !word.startsWith('-')).map(lettersIn)
  if (words.some((word) => /^-[a-z]*[cC]/u.test(word)) || from === '') return undefined
  const drops = words.some((word) => /^-[a-z]*d/u.test(word))
  const map = new Map(Array.from(from, (letter, at) => [letter, drops ? '' : (to[at] ?? to.at(-1) ?? letter)]))
  return Array.from(text, (letter) => map.get(letter) ?? letter).join('')
}

const CLASSES: Readonly<Record<string, string>> = { '[:upper:]': 'A-Z', '[:lower:]': 'a-z', '[:digit:]': '0-9' }

/** The letters of a set: `a-z`, `[:upper:]`. */
function lettersIn(set: string): string {
  const written = set.replaceAll(/\[:[a-z]+:\]/gu, (name) => CLASSES[name] ?? '').replaceAll('\\n', '\n')
  return written.replaceAll(/(.)-(.)/gsu, (_, first: string, last: string) => {
    const begin = first.charCodeAt(0)
    const length = Math.max(0, last.charCodeAt(0) - begin + 1)
    return String.fromCharCode(...Array.from({ length: Math.min(length, 256) }, (__, at) => begin + at))
  })
}

const PIECE = /^(?:-d(.)? ?)?-([fcb])(\d+)(?:(-)(\d*))?(?: ?-d(.))?$/su

/** `cut -d: -f2`, `cut -c1-4`. */
const pieces: Filter = (words, text) => {
  const [, before, by, first, range, last, behind] = PIECE.exec(joinedFlags(words)) ?? []
  if (first === undefined) return undefined
  const end = range === undefined ? Number(first) : last === '' ? Infinity : Number(last)
  const sign = by === 'f' ? (before ?? behind ?? '\t') : ''
  return text
    .split('\n')
    .map((line) =>
      line
        .split(sign)
        .slice(Number(first) - 1, end)
        .join(sign),
    )
    .join('\n')
}

/** Joins a letter and its value into one word: `-d : -f 2`. */
function joinedFlags(words: readonly string[]): string {
  return words.join(' ').replaceAll(/(-[dfcb]) (?=\S)/gu, '$1')
}

/** For `head -c 4`; with lines, all of them are passed on. */
const beginning: Filter = (words, text) => {
  const most = /^(?:-c ?|--bytes=)(\d+)$/u.exec(words.join(' '))?.[1]
  return most === undefined ? text : text.slice(0, Number(most))
}

const SUBSTITUTION = /^s([/|,#:])([\w ./~-]+?)\1([\w ./~-]*)\1g?$/u

/** For `sed s/x/y/` with plain letters. A result that would be longer than any line that is read is cut off. */
const substituted: Filter = (words, text) => {
  const [, , from, to] = SUBSTITUTION.exec(words.length === 1 ? (words[0] ?? '') : '') ?? []
  if (from === undefined || to === undefined) return undefined
  const most = Math.ceil(MAX_LENGTH / Math.max(1, to.length)) + 2
  return text.split(from).slice(0, most).join(to)
}

const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ...['cat', 'tac', 'sort', 'uniq'].map((name): [string, Filter] => [name, alone]),
  ...['tee', 'tail', 'grep'].map((name): [string, Filter] => [name, same]),
  ['head', beginning],
  ['cut', pieces],
  ['base64', fromBase64],
  ['gbase64', fromBase64],
  ['openssl', bySsl],
  ['xxd', fromHex],
  ['rev', backwards],
  ['tr', translated],
  ['sed', substituted],
])

export function isFilter(program: string): boolean {
  return FILTERS.has(program)
}

/** The resulting text; undefined if the filter is not followed. */
export function filtered([program, ...words]: readonly Word[], text: string): string | undefined {
  const filter = FILTERS.get(program ?? '')
  return filter === undefined || words.includes(null) ? undefined : filter(words as readonly string[], text)
}

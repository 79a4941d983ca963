/**
 * Part of reading shell lines: a secret that one command of the line is told of, and another may read.
 *
 * What a command prints is not followed; but where a reader is given what only running it will tell (`… | xargs cat`,
 * `cat "$f"`), the words of the commands before it, and what the line gives to variables or to read, are what is most
 * likely meant. Whoever names a secret there is asked.
 */

import type { Effect, FileAccess, Unknown } from '../../../engine/effect.ts'
import { fileEffect, FileUse } from '../../file.ts'
import type { ShellContext, ShellReading } from '../context.ts'
import { filtered } from '../plausible/filtered.ts'
import { printedText } from '../plausible/said.ts'
import { FOUND } from '../words/operands.ts'
import type { Mentions } from './mentions.ts'

const MOST_WORDS = 500
/** A bracket that is not closed, or holds nothing, stands for itself: `.items[]`. */
const PATTERN = /[*?]|\[[^\][/]*[^\]/]\]|\[[!^]?\][^\]/]*\]/
/** `git show $(git rev-parse HEAD:.env)` */
const BEHIND_REVISION = /^[^:]*(?::\d)?:(?!\/\/)([^:]+)$/

export function withNamedSecrets(
  reading: ShellReading,
  mentions: Mentions,
  source: string,
  context: ShellContext,
): ShellReading {
  const { effects } = reading
  let at = effects.length - 1
  while (at >= 0 && !readsWhatever(effects[at] as Effect)) at--
  const reader = effects[at]
  if (reader?.type !== 'unknown') return reading
  // `while read f; do cat "$f"; done < <(find …)`: what feeds it stands behind it.
  const before = mentions.isFedLate ? effects.toSpliced(at, 1) : effects.slice(0, at)
  const words = wordsOf(before, around(effects, at, context.first))
  const slices = slicesIn(source)
  const separators = separatorsIn(source)
  for (const text of [...textsMade(before), ...mentions.texts]) {
    for (const between of separators) for (const word of text.split(between)) if (word !== '') words.add(word)
    for (const [from, to] of slices) words.add(text.slice(from, to))
  }
  for (const word of words) {
    const path = BEHIND_REVISION.exec(word)?.[1]
    if (path !== undefined) words.add(path)
    const hidden = hiddenName(word)
    if (hidden !== undefined) words.add(hidden)
  }
  const found: Effect[] = []
  if (words.size > MOST_WORDS) found.push({ ...reader, why: 'more words than are looked at', harmless: false })
  else
    for (const word of words) {
      const effect = readMaybe(word, 'exact', reader, context)
      if (effect.finding !== undefined) found.push(effect)
    }
  for (const place of placesSearched(before)) {
    const effect = readMaybe(place, 'tree', reader, context)
    if (effect.type === 'read' && effect.finding !== undefined && isAround(effect.path, context.around.home))
      found.push(effect)
    // `find ~/.docker | xargs cat`: as by stars.
    for (const below of ALL_BELOW) {
      const listed = readMaybe(place.replace(/\/+$/, '') + below, 'exact', reader, context)
      if (listed.finding !== undefined) found.push(listed)
    }
  }
  return found.length === 0 ? reading : { ...reading, effects: [...effects, ...found] }
}

/** `$x[2,-1]`: to zsh a part of the value, counted from one, or from its end. */
const SLICE = /\$\w+\[(-?\d+)(?:,(-?\d+))?\]/gu
const MOST_SLICES = 16

function slicesIn(source: string): readonly (readonly [from: number, to: number | undefined])[] {
  if (!source.includes('[')) return []
  return Array.from(source.matchAll(SLICE), ([, first, last = first]) => {
    const [from, to] = [Number(first), Number(last)]
    return [from > 0 ? from - 1 : from, to === -1 ? undefined : to < 0 ? to + 1 : to] as const
  }).slice(0, MOST_SLICES)
}

const BLANKS = /\s+/
/** `x,.env`, `{"file":".env"}`: what the commands between make of it ends at such signs, too. */
const SIGNS_BETWEEN = /[^\w./~*?-]+/
/** `IFS=q read -r a b`, `read -dq x`: words end at letters as well. Those of whatever is written there are among them. */
const SEPARATOR = /\bIFS=(\S*)|\s-\w*d\s*(\S+)/gu

function separatorsIn(source: string): readonly RegExp[] {
  const letters = Array.from(source.matchAll(SEPARATOR), ([, one, other]) => one ?? other).join('')
  if (letters === '') return [BLANKS, SIGNS_BETWEEN]
  return [BLANKS, SIGNS_BETWEEN, new RegExp(`[\\s${letters.replaceAll(/[\\\]^-]/gu, '\\$&')}]+`)]
}

/** `find . -name '*.env'`, `git ls-files '*env'`: to them, other than to a shell, a star in front stands for a dot, too. */
function hiddenName(word: string): string | undefined {
  const found = STAR_FIRST.exec(word)
  return found === null ? undefined : `${found[1]}.${found[2]}`
}

const STAR_FIRST = /^(.*\/|)\*+\.?([^/*?.][^/]*)$/s

/** What the reader may be given; a pattern where a word looks like one. */
function readMaybe(
  text: string,
  reach: 'exact' | 'tree',
  { of, span }: Unknown,
  { cwd, around }: ShellContext,
): FileAccess | Unknown {
  const use = new FileUse('read', text, of, cwd, span)
  use.certain = false
  use.reach = reach
  use.glob = reach === 'exact' && PATTERN.test(text)
  return fileEffect(use, around)
}

const ALL_BELOW = ['/*', '/*/*']

const BY_NAME = /^-(?:i?(?:name|path|wholename|regex)$|newer|samefile$)/

/** `find ~ | xargs cat`: where all that lies below is read. Names that are asked for are looked at by themselves. */
function placesSearched(effects: readonly Effect[]): ReadonlySet<string> {
  const words = effects.flatMap((effect) => {
    if (effect.type !== 'run' || effect.program !== 'find') return []
    return effect.argv.some((word) => word !== null && BY_NAME.test(word)) ? [] : effect.argv.slice(1)
  })
  return new Set(words.filter((word) => word !== null && /^[/~.]/.test(word)) as string[])
}

function isAround(path: string, home: string): boolean {
  return `${home}/`.startsWith(path.endsWith('/') ? path : `${path}/`)
}

/** A harmless program that is given something only known when it runs. */
function readsWhatever(effect: Effect): effect is Unknown {
  return effect.type === 'unknown' && effect.harmless && (effect.could.includes('read') || effect.why === FOUND)
}

/** Those of the reader itself, and of what it is wrapped in, have been looked at. */
function around(effects: readonly Effect[], at: number, first: number): ReadonlySet<Effect | undefined> {
  const found = new Set<Effect | undefined>()
  for (let of = effects[at]?.of ?? 0; of >= first && !found.has(effects[of - first]); of = effects[of - first]?.of ?? 0)
    found.add(effects[of - first])
  return found
}

function wordsOf(effects: readonly Effect[], left: ReadonlySet<Effect | undefined>): Set<string> {
  const words = new Set<string>()
  for (const effect of effects) {
    if (effect.type !== 'run' || left.has(effect)) continue
    for (const word of effect.argv.slice(1)) {
      // `rg -g '!**/*.min.js'` names what is left out.
      if (word === null || word === '' || word.startsWith('-') || word.startsWith('!')) continue
      words.add(word)
      for (const name of namesIn(word)) words.add(name)
      // `export LANG=.env`
      const equals = word.indexOf('=')
      if (equals > 0) words.add(word.slice(equals + 1))
    }
  }
  return words
}

/** What printers before it print, by themselves and together, and what filters behind them make of it, as far as that is followed. */
function textsMade(effects: readonly Effect[]): readonly string[] {
  const texts: string[] = []
  let text = ''
  for (const effect of effects) {
    if (effect.type !== 'run') continue
    const said = printedText(effect.argv)
    const made = said === undefined ? filtered(effect.argv, text) : text + said
    if (made === undefined) continue
    if (said !== undefined) texts.push(said)
    texts.push(made)
    text = made.slice(0, LONGEST)
  }
  return texts
}

const LONGEST = 2000
const SIGNS = /[\\^$|()]|^\//
const CHOICE = /^([^()]*)\(([^()]*)\)([^()]*)$/

/** `grep '^\.env$'`, `awk /\.env/`, `grep -E '\.(env|pem)$'`: what an expression means, without its signs. */
function namesIn(word: string): readonly string[] {
  if (!SIGNS.test(word)) return []
  const bare = word
    .replace(/^\/|\/[a-z]*$/g, '')
    .replaceAll(/\\[bB<>]|\(\?:/g, (sign) => (sign === '(?:' ? '(' : ''))
    .replaceAll(/[\\^$]/g, '')
  const [, before = '', among = bare, behind = ''] = CHOICE.exec(bare) ?? []
  const names = among.split('|').map((one) => before + one + behind)
  // An ending stands behind some name.
  return [...names, ...names.flatMap((name) => (name.startsWith('.') ? `x${name}` : []))]
}

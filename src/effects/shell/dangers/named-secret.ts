/**
 * Part of reading shell lines: a secret that one command of the line names, and another may read.
 *
 * What a command prints is not followed. But if a reader gets something that is known only when it runs
 * (`… | xargs cat`, `cat "$f"`), it most likely gets words of the commands before it, or texts that the line gives to
 * variables or to `read`. If one of these names a secret, a person is asked.
 */

import type { Effect, FileAccess, Unknown, Word } from '../../../engine/effect.ts'
import { EXCLUDED } from '../../catalogue/grammars/git-pathspec.ts'
import { fileEffect, FileUse } from '../../file.ts'
import { changed } from '../../make.ts'
import { presentIn } from '../context.ts'
import type { ShellContext, ShellReading } from '../context.ts'
import { filtered } from '../plausible/filtered.ts'
import { printedText } from '../plausible/said.ts'
import { FOUND } from '../words/found.ts'
import { listedLinks } from './listed-links.ts'
import type { Mentions } from './mentions.ts'

const MOST_WORDS = 500
/** A bracket that is not closed, or is empty, stands for itself: `.items[]`. */
const PATTERN = /[*?]|\[[^\][/]*[^\]/]\]|\[[!^]?\][^\]/]*\]/
/** `git show $(git rev-parse HEAD:.env)` */
const BEHIND_REVISION = /^[^:]*(?::\d)?:(?!\/\/)([^:]+)$/

export function withNamedSecrets(
  reading: ShellReading,
  mentions: Mentions,
  source: string,
  context: ShellContext,
  looks: boolean,
): ShellReading {
  const { effects } = reading
  let at = effects.length - 1
  while (at >= 0 && !readsWhatever(effects[at] as Effect)) at--
  const reader = effects[at]
  if (reader?.type !== 'unknown') return reading
  // In `while read f; do cat "$f"; done < <(find …)`, the command that feeds the loop comes after it.
  const before = mentions.isFedLate ? effects.toSpliced(at, 1) : effects.slice(0, at)
  const words = wordsOf(before, around(effects, at, context.first))
  const slices = slicesIn(source)
  const separators = separatorsIn(source)
  for (const text of [...textsMade(before), ...mentions.texts]) {
    for (const between of separators) for (const word of text.split(between)) if (word !== '') words.add(word)
    for (const [from, to] of slices) words.add(text.slice(from, to))
  }
  const hiddenNames = new Set<string>()
  for (const word of words) {
    const path = BEHIND_REVISION.exec(word)?.[1]
    if (path !== undefined) words.add(path)
    const hidden = hiddenName(word)
    if (hidden !== undefined) {
      words.add(hidden)
      hiddenNames.add(hidden)
    }
  }
  const isHere = looks && staysHere(effects, words)
  const found: Effect[] = []
  if (words.size > MOST_WORDS) found.push(changed(reader, { why: 'more words than are looked at', harmless: false }))
  else
    for (const word of words) {
      const effect = readMaybe(word, 'exact', reader, context)
      if (effect.finding === undefined) continue
      const there =
        isHere && (PATTERN.test(word) || hiddenNames.has(word)) ? secretsThere(word, reader, context) : undefined
      for (const one of there ?? [effect]) found.push(one)
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
  const until = mentions.isFedLate ? effects : effects.slice(0, at)
  for (const effect of listedLinks(until, mentions.texts, reader, context)) found.push(effect)
  return found.length === 0 ? reading : { ...reading, effects: [...effects, ...found] }
}

/** In zsh `$x[2,-1]` is a part of the value, counted from its beginning or from its end. */
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
/** For `x,.env` and `{"file":".env"}`: the commands in between may cut the text at such characters, too. */
const SIGNS_BETWEEN = /[^\w./~*?-]+/
/** With `IFS=q read -r a b` or `read -dq x`, words end at letters as well: at any of those written there. */
const SEPARATOR = /\bIFS=(\S*)|\s-\w*d\s*(\S+)/gu

function separatorsIn(source: string): readonly RegExp[] {
  const letters = Array.from(source.matchAll(SEPARATOR), ([, one, other]) => one ?? other).join('')
  if (letters === '') return [BLANKS, SIGNS_BETWEEN]
  return [BLANKS, SIGNS_BETWEEN, new RegExp(`[\\s${letters.replaceAll(/[\\\]^-]/gu, '\\$&')}]+`)]
}

/** For `find . -name '*.env'` and `git ls-files '*env'`: unlike in a shell, a leading star also matches a dot. */
function hiddenName(word: string): string | undefined {
  const found = STAR_FIRST.exec(word)
  return found === null ? undefined : `${found[1]}.${found[2]}`
}

const STAR_FIRST = /^(.*\/|)\*+\.?([^/*?.][^/]*)$/s

/** What the reader may get; a pattern if a word looks like one. */
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

const LEADS_AWAY = /^[/~]|(?:^|\/)\.\.(?:\/|$)/
const MOVES: ReadonlySet<Word> = new Set(['cd', 'pushd', 'popd', 'fd', 'fdfind', 'env', 'git'])

/** Whether any pattern in the line is about what lies below the folder in which it runs. */
function staysHere(effects: readonly Effect[], words: ReadonlySet<string>): boolean {
  if ([...words].some((word) => LEADS_AWAY.test(word))) return false
  return !effects.some((effect) => effect.type === 'run' && MOVES.has(effect.program))
}

/** The secrets that fit the pattern, at any depth; undefined if not everything was looked at. */
function secretsThere(pattern: string, { of, span }: Unknown, context: ShellContext): readonly Effect[] | undefined {
  const present = presentIn(context)
  const found: Effect[] = []
  const use = new FileUse('read', pattern.includes('/') ? pattern : `**/${pattern}`, of, context.cwd, span)
  use.glob = true
  const held = present?.holds(use, { shown: true, searched: true })
  if (held?.isWhole !== true) return undefined
  for (const file of held.files) if (file.finding !== undefined) found.push(changed(file, { of }))
  return found
}

const ALL_BELOW = ['/*', '/*/*']

const NOT: ReadonlySet<Word> = new Set(['-not', '!'])
const OR: ReadonlySet<Word> = new Set(['-o', '-or'])
const BY_NAME = /^-(?:i?(?:name|path|wholename|regex)$|newer|samefile$)/

/** For `find ~ | xargs cat`, where everything below is read. Names that are searched for are examined separately. */
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

/** Whether it is a harmless program that gets something known only when it runs. */
function readsWhatever(effect: Effect): effect is Unknown {
  return effect.type === 'unknown' && effect.harmless && (effect.could.includes('read') || effect.why === FOUND)
}

/** The effects of the reader itself, and of its wrappers, which have been examined already. */
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
    for (const [at, word] of effect.argv.entries()) {
      if (at === 0 || isLeftOut(at, effect.argv)) continue
      // `rg -g '!**/*.min.js'` names what is left out.
      if (word === null || word === '' || word.startsWith('-') || word.startsWith('!') || EXCLUDED.test(word)) continue
      words.add(word)
      for (const name of namesIn(word)) words.add(name)
      // `export LANG=.env`
      const equals = word.indexOf('=')
      if (equals > 0) words.add(word.slice(equals + 1))
    }
  }
  return words
}

/**
 * What the printing commands before it print, by themselves and together, and what filters after them make of it, as
 * far as that is followed.
 */
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

/** `find . -not -name .env`, `find . -name .env -prune -o -print` */
function isLeftOut(at: number, argv: readonly Word[]): boolean {
  if (!BY_NAME.test(argv[at - 1] ?? '')) return false
  return (
    NOT.has(argv[at - 2] ?? null) ||
    (argv[at + 1] === '-prune' && OR.has(argv[at + 2] ?? null) && argv.some((word) => ACTS.has(word)))
  )
}

const ACTS: ReadonlySet<Word> = new Set(['-print', '-print0', '-exec'])
const LONGEST = 2000
const SIGNS = /[\\^$|()]|^\//
const CHOICE = /^([^()]*)\(([^()]*)\)([^()]*)$/

/**
 * For `grep '^\.env$'`, `awk /\.env/`, `grep -E '\.(env|pem)$'`: the text that an expression means, without its special
 * characters.
 */
function namesIn(word: string): readonly string[] {
  if (!SIGNS.test(word)) return []
  const bare = word
    .replace(/^\/|\/[a-z]*$/g, '')
    .replaceAll(/\\[bB<>]|\(\?:/g, (sign) => (sign === '(?:' ? '(' : ''))
    .replaceAll(/[\\^$]/g, '')
  const [, before = '', among = bare, behind = ''] = CHOICE.exec(bare) ?? []
  const names = among.split('|').map((one) => before + one + behind)
  // A name that begins with a dot may be an ending, which follows some name.
  return [...names, ...names.flatMap((name) => (name.startsWith('.') ? `x${name}` : []))]
}

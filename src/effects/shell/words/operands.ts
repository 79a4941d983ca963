/** Part of reading shell lines: words that are not fully known, given to a program that may take them for files. */

import type { FileAccess, Run, Unknown, Word } from '../../../engine/effect.ts'
import { shorten } from '../../../engine/verdict.ts'
import type { CommandReading } from '../../catalogue/read.ts'
import { fileEffect } from '../../file.ts'
import { changed, KEYS } from '../../make.ts'
import { mayBeKeyAddress } from '../../url.ts'
import { connectEffects } from '../arguments.ts'
import { linkedEffects } from '../context.ts'
import type { Setting } from '../setting.ts'
import { addFound } from './found.ts'
import { OF_FOLDERS } from './shape.ts'
import { searchedHomes } from './searched.ts'
import { showsContent, showsFiles } from './takes-files.ts'
import { addSubstituted, patternUse, SOMEWHERE } from './taker.ts'
import type { Taker } from './taker.ts'
import type { Resolved } from './words.ts'

const READ: Unknown['could'] = ['read']
const READ_WRITE: Unknown['could'] = ['read', 'write']
const ALL_BUT_RUN: Unknown['could'] = ['read', 'write', 'connect']

/** The known part of a path is examined as a pattern; the rest may be anything if the program takes it for a file. */
export function readOperands(
  words: readonly Resolved[],
  readings: readonly CommandReading[],
  { program, harmless }: Run,
  taker: Taker,
): void {
  const { of, setting, reader } = taker
  const isRevision = ({ commit }: Resolved) => commit === true || (commit === 'to git' && program === 'git')
  const unknown = words.filter((one, at) => at > 0 && one.word === null && !isRevision(one))
  if (harmless && unknown.length > 0 && showsFiles(program))
    for (const effect of searchedHomes(of, setting, reader.context.around)) reader.add(effect)
  if (harmless && unknown.length > 0 && unknown.every(({ found }) => found !== undefined)) return addFound(words, taker)
  if (harmless && unknown.length > 0 && !setting.elsewhere && showsContent(words.map(({ word }) => word)))
    reader.handed.add(of, setting, reader.line)
  const addressed = addAddresses(unknown, taker)
  if (!harmless && readings.some((reading) => reading.connects) && unknown.some(isKeyAddress))
    reader.raise(KEYS, of, setting.span)
  const named = unknown.filter((word) => !isFetched(words, word))
  const taken = readings.some((reading) => reading.known && reading.unknownOperands)
  const pathsIn = (shape: string) => behindRevision(shape, program === 'git')
  const isTold = (shape: string) => /[^*/]/.test(shape) && (taken || OF_FOLDERS.test(shape))
  if (!setting.elsewhere) {
    const shapes = named.flatMap(({ shape }) => (shape === undefined ? [] : pathsIn(shape)))
    const writes = readings.some((reading) => reading.writes)
    addPlausible(named, shapes.filter(isTold), writes, harmless, taker)
  }
  if (harmless && unknown.length === 0 && words.some(isRevision)) return
  const fed = unknown.some((word) => word.fed)
  if (!taken && !fed) return
  const isPlaced = (shape: string) => isTold(shape) && (setting.folders !== null || shape.startsWith('/'))
  const isWhole = ({ shape, made, traits }: Resolved) =>
    shape !== undefined && pathsIn(shape).every(isPlaced) && made !== true && !traits.splits
  if (harmless && unknown.length > 0 && !fed && unknown.every(isWhole)) return
  const connects = !addressed && readings.some((reading) => reading.connects)
  const could = harmless ? READ : connects ? ALL_BUT_RUN : READ_WRITE
  reader.unknown(`${theUnknown(words, setting)} only known when it runs`, of, could, setting.span, harmless)
}

/** As the line spells it. */
function theUnknown(words: readonly Resolved[], { company }: Setting): string {
  const spelled = words.flatMap(({ word }, at) => (word === null && at > 0 ? (company?.spelled?.[at] ?? []) : []))
  const texts = [...new Set(spelled.map((text) => `\`${shorten(text.replaceAll(BRACED, '$$$1'))}\``))]
  const [first, second] = texts
  if (first === undefined) return 'what it is given is'
  if (second === undefined) return `${first} is`
  return texts.length === 2 ? `${first} and ${second} are` : `${first}, ${second} and more are`
}

/** A variable whose name ends there without the braces as well. */
const BRACED = /\$\{(\w+)\}(?!\w)/gu

/** The files at which the known parts of the words point. */
function addPlausible(
  words: readonly Resolved[],
  told: readonly string[],
  writes: boolean,
  harmless: boolean,
  taker: Taker,
): void {
  const { setting, reader } = taker
  const { home, root } = reader.context.around
  const add = (text: string, cwd: string) => {
    const effect = patternEffect('read', text, cwd, taker)
    const isOnlyRead = harmless && effect.type === 'unknown' && effect.finding === undefined
    reader.add(isOnlyRead ? changed(effect, { harmless }) : effect)
    if (effect.type !== 'unknown') addLinked('read', text, cwd, taker)
  }
  const texts = told.flatMap((shape) => fromAnywhere(shape, home))
  // In `cd x && cat "$OLDPWD/a"`, the unknown part may be the folder from which the line came.
  if (setting.environment.moved)
    for (const cwd of [root, ...(setting.environment.before ?? [])])
      for (const shape of told.filter((one) => one.startsWith('*/'))) add(`.${shape.slice(1)}`, cwd)
  for (const cwd of setting.folders ?? SOMEWHERE) {
    for (const text of texts) {
      add(text, cwd)
      if (writes) addProtected(text, cwd, taker)
    }
    for (const { word, shape, named } of words)
      if (word === null && shape !== undefined && named === true) addHidden(shape, cwd, taker)
  }
  addSubstituted(taker)
}

const WEB = /^https?:\/\/[^\s*/?#]+[/?#:]/i
/** Programs that fetch, each with its flags that have no value, or whose value is the address itself. */
const FETCHERS: ReadonlyMap<Word, RegExp> = new Map([
  ['curl', /^(?:-[#sSfLOJIikvgqN]+|--(?:silent|fail|location|show-error|compressed|remote-name|url))$/],
  ['wget', /^(?:-(?:[qvNkcS]|n[vcdH])*(?:O-)?|--(?:quiet|no-verbose))$/],
])

/**
 * For `curl -s "https://host/$X"`: such a word is not a file, though the file that the program creates may have its
 * name.
 */
function isFetched(words: readonly Resolved[], one: Resolved): boolean {
  // A program of that name in another folder may be any program.
  const valueless = FETCHERS.get(words[0]?.word ?? null)
  if (valueless === undefined || one.traits.splits || !WEB.test(one.shape ?? '')) return false
  const before = words[words.indexOf(one) - 1]?.word ?? '-'
  return !before.startsWith('-') || valueless.test(before)
}

function isKeyAddress({ shape }: Resolved): boolean {
  return shape !== undefined && mayBeKeyAddress(shape)
}

const ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/(?:[^\s*/?#@]*@)?[^\s*/?#@:]+)([/?#:])/i

/** For `"https://host/$X"`: whatever follows, the host is certain. Returns whether no word leads to another host. */
function addAddresses(unknown: readonly Resolved[], { of, setting, reader }: Taker): boolean {
  let all = unknown.length > 0
  for (const { shape, traits } of unknown) {
    const [, address, sign] = ADDRESS.exec(shape ?? '') ?? []
    const effects = address === undefined ? [] : connectEffects(address, false, of, setting.span)
    for (const effect of effects) reader.add(effect.type === 'connect' ? changed(effect, { path: '' }) : effect)
    all &&= sign === '/' && !traits.splits && effects.every(({ type }) => type === 'connect')
  }
  return all
}

/** For `cat "./$X"`: one name, which may begin with a dot, as a star may not. Only for rules: most names do not. */
function addHidden(shape: string, cwd: string, taker: Taker): void {
  const effect = patternEffect('read', shape.replace(/\*([^/]*)$/, '.*$1'), cwd, taker)
  taker.reader.add(changed(effect, { finding: undefined, harmless: true }))
}

/** For `tee "$X/.bashrc"`: a name that is protected in every folder is written, whatever the folder is. */
function addProtected(text: string, cwd: string, taker: Taker): void {
  const effect = patternEffect('write', text, cwd, taker)
  if (effect.finding !== undefined) taker.reader.add(effect)
}

/** For `cat "docs/$f"`: whatever the name is, it may be that of a link. */
function addLinked(type: 'read' | 'write', pattern: string, cwd: string, { of, setting, reader }: Taker): void {
  const use = patternUse(type, pattern, of, cwd, setting.span)
  for (const effect of linkedEffects(use, reader.context, SEARCHED)) reader.add(effect)
}

const SEARCHED = { searched: true } as const

function patternEffect(type: 'read' | 'write', pattern: string, cwd: string, taker: Taker): FileAccess | Unknown {
  const { of, setting, reader } = taker
  return fileEffect(patternUse(type, pattern, of, cwd, setting.span), reader.context.around)
}

/** For `git show "$X:.env"`: a path follows the colon; for programs other than git, it may be an address. */
function behindRevision(shape: string, git: boolean): readonly string[] {
  const path = (git ? /^[^:]*:([^:]+)$/ : /^[^/]*:([^:]+)$/).exec(shape)?.[1]
  return path === undefined ? [shape] : [shape, path]
}

/**
 * For `"$(pwd)/a"` and `"$X/a"`: the unknown part is most likely the folder in which the line runs, the home or the
 * root. And an unset variable is empty: `"$X.env"` is `.env`, which a leading star does not match.
 */
function fromAnywhere(shape: string, home: string): readonly string[] {
  const value = OF_OPTION.exec(shape)?.[1]
  if (value !== undefined) {
    const bare = value.replaceAll(LED_BY_STAR, '$1')
    return bare.includes('*') ? [shape] : [shape, bare]
  }
  if (!shape.startsWith('*/')) return LED_BY_STAR.test(shape) ? [shape, shape.replaceAll(LED_BY_STAR, '$1')] : [shape]
  const rest = shape.slice(1)
  const bare = rest.replaceAll(LED_BY_STAR, '$1')
  return [shape, `.${rest}`, home + rest, rest, ...(bare === rest ? [] : [`.${bare}`, home + bare, bare])]
}

/** `"$X--from=.env"`, `-f"$X.env"` */
const OF_OPTION = /^\**-(?:-[^/=]*=|[A-Za-z])(.+)$/
const LED_BY_STAR = /(^|\/)\*+(?=\.[^/*])/g

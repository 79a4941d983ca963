/**
 * Part of reading shell lines: words that stand for several, all of which are known: `"$@"` where a function is called, a
 * list that the line makes, an unquoted variable that holds one.
 */

import type { Environment, GivenWords, Value } from '../variables/state.ts'
import type { Part, ShellWord } from '../syntax/script.ts'

type Texts = Pick<Value, 'texts' | 'glob'>

/** What each word is that this one becomes; one that nobody knows is undefined. `unsplit`: see `splitByBash`. */
export function listedBy(
  word: ShellWord,
  environment: Environment,
  unsplit = false,
): readonly (Texts | undefined)[] | undefined {
  const [part, ...others] = word.parts
  if (part === undefined || others.length > 0) return undefined
  const { given } = environment
  if (part.kind === 'special' && part.text === '@' && part.quoted)
    return given?.whole === true ? given.words : undefined
  if (part.kind === 'list') return itemsOf(part, word.span.start, environment)
  const text = heldBy(word, environment)
  const words = text === undefined ? undefined : unsplit ? inZsh(text) : inBash(text)
  return words?.map((one) => ({ texts: [one], glob: false }))
}

/** To zsh a value without quotes is one word, blanks and all: what is a script and a file to bash may be a longer script. */
export function splitByBash(word: ShellWord, environment: Environment): boolean {
  const text = word.dynamic ? heldBy(word, environment) : undefined
  return text !== undefined && BLANK.test(text)
}

/** What a loop goes over, or a list is made of, is one text to zsh, and may be a script. */
export function mayBeScript(word: ShellWord, environment: Environment): boolean {
  return splitByBash(word, environment) && SIGN.test(heldBy(word, environment) ?? '')
}

const BLANK = /[ \t\n]/

function inBash(text: string): readonly string[] {
  return text.split(/[ \t\n]+/).filter((one) => one !== '')
}

/** A flag with a blank behind it is none that a program knows, or has the rest for its value, as one has that a script is glued to. */
function inZsh(text: string): readonly string[] {
  const [flag = ''] = FLAG.exec(text) ?? []
  // Names of files one below the other are no name: what a script would make of them counts.
  if (flag === '') return [SIGN.test(text) ? text : text.replaceAll('\n', ';').replaceAll('\t', ' ')]
  return [flag.trimEnd(), ...(flag === text ? [] : inZsh(text.slice(flag.length)))]
}

/** It means something in a script. */
const SIGN = /[^\w\s.,:@%+=/-]/u

const FLAG = /^-(?![nrsuz]*e\w)[\w-]+(?:[ \t\n]+|$)/

/** `"${files[@]}"`: what the line puts into the list. */
function itemsOf({ text, quoted }: Part, at: number, environment: Environment): readonly Texts[] | undefined {
  const { blind, nested, touched } = environment.survey
  const known = blind ? undefined : environment.valueAt(`${text}[@]`, at)
  if (known === undefined) return undefined
  if (!quoted && (nested || touched.has('IFS') || known.texts.some((one) => SPLITS.test(one)))) return undefined
  return known.texts.map((one) => ({ texts: [one], glob: known.glob && PATTERN.test(one) }))
}

const PATTERN = /[*?[\\]/
/** Without quotes, it may be another number of words. */
const SPLITS = /^$|[\s*?[\\]/

/** `files="a b"; wc -l $files`: unless something in the line, or around it, says at what else to split. */
function heldBy({ parts, span, glob }: ShellWord, environment: Environment): string | undefined {
  const [part, ...others] = parts
  if (part?.kind !== 'variable' || part.quoted || others.length > 0 || glob) return undefined
  const { blind, nested, touched } = environment.survey
  const known = environment.valueAt(part.text, span.start)
  const [text] = known?.texts ?? []
  if (known === undefined || text === undefined || known.texts.length > 1 || known.glob) return undefined
  if (blind || nested || touched.has('IFS')) return undefined
  return PATTERN.test(text) ? undefined : text
}

/** `$1`, or `$*`, which is all of them in one. */
export function givenWord(name: string, { words, whole, spaced }: GivenWords): Texts | undefined {
  if (/^[1-9]\d*$/.test(name)) return words.length < Number(name) && whole ? NOTHING : words[Number(name) - 1]
  if (name !== '*' || !whole || !spaced) return undefined
  const texts = words.map((word) => (word?.texts.length === 1 && !word.glob ? word.texts[0] : undefined))
  return texts.includes(undefined) ? undefined : { texts: [texts.join(' ')], glob: false }
}

const NOTHING: Texts = { texts: [''], glob: false }

/** What all of them begin with, up to a pattern. */
export function sharedPrefix([first = '', ...others]: readonly string[]): string | undefined {
  let end = Math.max(0, first.search(/[*?[\\]|$/u))
  for (const other of others) while (!other.startsWith(first.slice(0, end))) end--
  return end === 0 ? undefined : first.slice(0, end)
}

/**
 * Part of reading shell lines: words that stand for several words, all of which are known: `"$@"` in a called function,
 * a list that the line makes, an unquoted variable that holds several.
 */

import type { Environment } from '../variables/state.ts'
import type { GivenWords, Value } from '../variables/survey.ts'
import type { Part, ShellWord } from '../syntax/script.ts'

type Texts = Pick<Value, 'texts' | 'glob'>

/** The texts of each word that this one becomes; an unknown one is undefined. `unsplit`: see `splitByBash`. */
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

/**
 * In zsh a value without quotes is one word, with its blanks: what is a script and a file in bash may be a longer
 * script.
 */
export function splitByBash(word: ShellWord, environment: Environment): boolean {
  const text = word.dynamic ? heldBy(word, environment) : undefined
  return text !== undefined && BLANK.test(text)
}

/** The words that a loop goes over, or that make up a list, are one text in zsh, which may be a script. */
export function mayBeScript(word: ShellWord, environment: Environment): boolean {
  return splitByBash(word, environment) && SIGN.test(heldBy(word, environment) ?? '')
}

const BLANK = /[ \t\n]/

function inBash(text: string): readonly string[] {
  return text.split(/[ \t\n]+/).filter((one) => one !== '')
}

/**
 * A flag followed by a blank is not a flag of any program, or it has the rest as its value, like a flag to which a
 * script is glued.
 */
function inZsh(text: string): readonly string[] {
  const [flag = ''] = FLAG.exec(text) ?? []
  // Names of files below one another are not one name: what a script would make of them counts.
  if (flag === '') return [SIGN.test(text) ? text : text.replaceAll('\n', ';').replaceAll('\t', ' ')]
  return [flag.trimEnd(), ...(flag === text ? [] : inZsh(text.slice(flag.length)))]
}

/** Characters with a meaning in a script. */
const SIGN = /[^\w\s.,:@%+=/-]/u

const FLAG = /^-(?![nrsuz]*e\w)[\w-]+(?:[ \t\n]+|$)/

/** For `"${files[@]}"`: what the line puts into the list. */
function itemsOf({ text, quoted }: Part, at: number, environment: Environment): readonly Texts[] | undefined {
  const { blind, nested, touched } = environment.survey
  const known = blind ? undefined : environment.valueAt(`${text}[@]`, at)
  if (known === undefined) return undefined
  if (!quoted && (nested || touched.has('IFS') || known.texts.some((one) => SPLITS.test(one)))) return undefined
  return known.texts.map((one) => ({ texts: [one], glob: known.glob && PATTERN.test(one) }))
}

const PATTERN = /[*?[\\]/
/** Without quotes, this may become another number of words. */
const SPLITS = /^$|[\s*?[\\]/

/** For `files="a b"; wc -l $files`: unless something in the line, or around it, sets other separators. */
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

/** For `$1`, or `$*`, which is all of them in one. */
export function givenWord(name: string, { words, whole, spaced }: GivenWords): Texts | undefined {
  if (/^[1-9]\d*$/.test(name)) return words.length < Number(name) && whole ? NOTHING : words[Number(name) - 1]
  if (name !== '*' || !whole || !spaced) return undefined
  const texts = words.map((word) => (word?.texts.length === 1 && !word.glob ? word.texts[0] : undefined))
  return texts.includes(undefined) ? undefined : { texts: [texts.join(' ')], glob: false }
}

const NOTHING: Texts = { texts: [''], glob: false }

/** The common beginning of all of them, up to a pattern. */
export function sharedPrefix([first = '', ...others]: readonly string[]): string | undefined {
  let end = Math.max(0, first.search(/[*?[\\]|$/u))
  for (const other of others) while (!other.startsWith(first.slice(0, end))) end--
  return end === 0 ? undefined : first.slice(0, end)
}

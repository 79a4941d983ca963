/**
 * Part of the wrapper catalogue: the two ways in which a sed script runs a command, `e command` and the `e` flag of
 * `s`.
 *
 * Generous: unless a script is proven to print only, whatever looks like one of them counts.
 */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import { sedCommands } from '../grammars/sed-commands.ts'
import { printsLines, printsOnly } from '../grammars/sed.ts'
import { innerCode, innerCut, innerInput, innerScript, innerStdin, NOTHING, isStdinFile } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

export const readSed: Reader = (argv, _program, words) => {
  const out: Unwrapped[] = takesScript(argv) ? [innerInput('sed')] : []
  for (const at of scriptsOf(argv)) {
    const script = argv[at] ?? null
    const text = script?.replace(GLUED, '') ?? null
    if (text !== null) out.push(...sedScriptCommands(text))
    const seen = words?.[at]
    if (script === null && seen !== undefined && seen.prefix === undefined && !printsLines(seen))
      out.push(innerCode(null, 'sed'))
  }
  return out
}

/** The commands that a sed script would run. */
export function sedScriptCommands(script: string): readonly Unwrapped[] {
  return printsOnly(script) ? NOTHING : [...executed(script), ...substituted(script)]
}

/** `awk -f -`, `sed --file=/dev/stdin`: the script comes from the input. */
export function takesScript(argv: readonly Word[]): boolean {
  return argv.some((word, at) => {
    if (word == null || !startsWith(word, '-') || !TAKES_FILE.test(word)) return false
    const glued = word.replace(TAKES_FILE, '')
    return isStdinFile(glued === '' ? (argv[at + 1] ?? null) : glued)
  })
}

/**
 * The `f` must not follow a letter that takes the rest of the word as its value: awk's `-v` and `-F`, sed's `-e`, `-i`
 * and `-l`.
 */
const TAKES_FILE = /^-(?:[a-dghj-kmn-uw-zA-EG-Z]*f|-file)=?/u

/** `-ne…`, `--expression=…` */
const GLUED = /^(?:--e[a-z]*=|-[a-zA-Z]*?e)/u

/** Options that take the next word: `-nl 5`, `--line-l 5`. */
const WITH_FILE = /^(?:-[bnErszu]*f|--fi[a-z]*)$/u
const WITH_LENGTH = /^(?:-[bnErszu]*l|--l[a-z-]*)$/u

/** Indexes of the words that hold a script: those after `-e`, or the first operand. */
function scriptsOf(argv: readonly Word[]): readonly number[] {
  const found: number[] = []
  let operand: number | undefined
  let named = false
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word === null || !startsWith(word, '-') || word === '-') operand ??= at
    else if (WITH_FILE.test(word) || WITH_LENGTH.test(word)) {
      named ||= WITH_FILE.test(word)
      at++
    } else if (/^--e[a-z]*$/u.test(word) || /^-[a-zA-Z]*e$/u.test(word)) {
      named = true
      found.push(++at)
    } else if (/^--e[a-z]*=/u.test(word) || /^-[bnErszu]*e/u.test(word)) {
      named = true
      found.push(at)
    }
  }
  return named || operand === undefined ? found : [operand]
}

/**
 * `1e command`, up to the end of its line. Looks where a command begins or seems to begin, and everywhere in a part
 * that is not understood.
 */
function executed(script: string): readonly Unwrapped[] {
  if (!includes(script, 'e')) return []
  const { letters, lostAt } = sedCommands(script)
  const places = new Set(letters.filter((at) => script[at] === 'e'))
  for (const { index, 0: text } of script.matchAll(LIKELY)) places.add(index + text.length - 1)
  if (lostAt !== undefined) {
    const marks = marksIn(script)
    for (const { index, 1: before = '' } of script.slice(lostAt).matchAll(POSSIBLE))
      if (before === '' || marks.has(before)) places.add(lostAt + index)
  }
  const out: Unwrapped[] = []
  let length = 0
  for (const at of places) {
    const line = lineFrom(script, at + 1)
    length += line.length
    if (out.length > MOST_RUN || length > LONGEST) return [...out, innerCut('commands of sed')]
    out.push(...executedBy(line, script))
  }
  return out
}

const LIKELY = /(?:^|[;\n{}/])[ \t\d,$~+!IM]*e(?=[ \t\n}]|$)/gu
/** At most this many: each may be the rest of a long line, which is then read as a command. */
const MOST_RUN = 16
const LONGEST = 8000
/** An `e` with no letter before it, unless that letter ends an address. */
const POSSIBLE = /(?<=([A-HJ-LN-Za-z_.\\-])?)e/gu
/** `\xaddressx`: any character may delimit an address. */
const MARK = /(?<=^|[\s;{},])\\([\w.-])/gu

function marksIn(script: string): ReadonlySet<string> {
  return new Set(Array.from(script.matchAll(MARK), ([, mark]) => mark ?? ''))
}

/** A line continues after a backslash at its end. */
const LINE = /(?:[^\n\\]|\\[^])*/uy

function lineFrom(script: string, at: number): string {
  LINE.lastIndex = at
  return LINE.exec(script)?.[0] ?? ''
}

function executedBy(line: string, script: string): readonly Unwrapped[] {
  const text = line.replaceAll('\\\n', '\n').trim()
  // Without a command, `e` runs the line that was read. The command may also come in another piece of the script.
  if (text === '' || text === '}' || text === '\\') return [innerCode(script, 'sed'), innerStdin('sh')]
  // sed removes backslashes, but not every version removes all of them.
  const bare = text.replaceAll(/\\([^])/gu, '$1')
  const scripts = (bare === text ? [text] : [text, bare]).map((one) => innerScript(one, 'sh'))
  return NUMBERED.test(text) ? [innerCode(script, 'sed'), ...scripts] : scripts
}

/** A character given by its number (`r\x6d`), which the shell never sees. */
const NUMBERED = /\\[cdox]/u

const MOST = 1000

/** `s/pattern/command/e`: the result is run; most likely it is what the replacement says. */
function substituted(script: string): readonly Unwrapped[] {
  if (!includes(script, 'e')) return []
  const out: Unwrapped[] = []
  const marks = marksIn(script)
  let looked = 0
  for (let at = script.indexOf('s'); at >= 0; at = script.indexOf('s', at + 1)) {
    const mark = script.charAt(at + 1)
    if (mark === '' || mark === '\n' || mark === '\\') continue
    const before = script.charAt(at - 1)
    if (/[\w\s]/u.test(mark) && before !== '' && !/[\s\d;{}$!/]/u.test(before) && !marks.has(before)) continue
    if (++looked > MOST) return [...out, innerCut('commands of sed')]
    const middle = closing(script, at + 2, mark)
    const end = middle < 0 ? -1 : closing(script, middle + 1, mark)
    if (end < 0) continue
    if (!hasFlag(script, end + 1)) continue
    out.push(innerCode(script, 'sed'), innerScript(script.slice(middle + 1, end).trim(), 'sh'))
  }
  return out
}

function hasFlag(script: string, from: number): boolean {
  for (let at = from; at < script.length && /[a-zA-Z0-9]/u.test(script.charAt(at)); at++) {
    if (script.charAt(at) === 'e') return true
  }
  return false
}

function closing(script: string, from: number, mark: string): number {
  for (let at = from; at < script.length; at++) {
    if (script.charAt(at) === '\\') at++
    else if (script.charAt(at) === mark) return at
  }
  return -1
}

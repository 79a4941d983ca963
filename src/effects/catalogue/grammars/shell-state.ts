/**
 * Part of the command catalogue: builtins that change the state of the shell, if the change can do no harm to later
 * commands.
 */

import type { Word } from '../../../engine/effect.ts'
import { addOperand, type Draft, isMany, short, spoil, traits } from '../draft.ts'
import { envEffect, isKeptList } from '../environment.ts'
import { guessText } from '../guesses/paths.ts'
import { plainVariables } from './variables.ts'

/** Programs look at names in capitals, and at a few others, which are in a list. */
export const OWN_NAME = /^[a-z_][a-z0-9_]*$/u

/** `read -r line` sets a variable of the line itself; a subscript would be evaluated. */
export function ownNames(draft: Draft): void {
  const arrays = draft.flags.flatMap(({ flag, value }) => (flag.names.includes('-a') ? [value] : []))
  for (const name of [...draft.operands.map((index) => draft.argv[index]), ...arrays]) {
    if (name == null) spoil(draft, 'a dynamic name')
    else if (name !== 'REPLY' && (!OWN_NAME.test(name) || envEffect(name, null, null) === 'dangerous'))
      spoil(draft, `sets ${short(name)}`)
  }
}

const OWN_SETTING = /^([a-z_][a-z0-9_]*)(?:=|$)/u

/**
 * `declare -a list=(a b)`, `local name=$1`: variables of the line itself. A value that is not known is evaluated if the
 * variable is a list; one that only now becomes local is not evaluated.
 */
export function ownSettings(draft: Draft): void {
  const asked = draft.flags.map(({ flag }) => flag.names[0])
  // `-F` prints the names of functions; in zsh, a name after it is a number variable.
  if (asked.includes('-F')) {
    if (asked.length > 1 || draft.argv.length > 2) spoil(draft, 'changes shell variables')
    return
  }
  // `declare -p PATH` shows the variable as `printenv PATH` does.
  const isOwn = (index: number) => OWN_SETTING.test(draft.argv[index] ?? '')
  if (asked.length > 0 && asked.every((name) => name === '-p') && !draft.operands.every(isOwn))
    return plainVariables(draft)
  draft.own = true
  if (draft.operands.length === 0) spoil(draft, 'shows every variable')
  const fresh = draft.argv[0] === 'local' && draft.flags.length === 0
  for (const index of draft.operands) {
    const { prefix } = traits(draft, index)
    const word = draft.argv[index] ?? (fresh && prefix?.includes('=') === true ? prefix : '')
    const name = OWN_SETTING.exec(word)?.[1]
    if (name === undefined || isMany(draft, index)) spoil(draft, 'changes shell variables')
    else if (isKeptList(name) || envEffect(name, null, null) === 'dangerous') spoil(draft, `sets ${short(name)}`)
  }
}

/** `export CI=1`: a setting that is harmless before a program is harmless for the rest of the line. */
export function harmlessSettings(draft: Draft): void {
  draft.own = true
  if (draft.operands.length === 0) spoil(draft, 'shows every variable')
  for (const index of draft.operands) {
    if (setsHarmless(draft, index)) continue
    spoil(draft, 'changes shell variables')
    guessText(draft, index)
  }
}

function setsHarmless(draft: Draft, index: number): boolean {
  const word = draft.argv[index]
  const equals = word?.indexOf('=') ?? -1
  if (word == null || equals < 1 || isMany(draft, index)) return false
  return envEffect(word.slice(0, equals), word.slice(equals + 1), null) === 'harmless'
}

/** Tracing shows the arguments of later commands, so it may only be turned off. */
const LETTERS = /^(?:[-+][euCEhn]+|\+[euCEhnvx]+)$/u
const LETTERS_THEN_NAME = /^[-+][euCEhn]*o$/u
const TRACING_LETTERS = /^[-+][euCEhnvx]+$/u
const TRACING_THEN_NAME = /^[-+][euCEhnvx]*o$/u
/** On their own, these list the options. */
const LISTS = new Set(['-o', '+o'])
const NAMES = new Set(['errexit', 'nounset', 'pipefail', 'noclobber', 'errtrace', 'noexec', 'hashall'])
const TRACING = new Set(['xtrace', 'verbose'])

/**
 * `set -euo pipefail`: options that only decide whether the script stops earlier. All others, and new positional words,
 * change what runs.
 */
export function stoppingOptions(draft: Draft, from: number): void {
  const words = draft.argv.slice(from)
  if (words.length === 0) return spoil(draft, 'shows every variable')
  if (words.some((word, at) => word === null || isMany(draft, from + at))) return spoil(draft, 'a dynamic option')
  if (!onlySwitches(words, false)) spoil(draft, `set ${short(words.join(' '))} changes the shell`)
}

/** With `traces`, the commands may also be shown as they run. */
export function onlySwitches(words: readonly Word[], traces: boolean): boolean {
  if (words.length === 1 && LISTS.has(words[0] ?? '')) return true
  for (let i = 0; i < words.length; i++) {
    const word = words[i]
    if (word == null) return false
    if ((traces ? TRACING_LETTERS : LETTERS).test(word)) continue
    const name = (traces ? TRACING_THEN_NAME : LETTERS_THEN_NAME).test(word) ? words[++i] : undefined
    if (name == null || !(NAMES.has(name) || (traces && TRACING.has(name)))) return false
  }
  return words.length > 0
}

/** Options of bash after which no command does more than is read in it: two stars are read as any depth anyway. */
const TAME = new Set('globstar failglob inherit_errexit'.split(' '))
/** Options that are off unless somebody has turned them on. */
const OFF = new Set('dotglob extglob nullglob nocaseglob nocasematch expand_aliases lastpipe'.split(' '))

export function isTameOption(option: string): boolean {
  return TAME.has(option)
}

/** `shopt -s globstar`; without a flag that sets them, shopt only shows options. */
export function tameOptions(draft: Draft): void {
  const has = (name: string) => draft.flags.some(({ flag }) => flag.names.includes(name))
  const sets = has('-s')
  if (!sets && !has('-u')) return
  if (has('-o') || (sets && has('-u'))) return spoil(draft, 'changes the shell')
  for (const index of draft.operands) {
    const name = draft.argv[index]
    if (name == null || isMany(draft, index)) spoil(draft, 'a dynamic option')
    else if (!TAME.has(name) && (sets || !OFF.has(name))) spoil(draft, `sets ${short(name)}`)
  }
}

/** `command -v "$x"`: it only looks up its words and runs none of them. */
export function onlyLooksUp(draft: Draft, from: number): void {
  for (let index = from + 1; index < draft.argv.length; index++) addOperand(draft, index)
  const first = draft.argv[from]
  if (first === undefined) return
  if (isMany(draft, from) || (first !== '-v' && first !== '-V')) spoil(draft, 'runs its words as a command')
}

const TARGET = /^(?:\d+|%\w+)$/u

/** `kill -0 123` asks whether a process exists, `kill -l` for the names of signals; everything else ends processes. */
export function onlyAsksForProcesses(draft: Draft): void {
  const [, first, ...rest] = draft.argv
  const isTarget = (word: Word, at: number) => TARGET.test(word ?? traits(draft, at + 2).digits ?? '')
  if (first === '-0' && rest.length > 0 && rest.every(isTarget)) return
  if ((first === '-l' || first === '-L') && rest.every((word) => word !== null && /^\w+$/u.test(word))) return
  spoil(draft, 'ends processes')
}

/** `trap -p EXIT` shows what will run then. `trap x -p EXIT` sets it to x, whatever bash says about the -p. */
export function onlyTellsTraps(draft: Draft): void {
  if (!/^-[lp]/.test(draft.argv[1] ?? '')) spoil(draft, 'changes the state of the shell')
}

/** Part of reading shell lines: the effect of setting variables on the commands that see them. */

import type { Connect, Effect, Span, Unknown, Word } from '../../../engine/effect.ts'
import { changesVariables, envEffect, isKeptList, isSum } from '../../catalogue/environment.ts'
import { runsInSubscript } from '../../catalogue/grammars/test.ts'
import { isOutput } from '../../catalogue/guesses/outputs.ts'
import type { Surroundings } from '../../context.ts'
import { FileUse, fileEffect } from '../../file.ts'
import { EVERYTHING, unknownEffect } from '../../make.ts'
import { connectEffects } from '../arguments.ts'
import type { Standing } from '../setting.ts'
import type { ShellWord, SimpleCommand } from '../syntax/script.ts'
import { digitsIn } from '../words/kinds.ts'
import { resolveWord } from '../words/words.ts'
import { eachOf } from './state.ts'

const NONE: readonly never[] = []
/** A variable that belongs to the line: nothing outside uses lower-case names that are on no list. */
const OWN_NAME = /^[a-z_][a-z0-9_]*$/

export function assignEffects(
  command: SimpleCommand,
  program: Word,
  setting: Standing,
  around: Surroundings,
  fresh: boolean,
): readonly Effect[] {
  const bare = command.words.length === 0
  return command.assigns.flatMap(({ name, value, array, subscript, span }): Effect | readonly Effect[] => {
    const text = value === undefined ? '' : resolveWord(value, setting.environment, around.home).word
    const plain = array === undefined && subscript === undefined
    if (!plain && (isKeptList(name) || (name === 'options' && array?.some(isSwitch) === true)))
      return unknownEffect(`sets the list ${name}, which is more than a list to zsh`, EVERYTHING, setting.of, span)
    if (bare && fresh && name === 'IFS' && plain && splitsLess(value, text, setting)) return NONE
    if (bare && isOwnSetting(name, plain ? text : null, setting.environment.survey.used)) return NONE
    if (plain && isSum(name) && value !== undefined && isCount(value, setting)) return NONE
    const set = setEffects(name, plain ? text : null, setting.of, bare ? undefined : program, span)
    return bare || set.length === 0 || text === null ? set : [...set, ...outputsIn(name, text, setting, around, span)]
  })
}

/** Whether the line uses the variable again: then it belongs to the line even in capitals, unless a list has it. */
export function isOwnSetting(name: string, value: Word, used: ReadonlySet<string>): boolean {
  return used.has(name) && envEffect(name, value, null) === 'unknown'
}

/** For `LINES=$(wc -l < a)`: a number, or nothing. */
function isCount(value: ShellWord, { environment }: Standing): boolean {
  return /^\d+$/.test(digitsIn(value, environment) ?? '')
}

/**
 * For `IFS=$'\n'` and `IFS=$before`: words are split in the same places as before, or in fewer. An empty value would
 * join words in `"$*"`.
 */
function splitsLess(value: ShellWord | undefined, text: Word, { environment: { survey } }: Standing): boolean {
  if (text !== null) return /^[ \t\n]+$/.test(text)
  const [part, ...others] = value?.parts ?? []
  return part?.kind === 'variable' && others.length === 0 && !survey.blind && survey.separators.kept.has(part.text)
}

/** For `options=(globsubst on)`: anything else in that list is an error in zsh. */
function isSwitch({ value, dynamic }: ShellWord): boolean {
  return dynamic || value === 'on' || value === 'off'
}

/** `OUT_DIR=src ./gen` may say where a program writes. */
function outputsIn(
  name: string,
  value: string,
  { of, folders }: Standing,
  around: Surroundings,
  span: Span,
): readonly Effect[] {
  if (value === '' || !isOutput(`--${name}`)) return NONE
  return eachOf(folders).map((folder) => {
    const use = new FileUse('write', value, of, folder, span)
    use.certain = false
    use.how = 'modify'
    return fileEffect(use, around)
  })
}

const EVALUATORS = new Set(['set', 'test', '[', 'wait', 'printf', 'exit', 'return', 'break', 'continue', 'shift'])

/** If a rule names one of these programs, it has named that variables are set. */
export const SETTERS: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'readonly', 'local', 'unset'])

/** What a builtin evaluates, or sets besides its work: a rule that names the builtin names neither. */
export function toldEffects(argv: readonly Word[], of: number, span?: Span): readonly (Connect | Unknown)[] {
  const [program, ...words] = argv
  if (program == null || !(EVALUATORS.has(program) || changesVariables(program, words[0]))) return NONE
  return words.flatMap((word) => {
    if (word === null) return NONE
    if (runsInSubscript(word))
      return [unknownEffect('a subscript is evaluated, and what it holds is run', EVERYTHING, of, span)]
    return !SETTERS.has(program) && envEffect(word, null, null) === 'dangerous'
      ? setEffects(word, null, of, undefined, span)
      : NONE
  })
}

const OF_LISTS = /^-[aA]$/

const DECLARES = new Set(['local', 'declare', 'readonly'])
/** `IFS`, at which words are split, is more than a value. */
const OTHER_NAME = /^(?!IFS$)[A-Za-z_]\w*$/

/** For `local a=$1 b`: the names, if the command does nothing but set them. */
export function namesDeclared({ words, redirects }: SimpleCommand): readonly string[] | undefined {
  const [first, ...rest] = words
  if (first === undefined || first.dynamic || !DECLARES.has(first.value)) return undefined
  // If a file cannot be opened, nothing is set.
  if (redirects.length > 0) return undefined
  const allowed = first.value === 'readonly' ? OTHER_NAME : OWN_NAME
  const names = rest.flatMap((word) => (OF_LISTS.test(word.value) ? NONE : (word.assign?.name ?? word.value)))
  const isPlain = ({ dynamic, assign, value }: SimpleCommand['words'][number]) =>
    assign === undefined ? !dynamic && (allowed.test(value) || OF_LISTS.test(value)) : allowed.test(assign.name)
  return rest.every(isPlain) ? names : undefined
}

/** One variable that is set: for a program, or (undefined) for the rest of the line. */
export function setEffects(
  name: string,
  value: Word,
  of: number,
  program?: Word,
  span?: Span,
): readonly (Connect | Unknown)[] {
  const kind = envEffect(name, value, program ?? null)
  if (kind === 'harmless' || (program === undefined && kind === 'unknown' && OWN_NAME.test(name))) return NONE
  const dangerous = kind === 'dangerous'
  const why = dangerous
    ? `sets ${name}, which can change what runs`
    : `sets ${name}, which is on no list of harmless variables`
  return [unknownEffect(why, dangerous ? EVERYTHING : NONE, of, span), ...placesIn(name, value, of, span)]
}

const PLACE_NAME =
  /(?:HOST|HOSTNAME|ADDR|ADDRESS|SERVER|ENDPOINT|PROXY|REGISTRY|MIRROR|URL|URI|REPO|REPOSITORY|REMOTE|BROKER|PEER|NODE)(?:S|ES)?$/iu
/** For `sftp:host:/x`: what some programs write before a host. */
const BEFORE_HOST = /^[a-z0-9+]+:(?![/\d])/iu

/** `BORG_REPO=ssh://host/x borg create` may say to which host a program connects. */
function placesIn(name: string, value: Word, of: number, span?: Span): readonly (Connect | Unknown)[] {
  if (value === null || (!value.includes('://') && !PLACE_NAME.test(name))) return NONE
  return connectEffects(value.replace(BEFORE_HOST, ''), false, of, span)
}

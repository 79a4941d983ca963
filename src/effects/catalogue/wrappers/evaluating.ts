/**
 * Part of the wrapper catalogue: builtins that evaluate their words once more. The subscript of a name is expanded,
 * including any `$( )` in it, even if the word was quoted (`unset 'a[$(id)]'`), and arithmetic evaluates the values of
 * names as expressions.
 *
 * INVARIANT: an unknown word counts as one that holds a subscript, unless it is known to begin with `name=`.
 */

import type { Word } from '../../../engine/effect.ts'
import type { WordTraits } from '../draft.ts'
import { envEffect, isSum } from '../environment.ts'
import { isPlainNumber } from '../grammars/numbers.ts'
import { evaluatedByFormat } from '../grammars/printf.ts'
import { evaluatedByTest, runsInSubscript } from '../grammars/test.ts'
import { optionTable, readOption } from './options.ts'
import { innerArgv, innerEvaluated, innerScript } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

const NOTHING: readonly Unwrapped[] = []

/** Whether the text is more than a plain name. */
function isEvaluated(name: string): boolean {
  return name.includes('[') || name.includes('$') || name.includes('`')
}

function evaluated(program: string): readonly Unwrapped[] {
  return [innerEvaluated(`${program} evaluates its argument`)]
}

const readTest: Reader = (argv, program, words) => {
  const why = evaluatedByTest(argv, 1, words)
  return why === undefined ? NOTHING : [innerEvaluated(`${program} may evaluate its argument: ${why}`)]
}

/** Only an assignment that reads no variable is safe. */
const PLAIN_SUM = /^\s*[A-Za-z_]\w*\s*=[\d\s+*/%()<>-]*$/u

const readLet: Reader = (argv, program) =>
  argv.slice(1).every((word) => word !== null && PLAIN_SUM.test(word)) ? NOTHING : evaluated(program)

/** `printf -v name format`; a format that is not known may be that `-v`. */
const readPrintf: Reader = (argv, program, words) => {
  const first = argv[1]
  if (first === undefined || argv.length < 3) return NOTHING
  if (first === null) {
    const lead = words?.[1]?.prefix ?? ''
    return lead === '' || lead.startsWith('-') || words?.[1]?.splits === true ? evaluated(program) : NOTHING
  }
  const isPlain = first.startsWith('-v')
    ? mayBePlain(first === '-v' ? argv[2] : first.slice(2))
    : evaluatedByFormat(argv, 1, words) === undefined
  return isPlain ? NOTHING : evaluated(program)
}

/** `exit 1`, `shift 2`: zsh evaluates the operand as an expression. */
const readNumbers: Reader = (argv, program, words = []) =>
  argv.every((_, at) => at === 0 || isPlainNumber(argv, at, words)) ? NOTHING : evaluated(program)

function mayBePlain(word: Word | undefined): boolean {
  return word != null && !isEvaluated(word)
}

/**
 * Names stand as operands and as values of options: `read -a name`, `unset name`. For zsh, the values of other options
 * are numbers: `read -t 5`.
 */
function namesIn(usage: string, naming: string | undefined): Reader {
  return (argv, program) => {
    const table = optionTable(usage)
    let ended = false
    for (let at = 1; at < argv.length; at++) {
      const word = argv[at] ?? null
      if (word === '--' && !ended) ended = true
      else if (word !== null && !ended && word.startsWith('-') && word.length > 1) {
        for (const { option, glued } of readOption(word, table).met) {
          if (option.kind !== 'value') continue
          const value = glued ?? argv[++at] ?? null
          const number = /^-[tnNu]$/u.test(option.name)
          const runs = option.name === naming ? !mayBePlain(value) : value === null ? number : runsInSubscript(value)
          if (runs) return evaluated(program)
        }
      } else if (!mayBePlain(word)) return evaluated(program)
    }
    return NOTHING
  }
}

const NAME_FIRST = /^[A-Za-z_]\w*\+?=(?!\()/u
/** The values of these are expanded once more, which runs the substitutions in them. */
const EXPANDED = new Set(['PS0', 'PS1', 'PS2', 'PS4', 'BASH_ENV', 'PROMPT_COMMAND'])
const PLAIN_NAME = /^[\w@*]*$/u

/** `declare`, `export` and similar: names, assignments to names, and flags that change what a value means. */
const readDeclare: Reader = (argv, program, words) => {
  let letters = ''
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word !== null && /^[-+][A-Za-z]+$/u.test(word)) letters += word.replace(/^-/u, '')
    else if (!mayBeDeclared(word, letters, words?.[at])) return evaluated(program)
  }
  return NOTHING
}

function mayBeDeclared(word: Word, letters: string, seen: WordTraits | undefined): boolean {
  if (word === null) {
    const prefix = seen?.prefix ?? ''
    const unknown = prefix.slice(0, Math.max(0, prefix.search(/\+?=/u)))
    return NAME_FIRST.test(prefix) && !/[inaA]/u.test(letters) && !isSum(unknown) && !EXPANDED.has(unknown)
  }
  const equals = word.indexOf('=')
  const name = equals < 0 ? word : word.slice(0, equals)
  const value = equals < 0 ? '' : word.slice(equals + 1)
  if (isEvaluated(name) || (equals >= 0 && isSum(name.replace(/\+$/u, '')) && !/^\d+$/u.test(value))) return false
  // With `-i`, everything that is assigned to it from now on is evaluated.
  if (letters.includes('i')) return false
  // With `-n` it is another name for a variable: assigning to it sets that variable.
  if (letters.includes('n'))
    return value !== '' && PLAIN_NAME.test(value) && !isSum(value) && envEffect(value, null, null) !== 'dangerous'
  if (!value.startsWith('(')) return true
  return letters === 'A' ? isNamedList(value) : !isEvaluated(value)
}

/**
 * In a list that is declared with keys (`declare -A m=([a]=1)`), the keys are names. If there is another kind of list
 * with that name, bash rejects the whole line before it looks at them.
 */
function isNamedList(value: string): boolean {
  return NAMED_LIST.test(value) || !isEvaluated(value)
}

const NAMED_LIST =
  /^\((?:\s*\[(?:[\w.:/-]+|"[\w .:/-]*"|'[\w .:/-]*')\]=(?:[\w.:/@%+,-]*|"[^"$`\\[]*"|'[^'$`\\[]*')(?=[\s)]))*\s*\)$/u

/** `wait -p name`; its operands are processes. */
const readWait: Reader = (argv, program) => {
  const at = argv.findIndex((word) => word !== null && /^-[fn]*p/u.test(word))
  const option = argv[at]
  if (at < 1 || option == null) return NOTHING
  const glued = option.slice(option.indexOf('p') + 1)
  return mayBePlain(glued === '' ? argv[at + 1] : glued) ? NOTHING : evaluated(program)
}

/** `hash -p file name`, in zsh `hash name=file`: the name runs that file from now on. */
const readHash: Reader = (argv) => {
  const at = argv.findIndex((word) => word !== null && /^-[a-z]*p|=/u.test(word))
  const option = argv[at]
  if (at < 1 || option == null) return NOTHING
  const glued = option.slice(option.search(/[p=]/u) + 1)
  const file = glued === '' ? (argv[at + 1] ?? null) : glued
  return [{ ...innerArgv([file, null]), dynamic: true, unresolved: 'a name runs another file from now on' }]
}

/** `enable -f file name` loads a library into the shell. */
const readEnable: Reader = (argv) =>
  argv.some((word) => word === null || /^-[a-z]*f/u.test(word))
    ? [innerEvaluated('enable -f loads code into the shell')]
    : NOTHING

/** `bind -x '"keys": command'`; a macro in quotes acts as if it were typed by hand. */
const readBind: Reader = (argv) => {
  const runs = argv.some((word) => word === null || word.startsWith('-x'))
  const out: Unwrapped[] = runs ? [innerEvaluated('bind names what a key runs')] : []
  for (const word of argv) {
    const colon = word?.lastIndexOf('":') ?? -1
    const text = word === null || colon < 0 ? '' : word.slice(colon + 2).trim()
    if (text.startsWith('"')) out.push(innerScript(text.slice(1).replace(/"$/u, ''), 'bash'))
    else if (runs && text !== '') out.push(innerScript(text, 'bash'))
  }
  return out
}

const COUNTS = 'exit return break continue shift'.split(' ')
const DECLARES = 'declare typeset local export readonly integer float'.split(' ')

export const EVALUATING_READERS: readonly (readonly [string, Reader])[] = [
  ['test', readTest],
  ['[', readTest],
  ['let', readLet],
  ['printf', readPrintf],
  ...COUNTS.map((name): [string, Reader] => [name, readNumbers]),
  ['unset', namesIn('-f -v -n', undefined)],
  ['read', namesIn('-e -E -r -s -a= -d= -i= -n= -N= -p= -t= -u=', '-a')],
  ...DECLARES.map((name): [string, Reader] => [name, readDeclare]),
  ['wait', readWait],
  ['hash', readHash],
  ['enable', readEnable],
  ['bind', readBind],
]

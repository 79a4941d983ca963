/**
 * Part of reading shell lines: everything that sets variables other than a plain assignment: builtins, loops,
 * expansions, arithmetic.
 */

import { changesShell, changesVariables } from '../../catalogue/environment.ts'
import { isWritten } from '../words/plain.ts'
import { programOf } from '../program.ts'
import type { Assign, Script, ShellWord, SimpleCommand } from '../syntax/script.ts'

/**
 * Variables that the shell sets without their being named: by `read`, `select`, `mapfile`, `getopts`, and with each
 * command. In zsh, `[[ x =~ y ]]` sets `match`, and the names with `watch` mean the same variable.
 */
export const SET_BY_SHELL: ReadonlySet<string> = new Set(
  'REPLY MAPFILE OPTARG OPTIND BASH_REMATCH COPROC _ match MATCH reply watch WATCH'.split(' '),
)

/** Names that the line sets other than by a plain assignment: loop variables, `${x:=v}`, arithmetic. */
export function namesSetAside(script: Script): readonly string[] {
  return [...script.loops.map(({ name }) => name), ...script.assigned]
}

/**
 * Whether it is a builtin that sets variables, or a program whose name is not known, which might be one. `once`:
 * variables that name only one program.
 */
export function setsUnseen({ words }: SimpleCommand, once: ReadonlySet<string>): boolean {
  const name = words[0]
  if (name === undefined) return false
  // `{read,x}` means `read x`.
  if (name.brace) return true
  if (name.dynamic)
    return !name.parts.every(
      ({ kind, text }) =>
        kind === 'text' || ((kind === 'variable' || kind === 'list') && (once.has(text) || IS_FOLDER.has(text))),
    )
  if (changesLists(name.value, words)) return true
  if (!programOf(name.value).sets) return false
  const first = words.length > 1 ? words[1] : undefined
  const argument = first === undefined ? '' : isWritten(first) ? first.value : null
  return changesVariables(name.value, argument) || changesShell(name.value) === 'names'
}

/** For `shift x` and `set -A x a b`: in zsh these are names of lists. */
function changesLists(program: string, words: readonly ShellWord[]): boolean {
  if (program === 'set') {
    const end = words.findIndex(({ value }) => value === '--')
    return words.slice(1, end < 0 ? words.length : end).some(({ dynamic, value }) => dynamic || LIST_OPTION.test(value))
  }
  const last = program === 'shift' && words.length > 1 ? words.at(-1) : undefined
  if (last?.dynamic === true) return last.parts.some(({ kind }) => kind !== 'arithmetic')
  return last !== undefined && !DIGITS.test(last.value)
}

const LIST_OPTION = /^[-+]\w*A/
const DIGITS = /^\d+$/

/**
 * For `X=eval; $X …`, `X='read a'; $X`, `X=re; ${X}ad a`: whether a command that is called through variables may be
 * such a builtin, as far as the line tells.
 */
export function callsBuiltinByVariable(script: Script): boolean {
  return script.commands.some(({ words: [name] }) => name?.dynamic === true && mayNameBuiltin(name, script))
}

const MOST_NAMES = 64

function mayNameBuiltin({ parts }: ShellWord, script: Script): boolean {
  let names: readonly string[] = ['']
  for (const { kind, text } of parts) {
    const values = kind === 'text' ? [text] : valuesOf(text, script)
    if (values === undefined || values.length * names.length > MOST_NAMES) return true
    names = names.flatMap((before) => values.map((value) => before + value))
  }
  return names.some((name) => programOf(FIRST_WORD.exec(name)?.[0] ?? '').sets)
}

const FIRST_WORD = /[^\s]+/

/** Everything that the line assigns to the variable; undefined if only running it would tell. */
function valuesOf(name: string, { commands, loops }: Script): readonly string[] | undefined {
  const values: (ShellWord | undefined)[] = []
  for (const { assigns } of commands)
    for (const assign of assigns) if (assign.name === name) values.push(...given(assign))
  for (const loop of loops) if (loop.name === name) values.push(...(loop.words ?? [undefined]))
  if (values.length === 0 && IS_FOLDER.has(name)) return ['/']
  return values.every((value) => value?.dynamic === false && !value.brace && !value.glob)
    ? values.map((value) => value?.value ?? '')
    : undefined
}

/** Any word of a list may be the one that is called; a word with its own index (`[0]=eval`) is not followed. */
function given({ value, append, array }: Assign): readonly (ShellWord | undefined)[] {
  if (array === undefined) return [append ? undefined : value]
  return array.map((word) => (word.value.startsWith('[') ? undefined : word))
}

const IS_FOLDER: ReadonlySet<string> = new Set(['HOME', 'PWD'])

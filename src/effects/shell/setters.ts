/** Part of reading shell lines: what sets variables other than by a plain assignment: builtins, loops, expansions, arithmetic. */

import { changesShell, changesVariables } from '../catalogue/environment.ts'
import { programOf } from './program.ts'
import type { Script, SimpleCommand } from './syntax/script.ts'

/** Names that the line sets other than by a plain assignment: loop variables, `${x:=v}`, arithmetic. */
export function namesSetAside(script: Script): readonly string[] {
  return [...script.loops.map(({ name }) => name), ...script.assigned]
}

/** A builtin that sets variables, or a program whose name nobody knows: it might be one. `once`: variables that name but one program. */
export function setsUnseen({ words }: SimpleCommand, once: ReadonlySet<string>): boolean {
  const name = words[0]
  if (name === undefined) return false
  if (name.dynamic)
    return !name.parts.every(
      (part) =>
        part.kind === 'text' ||
        (part.kind === 'variable' && (once.has(part.text) || part.text === 'HOME' || part.text === 'PWD')),
    )
  if (!programOf(name.value).sets) return false
  const first = words.length > 1 ? words[1] : undefined
  const argument = first === undefined ? '' : first.dynamic ? null : first.value
  return changesVariables(name.value, argument) || changesShell(name.value) === 'names'
}

/** `X=eval`, `for c in eval`, and something is called by a variable: that may be such a builtin. */
export function callsBuiltinByVariable(script: Script): boolean {
  if (!script.commands.some(({ words }) => words[0]?.dynamic === true)) return false
  return script.commands.some(hidesBuiltin) || loopsOverBuiltin(script)
}

function hidesBuiltin({ assigns }: SimpleCommand): boolean {
  return assigns.some(({ value }) => value !== undefined && changesVariables(value.value))
}

function loopsOverBuiltin({ loops }: Script): boolean {
  return loops.some(({ words }) => words?.some((word) => changesVariables(word.value)) === true)
}

/**
 * Part of reading shell lines: does a line change which programs its names mean, or how they are configured, before
 * they print?
 */

import { changesShell, envEffect, isSum } from '../../catalogue/environment.ts'
import type { Assign, ShellWord, SimpleCommand } from '../syntax/script.ts'
import { behindPrefix } from '../words/plain.ts'

/**
 * After `alias ls='printf /x'`, `export RIPGREP_CONFIG_PATH=x` or `source x`, a name may mean another program, or the
 * program may look elsewhere.
 */
export function changesPrograms(commands: readonly SimpleCommand[]): boolean {
  return commands.some(({ words, assigns }) => {
    const [program, ...told] = behindPrefix(words)
    if (program === undefined) return assigns.some(isTelling)
    if (program.dynamic || program.brace) return true
    if (DECLARERS.has(program.value)) return told.some(setsTelling)
    return CODE.has(program.value) || (changesShell(program.value) === 'names' && told.length > 0)
  })
}

const CODE: ReadonlySet<string> = new Set(['source', '.', 'eval'])
const DECLARERS: ReadonlySet<string> = new Set('export declare typeset local readonly integer float'.split(' '))

/** `export "PATH=x"`, `declare -n p=PATH`. */
function setsTelling({ assign, value, dynamic, brace }: ShellWord): boolean {
  if (assign !== undefined) return isTelling(assign)
  const mark = value.indexOf('=')
  if (dynamic || brace || /^-[a-zA-Z]*n/.test(value)) return true
  return mark > 0 && isTellingName(value.slice(0, mark), value.slice(mark + 1))
}

function isTelling({ name, value }: Assign): boolean {
  return isTellingName(name, value === undefined || value.dynamic ? null : value.value)
}

/** Whether the variable chooses what runs, or how that is configured. */
function isTellingName(name: string, value: string | null): boolean {
  return envEffect(name, value, null) === 'dangerous' && !isSum(name)
}

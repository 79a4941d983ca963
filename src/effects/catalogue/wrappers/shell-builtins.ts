/** Part of the wrapper catalogue: the builtins that read text as shell (`eval`, `trap`, `source`, `alias`). */

import { includes } from '../../code-at.ts'
import { innerArgv, innerFile, innerScript, innerStdin, joined, isStdinFile } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

/** `eval` joins its words; a leading `--` is dropped. */
const readEval: Reader = (argv) => {
  const words = argv.slice(argv[1] === '--' ? 2 : 1)
  return words.length === 0 ? [] : [innerScript(joined(words), 'bash')]
}

const readSource: Reader = (argv) => {
  const at = argv[1] === '--' ? 2 : 1
  const file = argv[at]
  if (file === undefined) return []
  return isStdinFile(file) ? [innerStdin('bash')] : [innerFile(file, 'bash')]
}

/** `trap 'script' SIGNAL…`. `trap - X`, `trap '' X` and the forms that list traps run nothing. */
const readTrap: Reader = (argv) => {
  const at = argv[1] === '--' ? 2 : 1
  const script = argv[at]
  if (script === undefined || script === '' || script === '-' || script === '-l' || script === '-p' || script === '-lp')
    return []
  if (argv.length === at + 1 && script !== null && !includes(script, ' ')) return []
  return [innerScript(script, 'bash')]
}

const ENDS_COMMAND = /[;&|()\n]/u

/**
 * The last command of an alias, without quotes: the words after the alias are added to it. Empty if that command has
 * already ended.
 */
export function lastOfAlias(text: string): readonly string[] {
  const bare = text.replaceAll(/["'\\]/gu, '')
  const last = bare.split(ENDS_COMMAND).at(-1)?.trim() ?? ''
  return last === '' ? [] : last.split(/\s+/u)
}

/** `alias name='script'`: the script runs later, under that name. */
const readAlias: Reader = (argv) => {
  const out: Unwrapped[] = []
  for (const word of argv.slice(1)) {
    const equals = word === null ? -1 : word.indexOf('=')
    if (word === null) out.push(innerScript(null, 'bash'))
    else if (equals > 0) {
      out.push(innerScript(word.slice(equals + 1), 'bash'))
      const last = lastOfAlias(word.slice(equals + 1))
      if (last.length > 0) out.push(innerArgv([...last, null], { guess: true, many: true }))
    }
  }
  return out
}

export const BUILTIN_READERS: readonly (readonly [string, Reader])[] = [
  ['eval', readEval],
  ['source', readSource],
  ['.', readSource],
  ['trap', readTrap],
  ['alias', readAlias],
]

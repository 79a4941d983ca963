/** Part of the wrapper catalogue: the shells of Windows, PowerShell and `cmd`, wherever they run. */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { asShell } from './powershell.ts'
import { innerFile, innerScript, innerStdin, isStdinFile, joined } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

const COMMAND_PROMPTS: ReadonlySet<string> = new Set(['cmd', 'cmd.exe'])
export const WINDOWS_SHELLS: readonly string[] = [
  'pwsh',
  'powershell',
  'powershell.exe',
  'pwsh.exe',
  'pwsh-preview',
  ...COMMAND_PROMPTS,
]

/** Names may have either slash there, and `type` prints a file. */
function scriptElsewhere(script: Word, shell: string): readonly Unwrapped[] {
  const read = innerScript(script, shell)
  const slashed = script?.replaceAll('\\', '/').replaceAll(/(^|[;|&({]\s*)type\b/giu, '$1cat') ?? null
  const plain = shell === 'pwsh' && slashed !== null ? asShell(slashed) : slashed
  return plain === script ? [read] : [read, innerScript(plain, 'sh', { guess: true })]
}

/** `pwsh -Command …` and `cmd /c …`: everything after the switch is the script. */
export const readWindowsShell: Reader = (argv, program) => {
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (word === null) return [innerScript(null, 'pwsh')]
    const name = (word ?? '').toLowerCase()
    if (COMMAND_PROMPTS.has(program)) {
      if (!startsWith(name, '/c') && !startsWith(name, '/k')) continue
      const glued = (word ?? '').slice(2)
      return scriptElsewhere(joined(glued === '' ? argv.slice(at + 1) : [glued, ...argv.slice(at + 1)]), 'cmd')
    }
    if (name === '-command' || name === '-c' || name === '-commandwithargs' || name === '-cwa') {
      return isStdinFile(argv[at + 1] ?? null)
        ? [innerStdin('pwsh')]
        : scriptElsewhere(joined(argv.slice(at + 1)), 'pwsh')
    }
    if (startsWith(name, '-e') && '-encodedcommand'.startsWith(name)) {
      return [{ ...innerScript(null, 'pwsh'), unresolved: 'the script is encoded' }]
    }
    if (name === '-ec') return [{ ...innerScript(null, 'pwsh'), unresolved: 'the script is encoded' }]
    if (name === '-file' || name === '-f') return [innerFile(argv[at + 1] ?? null, 'pwsh')]
    if (!startsWith(name, '-')) return scriptElsewhere(joined(argv.slice(at)), 'pwsh')
  }
  return [innerStdin(COMMAND_PROMPTS.has(program) ? 'cmd' : 'pwsh')]
}

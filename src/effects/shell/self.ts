/** Part of reading shell lines: an agent may not answer its own questions or change what decides about it. */

import type { Word } from '../../engine/effect.ts'

/** Subcommands that only look. */
const LOOKING = new Set(['check', 'explain', 'help', 'lint', 'test', 'doctor', '--help', '-h', '--version', '-V'])

/** Why a `countersign` command is denied to agents; undefined when it is not, or is another program. */
export function selfProtection(program: string, argv: readonly Word[]): string | undefined {
  if (program !== 'countersign' && program !== 'countersign.js') return undefined
  const subcommand = argv[1]
  if (subcommand === undefined || (subcommand !== null && LOOKING.has(subcommand))) return undefined
  return `\`countersign ${subcommand ?? '…'}\` can answer for a person or change the policy; an agent may not run it`
}

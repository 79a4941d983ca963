/** Part of reading shell lines: an agent must not answer its own questions, or change what decides about it. */

import type { Word } from '../../../engine/effect.ts'
import type { Program } from '../program.ts'

/** Subcommands that only look. */
const LOOKING = new Set(['check', 'explain', 'help', 'lint', 'test', 'doctor', '--help', '-h', '--version', '-V'])

/** Programs that start another one, or a script, which a later word names. */
const LAUNCHERS = new Set(
  'node nodejs bun bunx deno tsx ts-node sh bash zsh dash ksh npx npm pnpm pnpx yarn corepack source . exec command env'.split(
    ' ',
  ),
)
const OURS = /^(?:@[^/]+\/)?countersign(?:\.(?:js|mjs|cjs|cmd|ps1|exe))?(?:@.*)?$/i
/** The command line's files in a checkout. */
const INSIDE = /(?:^|\/)(?:dist\/cli|src\/cli|countersign\/(?:bin|dist\/cli))\/[\w.-]+$/

export function isOurs(program: string): boolean {
  return OURS.test(program)
}

export function isLauncher(program: string): boolean {
  return LAUNCHERS.has(program.replace(/\.(?:cmd|exe|ps1)$/i, '').toLowerCase())
}

/** Why a `countersign` command is denied to agents; undefined if it only looks, or is another program. */
export function selfProtection(program: Program, argv: readonly Word[]): string | undefined {
  if (program.ours) return judge(argv[1])
  if (!program.launches) return undefined
  const at = argv.findIndex((word, index) => index > 0 && word !== null && namesUs(word))
  if (at < 0) return undefined
  const next = argv[at + 1]
  return judge(next === '--' ? argv[at + 2] : next)
}

const SHORTEST = 'src/cli/x'.length

function namesUs(word: string): boolean {
  if (word.length < SHORTEST) return false
  return OURS.test(word.slice(word.lastIndexOf('/') + 1)) || INSIDE.test(word)
}

function judge(subcommand: Word | undefined): string | undefined {
  if (subcommand === undefined || (subcommand !== null && LOOKING.has(subcommand))) return undefined
  return `\`countersign ${subcommand ?? '…'}\` is for people: it can answer for them, change the policy or show what is on record; an agent may not run it`
}

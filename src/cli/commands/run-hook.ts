/**
 * Part of `countersign run`: Copilot with our hook for this run only, as a plugin in a folder of its own that is
 * removed afterwards. The hook's questions wait in the store, and the person at this terminal answers them here.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hookLine } from '../../adapters/hooks/wiring/command-line.ts'
import { COPILOT } from '../../adapters/hooks/wiring/copilot.ts'
import { createTerminalAsker } from '../../gate/askers/terminal.ts'
import type { Management } from '../../gate/management.ts'
import { placeHere } from '../agents-here.ts'
import { BadUse } from '../bad-use.ts'
import type { Invocation } from '../command.ts'
import { ownProgram } from '../own-program.ts'
import { answerPending } from './inbox-loop.ts'
import type { Inbox } from './inbox-loop.ts'
import { settingsIn } from '../settings-in.ts'
import { managing, whoAmI } from './managing.ts'
import { runAgent } from './run-agent.ts'
import type { AgentOutput } from './run-agent.ts'

/** Seconds; longer than the hook itself takes. */
const TIMEOUT = 600

export async function runWithHook(
  program: string,
  args: readonly string[],
  output: AgentOutput,
  invocation: Invocation,
  atTerminal: boolean,
): Promise<number> {
  refuseWhereSilenced()
  const folder = mkdtempSync(join(tmpdir(), 'countersign-run-'))
  try {
    writePlugin(folder, invocation.values.get('store'), atTerminal)
    const start = () => runAgent(program, ['--plugin-dir', folder, ...args], output)
    return atTerminal ? await managing(invocation, (management) => answering(management, start)) : await start()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A hook that is switched off would let everything run. */
function refuseWhereSilenced(): void {
  for (const { path, silences } of COPILOT.silencers(placeHere())) {
    const why = silences(settingsIn(path))
    if (why !== undefined) throw new BadUse(`${path}: ${why}`, 'Mend it, or use --via output.')
  }
}

function writePlugin(folder: string, store: string | undefined, atTerminal: boolean): void {
  const { program } = ownProgram()
  const options = store === undefined ? [] : ['--store', store]
  // Without a terminal, a server is asked if one runs; else Copilot itself says that nobody could be asked.
  const line = hookLine({ program, ask: atTerminal ? 'inbox' : undefined, options, outcomes: false }, 'copilot')
  const plugin = {
    name: 'countersign',
    version: '1.0.0',
    description: 'Every call of this run passes Countersign.',
    hooks: { preToolUse: [{ type: 'command', bash: line, timeoutSec: TIMEOUT }] },
  }
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(plugin), { mode: 0o600 })
}

class Over extends Error {}

/** While Copilot runs, its questions are asked here. */
async function answering(management: Management, start: () => Promise<number>): Promise<number> {
  const waiting = new Set<() => void>()
  let isOver = false
  const inbox: Inbox = {
    approvals: {
      get: management.approvals.get.bind(management.approvals),
      answer: management.approvals.answer.bind(management.approvals),
      pending: async () => {
        if (isOver) throw new Over()
        return (await management.approvals.pending()).filter(({ call }) => call['agent'] === 'copilot')
      },
    },
    watch: (listener) => {
      const wake = () => listener({ what: 'approval', id: '' })
      waiting.add(wake)
      const stop = management.watch(listener)
      return () => {
        waiting.delete(wake)
        stop()
      }
    },
  }
  const asker = createTerminalAsker({ by: whoAmI(), mayLeave: true })
  const loop = answerPending(inbox, asker, { watch: true, tell: () => undefined }).catch((error: unknown) => {
    if (!(error instanceof Over)) throw error
  })
  try {
    return await start()
  } finally {
    isOver = true
    for (const wake of waiting) wake()
    await loop
  }
}

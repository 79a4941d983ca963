/** Whatever the corpus holds, the engine answers: no throw, no failure of its own, one of three verdicts. */

import { expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Call } from '../src/index.ts'
import { corpusFiles, readCorpus } from './corpus.ts'

interface Line {
  readonly id?: string
  readonly call?: Call
  readonly command?: string
  readonly cmd?: string
  readonly cwd?: string
}

const MODES = ['default', 'acceptEdits', 'explore', 'bypass', 'dontAsk'] as const
const POLICY = {
  allow: ['Bash(npm run:*)', 'Read(src/**)', 'WebFetch(domain:github.com)'],
  ask: ['Bash(git push:*)'],
  deny: ['Bash(rm:*)', 'Read(.env)', 'url(evil.example)'],
}
const engines = MODES.map((mode) =>
  createEngine({ policy: { ...POLICY, mode }, cwd: '/srv/project', home: '/home/user' }),
)

for (const file of corpusFiles()) {
  test(`${file} is decided line by line`, () => {
    const calls = (readCorpus(file) as readonly Line[]).flatMap((line) => callOf(line) ?? [])
    const failures: string[] = []
    calls.forEach((call, index) => {
      const engine = engines[index % engines.length]
      const { behavior, code, reason } = (engine as (typeof engines)[number]).decide(call)
      const sound = ['allow', 'ask', 'deny'].includes(behavior) && reason !== ''
      if (!sound || code === 'internal-error' || reason.includes('reading the call failed'))
        failures.push(`${JSON.stringify(call)}: ${behavior} ${code} ${reason}`)
    })
    expect(failures).toEqual([])
    expect(calls.length).toBeGreaterThan(50)
  })
}

function callOf({ call, command, cmd, cwd }: Line): Call | undefined {
  const text = command ?? cmd
  if (call === undefined && text === undefined) return undefined
  const whole = call ?? { tool: 'Bash', input: { command: text } }
  return cwd === undefined ? whole : { cwd, ...whole }
}

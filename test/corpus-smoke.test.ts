/**
 * Whatever the corpus holds, the engine answers in every mode: no throw, no failure of its own, one of three verdicts. Of our
 * own lines every fourth: all of them are decided in `test/corpora`, which accepts no failure either.
 */

import { expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Call } from '../src/index.ts'
import { hasFailed } from './corpora/corpus.ts'
import { corpusFiles, readCorpus } from './corpus.ts'

interface Line {
  readonly id?: string
  readonly call?: Call
  readonly command?: string
  readonly cmd?: string
  readonly cwd?: string
}

const EVERY_OWN = 4
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
    const step = file.startsWith('own-') ? EVERY_OWN : 1
    const lines = (readCorpus(file) as readonly Line[]).filter((_, index) => index % step === 0)
    const calls = lines.flatMap((line) => callOf(line) ?? [])
    const failures: string[] = []
    calls.forEach((call, index) => {
      const engine = engines[index % engines.length]
      const { behavior, code, reason } = (engine as (typeof engines)[number]).decide(call)
      const sound = ['allow', 'ask', 'deny'].includes(behavior) && reason !== ''
      if (!sound || hasFailed(code, reason)) failures.push(`${JSON.stringify(call)}: ${behavior} ${code} ${reason}`)
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

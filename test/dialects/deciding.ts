/** Part of the tests of dialects: deciders on both sides, and the calls they are asked about. */

import type { Call } from '../../src/engine/call.ts'
import { compile } from '../../src/engine/compile.ts'
import { decide } from '../../src/engine/decide.ts'
import type { Reading } from '../../src/engine/effect.ts'
import type { Policy } from '../../src/engine/policy.ts'
import type { Verdict } from '../../src/engine/verdict.ts'
import { describedFileSystem } from '../../src/effects/paths/file-system.ts'
import type { FileSystem } from '../../src/effects/paths/file-system.ts'
import { createEngine } from '../../src/gate/engine.ts'
import { worldOf } from '../../src/gate/world.ts'
import type { Surroundings, WriteContext, Where } from '../../src/dialects/dialect.ts'
import { mergeLayers } from '../../src/policy/layers.ts'
import { policyFrom } from '../../src/policy/inline.ts'
import type { PolicyInput } from '../../src/policy/inline.ts'
import type { PolicyDocument } from '../../src/policy/object.ts'
import { translate } from '../../src/vocabulary/translate.ts'
import { readCorpus } from '../corpus.ts'

export const HERE = { root: '/srv/project', home: '/home/user' } as const
export const WHERE: Where = { ...HERE, file: 'settings', layer: 'project' }
const NOW = 1_800_000_000_000

/** `caseInsensitive`: on a disk where `.GIT` is `.git`. */
export function decider(
  policy: Policy,
  { root, home }: Surroundings = HERE,
  { caseInsensitive = false } = {},
): (call: Call) => Verdict {
  const fs = describedFileSystem({ caseInsensitive })
  const compiled = compile(policy, worldOf({ root, home, fs }))
  const read = readerFor(policy, { root, home, fs })
  return (call) => decide(read(call), compiled, { now: NOW })
}

/** The calls of all policies here and of the corpora; a mutated configuration brings some of its own that nobody asks for again. */
const MOST_READINGS = 20_000
const readers = new Map<string, (call: Call) => Reading>()

/** What a call does is the same to all policies that say the same of these: it is read for the first of them. */
function readerFor(policy: Policy, { root, home, fs }: Surroundings & { readonly fs: FileSystem }) {
  const { mode, workingDirectories, protectedPaths, mcp } = policy
  const key = JSON.stringify([root, home, fs.caseInsensitive, mode, workingDirectories, protectedPaths, mcp])
  const known = readers.get(key)
  if (known !== undefined) return known
  const engine = createEngine({ policy, cwd: root, root, home, fs, now: () => NOW })
  const readings = new Map<string, Reading>()
  const read = (call: Call): Reading => {
    const text = JSON.stringify(call)
    const before = readings.get(text)
    if (before !== undefined) return before
    const { reading, code, reason } = engine.decide(call)
    if (code === 'internal-error') throw new Error(reason)
    if (readings.size === MOST_READINGS) readings.clear()
    readings.set(text, reading)
    return reading
  }
  readers.set(key, read)
  return read
}

export function policyOf(document: PolicyDocument, { root, home }: Surroundings = HERE): Policy {
  return mergeLayers([document], { trusted: true, cwd: root, root, home }).policy
}

export function ourPolicy(input: PolicyInput, { root, home }: Surroundings = HERE): Policy {
  return policyFrom(input, { cwd: root, root, home })
}

export function writing(
  policy: Policy,
  existing: Readonly<Record<string, string>> = {},
  here: Surroundings = HERE,
): WriteContext {
  const decide = decider(policy, here)
  return {
    ...here,
    scope: 'project',
    existing: (path) => (Object.hasOwn(existing, path) ? existing[path] : undefined),
    judge: (call) => decide(call).behavior,
    now: NOW,
  }
}

let corpus: readonly Call[] | undefined

/** Every call of the corpora, each once. */
export function corpusCalls(): readonly Call[] {
  return (corpus ??= readCorpora())
}

/** A share of them, another one for each number: a suite asks about all of them without asking all of them every time. */
export function someCorpusCalls(number: number, share = 4): readonly Call[] {
  return corpusCalls().filter((call, index) => index % share === number % share && isAnAgents(call))
}

/** It has no field besides, which no agent's tool looks at, but a program's own of that name may; and no server's name in other letters. */
function isAnAgents(call: Call): boolean {
  return translate(call).besides === undefined && (call.tool.startsWith('mcp__') || !/^mcp__/iu.test(call.tool))
}

function readCorpora(): readonly Call[] {
  const calls = new Map<string, Call>()
  const add = (tool: string, input: Call['input']) => calls.set(JSON.stringify([tool, input]), { tool, input })
  for (const file of [
    'readonly-benign',
    'readonly-hostile',
    'rule-evasion',
    'allow-overreach',
    'destructive',
    'paths',
    'urls',
  ]) {
    for (const line of readCorpus(`${file}.jsonl`) as { command?: string; call?: Call }[]) {
      if (line.command !== undefined) add('Bash', { command: line.command })
      else if (line.call !== undefined) add(line.call.tool, line.call.input)
    }
  }
  return [...calls.values()]
}

/** Numbers that look random and are the same in every run. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

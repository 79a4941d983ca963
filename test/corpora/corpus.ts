/**
 * The evaluation corpora, run through the public `check --batch`. Every line is data; nothing here runs one.
 *
 * Only lines for bash on Linux count. `cwd` and `home` are those of the corpora's README.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readCorpus } from '../corpus.ts'

const COUNTERSIGN = fileURLToPath(new URL('../../bin/countersign.js', import.meta.url))

export interface Line {
  readonly id: string
  readonly [field: string]: unknown
}

export interface Answer {
  readonly id: string
  readonly error?: string
  readonly behavior: 'allow' | 'ask' | 'deny'
  readonly reason: string
  readonly code: string
  readonly safety: boolean
  readonly rule: { readonly rule: string; readonly behavior: string } | null
  readonly danger: { readonly category: string; readonly severity: string } | null
  readonly readOnly: boolean
}

export function readLines(name: string): readonly Line[] {
  return readCorpus(`${name}.jsonl`)
    .map((line) => line as Line)
    .filter((line) => isOurs(line['platform'], ['linux']) && isOurs(line['shell'], ['bash']))
}

function isOurs(value: unknown, ours: readonly string[]): boolean {
  return value === undefined || value === null || ours.includes(value as string)
}

/** One answer for each request, in order. */
export function checkBatch(requests: readonly object[]): readonly Answer[] {
  const lines = requests
    .map((request) => JSON.stringify({ cwd: '/srv/project', home: '/home/user', ...request }))
    .join('\n')
  const { status, stdout, stderr } = spawnSync(process.execPath, [COUNTERSIGN, 'check', '--batch'], {
    input: `${lines}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`check --batch ended with ${status}: ${stderr}`)
  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answer)
  const failed = answers.filter(({ error, code, reason }) => error === undefined && hasFailed(code, reason))
  if (failed.length > 0) throw new Error(`the engine itself failed: ${JSON.stringify(failed.slice(0, 5))}`)
  return answers
}

/** Whether an answer tells of a failure of our own, not of the call. */
export function hasFailed(code: string, reason: string): boolean {
  return code === 'internal-error' || reason.includes('reading the call failed')
}

/** Prints a figure; says which lines fell short, so that a failure can be read without running anything again. */
export function report(title: string, good: number, all: number, missed: readonly string[]): void {
  console.log(`${title}: ${good} of ${all}${all === 0 ? '' : ` (${((100 * good) / all).toFixed(1)} %)`}`)
  for (const line of missed) console.log(`  ${line}`)
}

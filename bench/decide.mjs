/**
 * Reading and deciding a shell line beside the bare parse of it by unbash, in one process, over the same lines.
 * Prints microseconds of CPU time and their ratio; `--assert` fails above the limits of the project.
 */

import { readFileSync } from 'node:fs'
import { parse } from 'unbash'
import { createEngine } from 'countersign'

const CORPUS = new URL('../spec/corpus/', import.meta.url)
const LIMITS = { ratio: 8, p99: 300 }
const PASSES = 40

const lines = ['readonly-benign', 'readonly-hostile', 'destructive'].flatMap((name) =>
  readFileSync(new URL(`${name}.jsonl`, CORPUS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).command),
)
const engine = createEngine({
  policy: { allow: ['shell(npm run:*)'], deny: ['shell(sudo:*)', 'read(.env)'] },
  cwd: '/srv/project',
  home: '/home/user',
})
const decide = (command) => engine.decide({ tool: 'Bash', input: { command } })

for (let pass = 0; pass < 30; pass++) {
  lines.forEach((line) => parse(line))
  lines.forEach((line) => decide(line))
}
const ours = []
const bare = []
for (let pass = 0; pass < PASSES; pass++) {
  bare.push(cpu(() => lines.forEach((line) => parse(line))))
  ours.push(cpu(() => lines.forEach((line) => decide(line))))
}
const perLine = (times) => times.toSorted((a, b) => a - b)[PASSES >> 1] / lines.length
const ratio = perLine(ours) / perLine(bare)

const single = lines.map((line) => {
  const times = Array.from({ length: 15 }, () => cpu(() => decide(line)))
  return times.toSorted((a, b) => a - b)[7]
})
const p99 = single.toSorted((a, b) => a - b)[Math.floor(single.length * 0.99)]

console.log(
  `${lines.length} lines; unbash parse ${perLine(bare).toFixed(2)} µs, read and decide ${perLine(ours).toFixed(2)} µs: ${ratio.toFixed(2)} times`,
)
console.log(`p99 of one decision ${p99.toFixed(0)} µs`)
if (process.argv.includes('--assert') && (ratio > LIMITS.ratio || p99 > LIMITS.p99)) {
  console.error(`above the limits: ${LIMITS.ratio} times, p99 ${LIMITS.p99} µs`)
  process.exitCode = 1
}

/** Microseconds of CPU time. */
function cpu(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

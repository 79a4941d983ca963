/**
 * File and url calls: how long one decision takes without a disk, and how often it reads the disk if there is one.
 *
 *     node bench/files.mjs [--assert]
 *
 * Prints microseconds of CPU time, medians over many rounds in a warm process, and the number of disk accesses for each
 * decision, with the number of segments in its paths. `--assert` fails above the project's limits.
 */

import { createEngine } from 'countersign'
import { cpu, median } from './clock.mjs'

const LIMIT = 10
const ROUNDS = 60
const TIMES = 1000

const policy = {
  allow: ['Read(./src/**)', 'Write(./src/**)', 'WebFetch(domain:example.com)', 'shell(npm run:*)'],
  ask: ['write(./docs/**)', 'url(*.internal.example)'],
  deny: ['read(.env)', 'read(~/.aws/**)', 'write(.git/**)', 'url(evil.example)', 'read(**/secrets/**)'],
}
const PLACE = { policy, cwd: '/srv/project', home: '/home/user' }

const read = (path) => ({ tool: 'Read', input: { file_path: path } })
const write = (path) => ({ tool: 'Write', input: { file_path: path, content: 'x' } })
const fetch = (url) => ({ tool: 'WebFetch', input: { url, prompt: 'x' } })
const bash = (command) => ({ tool: 'Bash', input: { command } })

const TIMED = [
  { name: 'read, allowed', call: read('src/engine/match/path.ts'), expected: 'allow' },
  { name: 'read, absolute', call: read('/srv/project/src/index.ts'), expected: 'allow' },
  { name: 'read, denied', call: read('packages/app/.env'), expected: 'deny' },
  { name: 'read, no rule', call: read('/usr/share/dict/words'), expected: 'ask' },
  { name: 'write, allowed', call: write('src/a/b/c/d.ts'), expected: 'allow' },
  { name: 'write, dangerous', call: write('/home/user/.bashrc'), expected: 'ask' },
  { name: 'write, dots', call: write('src/../docs/./x.md'), expected: 'ask' },
  { name: 'url, allowed', call: fetch('https://example.com/a/b?c=d'), expected: 'allow' },
  { name: 'url, denied', call: fetch('https://user@evil.example:8443/x'), expected: 'deny' },
  { name: 'url, internal', call: fetch('http://169.254.169.254/latest/meta-data/'), expected: 'ask' },
]

const COUNTED = [
  { call: read('src/engine/match/path.ts'), paths: ['/srv/project/src/engine/match/path.ts'] },
  { call: read('/etc/hosts'), paths: ['/etc/hosts'] },
  { call: write('src/a.ts'), paths: ['/srv/project/src/a.ts'] },
  { call: read('src/x/../y/./z'), paths: ['/srv/project/src/x/y/z'] },
  { call: bash('cat src/a.ts'), paths: ['/srv/project/src/a.ts'] },
  { call: bash('cp src/a.ts /opt/b.ts'), paths: ['/srv/project/src/a.ts', '/opt/b.ts', '/opt/b.ts/a.ts'] },
  { call: bash('sort < src/a.ts > src/b.ts'), paths: ['/srv/project/src/a.ts', '/srv/project/src/b.ts'] },
  { call: fetch('https://example.com/a'), paths: [] },
]

let failed = false
const without = createEngine(PLACE)
for (const { name, call, expected } of TIMED) {
  const { behavior } = without.decide(call)
  if (behavior !== expected) throw new Error(`${name} is ${behavior}, not ${expected}: something else is measured`)
}
for (let warm = 0; warm < 3000; warm++) for (const { call } of TIMED) without.decide(call)
const times = TIMED.map(() => [])
for (let round = 0; round < ROUNDS; round++)
  for (const [index, { call }] of TIMED.entries()) times[index].push(cpu(() => repeat(call)) / TIMES)
for (const [index, { name }] of TIMED.entries())
  console.log(`${name.padEnd(18)} ${median(times[index]).toFixed(2).padStart(6)} µs`)
for (const title of ['file', 'url']) {
  const isMeant = (_, index) => (TIMED[index].call.tool === 'WebFetch') === (title === 'url')
  const took = median(times.filter(isMeant).map(median))
  failed ||= took > LIMIT
  console.log(`median of a ${title} call ${took.toFixed(2)} µs, limit ${LIMIT} µs`)
}
console.log()

let asked = 0
const disk = { readlink: () => void asked++, caseInsensitive: false }
const within = createEngine({ ...PLACE, fs: disk })
for (const { call, paths } of COUNTED) {
  asked = 0
  within.decide(call)
  const segments = paths.reduce((sum, path) => sum + path.split('/').length - 1, 0)
  failed ||= asked > segments
  const what = call.input.command ?? call.input.file_path ?? call.input.url
  console.log(`${what.padEnd(28)} asked ${asked} times, ${segments} segments`)
}

if (process.argv.includes('--assert') && failed) {
  console.error('above the limits')
  process.exitCode = 1
}

function repeat(call) {
  for (let time = 0; time < TIMES; time++) without.decide(call)
}

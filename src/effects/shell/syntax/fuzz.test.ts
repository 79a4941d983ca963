/**
 * Mutated corpus lines: no throw, no hang, spans that fit, and, where the machine has bash 5.2, agreement with
 * `bash --pretty-print`, which parses and prints and runs nothing.
 *
 * COUNTERSIGN_FUZZ sets the number of inputs.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cpuNow } from '../../../../test/cpu.ts'
import { parseShell } from './parse.ts'
import type { SimpleCommand } from './script.ts'
import { argv, corpus } from './testing.ts'

const INPUTS = Number(process.env['COUNTERSIGN_FUZZ'] ?? 20_000)
const SAMPLE = 400

const TOKENS = [
  ...'\'"`$(){}[]<>;&|\\#=~*?!+- \n\t\r\0é\u00a0\u202e'.split(''),
  ...'$( <( (( )) [[ ]] && || |& ;; a=( a[0]= ${ ${x:- $x "$x" $((1+ `rm $(rm \\` \\" $\' 2>&1 >& {fd}> <<< ❤️'.split(
    ' ',
  ),
  ..." if | then | fi | do | done | case a in | esac|for i in |while |time |coproc |f() | <<E\n|\nE\n|<<-'E'\n|\\\n".split(
    '|',
  ),
]

/** mulberry32: small, seeded, the same on every machine. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function* mutations(count: number, seed: number): Generator<string> {
  const next = random(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  const lines = [
    ...corpus<{ cmd: string }>('shell-truth.jsonl'),
    ...corpus<{ cmd: string }>('peers/shell-truth-tldr.jsonl'),
  ]
    .map(({ cmd }) => cmd)
    .filter((cmd) => cmd.length < 400)
  const line = (): string => lines[below(lines.length)] ?? ''
  for (let made = 0; made < count; made++) {
    let text = line()
    for (let edits = 1 + below(4); edits > 0; edits--) {
      const at = below(text.length + 1)
      const [before, after] = [text.slice(0, at), text.slice(at)]
      const kind = below(10)
      if (kind < 5) text = before + (TOKENS[below(TOKENS.length)] ?? '') + after
      else if (kind < 7) text = before + after.slice(1 + below(3))
      else if (kind < 9) text = before + line().slice(0, 12) + after
      else text = `${before}$(${line()})${after}`
    }
    yield text
  }
}

function everySpanFits(commands: readonly SimpleCommand[], length: number): boolean {
  return commands.every(({ span, words }) =>
    [span, ...words.map((word) => word.span)].every(({ start, end }) => 0 <= start && start <= end && end <= length),
  )
}

test('no mutated line throws, hangs or yields a span outside it', () => {
  let accepted = 0
  let slowest = 0
  for (const text of mutations(INPUTS, 1)) {
    const before = cpuNow()
    const parsed = parseShell(text)
    slowest = Math.max(slowest, cpuNow() - before)
    if (!parsed.ok) continue
    accepted++
    if (!everySpanFits(parsed.script.commands, text.length)) expect.fail(`span outside ${JSON.stringify(text)}`)
  }
  console.log(`fuzz: accepted ${accepted} of ${INPUTS}, slowest ${slowest.toFixed(1)} ms`)
  expect(accepted).toBeGreaterThan(INPUTS / 5)
  expect(slowest).toBeLessThan(500)
})

test('the worst texts of full length take little time', () => {
  const fill = (unit: string): string => unit.repeat(Math.floor(16_000 / unit.length))
  const units = [
    'a;',
    'a|',
    'a&',
    '`a` ',
    '$a',
    '{,}',
    '<<E ',
    '$((1',
    '\\\n',
    '"$(',
    '${x:-',
    "$'",
    '~:',
    '[[ (',
    '1 ',
    'é',
  ]
  const slow = units.filter((unit) => {
    const before = cpuNow()
    for (let round = 0; round < 3; round++) parseShell(fill(unit))
    return cpuNow() - before > 600
  })
  expect(slow).toEqual([])
})

const installed = spawnSync('bash', ['-c', 'echo $BASH_VERSION $BASH'], { encoding: 'utf8' })
const [version = '', bash = ''] = (installed.stdout ?? '').trim().split(' ')

/**
 * What bash prints is its own reading in plain form: read again, it must give the same commands. Its printer loses a
 * `;` after a here-document and spells `|&` and coproc anew, so those are left out.
 */
test.runIf(version.startsWith('5.2'))(
  'bash accepts what is accepted here, and prints it back as the same commands',
  () => {
    const sample: string[] = []
    for (const text of mutations(SAMPLE * 6, 2)) {
      if (sample.length < SAMPLE && parseShell(text).ok && !/<<|\|&|coproc/.test(text)) sample.push(text)
    }
    const folder = mkdtempSync(join(tmpdir(), 'countersign-fuzz-'))
    try {
      const wrong = sample.filter((text) => {
        const file = join(folder, 'line.sh')
        writeFileSync(file, `${text}\n`)
        const { stdout, stderr } = spawnSync(bash, ['--norc', '--noprofile', '--pretty-print', file], {
          encoding: 'utf8',
          env: { PATH: '/nonexistent' },
        })
        return stderr !== '' || !sameCommands(text, stdout)
      })
      console.log(`bash --pretty-print: ${sample.length} accepted lines compared, ${wrong.length} differ`)
      expect(sample.length).toBe(SAMPLE)
      expect(wrong).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

/** A printed form that is itself outside the subset says nothing. */
function sameCommands(text: string, printed: string): boolean {
  const first = parseShell(text)
  const second = parseShell(printed)
  if (!first.ok || !second.ok) return first.ok
  return listing(first.script.commands) === listing(second.script.commands)
}

function listing(commands: readonly SimpleCommand[]): string {
  return commands
    .map((command) => JSON.stringify([argv(command), command.assigns.map(({ name }) => name)]))
    .sort()
    .join('\n')
}

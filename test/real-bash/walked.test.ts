/**
 * Where a line stands is for bash to say: a file that it reads or changes from there has met its deny rule, and so has what a script does
 * that the line writes and runs.
 */

import { spawnSync } from 'node:child_process'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { NODE_DISK } from '../../src/gate/node-fs.ts'
import { createEngine } from '../../src/index.ts'
import { BASH, KEPT, PROGRAM, Sandbox, SECRET } from './sandbox.ts'
import { hasBash } from './shells.ts'
import { scripted, walking } from './walking.ts'

const LINES = Math.min(20_000, Number(process.env['COUNTERSIGN_RUNS'] ?? 1000) / 4)
/** So many are run whatever was decided: most must do it, or nothing was tried. */
const TRIED = 20
const SEED = 20261119

describe.runIf(hasBash || process.env['CI'] !== undefined)('from wherever a line has come to stand,', () => {
  const sandbox = new Sandbox()
  afterAll(() => sandbox.remove())
  const { cwd, home } = sandbox
  const passing = (deny: readonly string[]) => {
    const { decide } = createEngine({ cwd, home, root: cwd, fs: NODE_DISK, policy: { allow: ['Bash'], deny } })
    return (command: string) => decide({ tool: 'Bash', input: { command } }).behavior === 'allow'
  }

  /** The folder behind each of these, as bash tells it: all in one run, each in a shell of its own. */
  const standing = (walks: readonly string[]): readonly string[] => {
    sandbox.prepare()
    const quoted = walks.map((walk) => `'${`${walk}pwd -P >&3`.replaceAll("'", "'\\''")}'`)
    const one = 'bash --norc --noprofile -c "$walk" 3>&1 >/dev/null 2>&1 </dev/null; echo .'
    const script = `for walk in ${quoted.join(' ')}; do ${one}; done`
    const { stdout } = spawnSync('timeout', ['600', ...BASH, '-s'], {
      cwd,
      env: { PATH: join(dirname(cwd), 'programs'), HOME: home },
      input: script,
      encoding: 'utf8',
    })
    return stdout.split('.\n').map((text) => text.trim())
  }

  const walks = fc.sample(walking(), { numRuns: LINES, seed: SEED })
  const places = standing(walks)

  test.each([
    [SECRET, 'told', `Read(./${SECRET})`, ['cat {S}', 'head ./{S}', 'cat < {S}', 'grep . "$PWD/{S}"']],
    [KEPT, 'changed', `Edit(./${KEPT})`, ['rm {S}', 'echo x > {S}', 'sed -i s/k/x/ ./{S}', 'cp /dev/null {S}']],
  ] as const)('a denied file is met: %s', (file, did, rule, acts) => {
    const lines = walks.flatMap((walk, at) => {
      const place = places[at] ?? ''
      const path = relative(place, join(cwd, file))
      return place === '' ? [] : [walk + (acts[at % acts.length] as string).replace('{S}', path)]
    })
    expect(lines.length).toBeGreaterThan(LINES / 2)
    const tried = lines.slice(0, TRIED)
    expect(tried.filter((line) => sandbox.run(line)[did]).length).toBeGreaterThan(TRIED / 2)
    sandbox.prepare()
    const passed = lines.filter(passing([rule]))
    console.log(`${passed.length} of ${lines.length} lines were allowed`)
    expect(passed.filter((line) => sandbox.run(line)[did])).toEqual([])
  })

  test.each([
    [PROGRAM, 'ran', `Bash(${PROGRAM}:*)`],
    [`cat ${SECRET}`, 'told', `Read(./${SECRET})`],
    [`rm ${KEPT}`, 'changed', `Edit(./${KEPT})`],
  ] as const)('what a script does that the line writes is met: %s', (statement, did, rule) => {
    const lines = scripted(statement)
    const tried = lines.filter((_, at) => at % 9 === 0)
    expect(tried.filter((line) => sandbox.run(line)[did]).length).toBeGreaterThan(tried.length * 0.6)
    sandbox.prepare()
    const passed = lines.filter(passing([rule]))
    expect(passed.filter((line) => sandbox.run(line)[did])).toEqual([])
  })
})

/**
 * Options that a permission does not look at leave the command what it is: programs that are on this machine do the same with each of them.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { IDLE } from '../../src/effects/catalogue/idle.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-idle-')))
const web = join(top, 'web')
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** What stands behind the words of a row, so that it tells where it runs. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  git: ['rev-parse', '--show-prefix'],
  node: ['tell.cjs'],
  npm: ['run', 'tell'],
  'npm run': ['tell'],
  make: ['tell'],
  python3: ['tell.py'],
}

mkdirSync(web)
spawnSync('git', ['init', '-q'], { cwd: top })
for (const folder of [top, web]) {
  const here = JSON.stringify(`told in ${folder}`)
  writeFileSync(join(folder, 'tell.cjs'), `console.log(${here})`)
  writeFileSync(join(folder, 'tell.py'), `print(${here})\n`)
  writeFileSync(join(folder, 'Makefile'), `tell:\n\t@echo ${here}\n.PHONY: tell\n`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { tell: 'node tell.cjs' } }))
}

const rows = Object.entries(TELLING)
  .filter(([words]) => spawnSync(words.split(' ')[0] ?? '', ['--version'], { stdio: 'ignore' }).status === 0)
  .map(([words, rest]) => ({ words, rest, ...IDLE[words] }))

describe.each(rows)('$words', ({ words, rest, options = '', anywhere = false }) => {
  const plain = told(words.split(' '), rest)
  const spellings = listed(options).flatMap(spelled)

  it('tells where it runs', () => expect(told(words.split(' '), rest, web)).not.toEqual(plain))

  it.each(spellings.map((one) => ({ one })))('$one changes nothing', ({ one }) => {
    expect(told([...words.split(' '), ...one], rest)).toEqual(plain)
    if (anywhere) expect(told(words.split(' '), [...rest, ...one])).toEqual(plain)
  })
})

function listed(text: string): readonly string[] {
  return text.split(' ').filter(Boolean)
}

/** Each way to write an option of a row. */
function spelled(option: string): readonly (readonly string[])[] {
  const [, name = option, values] = /^(-[^=]*)=(.*)$/.exec(option) ?? []
  if (values === '#') return [[name], [name, '2'], [`${name}${name.startsWith('--') ? '=' : ''}2`]]
  return values?.split(',').flatMap((value) => withValue(name, value)) ?? [[name]]
}

function withValue(name: string, value: string): readonly (readonly string[])[] {
  return name.startsWith('--') ? [[name, value], [`${name}=${value}`]] : [[name, value]]
}

function told([program = '', ...words]: readonly string[], rest: readonly string[], cwd = top): readonly string[] {
  const { status, stdout } = spawnSync(program, [...words, ...rest], { cwd, encoding: 'utf8' })
  return [`${status}`, ...stdout.split('\n').filter((line) => line.startsWith('told') || line === 'web/')]
}

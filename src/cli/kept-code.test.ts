/** What V8 compiled of the command line is kept beside it (`bin/keep-compiled.js`): for speed, and never instead of what is there. */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { fileFor, MARK } from '../../bin/keep-compiled.js'
import { ROOT } from '../../scripts/bundle-cli.mjs'
import { shellPayload } from '../adapters/hooks/canary.ts'
import { BuiltCli } from './testing.ts'

let cli: BuiltCli
let folder: string
let main: string
beforeEach(async () => {
  cli = await BuiltCli.build()
  folder = join(dirname(cli.entry), '..', 'dist', 'cli')
  main = join(folder, 'main.js')
  return () => cli.remove()
})

const caches = () => readdirSync(folder).filter((name) => name.endsWith('.cache'))
/** As after an installation, or a change of Node. */
const forget = () => caches().forEach((name) => rmSync(join(folder, name)))
const calls = (file = main) => readFileSync(fileFor(file)).toString('latin1').at(-1)
const check = (line: string, env?: Record<string, string>) => cli.run(['check', line], { ...(env && { env }) })

it('what the build kept is not written again', async () => {
  const before = statSync(fileFor(main)).mtimeMs
  expect(calls()).toBe('3')
  expect((await check('git status')).code).toBe(0)
  expect(statSync(fileFor(main)).mtimeMs).toBe(before)
})

it('a Node that did not build it keeps what its first calls compiled, and no more', async () => {
  forget()
  for (const call of ['1', '2', '3']) {
    expect((await check('git status')).code).toBe(0)
    expect(calls()).toBe(call)
  }
  const before = statSync(fileFor(main)).mtimeMs
  expect((await check('sudo ls')).code).toBe(3)
  expect(statSync(fileFor(main)).mtimeMs).toBe(before)
  expect(readdirSync(folder).filter((name) => !/\.(?:js|cache)$/u.test(name))).toEqual([])
})

it('so does a hook, and what is not called by agents keeps nothing', async () => {
  forget()
  await cli.run(['--help'])
  expect(caches()).toEqual([])
  const input = JSON.stringify(shellPayload('claude-code', 'git status', cli.folder))
  // The SQLite binding lies with the sources.
  const env = { NODE_PATH: join(ROOT, 'node_modules') }
  expect((await cli.run(['hook', 'claude-code'], { input, env })).stdout).toContain('"allow"')
  expect(calls()).toBe('1')
})

it('with flags that another start does not have, nothing is kept', async () => {
  forget()
  expect((await check('git status', { NODE_OPTIONS: '--max-old-space-size=512' })).code).toBe(0)
  expect(caches()).toEqual([])
})

it('the compiled code of another file is not run, though it is as long', async () => {
  const { length } = readFileSync(main)
  const other = `/*${'0'.repeat(MARK)}*/(function () { process.stdout.write('another'); process.exit(0) })`
  writeFileSync(main, other.padEnd(length))
  expect(await check('git status')).toMatchObject({ code: 0, stdout: 'another' })
})

it('compiled code that was cut short or spoiled is not run', async () => {
  const kept = readFileSync(fileFor(main))
  const mark = kept.subarray(-MARK - 1)
  for (const spoiled of [kept.subarray(1000), Buffer.concat([Buffer.alloc(5000, 7), mark]), mark, Buffer.alloc(0)]) {
    writeFileSync(fileFor(main), spoiled)
    expect((await check('git status')).code).toBe(0)
    expect((await check('sudo ls')).code).toBe(3)
  }
})

it('where nothing can be kept, calls are decided all the same', async () => {
  forget()
  mkdirSync(fileFor(main))
  expect(await check('git status')).toMatchObject({ code: 0, stderr: '' })
  expect((await check('sudo ls')).code).toBe(3)
  expect(readdirSync(folder).filter((name) => /\.\d+$/u.test(name))).toEqual([])
})

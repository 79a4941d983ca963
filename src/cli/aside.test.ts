import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../scripts/bundle-cli.mjs'
import { shellPayload } from '../adapters/hooks/canary.ts'
import { BuiltCli } from './testing.ts'

let cli: BuiltCli
let folder: string
beforeEach(async () => {
  cli = await BuiltCli.build()
  folder = join(dirname(cli.entry), '..', 'dist', 'cli')
  return () => cli.remove()
})

// The SQLite binding lies with the sources.
const env = { NODE_PATH: join(ROOT, 'node_modules') }

const files = () => readdirSync(folder).filter((name) => name.endsWith('.js'))

it('everyday calls need nothing of what lies aside, and what does need it says that it is missing', async () => {
  const check = (...args: string[]) => cli.run(['check', ...args])
  const input = JSON.stringify(shellPayload('claude-code', 'git status && ls -la src | head -20', cli.folder))
  const hook = (payload = input) => cli.run(['hook', 'claude-code'], { input: payload, env })
  // It makes the database.
  expect((await hook()).stdout).toContain('"allow"')
  const needed = new Set(['main.js', 'hook.js', 'rolldown-runtime.js', 'stream.js', 'vocabularies.js'])
  for (const name of files()) if (!needed.has(name)) rmSync(join(folder, name))

  expect((await check('git status')).code).toBe(0)
  expect((await check('rm -r build && cd src')).code).toBe(3)
  expect(await cli.batch([{ tool: 'Bash', input: { command: 'ls' } }])).toMatchObject([{ behavior: 'allow' }])
  // Its agent is known.
  rmSync(join(folder, 'vocabularies.js'))
  expect((await hook()).stdout).toContain('"allow"')

  // To an agent, that blocks the call.
  const loop = JSON.stringify(shellPayload('claude-code', 'for f in a b; do cat "$f"; done', cli.folder))
  expect(await hook(loop)).toMatchObject({ code: 2, stdout: '' })
  expect(await check('--mode', 'bypass', 'ls')).toMatchObject({ code: 1, stdout: '' })
  expect((await check('--mode', 'bypass', 'ls')).stderr).toMatch(/policy\.js is missing/u)
})

it('a policy that was read before needs nothing of what reads policies', async () => {
  cli.write('policy.yaml', 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')
  const check = (command: string) => cli.run(['check', '--policy', 'policy.yaml', command])
  expect((await check('npm run build')).code).toBe(0)
  for (const name of ['policy', 'yaml']) rmSync(join(folder, `${name}.js`))
  expect((await check('npm run build')).code).toBe(0)
  expect((await check('sudo ls')).code).toBe(4)
})

it('whatever lies aside can be the first of it to be touched', async () => {
  const entry = readFileSync(cli.entry, 'utf8')
  const touch = join(dirname(cli.entry), 'touch.js')
  const [begun, told] = ["load('./main.js')\n", "load('./main.js')\nload(process.env.TOUCHED)\nprocess.exit(0)\n"]
  expect(entry).toContain(begun)
  writeFileSync(touch, entry.replace(begun, told))
  const names = files()
  expect(names.length).toBeGreaterThan(30)
  const broken: string[] = []
  const touchNext = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const { code, stderr } = await cli.run([], { entry: touch, env: { ...env, TOUCHED: `./${name}` } })
      if (code !== 0) broken.push(`${name}: ${stderr}`)
    }
  }
  await Promise.all([touchNext(), touchNext()])
  expect(broken).toEqual([])
})

import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../scripts/bundle-cli.mjs'
import { shellPayload } from '../adapters/hooks/canary.ts'
import { BuiltCli } from './testing.ts'

let cli: BuiltCli
beforeAll(async () => void (cli = await BuiltCli.build()))
afterAll(() => cli.remove())

it('usual calls need nothing of what lies aside, and what does need it says that it is missing', async () => {
  cli.write('policy.yaml', 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')
  const check = (...args: string[]) => cli.run(['check', ...args])
  expect((await check('--policy', 'policy.yaml', 'npm run build')).code).toBe(0)
  const hook = () =>
    cli.run(['hook', 'claude-code'], {
      input: JSON.stringify(shellPayload('claude-code', 'git status && ls -la src | head -20', cli.folder)),
      // The SQLite binding lies with the sources.
      env: { NODE_PATH: join(ROOT, 'node_modules') },
    })
  expect((await hook()).stdout).toContain('"allow"')
  const remove = (...names: string[]) => {
    for (const name of names) rmSync(join(dirname(cli.entry), '..', 'dist', 'cli', `${name}.js`))
  }
  remove('policy', 'seldom', 'specs', 'unbash', 'yaml')

  expect((await check('git status')).code).toBe(0)
  expect((await check('rm -rf build > log.txt')).code).toBe(3)
  expect((await check('--policy', 'policy.yaml', 'npm run build')).code).toBe(0)
  expect((await check('--policy', 'policy.yaml', 'sudo ls')).code).toBe(4)
  expect(await cli.batch([{ tool: 'Bash', input: { command: 'ls' } }])).toMatchObject([{ behavior: 'allow' }])

  remove('migrate', 'prefixes', 'runners', 'sqlite', 'vocabularies')
  expect((await hook()).stdout).toContain('"allow"')

  expect(await check('--mode', 'bypass', 'ls')).toMatchObject({ code: 1, stdout: '' })
  expect((await check('--mode', 'bypass', 'ls')).stderr).toMatch(/policy\.js is missing/u)
})

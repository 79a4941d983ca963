import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../../scripts/bundle-cli.mjs'
import { NOBODY } from '../../gate/askers/none.ts'
import { openGate } from '../../gate/gate.ts'
import { BuiltCli } from '../testing.ts'

let cli: BuiltCli
let store: string
beforeAll(async () => {
  cli = await BuiltCli.build()
  store = join(cli.home, 'store.db')
  const gate = await openGate({ cwd: cli.folder, home: cli.home, store, asker: NOBODY })
  for (const command of ['ls', 'ls src', 'npm publish']) await gate.authorize({ tool: 'Bash', input: { command } })
  await gate.close()
})
afterAll(() => cli.remove())

// The built program finds its native packages beside it; here it stands alone.
const env = { NODE_PATH: join(ROOT, 'node_modules') }
const run = (...args: readonly string[]) => cli.run(['replay', ...args], { env })

test('says which calls on record another policy would decide otherwise, and why', async () => {
  const policy = cli.write('p.yaml', 'deny: [ "shell(ls src)" ]\nallow: [ "shell(npm publish)" ]\n')
  const { code, stdout } = await run('--policy', policy, '--store', store)
  expect(code).toBe(0)
  expect(stdout).toContain('allow → deny  ls src')
  expect(stdout).toContain('Deny rule `shell(ls src)`')
  expect(stdout).toContain('ask → allow npm publish')
  expect(stdout).toContain('3 calls on record; 2 would be decided otherwise')
  const json = await run('--policy', policy, '--store', store, '--json', '--limit', '1')
  expect(JSON.parse(json.stdout)).toMatchObject({ looked: 1, changes: [{ text: 'npm publish', after: 'allow' }] })
})

test.each([
  [['--store'], 'replay needs the policy'],
  [['--policy', 'nowhere.yaml', '--store'], 'there is no such file'],
  [['--policy', 'broken.yaml', '--store'], 'did you mean `Bash`?'],
])('%j is bad use, and says so before anything is looked at', async (args, said) => {
  cli.write('broken.yaml', 'deny: [ Bsh(x) ]\n')
  const { code, stdout, stderr } = await run(...args, store)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(said)
})

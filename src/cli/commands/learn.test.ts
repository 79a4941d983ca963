import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../../scripts/bundle-cli.mjs'
import type { Asker } from '../../gate/asker.ts'
import { openGate } from '../../gate/gate.ts'
import { BuiltCli } from '../testing.ts'

let cli: BuiltCli
let store: string
const approving: Asker = { name: 'test', ask: () => Promise.resolve({ behavior: 'allow', by: 'test' }) }

beforeAll(async () => {
  cli = await BuiltCli.build()
  store = join(cli.home, 'store.db')
  const gate = await openGate({ cwd: cli.folder, home: cli.home, store, asker: approving })
  for (const command of ['ls', 'npm run build', 'npm run test', 'git push -f'])
    await gate.authorize({ tool: 'Bash', input: { command } })
  // The client asked by itself: what ran was allowed.
  for (const command of ['make', 'make', 'npm publish', 'npm publish']) {
    const { id } = await gate.judge({ tool: 'Bash', input: { command } })
    if (command === 'make') await gate.outcome(id, { ok: true })
  }
  await gate.close()
  // An answer for the session is one, too.
  for (const session of ['a', 'b']) {
    const lasting: Asker = { ...approving, ask: async () => ({ behavior: 'allow', lasts: 'session', by: 'test' }) }
    const other = await openGate({ cwd: cli.folder, home: cli.home, store, session, asker: lasting })
    await other.authorize({ tool: 'Bash', input: { command: 'cargo build' } })
    await other.close()
  }
})
afterAll(() => cli.remove())

// The built program finds its native packages beside it; here it stands alone.
const env = { NODE_PATH: join(ROOT, 'node_modules') }
const run = (...args: readonly string[]) => cli.run(['learn', '--store', store, ...args], { env })

test('tells the rules that the answers on record teach, and how much would be asked with them', async () => {
  const { code, stdout } = await run()
  expect(code).toBe(0)
  expect(stdout).toContain('allow Bash(npm run:*)')
  expect(stdout).toContain('allow Bash(make)')
  expect(stdout).toContain('allow Bash(cargo build)')
  expect(stdout).not.toMatch(/publish|push/)
  expect(stdout).toContain('7 answered questions on record; the policy would ask 7 of them again')
  const { stdout: json } = await run('--json', '--least', '3')
  expect(JSON.parse(json)).toMatchObject({ answered: 7, lessons: [] })
})

test('of what was asked before, nothing is said', async () => {
  expect((await run('--since', '2999-01-01')).stdout).toContain('No answered question is on record')
  expect(await run('--least', 'x')).toMatchObject({ code: 2 })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { trustFolder } from '../policy/trust.ts'
import type { AuditDetail, AuditPage, AuditStats, ChainStatus } from './api/history.ts'
import type { RuleList } from './api/permissions.ts'
import type {
  CheckPolicyRequest,
  PlaygroundRequest,
  PlaygroundResponse,
  PolicyFiles,
  ReplayRequest,
  ReplayResponse,
  SavePolicyRequest,
} from './api/policy.ts'
import { TestPage } from './testing-page.ts'
import type { TestServer } from './testing.ts'

let tested: TestPage
let server: TestServer
const page: TestPage['send'] = (...given) => tested.send(...given)
const read: TestPage['read'] = (...given) => tested.read(...given)

beforeAll(async () => {
  tested = await TestPage.open()
  server = tested.server
})
afterAll(() => server.stop())
afterEach(() => expect(server.failures).toEqual([]))

describe('history', () => {
  test('is found, told with its trace, counted and verified', async () => {
    for (const name of ['a', 'b', 'c']) await server.ask({ call: server.call(`ls ${name}`) })
    const { view, answered } = await tested.asking('npm publish')
    await page('POST', `/v1/approvals/${view.id}/answer`, { behavior: 'deny', digest: view.digest })
    await answered
    const { json } = await server.ask({ call: server.call('ls -la needle') })
    await server.send('POST', '/v1/outcome', {
      body: { id: json['id'], ok: true },
      headers: { authorization: `Bearer ${server.token}` },
    })
    const { records } = await read<AuditPage>('GET', '/v1/audit?text=needle&kind=decision')
    expect(records).toHaveLength(1)
    expect(records[0]?.decision).toMatchObject({
      behavior: 'allow',
      agent: 'claude-code',
      trace: expect.any(Array) as unknown,
    })
    const detail = await read<AuditDetail>('GET', `/v1/audit/${records[0]?.seq}`)
    expect(detail).toMatchObject({ outcome: { ok: true, error: null }, changes: expect.any(Array) as unknown })
    const first = await read<AuditPage>('GET', '/v1/audit?limit=3')
    const second = await read<AuditPage>('GET', `/v1/audit?limit=3&before=${first.next}`)
    expect(second.records[0]?.seq).toBe((first.records.at(-1)?.seq ?? 0) - 1)
    const stats = await read<AuditStats>('GET', '/v1/audit/stats?days=3')
    expect(stats).toMatchObject({ asked: 1, denied: 1, allowed: 0 })
    expect(stats.days).toHaveLength(4)
    expect(await read<ChainStatus>('GET', '/v1/audit/verify')).toMatchObject({ ok: true, problems: [] })
    expect((await page('GET', '/v1/audit/999999')).status).toBe(404)
    expect((await page('GET', '/v1/audit?limit=x')).status).toBe(400)
  })
})

describe('the policy', () => {
  test('is shown with its problems, and saved only when it is sound and as it was read', async () => {
    await trustFolder(server.folder, server.home)
    const local = async () => {
      const { files } = await read<PolicyFiles>('GET', '/v1/policy')
      return files.find(({ layer }) => layer === 'local')
    }
    const before = await local()
    const check = await read<{ problems: unknown[] }>('POST', '/v1/policy/check', {
      layer: 'local',
      text: 'allow: [ "shell(" ]',
    } satisfies CheckPolicyRequest)
    expect(check.problems).toMatchObject([{ severity: 'error', line: 1 }])
    const save = (text: string, print = before?.print ?? '') =>
      page('PUT', '/v1/policy', { layer: 'local', text, print } satisfies SavePolicyRequest)
    expect((await save('allow: [ "shell(" ]')).json).toMatchObject({ status: 422, problems: [{ line: 1 }] })
    const saved = await save('# mine\nallow: [ "shell(make:*)" ]\n')
    expect(saved.json).toMatchObject({ changed: true })
    expect((await save('allow: []\n')).status).toBe(409)
    expect((await local())?.text).toContain('# mine')
    expect((await server.ask({ call: server.call('make all') })).json).toMatchObject({ behavior: 'allow' })
    await read('POST', `/v1/undo/${saved.json['undo']}`, {})
    expect((await local())?.text).toBe('')
  })

  test('is tried on a call and on the record, before it is saved', async () => {
    const files: ReplayRequest['files'] = [{ layer: 'user', text: 'deny: [ "shell(ls -la:*)" ]\n' }]
    const call = { tool: 'Bash', input: { command: 'ls -la needle' } }
    const today = await read<PlaygroundResponse>('POST', '/v1/playground', { call })
    expect(today).toMatchObject({
      behavior: 'allow',
      text: { value: 'ls -la needle' },
      offers: expect.any(Array) as unknown,
    })
    const then = await read<PlaygroundResponse>('POST', '/v1/playground', { call, files } satisfies PlaygroundRequest)
    expect(then).toMatchObject({
      behavior: 'deny',
      code: 'deny-rule',
      rule: expect.stringContaining('shell(ls -la:*)') as string,
    })
    const replayed = await read<ReplayResponse>('POST', '/v1/policy/replay', { files })
    expect(replayed.changes).toMatchObject([{ text: 'ls -la needle', before: 'allow', after: 'deny' }])
    const broken = await read<PlaygroundResponse>('POST', '/v1/playground', {
      call,
      files: [{ layer: 'user', text: 'deny: [' }],
    })
    expect(broken.problems).not.toEqual([])
    expect(broken.behavior).not.toBe('allow')
  })

  test('a file that is broken on disk is told, and nothing hidden', async () => {
    writeFileSync(join(server.folder, 'countersign.yaml'), 'deny: [ "Bsh(" ]\n')
    const { files } = await read<PolicyFiles>('GET', '/v1/policy')
    expect(files.find(({ layer }) => layer === 'project')?.problems).toMatchObject([{ severity: 'error', line: 1 }])
    expect((await read<RuleList>('GET', '/v1/rules')).broken).toContain('countersign.yaml')
    writeFileSync(join(server.folder, 'countersign.yaml'), '')
  })
})

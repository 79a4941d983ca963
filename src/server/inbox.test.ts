import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type {
  ApprovalDetail,
  BatchAnswerRequest,
  BatchAnswerResponse,
  ExtendRequest,
  TryRulesRequest,
  TryRulesResponse,
} from './api/approvals.ts'
import { TestPage } from './testing-page.ts'
import type { TestServer } from './testing.ts'

let tested: TestPage
let server: TestServer
const page: TestPage['send'] = (...given) => tested.send(...given)
const read: TestPage['read'] = (...given) => tested.read(...given)
const asking: TestPage['asking'] = (...given) => tested.asking(...given)

beforeAll(async () => {
  tested = await TestPage.open()
  server = tested.server
})
afterAll(() => server.stop())
afterEach(() => expect(server.failures).toEqual([]))

describe('the inbox', () => {
  test('shows what a person must know', async () => {
    const { view, answered } = await asking('npm publish --tag next')
    expect(view).toMatchObject({
      state: 'pending',
      agent: 'claude-code',
      project: server.folder,
      text: { field: 'command', value: 'npm publish --tag next' },
      risk: { level: 'high', sentence: 'Publishes a package to everybody' },
      shown: { kind: 'shell', rule: null },
    })
    const refused = await page('POST', `/v1/approvals/${view.id}/answer`, { behavior: 'allow', digest: 'another' })
    expect(refused).toMatchObject({ status: 409, json: { refusal: 'digest' } })
    const done = await page('POST', `/v1/approvals/${view.id}/answer`, {
      behavior: 'deny',
      digest: view.digest,
      words: 'not on a Friday',
    })
    expect(done.json).toMatchObject({
      approval: { state: 'answered', answer: { by: 'ann at the page', words: 'not on a Friday' } },
    })
    expect((await answered).json).toMatchObject({ behavior: 'deny', words: 'not on a Friday' })
    const again = await page('POST', `/v1/approvals/${view.id}/answer`, { behavior: 'allow', digest: view.digest })
    expect(again).toMatchObject({ status: 409, json: { refusal: 'ended', code: 'conflict' } })
  })

  test('draws what would become of a file, and where an address leads', async () => {
    server.write('notes.txt', 'one\ntwo\nthree\n')
    const input = { file_path: join(server.folder, 'notes.txt'), old_string: 'two', new_string: 'TWO' }
    const { view, answered } = await asking('TWO', { tool: 'Edit', input })
    const { diffs } = await read<ApprovalDetail>('GET', `/v1/approvals/${view.id}`)
    expect(diffs).toEqual([
      {
        path: join(server.folder, 'notes.txt'),
        change: 'modify',
        note: null,
        hunks: [{ oldStart: 1, newStart: 1, lines: [' one', '-two', '+TWO', ' three'] }],
      },
    ])
    await page('POST', `/v1/approvals/${view.id}/answer`, { behavior: 'deny', digest: view.digest })
    await answered
    const url = 'https://user:secret@xn--bcher-kva.example:8443/a/b?c=d#e'
    const fetching = await asking('example', { tool: 'WebFetch', input: { url, prompt: 'read' } })
    const detail = await read<ApprovalDetail>('GET', `/v1/approvals/${fetching.view.id}`)
    expect(detail.url).toEqual({
      scheme: 'https',
      user: 'user:…',
      host: 'xn--bcher-kva.example',
      unicodeHost: 'bücher.example',
      port: '8443',
      path: '/a/b',
      query: '?c=d',
      fragment: '#e',
    })
    await page('POST', `/v1/approvals/${fetching.view.id}/answer`, { behavior: 'deny', digest: fetching.view.digest })
    await fetching.answered
  })

  test('gives a question more time, until it is answered', async () => {
    const { view, answered } = await asking('npm publish --tag more')
    const more: ExtendRequest = { ms: 600_000 }
    const { expiresAt } = await read<{ expiresAt: number }>('POST', `/v1/approvals/${view.id}/extend`, more)
    expect(expiresAt).toBe(view.expiresAt + 600_000)
    await page('POST', `/v1/approvals/${view.id}/answer`, { behavior: 'deny', digest: view.digest })
    await answered
    expect((await page('POST', `/v1/approvals/${view.id}/extend`, { ms: 600_000 })).status).toBe(409)
  })

  test('answers many at once, each for itself', async () => {
    const asked = await Promise.all(
      ['a', 'b', 'c'].map((name) => asking(`npm publish --tag batch-${name}`, { session: name })),
    )
    const answers = asked.map(({ view: { id, digest } }, at) => ({
      id,
      digest: at === 1 ? 'wrong' : digest,
      behavior: 'allow' as const,
    }))
    const batch: BatchAnswerRequest = { answers }
    const { results } = await read<BatchAnswerResponse>('POST', '/v1/approvals/answers', batch)
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect((await asked[0]?.answered)?.json).toMatchObject({ behavior: 'allow' })
    const left = asked[1]?.view
    await page('POST', `/v1/approvals/${left?.id}/answer`, { behavior: 'deny', digest: left?.digest })
    expect((await asked[1]?.answered)?.json).toMatchObject({ behavior: 'deny' })
  })

  test('an edited rule counts only when it is proven for this very call', async () => {
    const { view, answered } = await asking('make deploy-docs', { session: 'edited' })
    const tried = (rules: string[]) =>
      read<TryRulesResponse>('POST', `/v1/approvals/${view.id}/rules`, { rules } satisfies TryRulesRequest)
    expect(await tried(['Bash(make deploy-docs:*)'])).toMatchObject({ lasts: ['session', 'always'], why: null })
    expect((await tried(['Bash(make other:*)'])).lasts).toEqual([])
    expect(await tried(['Bsh('])).toMatchObject({ lasts: [], why: expect.stringContaining('Bsh') as string })
    const answer = (rules: string[]) =>
      page('POST', `/v1/approvals/${view.id}/answer`, {
        behavior: 'allow',
        lasts: 'session',
        digest: view.digest,
        rules,
      })
    expect(await answer(['Bash(make other:*)'])).toMatchObject({ status: 422, json: { refusal: 'not-offered' } })
    expect((await answer(['Bash(make deploy-docs:*)'])).status).toBe(200)
    expect((await answered).json).toMatchObject({ behavior: 'allow' })
    const later = await server.ask({ call: server.call('make deploy-docs --again', { session: 'edited' }) })
    expect(later.json).toMatchObject({ behavior: 'allow', code: 'answered' })
  })

  test('a safety question cannot be talked into a rule', async () => {
    const { view, answered } = await asking('rm -rf ~')
    expect(view.shown.safety).toBe(true)
    expect(await read('POST', `/v1/approvals/${view.id}/rules`, { rules: ['Bash(rm:*)'] })).toMatchObject({ lasts: [] })
    const answer = { behavior: 'allow', lasts: 'session', digest: view.digest, rules: ['Bash(rm:*)'] }
    expect((await page('POST', `/v1/approvals/${view.id}/answer`, answer)).status).toBe(422)
    await page('POST', `/v1/approvals/${view.id}/answer`, { behavior: 'deny', digest: view.digest })
    await answered
  })
})

/** Any value in a request is either read or refused; none causes a failure of the server. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPage } from './testing-page.ts'
import type { TestServer } from './testing.ts'

const MANY = 1e6

let page: TestPage
let server: TestServer
let question: { readonly id: string; readonly digest: string }

beforeAll(async () => {
  page = await TestPage.open({ limits: { pageRate: MANY, pageBurst: MANY, agentRate: MANY, agentBurst: MANY } })
  server = page.server
  question = (await page.asking('npm publish')).view
})
afterAll(() => server.stop())

async function failures(requests: AsyncIterable<{ what: string; status: number }>) {
  const failed: string[] = []
  for await (const { what, status } of requests) if (status >= 500) failed.push(`${what.slice(0, 200)}: ${status}`)
  return [...failed, ...server.failures.splice(0)]
}

describe('in the address', () => {
  const NUMBERS = '9007199254740991 -9007199254740991 9007199254740993 1e308 1e999 -1 0 1.5 NaN'
  const TEXTS = 'x %00 %ff /%00 /%ff [] ..%2f.. %F0%9F%92%A5 1&NAME=2 __proto__'
  const IN_ADDRESS = ['', 'x'.repeat(4000), ...NUMBERS.split(' '), ...TEXTS.split(' ')]
  const QUERIES = {
    '/v1/approvals?': ['state', 'limit'],
    '/v1/approvals?state=ended&': ['limit'],
    '/v1/audit?': 'kind session agent rule text project before since until limit behavior'.split(' '),
    '/v1/audit/stats?': ['days', 'offset'],
    '/v1/grants?': ['all'],
    '/v1/rules?': ['cwd'],
    '/v1/policy?': ['cwd'],
    '/v1/profiles/-/present?': ['name'],
  }
  const places = Object.entries(QUERIES).flatMap(([path, names]) =>
    names.map((name) => [name, `${path}${name}=`] as const),
  )

  test.each([...places, ['seq', '/v1/audit/'], ['id', '/v1/approvals/'], ['name', '/v1/profiles/']] as const)(
    '%s of %s',
    async (name, before) => {
      const requests = async function* () {
        for (const value of IN_ADDRESS) {
          const what = `${before}${value.replace('NAME', name)}`
          yield { what, status: (await page.send('GET', what)).status }
        }
      }
      expect(await failures(requests())).toEqual([])
    },
  )

  test('a number that cannot be meant is refused in words, a list is never endless', async () => {
    for (const offset of ['9007199254740991', '-1441'])
      expect((await page.send('GET', `/v1/audit/stats?offset=${offset}`)).json).toMatchObject({
        status: 400,
        code: 'bad-request',
        detail: '`offset` must be a number from -1440 to 1440.',
      })
    expect((await page.send('GET', '/v1/approvals?state=ended&limit=1.5')).status).toBe(400)
    for (const command of ['npm publish one', 'npm publish two']) {
      const { view } = await page.asking(command)
      await page.send('POST', `/v1/approvals/${view.id}/answer`, { behavior: 'deny', digest: view.digest })
    }
    const { json } = await page.send('GET', '/v1/approvals?state=ended&limit=-1')
    expect(json['approvals']).toHaveLength(1)
  })
})

describe('in the body', () => {
  const nested = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  const NUMBERS = '-1 1.5 1e308 -9007199254740991 8640000000000001'
  const TEXTS = String.raw`"" "x" "\u0000" "\ud800" "/\u0000" "__proto__"`
  const OTHERS = 'null true [] [null] ["x"] [[]] [{}] {} {"__proto__":{"a":1}}'
  const IN_BODY = [nested, `{"a":${nested}}`, ...`${NUMBERS} ${TEXTS} ${OTHERS}`.split(' ')]
  const call = { tool: 'Bash', input: { command: 'ls' }, cwd: '/', agent: 'claude-code', session: 's', id: 'c' }
  const more = { agents: ['claude-code'], expires: 4e12, reason: 'y' }
  const rule = { behavior: 'deny', rule: 'shell(x)', layer: 'user', ...more }
  const draft = { files: [{ layer: 'user', text: '' }], mode: 'default' }
  const reply = { behavior: 'allow', lasts: 'session', digest: 'other', rules: ['Bash(x)'], until: 4e12, uses: 1 }
  const BODIES: readonly (readonly [method: string, path: string, body: object])[] = [
    ['POST', '/v1/approvals/answers', { answers: [{ id: 'x', ...reply }] }],
    ['POST', '/v1/approvals/ID/answer', { ...reply, words: 'w', input: { a: 1 } }],
    ['POST', '/v1/approvals/ID/extend', { ms: 1000 }],
    ['POST', '/v1/approvals/ID/rules', { rules: ['Bash(npm publish)'] }],
    ['POST', '/v1/rules', { ...rule, cwd: '/', replaces: rule }],
    ['DELETE', '/v1/rules', { ...rule, cwd: '/' }],
    ['POST', '/v1/rules/try', { ...rule, cwd: '/', call }],
    ['POST', '/v1/policy/check', { layer: 'user', text: 'deny: []' }],
    ['PUT', '/v1/policy', { layer: 'user', text: 'deny: []', print: 'other', cwd: '/' }],
    ['POST', '/v1/policy/replay', { ...draft, cwd: '/', limit: 5 }],
    ['POST', '/v1/playground', { ...draft, cwd: '/', call }],
    ['PUT', '/v1/mode', { mode: 'default', layer: 'user', cwd: '/' }],
    ['POST', '/v1/profiles', { name: 'mine' }],
    ['POST', '/v1/profiles/import', { text: 'name: x', how: 'merge', preview: true }],
    ['POST', '/v1/profiles/mine/use', { how: 'merge', preview: true }],
    ['POST', '/v1/outcome', { id: 'x', ok: true, error: 'e' }],
    ['POST', '/v1/visible', { tools: ['Bash'], cwd: '/' }],
    ['POST', '/v1/authorize', { call, judge: true, unasked: 'nobody', approval: 'a' }],
    ['POST', '/v1/authorize', { pending: 'x', wait: 1 }],
  ]

  test.each(BODIES)('%s %s', async (method, path, body) => {
    const isAgents = /outcome|visible|authorize/.test(path)
    const headers = isAgents ? { authorization: `Bearer ${server.token}` } : page.headers
    const requests = async function* () {
      for (const text of bodies(body)) {
        const { status } = await server.send(method, path.replace('ID', question.id), { body: text, headers })
        yield { what: text, status }
      }
    }
    expect(await failures(requests())).toEqual([])
  })

  test.each([
    ['POST', '/v1/authorize', { call, judge: 'true' }],
    ['POST', '/v1/authorize', { call, person: 1 }],
    ['POST', '/v1/outcome', { id: 'x', ok: 'yes' }],
    ['POST', '/v1/profiles/import', { text: 'name: x', how: 'replace', preview: 'true' }],
  ])('%s %s: what is neither true nor false is refused, not taken for false: %j', async (method, path, body) => {
    const headers = path.includes('profiles') ? page.headers : { authorization: `Bearer ${server.token}` }
    const { json } = await server.send(method, path, { body, headers })
    expect(json).toMatchObject({ status: 400, detail: expect.stringContaining('must be true or false') as string })
  })

  function* bodies(body: object): Generator<string> {
    yield* [...IN_BODY, '{', '', '\ufeff{}', '{"a":1,"a":2}']
    for (const [before, after] of aroundEach(body)) for (const value of IN_BODY) yield before + value + after
  }

  /** The text before and after each value, at any depth. */
  function* aroundEach(whole: object): Generator<readonly [before: string, after: string]> {
    const isList = Array.isArray(whole)
    for (const [key, inner] of Object.entries(whole) as [string, unknown][]) {
      const others = Object.entries(whole).map(([name, value]) => {
        const shown = name === key ? '\n' : JSON.stringify(value)
        return isList ? shown : `${JSON.stringify(name)}:${shown}`
      })
      const [before = '', after = ''] = (isList ? `[${others.join()}]` : `{${others.join()}}`).split('\n')
      yield [before, after]
      if (typeof inner === 'object' && inner !== null)
        for (const [left, right] of aroundEach(inner)) yield [before + left, right + after]
    }
  }
})

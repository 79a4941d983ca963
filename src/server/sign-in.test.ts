import { scryptSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from './auth/accounts.ts'
import { browserIn, knownBrowser } from './auth/known-browser.ts'
import { networkOf, Tries } from './auth/tries.ts'
import { headersOf, secretOf, TestServer } from './testing.ts'
import type { Answered, Headers } from './testing.ts'

const PASSWORD = 'correct horse battery'
const MINUTE = 60_000

/** With little work for each try, because the tests make hundreds. */
const accounts = [accountOf('ann', PASSWORD), accountOf('bob', 'another long password')] as const
let now = 1_800_000_000_000

function accountOf(name: string, password: string): Account {
  const options = { N: 2 ** 10, r: 8, p: 1 }
  const salt = Buffer.from(name.padEnd(16))
  return { name, options, salt, hash: scryptSync(password, salt, 32, options) }
}

describe('a server that somebody tries to get into', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await TestServer.start({ accounts, now: () => now })
  })
  afterEach(() => server.stop())

  const sign = (name: string, password: string, headers: Headers = {}): Promise<Answered> =>
    server.send('POST', '/v1/session', { body: { name, password }, headers })
  const cookies = ({ headers }: Answered) =>
    String(headers['set-cookie'])
      .split(/,(?=countersign)/)
      .map((cookie) => cookie.split(';')[0])
  const attack = async (name: string, times: number) => {
    const statuses = []
    for (let i = 0; i < times; i++) statuses.push((await sign(name, `guess number ${i}`)).status)
    return statuses
  }

  test('a guesser waits, each time twice as long, and is told for how long', async () => {
    expect(await attack('ann', 7)).toEqual([401, 401, 401, 401, 401, 429, 429])
    const { json, headers } = await sign('ann', PASSWORD)
    expect(json).toMatchObject({
      code: 'too-many',
      retryAfter: 1,
      detail: expect.stringContaining('in a second') as string,
    })
    expect(headers['retry-after']).toBe('1')
    const waits = []
    for (let i = 0; i < 13; i++) {
      now += Number((await sign('ann', 'x')).headers['retry-after']) * 1_000
      expect((await sign('ann', 'still a guess')).status).toBe(401)
      waits.push(Number((await sign('ann', 'x')).headers['retry-after']))
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
  })

  test('a name that is no account is treated like one that is', async () => {
    expect(await attack('nobody-here', 7)).toEqual(await attack('ann', 7))
  })

  test('tries at the same moment count, too', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await sign('ann', 'guess')).status))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  })

  test('one address with many names is slowed down as well', async () => {
    const statuses = []
    for (let i = 0; i < 25; i++) statuses.push(...(await attack(`name-${i}`, 1)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  })

  test('an owner who has signed in here before gets in at once, from the attacker’s own address', async () => {
    const first = await sign('ann', PASSWORD)
    const [session = '', known = ''] = cookies(first)
    await attack('ann', 30)
    expect((await sign('ann', PASSWORD)).status).toBe(429)
    expect((await sign('ann', PASSWORD, { cookie: known })).status).toBe(200)
    // What is open already is not touched, and it opens a browser that is new.
    const signedIn = { cookie: session, key: String(first.json['key']) }
    expect((await server.page(signedIn, 'GET', '/v1/session')).status).toBe(200)
    const { json } = await server.page(signedIn, 'POST', '/v1/session/link', {})
    expect(await server.open(secretOf(String(json['url'])))).toMatchObject({ key: expect.any(String) as string })
  })

  test('who signed in with a link is known as well, and after a restart', async () => {
    const first = await sign('bob', 'another long password')
    const signedIn = { cookie: cookies(first)[0] ?? '', key: String(first.json['key']) }
    const { json } = await server.page(signedIn, 'POST', '/v1/session/link', {})
    const opened = await server.send('POST', '/v1/session', { body: { open: secretOf(String(json['url'])) } })
    const known = cookies(opened)[1] ?? ''
    const { port } = server.server
    await server.stop()
    server = await TestServer.start({ accounts, now: () => now })
    await attack('bob', 30)
    const cookie = known.replace(String(port), String(server.server.port))
    expect((await sign('bob', 'another long password', { cookie })).status).toBe(200)
  })

  test('the token of a browser opens nothing, is no help with another account, and guesses no quicker', async () => {
    const known = cookies(await sign('ann', PASSWORD))[1] ?? ''
    for (const headers of [{ cookie: known }, headersOf({ cookie: known, key: 'x'.repeat(43) })])
      expect((await server.send('GET', '/v1/approvals', { headers })).status).toBe(401)
    await attack('bob', 6)
    expect((await sign('bob', 'guess', { cookie: known })).status).toBe(429)
    const statuses = []
    for (let i = 0; i < 20; i++) statuses.push((await sign('ann', 'guess', { cookie: known })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })

  test('a right password is forgiven what was wrong before', async () => {
    for (let i = 0; i < 4; i++) {
      expect(await attack('ann', 4)).toEqual([401, 401, 401, 401])
      expect((await sign('ann', PASSWORD)).status).toBe(200)
    }
  })

  test('a link that is wrong says so, and does not take the tries of those who have a password', async () => {
    const statuses = []
    for (let i = 0; i < 25; i++)
      statuses.push((await server.send('POST', '/v1/session', { body: { open: 'x'.repeat(43) } })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect((await sign('ann', PASSWORD)).status).toBe(200)
  })
})

describe('many addresses', () => {
  const perMinute = 20
  let at = 0
  let tries: Tries
  beforeEach(() => {
    tries = new Tries(perMinute, () => at)
  })
  const from = (address: string, name = 'ann', browser?: string) => tries.wait({ address, name, browser })

  test('one that tries all the time does not make another wait', () => {
    for (let second = 0; second < 3_600; second++) {
      at += 1_000
      from('10.0.0.1', `name ${second}`)
      from('10.0.0.1')
    }
    expect(from('10.0.0.2')).toBe(0)
  })

  test('a thousand of them guess hardly quicker than a few, and a browser that is known does not wait for them', () => {
    let admitted = 0
    for (let second = 0; second < 3_600; second++) {
      at += 1_000
      for (let n = 0; n < 10; n++) if (from(`10.0.${n}.${(second * 10 + n) % 250}`) === 0) admitted++
    }
    expect(admitted).toBeLessThan(5 * perMinute + 61 * perMinute)
    expect(from('10.9.9.9', 'ann', 'a browser')).toBe(0)
  })

  test('the memory is bounded, and wrong tries are forgotten', () => {
    const many = new Tries(1e9, () => at)
    for (let n = 0; n < 30_000; n++)
      many.wait({ address: `10.1.${n >> 8}.${n & 255}`, name: 'x'.repeat(8_000), browser: undefined })
    expect(many.size).toBeLessThanOrEqual(20_000)
    for (let n = 0; n < 5; n++) from('10.0.0.3')
    expect(from('10.0.0.3')).toBeGreaterThan(0)
    at += 61 * MINUTE
    for (let n = 0; n < 5; n++) expect(from('10.0.0.3')).toBe(0)
  })

  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    [undefined, '0:0:0:0'],
  ])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network))
})

test('a browser’s token is for one account and one password', () => {
  const [ann, bob] = accounts
  const token = knownBrowser(ann)
  expect(browserIn(token, ann)).toMatch(/^[\w-]{43}$/)
  expect(browserIn(token, bob)).toBeUndefined()
  expect(browserIn(token, { ...ann, hash: bob.hash })).toBeUndefined()
  for (const wrong of [undefined, '', 'x', `${token}x`, token.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))])
    expect(browserIn(wrong, ann)).toBeUndefined()
})

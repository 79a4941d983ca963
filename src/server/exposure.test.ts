import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, checkPassword, readAccounts } from './auth/accounts.ts'
import { keptToken, readToken } from './auth/kept-token.ts'
import { isLoopback, placeOf } from './place.ts'
import { startServer } from './serve.ts'
import { secretOf, TestServer } from './testing.ts'

const OPENSSL = join('/usr/bin', 'openssl')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-exposure-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('other machines', () => {
  const options = () => ({ home: folder, cwd: folder, version: '0', approver: 'ann', port: 0 })

  test.each(['0.0.0.0', '::', '192.168.1.1', 'example.com', '127.0.0.1.example.com'])(
    '%s is reached from elsewhere: not without TLS, and not without accounts',
    async (host) => {
      expect(isLoopback(host)).toBe(false)
      await expect(startServer({ ...options(), host })).rejects.toThrow(/certificate/)
      await expect(startServer({ ...options(), host, insecure: true })).rejects.toThrow(/accounts/)
      await expect(startServer({ ...options(), host, tls: { cert: 'c', key: 'k' } })).rejects.toThrow(/accounts/)
    },
  )

  test('every address of loopback counts as loopback', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) expect(isLoopback(host)).toBe(true)
  })

  test('a server has the names it was given and no others', () => {
    const { hosts, origins, url, cookie } = placeOf({
      host: '10.0.0.7',
      port: 443,
      names: ['Approvals.Example.com'],
      secure: true,
    })
    expect(url).toBe('https://Approvals.Example.com')
    expect(hosts).toEqual(new Set(['10.0.0.7', '10.0.0.7:443', 'approvals.example.com', 'approvals.example.com:443']))
    expect(origins.has('https://approvals.example.com')).toBe(true)
    expect(cookie).toBe('__Host-countersign-443')
  })
})

test('nobody can foretell at which port the page will be, unless it was asked for', async () => {
  const options = { cwd: folder, version: '0', approver: 'ann' }
  const servers = [
    await startServer({ ...options, home: mkdtempSync(join(folder, 'one-')) }),
    await startServer({ ...options, home: mkdtempSync(join(folder, 'two-')) }),
  ]
  const ports = servers.map(({ port }) => port)
  await Promise.all(servers.map((server) => server.stop()))
  expect(new Set([...ports, 4747]).size).toBe(3)
})

test('under TLS the cookie is for TLS only', async () => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const made = spawnSync(
    OPENSSL,
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { encoding: 'utf8' },
  )
  expect(made.status, made.stderr).toBe(0)
  const server = await TestServer.start({ tls: { cert, key } })
  try {
    expect(server.server.url).toMatch(/^https:/)
    const body = JSON.stringify({ open: secretOf(server.server.link()) })
    const cookie = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = request(
        `${server.server.url}/v1/session`,
        { method: 'POST', rejectUnauthorized: false, headers },
        (response) => {
          response.resume()
          resolve(String(response.headers['set-cookie']))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
    expect(cookie).toMatch(/^__Host-countersign-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  } finally {
    await server.stop()
  }
})

describe('accounts', () => {
  test('a name with its password, and nothing else', async () => {
    const file = join(folder, 'approvers')
    await addAccount(file, 'ann', 'correct horse battery')
    // As an editor may leave the file.
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd())
    await addAccount(file, 'bob', 'another long password')
    const accounts = readAccounts(file)
    expect(await checkPassword(accounts, 'ann', 'correct horse battery')).toBe('ann')
    for (const [name, password] of [
      ['ann', 'another long password'],
      ['ann', ''],
      ['eve', 'correct horse battery'],
      ['', ''],
      ['__proto__', 'x'],
    ] as const)
      expect(await checkPassword(accounts, name, password)).toBeUndefined()
    await expect(addAccount(file, 'ann', 'correct horse battery')).rejects.toThrow(/already/)
    await expect(addAccount(file, 'a b', 'correct horse battery')).rejects.toThrow(/name/)
    chmodSync(file, 0o644)
    expect(() => readAccounts(file)).toThrow(/chmod 600/)
  })

  test.each(['ann', 'ann scrypt 1 2 3', 'ann plain password', '# nobody\n'])('%j names no approver', (text) => {
    const file = join(folder, 'broken')
    writeFileSync(file, text, { mode: 0o600 })
    expect(() => readAccounts(file)).toThrow(/approver/)
  })
})

describe('the agents\u2019 token', () => {
  test('is the same for all servers that start at once', async () => {
    const file = join(folder, 'at-once', 'token')
    const [token, ...others] = await Promise.all([keptToken(file), keptToken(file), keptToken(file)])
    expect(others).toEqual([token, token])
    expect(readToken(file)).toBe(token)
  })

  test('is made once, and again when others could have read it', async () => {
    const file = join(folder, 'token')
    const token = await keptToken(file)
    expect(await keptToken(file)).toBe(token)
    chmodSync(file, 0o644)
    expect(readToken(file)).toBeUndefined()
    const next = await keptToken(file)
    expect(next).not.toBe(token)
    expect(readToken(file)).toBe(next)
    writeFileSync(file, 'short')
    expect(await keptToken(file)).not.toBe(next)
  })
})

test.each(['server.json', 'agent-token'])(
  'a start that cannot write %s says so, and leaves nothing that listens',
  async (name) => {
    const home = mkdtempSync(join(tmpdir(), 'countersign-start-'))
    const state = join(home, '.local/state/countersign')
    // Like a full disk, which refuses root as well.
    mkdirSync(join(state, name, 'in the way'), { recursive: true })
    await expect(TestServer.start({ home })).rejects.toThrow(`${join(state, name)} cannot be written: `)
    expect(readdirSync(state).filter((left) => left.startsWith(name))).toEqual([name])
    rmSync(join(state, name), { recursive: true })
    await (await TestServer.start({ home })).stop()
  },
)

import { describe, expect, test } from 'vitest'
import type { Connect } from '../effect.ts'
import { PatternError } from './glob.ts'
import { isInternalHost, normalHost } from './host.ts'
import { compileUrl } from './url.ts'

function connect(url: string, more: Partial<Connect> = {}): Connect {
  const { protocol, hostname, port, pathname } = new URL(url)
  const host = normalHost(hostname) ?? ''
  const internal = isInternalHost(host)
  const effect = { type: 'connect', certain: true, harmless: false, of: 0 } as const
  return { ...effect, scheme: protocol.slice(0, -1), host, port, path: pathname, internal, ...more }
}
const permits = (specifier: string, url: string, more?: Partial<Connect>) =>
  compileUrl(specifier).permits(connect(url, more))
const restricts = (specifier: string, url: string, more?: Partial<Connect>) =>
  compileUrl(specifier).restricts(connect(url, more))

test.each([
  ['github.com', 'https://GitHub.com/x', true],
  ['domain:github.com', 'http://github.com:8080/', true],
  ['GitHub.com.', 'https://github.com/', true],
  ['github.com', 'https://api.github.com/', false],
  ['github.com', 'https://github.com.evil.example/', false],
  ['*.example.com', 'https://a.b.example.com./', true],
  ['*.example.com', 'https://example.com/', false],
  ['*.example.com', 'https://evilexample.com/', false],
  ['example.*', 'https://example.org/', true],
  ['example.*', 'https://example.evil.com/', false],
  ['api-*.example.com', 'https://api-1.example.com/', true],
  ['api-*.example.com', 'https://api-1.x.example.com/', false],
  ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ['com', 'https://github.com/', false],
  ['https://api.github.com/repos/**', 'https://api.github.com/repos/a/b', true],
  ['https://api.github.com/repos/**', 'https://api.github.com/user', false],
  ['https://api.github.com/repos/**', 'https://api.github.com/repos/../user', false],
  ['https://api.github.com/repos/**', 'https://api.github.com/repos/..%2fuser', false],
  ['https://api.github.com/repos/**', 'https://api.github.com/repos/%252e%252e%252fuser', false],
  ['https://api.github.com/repos/**', 'http://api.github.com/repos/a', false],
  ['https://api.github.com/repos/**', 'https://api.github.com:8443/repos/a', false],
  ['https://api.github.com:8443/**', 'https://api.github.com:8443/repos/a', true],
  ['https://github.com', 'https://github.com/any/path', true],
  ['github.com/owner/*', 'https://github.com/owner/repo', true],
  ['github.com/owner/', 'https://github.com/owner/a/b', true],
  ['github.com/owner/*', 'https://github.com/other/repo', false],
  ['localhost:3000', 'http://localhost:3000/x', true],
  ['localhost:3000', 'http://localhost:6379/x', false],
  ['https://x.example:443/', 'https://x.example/', true],
  ['*', 'https://anything.example/', true],
  ['*', 'ftp://anything.example/', false],
  ['ftp://anything.example', 'ftp://anything.example/', true],
])('%s permits %s: %s', (specifier, url, expected) => {
  expect(permits(specifier, url)).toBe(expected)
})

describe('internal addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://10.1.2.3/',
    'http://172.31.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://localhost/',
    'http://a.localhost/',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://redis/',
    'http://127.0.0.1.nip.io/',
  ])('%s is one, and no broad permission covers it', (url) => {
    expect(connect(url).internal).toBe(true)
    expect(permits('*', url)).toBe(false)
    expect(permits('*.*', url)).toBe(false)
    expect(permits('*.internal', url)).toBe(false)
    expect(restricts('*', url)).toBe(2)
  })

  test.each([
    'http://8.8.8.8/',
    'http://172.32.0.1/',
    'http://[2606:4700::1]/',
    'http://local.example/',
    'http://notlocal/'.replace('notlocal', 'internal.example'),
  ])('%s is not internal', (url) => {
    expect(connect(url).internal).toBe(false)
  })

  test('a permission that names one covers it', () => {
    expect(permits('localhost', 'http://localhost:3000/')).toBe(true)
    expect(permits('127.0.0.1', 'http://0x7f000001/')).toBe(true)
    expect(permits('[::1]', 'http://[0:0::1]/')).toBe(true)
    expect(permits('*.corp.internal', 'http://wiki.corp.internal/')).toBe(true)
  })
})

describe('restrictions', () => {
  test('cover every scheme, port and path they do not limit', () => {
    expect(restricts('evil.example', 'ftp://evil.example:2121/')).toBe(2)
    expect(restricts('https://evil.example/', 'https://evil.example:8443/x')).toBe(2)
    expect(restricts('https://evil.example/', 'http://evil.example/x')).toBe(0)
    expect(restricts('127.0.0.1', 'http://[::ffff:127.0.0.1]/')).toBe(2)
    expect(restricts('evil.example', 'https://notevil.example/')).toBe(0)
  })

  test('a path is compared as a server may read it', () => {
    expect(restricts('x.example/admin/**', 'https://x.example/%61dmin/a')).toBe(2)
    expect(restricts('x.example/admin/**', 'https://x.example/ADMIN/a')).toBe(2)
    expect(restricts('x.example/admin', 'https://x.example/admin/a')).toBe(2)
    expect(restricts('x.example/admin/**', 'https://x.example//admin//a')).toBe(2)
    expect(restricts('x.example/admin/**', 'https://x.example/administrator')).toBe(0)
  })

  test('what the call does not say could be anything', () => {
    expect(restricts('evil.example', 'https://x/', { host: '' })).toBe(1)
    expect(restricts('https://evil.example', 'https://evil.example/', { scheme: '' })).toBe(1)
    expect(restricts('evil.example/x', 'https://evil.example/', { path: '' })).toBe(1)
    expect(permits('*', 'https://x.example/', { host: '' })).toBe(false)
  })
})

test.each([
  '',
  'a b',
  'user@host',
  'x.example?q',
  'https://',
  '*.127.0.0.1',
  '10.0.0.0/8',
  'ex**mple.*',
  'bü*.example',
  'a:b:c',
  '/path',
  'x.example/[',
  '*.',
])('%j is refused', (specifier) => {
  expect(() => compileUrl(specifier)).toThrow(PatternError)
})

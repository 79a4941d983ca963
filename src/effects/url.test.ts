import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../test/cpu.ts'
import type { Connect } from '../engine/effect.ts'
import { compileUrl } from '../engine/match/url.ts'
import { splitRule } from '../engine/rule.ts'
import { fileUrlPath, readHost, readUrl } from './url.ts'
import type { ConnectTarget } from './url.ts'

const hostsOf = (read: ReturnType<typeof readUrl>) =>
  read.ok ? [read.target.host] : read.guesses.map(({ host }) => host)

describe('a URL for fetch', () => {
  test.each([
    ['https://github.com:443/a/../b?q#f', { scheme: 'https', host: 'github.com', port: '', path: '/b' }],
    ['https://github.com:443@evil.com/', { host: 'evil.com' }],
    [' https://EVIL.com./a b?q=a@b c ', { host: 'evil.com' }],
    ['https://evil.com/@github.com', { host: 'evil.com' }],
    ['https://\uff45vil.com/', { host: 'evil.com' }],
    ['http://\u2460\u2461\u2466.0.0.1/', { host: '127.0.0.1', internal: true }],
    ['http://[::ffff:a9fe:a9fe]/', { host: '169.254.169.254', internal: true }],
  ])('%s', (text, target) => {
    expect(readUrl(text)).toMatchObject({ ok: true, target })
  })

  test.each([
    '',
    'https://',
    'https://?x',
    'https://a:80:90/',
    'https://github.com%00.evil.com/',
    'data:text/html,x',
    'javascript:x',
    'x'.repeat(20_000),
  ])('%j is refused', (text) => {
    expect(readUrl(text)).toMatchObject({ ok: false })
  })

  test('what is refused still shows restrictions where it may lead', () => {
    expect(hostsOf(readUrl('evil.com/x'))).toContain('evil.com')
    expect(hostsOf(readUrl('//evil.com/x'))).toContain('evil.com')
    expect(hostsOf(readUrl('ftp://EVIL.com/x'))).toContain('evil.com')
    expect(readUrl('localhost:3000/x').ok).toBe(false)
    expect(hostsOf(readUrl('localhost:3000/x'))).toContain('localhost')
  })

  test.each([
    ['https://github.com\\@evil.com/', ['github.com', 'evil.com']],
    ['https://evil.com\\@github.com/', ['github.com', 'evil.com']],
    ['https://github.com\\.evil.com/', ['github.com', 'github.com.evil.com']],
    ['https://github.com/a\\..\\b', ['github.com']],
    ['https:evil.com', ['evil.com']],
    ['https:/evil.com/github.com', ['evil.com']],
    ['https:///evil.com/', ['evil.com']],
    ['https://ev\til.com./', ['evil.com']],
    ['ht\ntps://evil.com', ['evil.com']],
    ['https://%65vil.com/', ['evil.com']],
    ['https://a@github.com@evil.com/', ['github.com', 'evil.com']],
    ['https://github.com?@evil.com/', ['github.com', 'evil.com']],
    ['https://github.com#@evil.com/', ['github.com', 'evil.com']],
  ])('clients differ on %j: none is certain, each is a guess', (text, hosts) => {
    const read = readUrl(text)
    expect(read.ok).toBe(false)
    expect(hostsOf(read)).toEqual(expect.arrayContaining(hosts))
  })

  test('a file URL is a read of its path', () => {
    expect(readUrl('file:///etc/pass%77d')).toMatchObject({ ok: false, file: '/etc/passwd' })
    expect(readUrl('file://github.com/etc/passwd')).toMatchObject({ ok: false, file: '//github.com/etc/passwd' })
    expect(fileUrlPath('https://x/')).toBeUndefined()
  })
})

describe('a destination for a program', () => {
  test.each([
    ['example.com', { scheme: '', host: 'example.com', path: '/' }],
    ['example.com/x/../y', { host: 'example.com', path: '/y' }],
    ['EXAMPLE.com:8080/x', { host: 'example.com', port: '8080' }],
    ['user@host.example', { host: 'host.example' }],
    ['git@github.com:owner/repo.git', { scheme: 'ssh', host: 'github.com', path: '/owner/repo.git' }],
    ['backup:/var/x', { scheme: 'ssh', host: 'backup', internal: true }],
    ['ssh://git@GitHub.com:22/x', { scheme: 'ssh', host: 'github.com', port: '22' }],
    ['https://u:p@example.com/x', { scheme: 'https', host: 'example.com' }],
    ['http://0x7f000001/', { host: '127.0.0.1', internal: true }],
    ['0x7f.1', { host: '127.0.0.1' }],
    ['[::1]:22', { host: '[::1]', port: '22', internal: true }],
  ])('%s', (text, target) => {
    expect(readHost(text)).toMatchObject({ ok: true, target })
  })

  test.each(['', './repo', '../x', '/srv/git/x', '~/x', '-o', '$HOST', 'https://'])('%j names no host', (text) => {
    expect(readHost(text)).toMatchObject({ ok: false, guesses: [] })
  })

  test('where parsers differ, every reading is a guess and none is certain', () => {
    const read = readHost('http://evil.com\\@github.com/')
    expect(read.ok).toBe(false)
    expect(hostsOf(read)).toEqual(expect.arrayContaining(['evil.com', 'github.com']))
    expect(readHost('http://a@b@evil.com/').ok).toBe(false)
    expect(readHost('https://\uff45vil.com/').ok).toBe(false)
    expect(hostsOf(readHost('https://\uff45vil.com/'))).toContain('evil.com')
  })
})

test('no text throws', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', 'http://', 'file://', 'x@', '['),
      (text, start) => {
        readUrl(start + text)
        readHost(start + text)
        fileUrlPath(start + text)
      },
    ),
    { numRuns: 3000 },
  )
})

test('long hostile texts are read in linear time', () => {
  const started = cpuNow()
  for (const piece of ['a:', '@', '[', ']', 'a.', ':/', '\\', '%61', 'a@']) {
    readUrl(piece.repeat(7000))
    readHost(piece.repeat(7000))
    readHost(`http://${piece.repeat(7000)}`)
  }
  expect(cpuNow() - started).toBeLessThan(1000)
})

interface Line {
  id: string
  rules: { allow?: string[]; deny?: string[] }
  call: { input: { url?: string } }
  expect: 'allow' | 'deny' | 'not-allow'
  why: string
}
const corpus = new URL('../../spec/corpus/urls.jsonl', import.meta.url)
const lines = readFileSync(corpus, 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as Line)

test.each(lines.map((line) => [line.id, line.why, line] as const))('corpus %s: %s', (_, __, line) => {
  const verdict = decide(line)
  if (line.expect === 'not-allow') expect(verdict).not.toBe('allow')
  else expect(verdict).toBe(line.expect)
})

/** Deny before allow over one URL; a bare rule covers all of it. */
function decide({ rules, call }: Line): string {
  const read = readUrl(call.input.url ?? '')
  const effect = (target: ConnectTarget): Connect => ({
    ...target,
    type: 'connect',
    certain: read.ok,
    harmless: false,
    of: 0,
  })
  const targets = read.ok ? [read.target] : read.guesses
  const specifiers = (texts: string[] = []) => texts.map((text) => splitRule(text)?.specifier)
  const denied = specifiers(rules.deny).some((text) =>
    targets.some((target) => text === undefined || compileUrl(text).restricts(effect(target)) > 0),
  )
  if (denied) return 'deny'
  if (!read.ok) return 'ask'
  return specifiers(rules.allow).some((text) => text === undefined || compileUrl(text).permits(effect(read.target)))
    ? 'allow'
    : 'ask'
}

import { describe, expect, test } from 'vitest'
import type { RegexCompiler } from './regex.ts'
import { compileWhere } from './where.ts'

const match = (where: Record<string, unknown>, input: unknown) => compileWhere(where)(input)

const regex: RegexCompiler = (source, flags) => {
  const compiled = new RegExp(source, flags)
  return (text) => compiled.test(text)
}

describe('constraints on named arguments', () => {
  test.each([
    [{ target: 'staging-*' }, { target: 'staging-eu' }, 2],
    [{ target: 'staging-*' }, { target: 'prod-staging-eu' }, 0],
    [{ target: 'staging-*' }, {}, 0],
    [{ target: '*-eu-*' }, { target: 'a-eu-b' }, 2],
    [{ replicas: '<= 3' }, { replicas: 3 }, 2],
    [{ replicas: '<= 3' }, { replicas: 4 }, 0],
    [{ replicas: '> -1' }, { replicas: 0 }, 2],
    [{ target: ['a', 'b'] }, { target: 'b' }, 2],
    [{ target: ['a', 'b'] }, { target: 'c' }, 0],
    [{ options: { force: true } }, { options: { force: true } }, 2],
    [{ options: { force: true } }, { options: { force: false } }, 0],
    [{ options: { force: true } }, { options: null }, 0],
    [{ a: 'x', b: 'y' }, { a: 'x', b: 'z' }, 0],
  ])('%j on %j: %d', (where, input, expected) => {
    expect(match(where, input)).toBe(expected)
  })

  test.each([
    [{ path: '/srv/p/*' }, ['/srv/p/a', '/srv/p/a/../b', '/srv/p/./a', '/srv/p//a', '/srv/p/..a', '/srv/p/a...']],
    [{ path: 'src/*' }, ['src/a', 'src/x/../a']],
    [{ path: '../x' }, ['../x']],
    [{ path: 'a/../b' }, ['a/../b']],
    [{ url: 'https://a.example/v1/*' }, ['https://a.example/v1/x', 'https://a.example/v1/x//y']],
    [{ path: '/^\\/srv\\/.*$/' }, ['/srv/x', '/srv/x/../y']],
  ])('%j permits %j', (where, values) => {
    for (const value of values)
      expect([value, compileWhere(where, { permits: true, regex })({ [Object.keys(where)[0]!]: value })]).toEqual([
        value,
        2,
      ])
  })

  test.each([
    [{ path: '/srv/p/*' }, ['/srv/p/../../etc/x', '/srv/p/..', '/srv/p/a/../../b', '/srv/p/x\\..\\..\\b']],
    [{ path: 'src/*' }, ['src/../x', 'src/../../x', 'src/..']],
    [{ url: 'https://a.example/v1/*' }, ['https://a.example/v1/../admin', 'https://a.example/v1/%2E%2e/admin']],
    [{ path: '/^\\/srv\\/.*$/' }, ['/srv/../etc/x']],
  ])('%j does not permit %j, which leads elsewhere', (where, values) => {
    for (const value of values)
      expect([value, compileWhere(where, { permits: true, regex })({ [Object.keys(where)[0]!]: value })]).not.toEqual([
        value,
        2,
      ])
  })

  test.each([
    [{ path: '/etc/*' }, ['/srv/../etc/x', '//etc/x', '/./etc/x', '/../etc/x', 'x/../../etc/x'.replace('x', '/a')]],
    [{ path: '*/.env' }, ['a/b/../.env', 'a/./.env']],
  ])('what %j restricts may be spelled %j', (where, values) => {
    for (const value of values) expect([value, match(where, { path: value }) > 0]).toEqual([value, true])
  })

  test('another type that a tool may read as the same is plausible, not certain', () => {
    expect(match({ force: true }, { force: 'true' })).toBe(1)
    expect(match({ port: '80' }, { port: 80 })).toBe(1)
    expect(match({ replicas: '<= 3' }, { replicas: '2' })).toBe(1)
    expect(match({ port: '80*' }, { port: 8080 })).toBe(1)
  })

  test.each([
    [{ branch: 'main' }, { branch: ['dev', 'main'] }, 1],
    [{ branch: 'main' }, { branch: ['dev'] }, 0],
    [{ branch: 'main' }, { branch: [] }, 0],
    [{ branch: 'main' }, { branch: Array.from({ length: 200 }, () => 'x') }, 1],
    [{ branch: 'main' }, { branch: ['x'.repeat(20_000)] }, 1],
    [{ options: { force: true } }, { options: '{"force":true}' }, 1],
    [{ options: { force: true } }, { options: 'force' }, 0],
    [{ options: { force: true } }, { options: [{ force: true }] }, 1],
  ])('a list or JSON text in the place of a value, %j on %j: %d', (where, input, expected) => {
    expect(match(where, input)).toBe(expected)
  })

  test.each([
    [{ force: true }, ['True', ' TRUE ', 'yes', 'on', '1', 1, 'ｔｒｕｅ', 2, -1, 'please', `yes${' '.repeat(200)}`]],
    [{ force: false }, ['False', 'no', 'off', '0', 0, '', null, undefined]],
    [{ replicas: 3 }, ['3', ' 3', '3.0', '03', '0x3', '3e0', '3 pods', `${'0'.repeat(200)}3`, `${' '.repeat(200)}3`]],
    [{ replicas: 1 }, [true]],
    [{ limit: 1000 }, ['1_000']],
    [{ options: null }, [undefined, 'null', 'NULL']],
    [{ target: 'prod' }, [{ value: 'prod' }, { a: { b: 'PROD' } }, { names: ['x', 'prod'] }, [{ name: 'prod' }]]],
    [{ force: true }, [{ value: true }]],
    [{ options: { force: false } }, [undefined, null, {}, { force: 'no' }]],
  ])('%j: what a lenient tool takes for it is plausible', (where, values) => {
    const [name = ''] = Object.keys(where)
    expect(values.map((value) => match(where, value === undefined ? {} : { [name]: value }))).toEqual(
      values.map(() => 1),
    )
  })

  test.each([
    [{ force: true }, [false, 'no', 0, `no${' '.repeat(200)}`, '', ' ', null, undefined, { value: false }]],
    [{ force: false }, [true, 'yes', 1, 'falsey']],
    [{ replicas: 3 }, [4, '33', '', 'three', true, undefined, '3.5', { n: 4 }, 'x'.repeat(200)]],
    [{ target: 'prod' }, [undefined, {}, { prod: 'x' }, { a: { b: 'staging' } }, { names: ['x'] }]],
    [{ options: { force: true } }, [undefined, {}, { other: { force: true } }]],
    [{ options: { force: false, target: 'x' } }, [undefined, {}]],
  ])('%j: what is something else is not', (where, values) => {
    const [name = ''] = Object.keys(where)
    expect(values.map((value) => match(where, value === undefined ? {} : { [name]: value }))).toEqual(
      values.map(() => 0),
    )
  })

  test.each(['> 3', '>3', ' > 3 ', '> 3.', '> +3', '> .5', '> 1e0', '>= 3.5', '> -3'])('%s compares', (wanted) => {
    expect(match({ n: wanted }, { n: 4 })).toBe(2)
    expect(match({ n: wanted }, { n: -4 })).toBe(0)
  })

  test('a wrapping of many things is looked at so far, and may be meant', () => {
    const wide = (depth: number): unknown =>
      depth === 0 ? 'x' : Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, wide(depth - 1)]))
    expect(match({ target: 'prod' }, { target: wide(1) })).toBe(0)
    expect(match({ target: 'prod' }, { target: wide(3) })).toBe(1)
  })

  test('an input without names gains nothing and escapes nothing', () => {
    expect(['{"target":"staging-1"}', ['staging-1'], 7, true].map((input) => match({ target: '*' }, input))).toEqual([
      1, 1, 1, 1,
    ])
    expect([null, undefined, {}].map((input) => match({ target: '*' }, input))).toEqual([0, 0, 0])
  })

  test('inherited names are no arguments', () => {
    expect(match({ constructor: '*' }, {})).toBe(0)
    expect(match({ toString: '*' }, {})).toBe(0)
  })

  test('what can match nothing is refused', () => {
    expect(() => compileWhere({})).toThrow()
    expect(() => compileWhere({ a: [] })).toThrow()
  })
})

describe('regular expressions', () => {
  const matched = (wanted: string, value: unknown, permits = false) =>
    compileWhere({ a: wanted }, { regex, permits })({ a: value })

  test.each([
    ['/^v[0-9]+$/', 'v12', 2],
    ['/^v[0-9]+$/', 'v', 0],
    ['/main/', 'refs/heads/main', 2],
    ['/MAIN/i', 'main', 2],
    ['/MAIN/', 'main', 0],
    ['/^80/', 8080, 1],
    ['/^true$/', true, 1],
    ['/main/', ['dev', 'main'], 1],
    ['/main/', null, 0],
    ['/main/', { main: 1 }, 0],
    ['/a\\/b/', 'a/b', 2],
    ['/a/b/', 'x/a/b', 2],
  ])('%s on %j: %d', (wanted, value, expected) => {
    expect(matched(wanted, value)).toBe(expected)
  })

  test.each(['//', '/', '/usr', '/usr/lib', '/usr/gi', '/usr/local/bin', 'a/b/'])('%s is a plain text', (wanted) => {
    expect(matched(wanted, wanted)).toBe(2)
    expect(matched(wanted, `${wanted}x`)).toBe(0)
  })

  test.each(['/^x/g', '/x$/m', '/^x$/gi'])('%s has an unknown flag', (wanted) => {
    expect(() => matched(wanted, 'x')).toThrow(/only flag/)
  })

  test('a text over the limit is plausible, never certain', () => {
    const long = `${'x'.repeat(16_384)}!`
    expect(matched('*password*', `${long} Password`)).toBe(1)
    expect(matched('*password*', `${long} secret`)).toBe(0)
    expect(matched('password', [['password']])).toBe(1)
    expect(matched('*password*', 'x'.repeat(1_048_577))).toBe(1)
    expect(matched('/^x+$/', long.slice(0, -1))).toBe(2)
    expect(matched('/^x+$/', long)).toBe(1)
    expect(matched('/never/', long)).toBe(1)
  })

  test('cannot be used where nobody gave a matcher', () => {
    expect(() => compileWhere({ a: '/x/' })).toThrow('regular expressions are not available here')
  })

  test.each(['/^a$/', '/^(a|b)$/', '/^[a|b]+$/', '/^a\\|b$/', '/^(?:x(y)?)$/i', '/^[]|]$/', '/^[^]|]$/'])(
    'a permission may say %s',
    (wanted) => {
      expect(() => matched(wanted, 'a', true)).not.toThrow()
    },
  )

  test.each([
    '/tmp/',
    '/staging-[0-9]+/',
    '/^staging/',
    '/staging$/',
    '/^a|b$/',
    '/^a$|^b$/',
    '/^a\\$/',
    '/^(?m)a$/',
    '/^(?im:a)$/',
    '/^(a$/',
    '/^[a$/',
    '/^\\Q(\\E|x$/',
    '/^[[:alpha:](]|x$/',
  ])('a permission does not describe the whole text by %s', (wanted) => {
    expect(() => matched(wanted, 'a', true)).toThrow(/whole text/)
  })
})

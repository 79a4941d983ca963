/** Part of the laws of `lint`: pairs of rules, and effects of the same few words and names, certain or not. */

import fc from 'fast-check'
import type { Kind } from '../src/engine/call.ts'
import type { Effect, FileAccess, Form, GivenFlag, Reading, Run, Use, Word } from '../src/engine/effect.ts'
import { covers, matterOf } from '../src/engine/lint/matter.ts'
import type { Way } from '../src/engine/lint/way.ts'
import type { World } from '../src/engine/subject.ts'
import { isInternalHost } from '../src/engine/match/host.ts'
import { PLACE, toolNamed } from './arbitrary.ts'

const LINKS: Readonly<Record<string, string>> = { '/srv/project/a/b': '/mnt/b', '/srv/project': '/srv/project' }
const WORLDS: readonly World[] = [false, true].flatMap((caseInsensitive) =>
  [undefined, (path: string) => LINKS[path] ?? path].map((realpath): World => ({
    root: PLACE.root,
    home: PLACE.home,
    caseInsensitive,
    tool: toolNamed,
    ...(realpath === undefined ? {} : { realpath }),
  })),
)

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values)
const some = <T>(arbitrary: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.array(arbitrary, { minLength, maxLength })
const some3 = <T>(arbitrary: fc.Arbitrary<T>) => some(arbitrary, 0, 3)

const program = one('git', 'a', 'A', './x/a', '~/a', '~/*', '/bin/a', '*', '*', 'g*', '*a', 'A*', './x/*')
const written = one(
  'a',
  'b',
  'f/x',
  'f/../x',
  'c:d',
  '*',
  '*',
  'f/*',
  '*b',
  'a*',
  'c:*',
  'f/../*',
  '*x',
  'http://h.dev/',
  '-f',
  '-rf',
  '--to',
  '--to=a',
  '--t*',
  '~/x',
  '~/*',
  '~*',
  '$HOME/x',
  '/home/user/*',
)
const shell = fc
  .tuple(one('Bash', 'shell', 'shell', 'PowerShell'), program, some3(written), one('', '', ':*'))
  .map(([tool, first, rest, end]) => `${tool}(${[first, ...rest].join(' ')}${end})`)

const open = one('a', 'b', '.e', 'a.t', 'É', '*', '*', '**', '**', 'a*', '*.t', '.*', '?', '[ab]', '{a,b}', 'A')
const path = fc
  .tuple(
    one('Read', 'read', 'Grep', 'Write', 'Edit'),
    one('', '', './', '/', '~/', '**/', '/srv/', '../'),
    some(open, 1, 3),
    one('', '', '/', '/**'),
  )
  .map(([tool, start, names, end]) => `${tool}(${start}${names.join('/')}${end})`)

const host = one(
  'h.dev',
  'a.h.dev',
  'b.a.h.dev',
  'localhost',
  'x.internal',
  '*',
  '*.h.dev',
  '*.a.h.dev',
  '*.internal',
  'a.*.dev',
  '*.h.*',
  'x.*',
)
const url = fc
  .tuple(
    one('url', 'WebFetch'),
    one('', '', 'https://', 'http://', 'ssh://'),
    host,
    one('', '', ':80', ':8080'),
    one('', '', '/**', '/A/**', '/a/x', '/[A-z]'),
  )
  .map(([tool, ...parts]) => `${tool}(${parts.join('')})`)

const used = one(
  ...'Bash shell PowerShell Read read Grep Write write WebFetch url mcp other Ship Sh* S* Task * mcp__a mcp__a__* mcp__a__b mcp__a__b* mcp__a__b__c mcp__* mcp__a* mcp__ab'.split(
    ' ',
  ),
  'Ship({"n":1})',
  'Ship(x)',
  'mcp__a__b({"n":1})',
)

const pair = fc.oneof(
  fc.tuple(shell, shell),
  fc.tuple(path, path),
  fc.tuple(url, url),
  fc.tuple(used, used),
  fc.tuple(used, fc.oneof(shell, path, url)),
)

const COMMON = { harmless: false, of: 0 } as const
const certain = one(true, true, false)
const word = one(
  'a',
  'b',
  'ab',
  'f/x',
  'f/../x',
  'f/y',
  'c:d',
  'c:e',
  'f/../y',
  'f/x:y',
  'http://h.dev/',
  'h.dev',
  'a.h.dev',
  '-f',
  '-rf',
  '--to',
  '~/x',
  '/home/user/x',
  null,
)
const flag: fc.Arbitrary<GivenFlag> = fc.record({
  names: one(['-f', '--force'], ['-r'], ['--to'], ['-rf'], ['--t'], ['-x'], []),
  value: one<Word | undefined>(undefined, undefined, 'a', 'b', null),
  known: fc.boolean(),
  place: one<GivenFlag['place']>('before', 'behind', undefined),
})
const formOf = (words: readonly Word[], flags: Form['flags'], doubtful: readonly number[]): Form => ({
  words,
  flags,
  doubtful: doubtful.filter((at) => at < words.length),
})
const run: fc.Arbitrary<Run> = fc
  .tuple(
    one('git', 'a', 'A', './x/a', 'x/b', '/bin/a', '/home/user/a', 'ga', null),
    some3(word),
    fc.option(fc.tuple(some3(word), fc.option(some3(flag)), some(one(1, 2, 3), 0, 2))),
    fc.option(some3(word)),
    fc.boolean(),
    certain,
  )
  .map(([first, rest, form, meant, trusted, sure]) => ({
    ...COMMON,
    type: 'run',
    certain: sure,
    argv: [first, ...rest],
    program: first === null ? null : first.slice(first.lastIndexOf('/') + 1),
    trusted: trusted && first !== null,
    meant: meant === null || first === null ? undefined : [first, ...meant],
    ...(form === null ? {} : { forms: () => [formOf([first, ...form[0]], form[1] ?? undefined, form[2])] }),
  }))

const name = one('a', 'b', 'A', 'é', '.e', 'a.t', 'b.t', 'x')
const place = fc
  .tuple(one('/srv/project', '/srv/project', '/home/user', '/mnt/b', '/srv', ''), some3(name))
  .map(([start, names]) => [start, ...names].join('/') || '/')
const access: fc.Arbitrary<FileAccess> = fc
  .tuple(
    one('read', 'read', 'write'),
    place,
    place,
    one(false, false, true),
    one('exact', 'exact', 'tree'),
    one('', '', '', '/*', '/a*', '/*.t', '/.*'),
    certain,
  )
  .map(([type, spelled, real, linked, reach, wild, sure]) => ({
    ...COMMON,
    type: type as 'read' | 'write',
    certain: sure,
    path: spelled + wild,
    real: (linked ? real : spelled) + wild,
    reach: reach as 'exact' | 'tree',
    ...(wild === '' ? {} : { glob: true }),
  }))

const connect: fc.Arbitrary<Effect> = fc
  .tuple(
    one('', 'https', 'http', 'ssh'),
    one('', 'h.dev', 'a.h.dev', 'b.a.h.dev', 'a.b.dev', 'localhost', 'x.internal', 'x.y'),
    one('', '80', '8080'),
    one('', '/', '/A/x', '/a/x', '/a/X', '/_'),
    certain,
  )
  .map(([scheme, name, port, path, sure]) => ({
    ...COMMON,
    type: 'connect',
    certain: sure,
    scheme,
    host: name,
    port,
    path,
    internal: name !== '' && isInternalHost(name),
  }))

const TOOLS: readonly (readonly [tool: string, kind: Kind, server?: string])[] = [
  ['Bash', 'shell'],
  ['PowerShell', 'shell'],
  ['Read', 'read'],
  ['Grep', 'read'],
  ['Write', 'write'],
  ['WebFetch', 'url'],
  ['Ship', 'other'],
  ['Task', 'other'],
  ['mcp__a__b', 'mcp', 'a'],
  ['mcp__a__bc', 'mcp', 'a'],
  ['mcp__a__b__c', 'mcp'],
  ['mcp__ab__c', 'mcp', 'ab'],
  ['mcp__a__b', 'other'],
]
const use: fc.Arbitrary<Use> = fc
  .tuple(one(...TOOLS), fc.option(one<0 | 1 | 2>(0, 1, 2)), certain)
  .map(([[tool, kind, server], matched, sure]) => ({
    ...COMMON,
    type: 'use',
    certain: sure,
    tool,
    kind,
    ...(server === undefined ? {} : { server }),
    ...(matched === null ? {} : { match: (text: string) => (text === 'x' ? matched : 0) }),
  }))

/** A word or a name with something in the place of its stars. */
const filled = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...text
        .split(/(\*|\?|\[ab\]|\{a,b\})/u)
        .map((part) => (/^[*?[{]/u.test(part) ? one('', 'a', 'b', 'x', '../x', 'd:e', '.e') : fc.constant(part))),
    )
    .map((parts) => parts.join(''))

/** An effect that a rule may be about. */
function about(rule: string): fc.Arbitrary<Effect> {
  const [, tool = '', specifier = ''] = /^(\w+)\((.*)\)$/u.exec(rule) ?? []
  if (/^(?:Bash|shell|PowerShell)$/u.test(tool)) {
    const [first = '', ...rest] = specifier.replace(/:\*$/u, ' *').split(' ')
    const argv = fc
      .tuple(...rest.map((token) => (token === '*' ? some(word, 0, 2) : filled(token).map((one) => [one]))))
      .map((lists) => lists.flat())
    const called = one(true, false).chain((spelled) =>
      spelled && !first.includes('*') ? fc.constant(first) : filled(first),
    )
    return fc.tuple(run, called, argv).map(([effect, name, words]): Effect => {
      const bare = name.slice(name.lastIndexOf('/') + 1)
      return { ...effect, argv: [name, ...words], meant: undefined, program: bare }
    })
  }
  if (!/^(?:Read|read|Grep|Write|Edit)$/u.test(tool)) return fc.oneof(run, access, connect)
  const [, start = '', names = ''] = /^(\/srv\/|\/|~\/|\.\.?\/)?(.*)$/u.exec(specifier) ?? []
  const base =
    ({ '/srv/': '/srv', '/': '', '~/': '/home/user', '../': '/srv' } as Record<string, string>)[start] ?? '/srv/project'
  const inner = fc.tuple(
    ...names
      .split('/')
      .map((one) => (one === '**' || one === '' ? some(name, 0, 2) : filled(one).map((text) => [text]))),
  )
  return fc.tuple(access, inner, one(true, true, false)).map(([effect, lists, same]): Effect => {
    const spelled = [base, ...lists.flat()].join('/').replaceAll(/\/(?:\.\.(?=\/|$))?(?=\/|$)/gu, '') || '/'
    const kind = tool === 'Write' || tool === 'Edit' ? 'write' : 'read'
    return {
      ...effect,
      type: kind,
      path: spelled,
      real: same ? spelled : effect.real,
      glob: false,
    }
  })
}

const readingOf = (effect: fc.Arbitrary<Effect>) =>
  fc.tuple(use, effect, fc.option(connect)).map(([first, second, more]): Reading => {
    const effects: [Use, ...Effect[]] = [first, second, ...(more === null ? [] : [{ ...more, of: 1 }])]
    const call = { tool: first.tool, input: { n: 1 } }
    return { call, tool: first.tool, kind: first.kind, effects, readOnly: false, dangers: [] }
  })

export const WAYS: readonly Way[] = ['restricts', 'permits', 'beats']

/** Pairs of which one is said to cover the other in some way. */
export const covering = fc
  .tuple(one(...WORLDS), pair)
  .filter(([world, [outer, inner]]) => {
    const [a, b] = [matterOf(outer, world), matterOf(inner, world)]
    return outer !== inner && WAYS.some((way) => covers(a, b, way, world))
  })
  .chain((drawn) =>
    fc.tuple(fc.constant(drawn), some(readingOf(fc.oneof(about(drawn[1][1]), run, access, connect)), 16, 16)),
  )

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadPolicy } from './load.ts'
import { formatProblem } from './problem.ts'
import { trustFolder } from './trust.ts'

let top: string
let home: string
let outer: string
let inner: string

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-around-')))
  home = join(top, 'home')
  outer = join(home, 'outer')
  inner = join(outer, 'vendor/inner')
  mkdirSync(join(inner, 'src'), { recursive: true })
  write(inner, '{}')
})

afterEach(() => rmSync(top, { recursive: true, force: true }))

function write(folder: string, text: string, name = 'countersign.yaml'): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

const load = (cwd = inner) => loadPolicy({ cwd, home, managedDir: join(top, 'managed') })
const rules = (cwd = inner) => load(cwd).policy.rules.map(({ behavior, rule }) => `${behavior} ${rule}`)

describe('a policy in a folder below', () => {
  test('does not shed what the folders around it deny and ask, and gains none of their permissions', async () => {
    write(outer, 'deny: [ "shell(sudo:*)" ]\nask: [ mcp ]\nallow: [ shell ]\nkinds: { read: allow, url: deny }')
    write(outer, 'deny: [ "shell(doas:*)" ]', '.countersign/local.yaml')
    const expected = ['ask mcp', 'deny shell(sudo:*)', 'deny url', 'deny shell(doas:*)']
    expect(rules()).toEqual(expected)
    await trustFolder(outer, home)
    await trustFolder(inner, home)
    expect(rules()).toEqual(expected)
    expect(rules(join(inner, 'src'))).toEqual(expected)
    expect(rules(outer)).toContain('allow shell')
  })

  test('is still the project', () => {
    write(outer, 'deny: [ mcp ]')
    expect(load(join(inner, 'src')).root).toBe(inner)
    expect(load().files).toEqual([join(outer, 'countersign.yaml'), join(inner, 'countersign.yaml')])
  })

  test('as a submodule in a submodule hears every one of them, the outermost first', () => {
    const middle = join(outer, 'vendor')
    for (const folder of [outer, middle, inner]) write(folder, 'gitdir: ../.git/modules/x', '.git')
    write(outer, 'deny: [ "shell(a)" ]')
    write(middle, 'deny: [ "shell(b)" ]')
    write(inner, 'deny: [ "shell(c)" ]')
    expect(rules()).toEqual(['deny shell(a)', 'deny shell(b)', 'deny shell(c)'])
  })

  test('does not hear home, nor what is above it', () => {
    for (const folder of [home, top]) write(folder, 'deny: [ shell ]')
    expect(rules()).toEqual([])
    write(home, 'deny: [ mcp ]')
    expect(rules(home)).toEqual(['deny mcp'])
  })

  test('tells once that what is permitted around it does not count', () => {
    write(outer, 'allow: [ shell, mcp ]\nmode: bypass\nworkingDirectories: [ lib ]\nmcp: { trusted: [ a ] }')
    const { notes, policy } = load()
    expect(notes.map(({ message, source }) => [message, source.file])).toEqual([
      [
        'what `../../countersign.yaml` permits is ignored: it belongs to a folder around this project, and only what it forbids counts here',
        '../../countersign.yaml',
      ],
    ])
    expect(policy).toMatchObject({ mode: 'default', rules: [], workingDirectories: [], mcp: { trusted: [] } })
  })
})

describe('settings of a folder around', () => {
  test('only tighten', () => {
    write(home, 'enforce: false\nmode: acceptEdits', '.config/countersign/policy.yaml')
    write(outer, 'enforce: true\nmode: dontAsk\notherwise: deny\ntools: { disallowed: [ WebFetch ] }')
    expect(load().policy).toMatchObject({
      enforce: true,
      mode: 'dontAsk',
      otherwise: 'deny',
      tools: [{ allowed: [], disallowed: ['WebFetch'] }],
    })
    write(outer, 'enforce: false\nmode: bypass\notherwise: allow\nprotectedPaths: { add: [ conf/key ] }')
    expect(load().policy).toMatchObject({
      enforce: false,
      mode: 'acceptEdits',
      otherwise: 'ask',
      protectedPaths: { add: ['conf/key'], remove: [] },
    })
  })

  test('do not loosen what the project itself says', () => {
    write(outer, 'mode: default')
    write(inner, 'mode: dontAsk')
    expect(load().policy.mode).toBe('dontAsk')
  })
})

describe('rules of a folder around mean the files of that folder', () => {
  const anchored = (rule: string, folder = outer) => {
    write(folder, `deny: [ ${JSON.stringify(rule)} ]`)
    return load(join(folder, 'vendor/inner')).policy.rules.map((one) => one.rule)
  }

  test.each([
    ['read(conf/key)', ['read(OUTER/conf/key)']],
    ['Write(./**)', ['Write(OUTER/./**)']],
    ['Edit(../other/**)', ['Edit(OUTER/../other/**)']],
    ['Grep(src/*.ts)', ['Grep(OUTER/src/*.ts)']],
    ['read({a/b,c}/*.ts)', ['read(OUTER/a/b/*.ts)', 'read(OUTER/c/*.ts)']],
    ['read({a/b,*.key,~/x,/y})', ['read(OUTER/a/b)', 'read(*.key)', 'read(~/x)', 'read(/y)']],
    ['read(.env)', ['read(.env)']],
    ['read(secrets/)', ['read(secrets/)']],
    ['read(**/x/y)', ['read(**/x/y)']],
    ['read(//etc/{a,b})', ['read(//etc/{a,b})']],
    ['shell(cat conf/key)', ['shell(cat conf/key)']],
    ['url(github.com/a/b)', ['url(github.com/a/b)']],
  ])('%s', (rule, expected) => {
    expect(anchored(rule)).toEqual(expected.map((text) => text.replace('OUTER', outer)))
  })

  test('a name full of wildcards is that name', () => {
    const odd = join(home, 'a*b[c]{d,e}\\f')
    write(join(odd, 'vendor/inner'), '{}')
    expect(anchored('read(conf/key)', odd)).toEqual([`read(${home}/a\\*b\\[c\\]\\{d,e\\}\\\\f/conf/key)`])
  })

  test('so do exceptions, whose bare names are looked for there', () => {
    write(
      outer,
      'deny: [ { rule: "read(conf/**)", except: [ "read(conf/a)", "read(*.md)" ], match: [ "cat conf/x" ] } ]',
    )
    expect(load().policy.rules).toMatchObject([
      { rule: `read(${outer}/conf/**)`, except: [`read(${outer}/conf/a)`, `read(${outer}/**/*.md)`], match: [] },
    ])
  })

  test('a name that no rule can hold leaves the policy broken', () => {
    const odd = join(home, 'new\nline')
    write(join(odd, 'inner'), '{}')
    write(odd, 'deny: [ "read(conf/key)", "shell(sudo:*)" ]')
    const { policy } = load(join(odd, 'inner'))
    expect(policy.broken).toContain('`read(conf/key)` cannot be tied to the folder')
    expect(policy.rules.map(({ rule }) => rule)).toEqual(['shell(sudo:*)'])
  })
})

describe('a file around that cannot be relied on breaks the policy', () => {
  test('an error in it', () => {
    write(outer, 'deny: [ Bsh ]')
    const { policy, problems } = load()
    expect(problems.map(formatProblem)).toEqual([
      '../../countersign.yaml:1:9 deny[0]: `Bsh` is not a tool known here; did you mean `Bash`?',
    ])
    expect(policy.broken).toContain('`Bsh` is not a tool known here')
  })

  test('a link that leads nowhere', () => {
    symlinkSync('nowhere', join(outer, 'countersign.yml'))
    expect(load().policy.broken).toContain('is a link that leads nowhere')
  })

  test('more of them than anyone writes', () => {
    let folder = outer
    for (let depth = 0; depth < 20; depth++) {
      write(folder, 'deny: [ mcp ]')
      folder = join(folder, 'a')
    }
    write(folder, '{}')
    const { policy } = load(folder)
    expect(policy.broken).toContain('lies in more than 16 folders that have a policy')
    expect(policy.rules).toHaveLength(16)
  })
})

/** Attacks on paths, urls, tools and policies: every case of `spec/attacks-files`, and what only a real disk can show. */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { createEngine, loadPolicy } from '../src/index.ts'
import type { Call, CustomTool, Engine } from '../src/index.ts'
import { NODE_DISK } from '../src/gate/node-fs.ts'
import { callOf, engineOf, expectedOf } from './case.ts'
import type { Case } from './case.ts'
import { cpuNow } from './cpu.ts'

type Attack = Omit<Case, 'source'> & { readonly why: string }

const FOLDER = new URL('../spec/attacks-files/', import.meta.url)
const FIELDS = new Set(
  'name why file mode policy layers trusted root home cwd fs tools async call command read write url expect'.split(' '),
)

const attacks = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => {
    const { cases } = parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { readonly cases: readonly Attack[] }
    return cases.map((one) => ({ ...one, file }))
  })

test('attacks have unique names in kebab-case, a reason each, and no field that is not read', () => {
  const names = attacks.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([])
  expect(attacks.filter(({ why }) => typeof why !== 'string' || why === '')).toEqual([])
  expect(attacks.flatMap((one) => Object.keys(one).filter((field) => !FIELDS.has(field)))).toEqual([])
  expect(attacks.length).toBeGreaterThan(200)
})

for (const file of new Set(attacks.map((one) => one.file))) {
  describe(file, () => {
    for (const one of attacks) if (one.file === file) test(one.name, () => holds(one))
  })
}

async function holds(attack: Attack): Promise<void> {
  const one: Case = { ...attack, source: attack.why }
  const engine = engineOf(one)
  const call = callOf(one)
  const verdict = one.async === true ? await engine.decideAsync(call) : engine.decide(call)
  const seen = `${verdict.behavior} (${verdict.code}): ${verdict.reason}\n${attack.why}`
  const { behavior, not, code, safety, enforced, offers = [], 'never-offers': never = [] } = expectedOf(one)
  if (behavior !== undefined) expect(verdict.behavior, seen).toBe(behavior)
  if (not !== undefined) expect(verdict.behavior, seen).not.toBe(not)
  if (code !== undefined) expect(verdict.code, seen).toBe(code)
  if (safety !== undefined) expect(verdict.safety, seen).toBe(safety)
  if (enforced !== undefined) expect(verdict.enforced, seen).toBe(enforced)
  const offered = engine.suggest(verdict).map(({ rules }) => rules)
  for (const offer of offers) expect(offered).toContainEqual(offer)
  for (const text of never) expect(offered.flat()).not.toContain(text)
}

const disk = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-attacks-')))
afterAll(() => rmSync(disk, { recursive: true, force: true }))

function file(path: string, text = ''): void {
  mkdirSync(dirname(join(disk, path)), { recursive: true })
  writeFileSync(join(disk, path), text)
}

/** The engine a hook would decide with, in a folder of the disk. */
function engineIn(folder: string): Engine {
  const cwd = join(disk, folder)
  const home = join(disk, 'home')
  const { policy, root } = loadPolicy({ cwd, home, managedDir: join(disk, 'managed') })
  return createEngine({ policy, cwd, root, home, fs: NODE_DISK })
}

const bash = (command: string): Call => ({ tool: 'Bash', input: { command } })

describe('policies on a real disk', () => {
  test('a policy in a folder below does not shed the denies of the project around it', () => {
    file('outer/countersign.yaml', 'deny: ["read(secret.txt)"]\nask: ["shell(git push:*)"]\n')
    file('outer/vendor/x/countersign.yaml', '{}\n')
    const engine = engineIn('outer/vendor/x')
    expect(engine.decide(bash('cat ../../secret.txt')).behavior).toBe('deny')
    expect(engine.decide(bash('git push')).behavior).toBe('ask')
  })

  test('git init in a folder below does not shed the denies of the project around it', () => {
    file('repo/countersign.yaml', 'deny: ["read(secret.txt)"]\n')
    file('repo/sub/.git/HEAD')
    expect(engineIn('repo/sub').decide(bash('cat ../secret.txt')).behavior).toBe('deny')
  })

  test('every form a policy file may have is protected from writing', () => {
    file('forms/src/a')
    const engine = engineIn('forms')
    for (const name of ['countersign.yaml', 'countersign.yml', 'countersign.json', '.countersign/local.json']) {
      const { behavior, safety } = engine.decide({ tool: 'Write', input: { file_path: name, content: '{}' } })
      expect({ name, behavior, safety }).toEqual({ name, behavior: 'ask', safety: true })
    }
  })

  test('a broken policy allows nothing, and two forms of one are broken', () => {
    file('broken/countersign.yaml', 'alow: []\n')
    file('twice/countersign.yaml', '{}\n')
    file('twice/countersign.json', '{}\n')
    for (const folder of ['broken', 'twice']) expect(engineIn(folder).decide(bash('ls')).behavior).toBe('deny')
  })

  test('a policy that is a link into nothing, a folder or a device is broken, not missing', () => {
    for (const [name, target] of Object.entries({ gone: 'nowhere', zero: '/dev/zero', loop: 'countersign.yaml' })) {
      file(`${name}/a`)
      symlinkSync(target, join(disk, name, 'countersign.yaml'))
      expect(engineIn(name).decide(bash('ls')).behavior, name).toBe('deny')
    }
    mkdirSync(join(disk, 'folder/countersign.yaml'), { recursive: true })
    expect(engineIn('folder').decide(bash('ls')).behavior).toBe('deny')
  })

  test('a project reached through a link is the project under both names', () => {
    file('data/p/countersign.yaml', 'deny: ["write(conf/**)"]\nmode: dontAsk\n')
    symlinkSync(join(disk, 'data/p'), join(disk, 'link'))
    const cwd = join(disk, 'link')
    const engine = createEngine({ policy: { allow: ['Write(src/**)'], deny: ['write(conf/**)'] }, cwd, fs: NODE_DISK })
    const write = (path: string) => engine.decide({ tool: 'Write', input: { file_path: path, content: 'x' } }).behavior
    expect(write(join(disk, 'link/conf/a'))).toBe('deny')
    expect(write(join(disk, 'data/p/src/a'))).toBe('allow')
    expect(write(join(disk, 'link/src/a')), 'an agent spells the folder as its shell does').toBe('allow')
  })

  test('a checkout cannot make the gate slow with braces', () => {
    const rules = Array.from({ length: 1500 }, (_, at) => `  - read({a,b}{a,b}{a,b}{a,b}{a,b}{a,b}${at}/**/x)`)
    file('slow/countersign.yaml', `deny:\n${rules.join('\n')}\n`)
    const start = cpuNow()
    engineIn('slow').decide(bash('ls'))
    expect(cpuNow() - start).toBeLessThan(2000)
  })
})

describe('verdicts are honest', () => {
  const place = { cwd: '/srv/project', home: '/home/user' }

  test.each(['a[1].txt', 'a{1}.txt', 'a*.txt', 'plain.txt'])('the deny rule named for %s really denies it', (path) => {
    const call: Call = { tool: 'Read', input: { file_path: path } }
    const { changes } = createEngine({ ...place, policy: { mode: 'explore' } }).explain(call)
    const rule = /^deny rule `(.*)`$/.exec(changes.find(({ becomes }) => becomes === 'deny')?.what ?? '')?.[1] ?? ''
    const denied = createEngine({ ...place, policy: { mode: 'explore', deny: [rule] } }).decide(call)
    expect(denied.code, rule).toBe('deny-rule')
  })

  test.each(['npm publish', 'curl https://example.com', 'python3 x.py', 'git commit -m x', 'make'])(
    'what is said to let `%s` pass does',
    (command) => {
      const engine = createEngine(place)
      for (const { rules } of engine.suggest(engine.decide(bash(command)))) {
        expect(createEngine({ ...place, policy: { allow: rules } }).decide(bash(command)).behavior).toBe('allow')
      }
    },
  )

  test.each([
    'bash -c "npm x"',
    'python3 -m http.server',
    'sudo npm x',
    'rm -f x',
    'rm -rf build',
    'env A=1 npm x',
    'xargs rm',
    'node -e 1',
    'ssh host ls',
    'eval x',
    'curl -H "Authorization: Bearer s3cret" https://example.com',
  ])('no suggestion for `%s` is open at its end', (command) => {
    const engine = createEngine(place)
    const texts = engine.suggest(engine.decide(bash(command))).flatMap(({ rules }) => rules)
    expect(texts.filter((text) => /\((?:bash|python3|sudo|rm|env|xargs|node|ssh|eval)\b.*\*\)$/.test(text))).toEqual([])
  })

  test('a reason is no longer than a screen, however long the path', () => {
    const engine = createEngine(place)
    for (const path of ['a'.repeat(1_000_000), `${'a/'.repeat(2000)}x`])
      expect(engine.decide({ tool: 'Read', input: { file_path: path } }).reason.length).toBeLessThan(2000)
  })
})

describe('nothing throws or hangs', () => {
  const engine = createEngine({ cwd: '/srv/project', policy: { deny: ['Deploy({"a":1})', 'read(.env)'] } })
  const deep = () => {
    let value: object = {}
    for (let level = 0; level < 100_000; level++) value = { a: value }
    return value as Call['input']
  }

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
    ['no tool', {}],
    ['a deep input', { tool: 'Deploy', input: deep() }],
    ['a tool that is an object', { tool: {}, input: {} }],
  ])('decide, decideAsync and explain answer %s', async (_, call) => {
    expect(engine.decide(call as Call).behavior).not.toBe('allow')
    expect(engine.explain(call as Call).verdict.behavior).not.toBe('allow')
    expect((await engine.decideAsync(call as Call)).behavior).not.toBe('allow')
  })

  test.each<[string, (count: number) => Call]>([
    ['urls', (count) => ({ tool: 'fetch', input: { urls: Array(count).fill('https://a.example') } })],
    ['patched files', (count) => ({ tool: 'apply_patch', input: { input: manyFiles(count) } })],
    ['searched folders', (count) => ({ tool: 'rg', input: { pattern: 'x', paths: Array(count).fill('a') } })],
    ['servers in a name', (count) => ({ tool: `mcp__${'a__'.repeat(count)}b`, input: {} })],
  ])('six times as many %s take about six times as long', (_, callOfSize) => {
    const few = timeOf(callOfSize(5000))
    expect(timeOf(callOfSize(30_000))).toBeLessThan(Math.max(500, 14 * few))
  })

  test('a command of very many words is too long, not a failure', () => {
    const call: Call = { tool: 'shell', input: { command: Array(300_000).fill('x') }, agent: 'codex' }
    expect(engine.decide(call).reason).not.toContain('call stack')
  })

  function timeOf(call: Call): number {
    const start = cpuNow()
    engine.decide(call)
    return cpuNow() - start
  }

  test.each<[string, NonNullable<CustomTool['match']>]>([
    ['a promise', (() => Promise.resolve(true)) as unknown as () => boolean],
    ['a text', (() => 'yes') as unknown as () => boolean],
    ['one', (() => 1) as unknown as () => boolean],
  ])('a match that returns %s may restrict, and never permits', (_, match) => {
    const decide = (policy: object) =>
      createEngine({ cwd: '/srv/project', tools: [{ name: 'Ship', match }], policy }).decide({
        tool: 'Ship',
        input: {},
      })
    expect(decide({ allow: ['Ship'], deny: ['Ship(prod)'] }).behavior).not.toBe('allow')
    expect(decide({ allow: ['Ship(prod)'] }).behavior).not.toBe('allow')
  })

  test('a check that never answers is given up', async () => {
    vi.useFakeTimers()
    const tools = [{ name: 'Ship', check: () => new Promise<never>(() => undefined) }]
    const waiting = createEngine({ cwd: '/srv/project', tools, policy: { allow: ['Ship'] } }).decideAsync({
      tool: 'Ship',
      input: {},
    })
    await vi.advanceTimersByTimeAsync(120_000)
    expect((await waiting).behavior).toBe('ask')
    vi.useRealTimers()
  })
})

function manyFiles(count: number): string {
  return `*** Begin Patch\n${'*** Add File: a\n+x\n'.repeat(count)}*** End Patch`
}

test('what was learned of one tool name does not speak for another reading of it', () => {
  const engine = createEngine({ policy: { allow: ['mcp', 'other'], deny: ['mcp__my_server'] }, cwd: '/srv/project' })
  engine.decide({ tool: 'mcp__my__server_push', input: {} })
  expect(engine.decide({ tool: 'my_server_push', input: {}, agent: 'opencode' }).behavior).not.toBe('allow')
})

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadPolicy } from './load.ts'
import { readPolicyObject } from './object.ts'
import { formatProblem } from './problem.ts'
import { trustFolder } from './trust.ts'

let top: string
let home: string
let managedDir: string
let project: string

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-load-')))
  home = join(top, 'home')
  managedDir = join(top, 'managed')
  project = join(home, 'project')
  mkdirSync(join(project, 'sub', 'deep'), { recursive: true })
})

afterEach(() => rmSync(top, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const load = (cwd = project) => loadPolicy({ cwd, home, managedDir })
const rulesOf = (loaded: ReturnType<typeof load>) =>
  loaded.policy.rules.map(({ rule, source }) => `${source.file} ${rule}`)

test('no files, no problems, and the default policy', () => {
  const loaded = load()
  expect(loaded).toMatchObject({ problems: [], notes: [], files: [], root: project, trusted: false })
  expect(loaded.policy).toMatchObject({ mode: 'default', rules: [], otherwise: 'ask' })
  expect(loaded.policy.broken).toBeUndefined()
})

test('all four files are read, each known by the name people use for it', () => {
  write(join(managedDir, 'policy.json'), '{"deny": ["shell(a)"]}')
  write(join(home, '.config/countersign/policy.yaml'), 'deny: [ shell(b) ]')
  write(join(project, 'countersign.yml'), 'deny: [ shell(c) ]')
  write(join(project, '.countersign/local.yaml'), 'deny: [ shell(d) ]')
  const loaded = load(join(project, 'sub'))
  expect(loaded.problems).toEqual([])
  expect(loaded.files).toHaveLength(4)
  expect(rulesOf(loaded)).toEqual([
    `${join(managedDir, 'policy.json')} shell(a)`,
    '~/.config/countersign/policy.yaml shell(b)',
    '../countersign.yml shell(c)',
    '../.countersign/local.yaml shell(d)',
  ])
})

test('a home that is no absolute path is nobody’s: the policy in it would be one of the project', () => {
  write(join(home, '.config/countersign/policy.yaml'), 'allow: [ "shell(make:*)" ]')
  for (const said of ['', relative(process.cwd(), home)]) {
    const { policy, problems } = loadPolicy({ cwd: project, home: said, managedDir })
    expect(policy.broken).toBeDefined()
    expect(problems.map(({ message }) => message)).toContain('is not an absolute path, so it is nobody’s home')
  }
})

test('a home whose `.config` is a file has no policy of its own, and that is told with the place', () => {
  writeFileSync(join(home, '.config'), '')
  const loaded = load()
  expect(loaded.policy.broken).toBeUndefined()
  expect(loaded.problems.map(formatProblem)).toEqual([
    `~/.config/countersign/trusted.json: cannot be there, nor can a policy of yours: ${join(home, '.config')} is a file; move it away`,
  ])
  expect(load(join(home, '.config')).problems).toEqual(loaded.problems)
})

test('nothing is allowed where folders lie too deep for policies around them to be looked for', () => {
  write(join(project, 'countersign.yaml'), 'deny: [ shell(ls) ]')
  expect(load(join(project, 'a/'.repeat(150))).policy).toMatchObject({ rules: [{ rule: 'shell(ls)' }] })
  const deep = join(project, 'a/'.repeat(1_500), 'b')
  const { policy, files } = load(deep)
  expect(policy.broken).toContain(
    `${deep.slice(0, 60)}…: lies in more folders, one inside the other, than are looked at`,
  )
  expect(files).toEqual([])
})

test('what the session says comes on top', () => {
  write(join(project, 'countersign.yaml'), 'mode: dontAsk')
  const { document } = readPolicyObject({ mode: 'acceptEdits' }, 'session')
  expect(loadPolicy({ cwd: project, home, managedDir, session: document ? [document] : [] }).policy.mode).toBe(
    'acceptEdits',
  )
})

describe('trust', () => {
  beforeEach(() => write(join(project, 'countersign.yaml'), 'allow: [ shell(npm test) ]'))

  test('a project’s permissions count once its folder is trusted, wherever in it one works', async () => {
    expect(load(join(project, 'sub')).notes.map(({ message }) => message)).toEqual([
      'the allow rule `shell(npm test)` is ignored: this folder is not trusted',
    ])
    expect(await trustFolder(project, home)).toMatchObject({ ok: true, folder: project })
    expect(load(join(project, 'sub'))).toMatchObject({ notes: [], trusted: true })
    expect(rulesOf(load())).toEqual(['countersign.yaml shell(npm test)'])
  })

  test('trust in a project does not reach a checkout inside it', async () => {
    await trustFolder(project, home)
    write(join(project, 'vendor/evil/countersign.yaml'), 'allow: [ shell ]')
    const loaded = load(join(project, 'vendor/evil'))
    expect(loaded).toMatchObject({ root: join(project, 'vendor/evil'), trusted: false })
    expect(loaded.policy.rules).toEqual([])
  })

  test('a list of trusted folders that is no list is told, and nothing is trusted', async () => {
    await trustFolder(project, home)
    write(join(home, '.config/countersign/trusted.json'), '{')
    const loaded = load()
    expect(loaded.trusted).toBe(false)
    expect(loaded.policy.broken).toBeUndefined()
    expect(loaded.problems.map(formatProblem)).toEqual([
      '~/.config/countersign/trusted.json: cannot be read, so no folder is trusted; mend or remove it',
    ])
  })
})

describe('the project', () => {
  test('is the nearest folder up with a policy', () => {
    write(join(project, 'countersign.json'), '{}')
    expect(load(join(project, 'sub/deep')).root).toBe(project)
  })

  test('cannot be left by making a repository below', () => {
    write(join(project, 'countersign.yaml'), 'deny: [ shell(sudo:*) ]')
    mkdirSync(join(project, 'sub/.git'))
    expect(load(join(project, 'sub/deep'))).toMatchObject({ root: project })
  })

  test('is the repository where there is no policy, and else where one is', () => {
    expect(load(join(project, 'sub')).root).toBe(join(project, 'sub'))
    write(join(project, '.git'), 'gitdir: elsewhere')
    expect(load(join(project, 'sub/deep')).root).toBe(project)
  })

  test('is never home, nor anything above it, from below', () => {
    for (const folder of [home, top]) write(join(folder, 'countersign.yaml'), 'mode: nonsense')
    mkdirSync(join(home, '.git'))
    expect(load(join(project, 'sub'))).toMatchObject({ root: join(project, 'sub'), problems: [] })
    expect(load(home).root).toBe(home)
  })

  test('is found through a link to a folder inside it', () => {
    write(join(project, 'countersign.yaml'), 'deny: [ shell(sudo:*) ]')
    symlinkSync(join(project, 'sub'), join(home, 'link'))
    expect(load(join(home, 'link'))).toMatchObject({ root: project })
  })

  test('is the folder itself if that is gone', () => {
    expect(load(join(home, 'gone/x'))).toMatchObject({ root: join(home, 'gone/x'), problems: [] })
  })
})

describe('a file that is there but cannot be read breaks the policy', () => {
  const file = () => join(project, 'countersign.yaml')

  function expectBroken(message: string): void {
    const { problems, policy } = load()
    expect(problems.map(formatProblem)).toEqual([message])
    expect(policy.broken).toContain(message)
  }

  test('invalid', () => {
    write(file(), 'deny: [ Bsh ]')
    expectBroken('countersign.yaml:1:9 deny[0]: `Bsh` is not a tool known here; did you mean `Bash`?')
  })

  test('a folder', () => {
    mkdirSync(file())
    expectBroken('countersign.yaml: is a folder, not a file')
  })

  test('a link that leads nowhere', () => {
    symlinkSync('nowhere.yaml', file())
    expectBroken('countersign.yaml: is a link that leads nowhere')
  })

  test('a link to itself', () => {
    symlinkSync('countersign.yaml', file())
    expectBroken('countersign.yaml: cannot be read: ELOOP')
  })

  test('a pipe, which would be waited on for ever', () => {
    execFileSync('mkfifo', [file()])
    expectBroken('countersign.yaml: is a special file, not a file')
  })

  test('a device', () => {
    symlinkSync('/dev/zero', file())
    expectBroken('countersign.yaml: is a special file, not a file')
  })

  test('too large', () => {
    writeFileSync(file(), Buffer.alloc(1024 * 1024 + 1, '#'))
    expectBroken('countersign.yaml: is larger than 1 MiB; a policy is not')
  })

  test('no text', () => {
    writeFileSync(file(), Buffer.from([0x61, 0xff, 0xfe]))
    expectBroken('countersign.yaml: is not UTF-8 text')
  })

  test('in two forms', () => {
    write(file(), 'deny: [ shell(a) ]')
    write(join(project, 'countersign.json'), '{"deny": ["shell(b)"]}')
    expectBroken('countersign.json: stands beside countersign.yaml; keep one of the two')
    expect(load().policy.rules).toHaveLength(2)
  })

  test('forbidden', () => {
    write(file(), '')
    chmodSync(file(), 0)
    asNobody(() => expectBroken('countersign.yaml: cannot be read: permission denied'))
  })

  test('in a folder that is forbidden, which is told once, not for each form', () => {
    write(join(project, '.countersign/local.yaml'), '')
    chmodSync(join(project, '.countersign'), 0)
    asNobody(() => expectBroken('.countersign: cannot be looked into: permission denied'))
  })

  test('in the very folder one is in, which is forbidden', () => {
    chmodSync(project, 0)
    asNobody(() => expect(load().problems.map(formatProblem)).toContain('.: cannot be looked into: permission denied'))
  })
})

describe('a policy that everybody on this machine can change restricts and permits nothing', () => {
  const user = () => join(home, '.config/countersign/policy.yaml')
  const countingOf = () => load().policy.rules.map(({ behavior }) => behavior)
  const TOLD =
    /policy\.yaml: everybody on this machine can change it, so what it permits does not count; run `chmod o-w .+`$/

  test.each([
    ['the user’s', user],
    ['the managed', () => join(managedDir, 'policy.yaml')],
  ])('%s', (_, file) => {
    write(file(), 'mode: bypass\nallow: [ shell(a) ]\ndeny: [ shell(b) ]\nmcp: { trusted: [ x ] }')
    expect(load()).toMatchObject({ policy: { mode: 'bypass', mcp: { trusted: ['x'] } }, problems: [], notes: [] })
    chmodSync(file(), 0o666)
    const { policy, problems, notes } = load()
    expect(policy).toMatchObject({ mode: 'default', mcp: { trusted: [] } })
    expect(policy.rules.map(({ behavior }) => behavior)).toEqual(['deny'])
    expect(policy.broken).toBeUndefined()
    expect(problems.map(formatProblem)).toEqual([expect.stringMatching(TOLD)])
    expect(notes[0]).toMatchObject({
      message: expect.stringContaining('is ignored: everybody on this machine can change it'),
      advice: expect.stringMatching(/^run `chmod o-w .+`$/),
    })
  })

  test('nor where its folder is everybody’s, unless nobody may move away what is another’s there', () => {
    write(user(), 'allow: [ shell(a) ]')
    chmodSync(dirname(user()), 0o777)
    expect(load().problems.map(formatProblem)).toEqual([expect.stringContaining('chmod o-w ~/.config/countersign`')])
    expect(countingOf()).toEqual([])
    chmodSync(dirname(user()), 0o1777)
    expect(countingOf()).toEqual(['allow'])
  })

  test('a group may write: where files are made so, it is the user’s own', () => {
    write(user(), 'allow: [ shell(a) ]')
    chmodSync(user(), 0o664)
    expect(countingOf()).toEqual(['allow'])
  })

  test('what a session is about to write there would not count either', () => {
    write(user(), 'deny: [ shell(a) ]')
    chmodSync(user(), 0o666)
    const { document } = readPolicyObject({ allow: ['shell(c)'] }, 'user')
    const { policy } = loadPolicy({ cwd: project, home, managedDir, session: document ? [document] : [] })
    expect(policy.rules.map(({ rule }) => rule)).toEqual(['shell(a)'])
  })
})

function asNobody(look: () => void): void {
  chmodSync(top, 0o755)
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    look()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

test('a rule that has expired by now is told', () => {
  write(join(project, 'countersign.yaml'), 'deny: [ { rule: Read, expires: 2020-01-01 } ]')
  expect(load().problems.map(formatProblem)).toEqual([
    'countersign.yaml:1:32 deny[0].expires: the rule has expired and no longer counts',
  ])
})

import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/bundle-cli.mjs'
import { openGate } from '../../gate/gate.ts'
import { openStore } from '../../store/open.ts'
import { BuiltCli } from '../testing.ts'
import type { Ended } from '../testing.ts'

let cli: BuiltCli
let policy: string
let store: string
let round = 0

beforeAll(async () => void (cli = await BuiltCli.build()))
afterAll(() => cli.remove())

/** Each test has a store and a policy of its own. */
beforeEach(() => {
  store = join(cli.home, `store-${++round}.db`)
  policy = join(cli.home, '.config', 'countersign', 'policy.yaml')
  writePolicy('')
})

// The built program finds its native packages beside it; here it stands alone.
const env = { NODE_PATH: join(ROOT, 'node_modules') }
const run = (...args: readonly string[]): Promise<Ended> => cli.run([...args, '--store', store], { env })

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await run(...args, '--json')
  try {
    return JSON.parse(stdout) as Record<string, unknown>
  } catch {
    throw new Error(`no JSON: ${stdout}${stderr}`)
  }
}

describe('rules', () => {
  it('are added, listed with file and line, and removed, comments kept', async () => {
    writePolicy('# mine\nallow:\n  - shell(ls) # always\n')
    expect(await run('rules', 'add', 'deny', 'shell(sudo:*)')).toMatchObject({ code: 0, stderr: '' })
    expect(read()).toContain('# always')
    expect((await run('rules', 'add', 'deny', 'shell(sudo:*)')).stdout).toContain('policy.yaml already.')
    expect((await run('rules')).stdout).toMatch(/deny +shell\(sudo:\*\) +~\/\.config\/countersign\/policy\.yaml:\d/)
    const { rules } = await json('rules')
    expect(rules).toMatchObject([
      { behavior: 'allow', rule: 'shell(ls)', layer: 'user', line: 3 },
      { behavior: 'deny', rule: 'shell(sudo:*)', layer: 'user' },
    ])
    expect(await json('rules', 'remove', 'deny', 'shell(sudo:*)')).toMatchObject({ changed: true })
    expect(read()).not.toContain('sudo')
    expect(await run('rules', 'remove', 'deny', 'shell(sudo:*)')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('deny shell(sudo:*) is not in '),
    })
  })

  it('that are removed are all those with that text, and each is said with what limited it', async () => {
    const three =
      'allow:\n  - shell(ls)\n  - rule: shell(ls)\n    agents: codex\n  - rule: shell(ls)\n    except: shell(ls -R:*)\n'
    writePolicy(three)
    const { stdout } = await run('rules', 'remove', 'allow', 'shell(ls)')
    expect(stdout).toContain(
      'policy.yaml, where it stood 3 times.\n  without limits\n  for codex\n  except shell(ls -R:*)\n',
    )
    writePolicy(three)
    expect((await run('rules', 'remove', 'allow', 'shell(ls)', '--agent', 'codex')).stdout).toContain(
      '.\n  for codex\n',
    )
    expect(await json('rules', 'remove', 'allow', 'shell(ls)')).toMatchObject({
      removed: [{ rule: 'shell(ls)' }, { except: ['shell(ls -R:*)'] }],
    })
  })

  it('count until a time ahead: one that is over would never count, and nobody would notice', async () => {
    expect(await run('rules', 'add', 'deny', 'shell(a)', '--until', '30d')).toMatchObject({ code: 0 })
    const [, ends = ''] = /expires: "?([^"\n]*)/.exec(read()) ?? []
    expect(Date.parse(ends) / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 30, 1)
    expect(await run('rules', 'add', 'deny', 'shell(b)', '--until', '2020-01-01')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--until 2020-01-01 is over'),
    })
    expect(await run('rules', 'add', 'deny', 'shell(b)', '--until', 'soon')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('or 30d for thirty days from now'),
    })
    expect(read()).not.toContain('shell(b)')
  })

  it('that allow in a folder that nobody trusts are said not to count yet', async () => {
    const local = (verb: string, behavior: string) =>
      json('rules', verb, behavior, 'shell(make:*)', '--layer', 'local').then(({ warnings }) => warnings)
    expect(await local('add', 'allow')).toEqual([
      expect.stringContaining('this folder is not trusted; run `countersign'),
    ])
    expect(await local('add', 'deny')).toEqual([])
    expect(await local('remove', 'allow')).toEqual([])
    rmSync(join(cli.folder, '.countersign'), { recursive: true })
  })

  it('are put on record', async () => {
    await run('rules', 'add', 'ask', 'shell(git push:*)')
    expect((await json('audit', '--kind', 'policy'))['records']).toMatchObject([
      { kind: 'policy', body: { add: { behavior: 'ask', rule: 'shell(git push:*)' }, layer: 'user' } },
    ])
  })

  it('a text that is not a rule is refused, and the file is as it was', async () => {
    writePolicy('# mine\n')
    const { code, stderr } = await run('rules', 'add', 'allow', 'Bsh(ls)')
    expect(code).toBe(2)
    expect(stderr).toContain(
      'policy.yaml is as it was: the rule is not one: `Bsh` is not a tool known here; did you mean `Bash`?',
    )
    expect(read()).toBe('# mine\n')
  })

  it('of a file that is broken are not changed, and the message says where it is broken, with its path once', async () => {
    writePolicy('mode: nope\n')
    const { code, stderr } = await run('rules', 'add', 'deny', 'shell(sudo:*)')
    expect(code).toBe(2)
    expect(stderr).toContain(
      'policy.yaml is as it was: it cannot be relied on: policy.yaml:1:7 mode: `nope` is not a mode',
    )
    expect(stderr.split(cli.home)).toHaveLength(2)
  })

  it('one that may be meant otherwise is taken, and the person is told', async () => {
    expect(await run('rules', 'add', 'allow', 'Bash(git)')).toMatchObject({
      code: 0,
      stderr: 'warning matches only the bare command `git`; `Bash(git:*)` covers every git command\n',
    })
    expect(await json('rules', 'add', 'allow', 'shell(npm:*)')).toMatchObject({ changed: true, warnings: [] })
  })

  it('that allow in a file that everybody can change are said not to count', async () => {
    writePolicy('deny: [ "shell(sudo:*)" ]\n')
    chmodSync(policy, 0o666)
    expect(await json('rules', 'add', 'allow', 'shell(make:*)')).toMatchObject({
      changed: true,
      warnings: [expect.stringContaining('is ignored: everybody on this machine can change it; run `chmod o-w')],
    })
  })

  it('can be mended even while the store cannot be used', async () => {
    writeFileSync(store, 'no database at all, but long enough to be looked at as one '.repeat(100))
    const { code, stderr } = await run('rules', 'add', 'deny', 'shell(sudo:*)')
    expect(code).toBe(0)
    expect(stderr).toContain('not on record')
    expect(read()).toContain('sudo')
  })
})

describe('grants', () => {
  it('are listed with age, uses and origin, and revoked', async () => {
    await withStore(async ({ grants }) => {
      await grants.add({ ...GRANT, id: 'grant-aaaa-1', rules: ['shell(make:*)'], grantedAt: Date.now() - 7_200_000 })
      await grants.add({ ...GRANT, id: 'grant-bbbb-2', rules: ['shell(ls)'], until: 5 })
      await grants.claim('grant-aaaa-1', Date.now())
    })
    const { stdout } = await run('grants')
    for (const text of ['shell(make:*)', 'session s1', 'used once, ', '2 h ago', 'by somebody'])
      expect(stdout).toContain(text)
    expect(stdout).not.toContain('shell(ls)')
    expect((await run('grants', '--all')).stdout).toContain('expired')
    expect(await json('grants', 'revoke', 'grant-aaaa')).toEqual({ revoked: 'grant-aaaa-1' })
    expect(await json('grants')).toEqual({ grants: [] })
    expect((await json('audit', '--kind', 'revoke'))['records']).toHaveLength(1)
  })

  it.each([['nothing-like-it'], ['grant']])('%s is no id', async (id) => {
    await (await openStore(store)).close()
    const { code, stderr } = await run('grants', 'revoke', id)
    expect(code).toBe(2)
    expect(stderr).toContain('there is no grant')
  })

  it('an id of which too little is written is said to be too short, not to be missing', async () => {
    await withStore(({ grants }) => grants.add({ ...GRANT, id: 'grant-aaaa-1', rules: ['shell(ls)'] }))
    const { code, stderr } = await run('grants', 'revoke', 'grant')
    expect(code).toBe(2)
    expect(stderr).toContain('grant is too short: write at least 6 letters of the id')
    expect(await json('grants')).toMatchObject({ grants: [{ id: 'grant-aaaa-1' }] })
  })
})

describe('inbox', () => {
  it('tells of a server that was told another store: an empty inbox here says nothing of what waits there', async () => {
    const state = join(cli.home, '.local', 'state', 'countersign')
    mkdirSync(state, { recursive: true, mode: 0o700 })
    const server = join(state, 'server.json')
    const look = async (elsewhere: boolean, ...more: readonly string[]) => {
      const found = { version: 1, url: 'http://127.0.0.1:1', socket: '/nowhere', pid: process.pid, elsewhere }
      writeFileSync(server, JSON.stringify(found), { mode: 0o600 })
      return (await cli.run(['inbox', 'list', ...more], { env })).stderr
    }
    await (await openStore(store)).close()
    expect(await look(true)).toContain('another store: to look there, say --store')
    expect(await look(true, '--store', store)).toBe('')
    expect(await look(false)).toBe('')
    rmSync(state, { recursive: true })
  })

  it('an answer given here reaches the agent that waits, and is on record', async () => {
    const gate = await openGate({ cwd: cli.folder, home: cli.home, store })
    try {
      const deciding = gate.authorize({ tool: 'Bash', input: { command: 'npm publish', description: 'a\u202eb' } })
      const [question] = await waiting()
      const { stdout } = await run('inbox')
      expect(stdout).toContain('npm publish')
      expect(stdout).not.toContain('\u202e')
      const id = String(question?.['id'])
      const end = id.slice(-8)
      expect(await run('inbox', 'allow', end, '--lasts', 'session', '--words', 'go on')).toMatchObject({ code: 0 })
      expect(await deciding).toMatchObject({ behavior: 'allow', words: 'go on' })
      const again = await run('inbox', 'deny', id)
      expect(again).toMatchObject({ code: 2 })
      expect(again.stderr).toContain('no longer open')
      expect((await json('inbox'))['pending']).toEqual([])
    } finally {
      await gate.close()
    }
    expect((await run('audit')).stdout).toMatch(/answer +allow +session, by .* at the command line: go on\n/)
    expect(await json('audit', 'verify')).toMatchObject({ ok: true })
  })

  it('what is not on offer is refused, and the question stays open', async () => {
    const gate = await openGate({ cwd: cli.folder, home: cli.home, store })
    try {
      const deciding = gate.authorize({ tool: 'Bash', input: { command: 'rm -rf /' } })
      const [question] = await waiting()
      const { code, stderr } = await run('inbox', 'allow', String(question?.['id']), '--lasts', 'always')
      expect(code).toBe(2)
      expect(stderr).toContain('answer it once')
      await run('inbox', 'deny', String(question?.['id']))
      expect(await deciding).toMatchObject({ behavior: 'deny' })
    } finally {
      await gate.close()
    }
  })

  it('what a rule asks about is answered for the session at most, and the refusal says so', async () => {
    writePolicy('ask: [ "shell(npm publish:*)" ]\n')
    const gate = await openGate({ cwd: cli.folder, home: cli.home, store })
    try {
      const deciding = gate.authorize({ tool: 'Bash', input: { command: 'npm publish' } })
      const [question] = await waiting()
      const { stderr } = await run('inbox', 'allow', String(question?.['id']), '--lasts', 'always')
      expect(stderr).toContain('answer it once, or for the session.')
      await run('inbox', 'allow', String(question?.['id']), '--lasts', 'session')
      expect(await deciding).toMatchObject({ behavior: 'allow' })
    } finally {
      await gate.close()
    }
    const { stdout } = await run('audit')
    expect(stdout).toMatch(/decision +allow +npm publish\n +Allowed for this session by/)
    expect(stdout).toMatch(/grant +allow +Bash\(npm publish\), session, by /)
  })

  async function waiting(): Promise<Record<string, unknown>[]> {
    for (;;) {
      const { pending } = await json('inbox')
      if ((pending as unknown[]).length > 0) return pending as Record<string, unknown>[]
    }
  }
})

describe('audit', () => {
  it('shows what came to a denial, of one agent, by a rule, or with a text in it', async () => {
    writePolicy('deny:\n  - shell(sudo:*)\n')
    const gate = await openGate({ cwd: cli.folder, home: cli.home, store })
    for (const [agent, command] of [
      ['codex', 'sudo ls'],
      ['claude-code', 'sudo make'],
      ['codex', 'ls'],
    ] as const)
      await gate.authorize({ tool: 'Bash', agent, input: { command } })
    await gate.close()
    const shown = async (...args: readonly string[]) => (await run('audit', ...args)).stdout
    expect(await shown('--behavior', 'deny', '--agent', 'codex')).toMatch(/sudo ls/)
    expect(await shown('--behavior', 'deny', '--agent', 'codex')).not.toMatch(/sudo make|decision allow/)
    expect((await json('audit', '--rule', 'sudo'))['records']).toHaveLength(2)
    expect((await json('audit', '--text', 'MAKE'))['records']).toHaveLength(1)
    expect((await run('audit', '--behavior', 'no')).code).toBe(2)
  })

  it('shows, verifies and exports; a changed record is found and named', async () => {
    const gate = await openGate({ cwd: cli.folder, home: cli.home, store })
    await gate.authorize({ tool: 'Bash', input: { command: 'ls', token: 'hunter2' } })
    await gate.authorize({ tool: 'Bash', input: { command: 'git status' } })
    await gate.close()
    const shown = await run('audit', '--limit', '1')
    expect(shown.stdout).toContain('git status')
    expect(shown.stdout).not.toContain('"ls"')
    const { head } = (await json('audit', 'verify')) as { head: { seq: number; hash: string } }
    expect((await run('audit', 'verify', '--head', `${head.seq}:${head.hash}`)).code).toBe(0)
    expect((await run('audit', 'verify', '--head', `${head.seq}:${'0'.repeat(64)}`)).code).toBe(1)
    expect((await run('audit', 'export')).stdout).not.toContain('hunter2')
    const events = (await run('audit', 'export', '--format', 'cloudevents')).stdout.trimEnd().split('\n')
    expect(events).toHaveLength(head.seq)
    expect(JSON.parse(events[0] ?? '')).toMatchObject({ specversion: '1.0' })

    await changeRecord(1)
    const found = await run('audit', 'verify')
    expect(found.code).toBe(1)
    expect(found.stdout).toContain('record 1 does not have the hash it was given')
  })

  it('of two machines on one store verifies where both their keys are known', async () => {
    const elsewhere = { env: { ...env, HOME: join(cli.home, 'elsewhere') } }
    mkdirSync(elsewhere.env.HOME, { recursive: true })
    await run('rules', 'add', 'deny', 'shell(a)')
    await cli.run(['rules', 'add', 'deny', 'shell(b)', '--store', store], elsewhere)
    const before = await run('audit', 'verify')
    expect(before.code).toBe(1)
    expect(before.stdout).toMatch(/unknown key .*audit-keys\nNot all of it can be checked here/)
    const { stdout: pem } = await cli.run(['audit', 'key'], elsewhere)
    const keys = join(dirname(policy), 'audit-keys')
    mkdirSync(keys)
    writeFileSync(join(keys, 'elsewhere.pem'), pem)
    writeFileSync(join(keys, 'README'), 'no key')
    expect(await json('audit', 'verify')).toMatchObject({ ok: true, records: 2 })
    rmSync(keys, { recursive: true })
  })

  it('vouches for the end of the record only when told a head to hold it against', async () => {
    await run('rules', 'add', 'deny', 'shell(a)')
    const { stdout } = await run('audit', 'verify')
    expect(stdout).toContain('Nothing was changed, removed, reordered or inserted.')
    expect(stdout).toContain('is certain only against a head')
    const head = /^head (.*)\n$/mu.exec(stdout)?.[1] ?? ''
    const { stdout: against } = await run('audit', 'verify', '--head', head)
    expect(against).toContain('Nothing was changed, removed, reordered, inserted or cut off.')
    expect(against).not.toContain('certain only')
  })

  it('prunes, signs for it, and the rest verifies', async () => {
    for (const rule of ['shell(a)', 'shell(b)', 'shell(c)']) await run('rules', 'add', 'deny', rule)
    expect((await run('audit', 'prune')).code).toBe(2)
    expect((await run('audit', 'prune', '--before', 'soon')).code).toBe(2)
    expect(await json('audit', 'prune', '--before', '0m')).toEqual({ dropped: 3, to: 3, questions: 0 })
    expect(await json('audit', 'verify')).toMatchObject({ ok: true, first: 4, startsAfter: { seq: 3 } })
  })

  it('makes an export that is verified elsewhere, with the key alone', async () => {
    const gate = await openGate({ cwd: cli.folder, home: cli.home, store })
    // Line ends that are none to a reader of lines, and a character nobody sees.
    await gate.authorize({ tool: 'Bash', input: { command: 'ls', note: 'a\u2028b\u2029c\u0085d\u202e' } })
    await gate.close()
    const [file, pub] = [join(cli.folder, 'audit.sealed'), join(cli.folder, 'countersign.pub')]
    writeFileSync(file, (await run('audit', 'export', '--format', 'sealed')).stdout)
    writeFileSync(pub, (await cli.run(['audit', 'key'], { env })).stdout)
    const elsewhere = { env: { ...env, HOME: join(cli.folder, 'elsewhere') } }
    const there = (...args: string[]) => cli.run(['audit', 'verify', '--file', file, ...args], elsewhere)
    expect((await there()).stdout).toContain('unknown key')
    expect(await there('--key', pub)).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was changed') })
    writeFileSync(file, readFileSync(file, 'utf8').replace('"ls', '"rm').replace('\\"ls', '\\"rm'))
    const found = await there('--key', pub)
    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('does not have the hash it was given') })
    expect((await run('audit', 'export', '--format', 'sealed', '--since', '1d')).stderr).toContain('whole chain')
    // What cannot be read is not empty.
    const garbage = await cli.run(['audit', 'verify', '--file', cli.write('garbage', 'no export\n')], { env })
    expect(garbage.code).toBe(1)
    expect(garbage.stdout).toMatch(/^changed +line 1 is not a JSON object\nThe audit cannot be relied on\.\n$/)
    for (const other of [join(cli.folder, 'nowhere'), cli.folder])
      expect(await cli.run(['audit', 'verify', '--file', other], { env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('cannot be read'),
      })
  })

  it.each([['export'], ['key']])('%s onto a full disk is no failure of ours', async (verb) => {
    await run('rules', 'add', 'ask', 'shell(make:*)')
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [cli.entry, 'audit', verb, '--store', store], {
      cwd: cli.folder,
      env: { PATH: process.env['PATH'], HOME: cli.home, ...env },
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    expect({ status, said: String(stderr) }).toEqual({
      status: 2,
      said: expect.stringContaining('cannot be written: the disk is full') as string,
    })
  })

  it('ends quietly when nobody reads the export any more', async () => {
    await run('rules', 'add', 'deny', 'shell(a)')
    const child = cli.spawn(['audit', 'export', '--store', store], { env })
    child.stdout.destroy()
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  })
})

describe('profiles', () => {
  it('are saved, exported, previewed, imported and taken up', async () => {
    writePolicy('mode: explore\nallow: [ "shell(npm run:*)" ]\n')
    expect((await run('profiles', 'save', 'quiet')).stdout).toMatch(/quiet is saved: 1 rule, \d+ grants?\./)
    const file = join(cli.folder, 'quiet.json')
    expect(await run('profiles', 'export', file, '--name', 'quiet', '--force')).toMatchObject({ code: 0 })
    expect((await run('profiles', 'export', file)).stderr).toContain('is there already')

    writePolicy('deny: [ "shell(sudo:*)" ]\n')
    const preview = await run('profiles', 'import', file, '--replace', '--preview')
    expect(preview.stdout).toContain('+ allow shell(npm run:*)')
    expect(preview.stdout).toContain('- deny shell(sudo:*)')
    expect(read()).toBe('deny: [ "shell(sudo:*)" ]\n')

    expect(await json('profiles', 'import', file, '--merge')).toMatchObject({ done: true, mode: { to: 'explore' } })
    for (const text of ['sudo', 'npm run', 'explore']) expect(read()).toContain(text)
    await run('profiles', 'use', 'quiet', '--replace')
    expect(read()).not.toContain('sudo')
    expect((await json('profiles'))['profiles']).toMatchObject([{ name: 'quiet' }])
    expect((await run('profiles', 'remove', 'quiet')).code).toBe(0)
    expect((await run('profiles', 'use', 'quiet', '--merge')).code).toBe(2)
  })

  it('something broken changes nothing, and every problem is told with its place', async () => {
    const before = 'deny: [ "shell(sudo:*)" ]\n'
    writePolicy(before)
    const file = cli.write('broken.yaml', 'schema: countersign-profile\nversion: 1\nname: x\nallow: [ "Bsh(ls)" ]\n')
    const { code, stderr } = await run('profiles', 'import', file, '--replace')
    expect(code).toBe(2)
    expect(stderr).toContain('broken.yaml:4:')
    expect(read()).toBe(before)
    expect((await json('profiles'))['profiles']).toEqual([])
  })
})

describe('bad use', () => {
  it.each([
    [['grants', 'rvoke', 'x'], 'Did you mean revoke?'],
    [['grants', 'revoke'], 'needs the id of a grant'],
    [['rules', 'add', 'alow', 'shell(ls)'], 'Did you mean allow?'],
    [['rules', 'add', 'allow'], 'the rule in quotes'],
    [['profiles', 'import', 'nowhere.json'], 'there is no such file'],
    [['profiles', 'use', 'x', '--merge', '--replace'], 'do not go together'],
    [['audit', 'verify', '--head', 'x'], 'SEQ:HASH'],
    [['audit', 'export', '--format', 'xml'], '--format does not take xml'],
    [['audit', 'verify', '--key', 'nowhere.pem'], 'the key nowhere.pem cannot be read: there is no such file'],
    [['audit', 'verify', '--key', ROOT], 'cannot be read: it is a folder'],
    [['audit', 'verify', '--key', join(ROOT, 'package.json')], 'package.json is not a public key'],
    [['audit', '--kind', 'decisions'], 'Did you mean decision?'],
    [['audit', '--limit', '0'], 'a number from 1'],
    [['inbox', 'allow', 'x'], 'there is no question x'],
    [['grants', 'revoke', 'x', '--all'], '--all does not go with revoke\nIt belongs to list.'],
    [['audit', 'verify', '--since', '1d'], '--since does not go with verify\nIt belongs to show, export.'],
    [['audit', 'export', '--agent', 'codex'], '--agent does not go with export\nIt belongs to show.'],
    [['audit', '--format', 'jsonl'], '--format does not go with show\nIt belongs to export.'],
    [['audit', 'verify', '--file', 'x'], '--file and --store do not go together'],
    [['rules', '--agent', 'codex'], '--agent does not go with list\nIt belongs to add, remove.'],
    [['rules', 'add', 'deny', 'shell(x)', '--cwd', '/'], '--cwd does not go with add\nIt belongs to list.'],
    [['profiles', 'save', 'x', '--merge'], '--merge does not go with save\nIt belongs to use, import.'],
    [['inbox', 'list', '--words', 'no'], '--words does not go with list\nIt belongs to allow, deny.'],
    [['inbox', '--watch'], '--watch needs a terminal'],
  ])('%j', async (args, message) => {
    await (await openStore(store)).close()
    const { code, stderr } = await run(...args)
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  it.each([['grants'], ['serve', '--port', '0'], ['mcp', '--', 'cat'], ['acp', '--', 'cat']])(
    'to %s, a store that is none is said so, and is no failure of ours',
    async (command, ...args) => {
      writeFileSync(store, 'no database at all, but long enough to be looked at as one '.repeat(100))
      const { code, stderr } = await cli.run([command, '--store', store, ...args], { env })
      expect(stderr).toMatch(/is not a SQLite database.*\ncountersign \w+ --help tells more\.\n$/)
      expect(code).toBe(2)
    },
  )

  it.each([['key'], ['verify']])('audit %s with a key that others may use says what to do about it', async (verb) => {
    await (await openStore(store)).close()
    const home = join(cli.folder, `home-${round}`)
    const state = join(home, '.local/state/countersign')
    mkdirSync(state, { recursive: true })
    writeFileSync(join(state, 'audit-key.pem'), 'x', { mode: 0o644 })
    const { code, stderr } = await cli.run(['audit', verb, '--store', store], { env: { ...env, HOME: home } })
    expect(stderr).toMatch(/can be used by others; run `chmod 600` on it.*\ncountersign audit --help/)
    expect(code).toBe(2)
  })

  it.each(['grants', 'inbox list', 'audit', 'audit verify', 'audit export'])(
    '%s of a store that is not there is no look at an empty one, and makes none',
    async (line) => {
      const { code, stdout, stderr } = await run(...line.split(' '))
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(`${store}: there is no such file`)
      expect(existsSync(store)).toBe(false)
    },
  )

  it.each(['rules', 'grants', 'profiles', 'audit', 'inbox'])('help of %s has examples', async (name) => {
    const { code, stdout } = await cli.run([name, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain(`$ countersign ${name}`)
    expect(stdout).toContain('--json')
  })

  it('check does not touch the store', async () => {
    await cli.run(['check', 'ls'])
    expect(existsSync(join(cli.home, '.local', 'state', 'countersign', 'countersign.db'))).toBe(false)
  })
})

const GRANT = {
  behavior: 'allow',
  lasts: 'session',
  digest: null,
  session: 's1',
  project: null,
  agent: null,
  grantedAt: 1,
  grantedBy: 'somebody',
  approval: null,
  until: null,
  usesLeft: null,
} as const

function writePolicy(text: string): void {
  mkdirSync(dirname(policy), { recursive: true })
  writeFileSync(policy, text)
}

function read(): string {
  return readFileSync(policy, 'utf8')
}

async function withStore(work: (opened: Awaited<ReturnType<typeof openStore>>) => Promise<void>): Promise<void> {
  const opened = await openStore(store)
  await work(opened).finally(() => opened.close())
}

/** As somebody would who has the file but not the key. */
async function changeRecord(seq: number): Promise<void> {
  const { default: Database } = (await import('libsql')) as unknown as {
    default: new (file: string) => { exec(sql: string): void; close(): void }
  }
  const database = new Database(store)
  database.exec(`update audit set body = '{"behavior":"allow"}' where seq = ${seq}`)
  database.close()
}

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStore } from '../../store/memory-store.ts'
import { profileSchema, readProfile, writeProfile } from './file.ts'
import type { ProfileContent } from './file.ts'
import { Profiles } from './profiles.ts'

const POLICY = `# mine
mode: acceptEdits
allow:
  - shell(npm run:*) # builds
  - rule: Deploy
    where: { target: "staging-*" }
    reason: only there
deny: [ "shell(sudo:*)" ]
kinds: { mcp: ask }
workingDirectories: [ ~/lib ]
`

let home: string
let file: string
let store: ReturnType<typeof createMemoryStore>
let profiles: Profiles
const recorded: unknown[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-profiles-'))
  file = join(home, '.config', 'countersign', 'policy.yaml')
  store = createMemoryStore()
  const audit = { append: async (entry: unknown) => void recorded.push(entry) }
  profiles = new Profiles({ store, audit, home, now: () => 1000, by: 'me' })
  recorded.length = 0
})
afterEach(() => rmSync(home, { recursive: true }))

describe('a round trip', () => {
  it('saved, exported, read and taken up elsewhere, it says the same', async () => {
    write(POLICY.replace('allow:\n', 'allow:\n  - shell(make:*)\n'))
    await grant('g1', ['shell(make:*)'])
    const saved = await profiles.capture('work')
    const text = writeProfile(saved)
    rmSync(file)
    await store.grants.revoke('g1', 1000)
    const { profile, problems } = readProfile(text, 'work.json')
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    await profiles.takeUp(profile as ProfileContent, 'replace')
    expect(writeProfile(await profiles.capture('work'))).toBe(text)
    expect(await store.grants.live({ now: 1000 })).toMatchObject([
      { rules: ['shell(make:*)'], grantedBy: 'profile work' },
    ])
  })

  it('works for a policy in JSON, too', async () => {
    file = join(home, '.config', 'countersign', 'policy.json')
    write(JSON.stringify({ mode: 'explore', deny: ['shell(sudo:*)'], kinds: { url: 'deny' } }))
    await profiles.takeUp(sound('mode: default', 'allow: [ "shell(ls)" ]'), 'replace')
    expect(JSON.parse(read())).toEqual({ mode: 'default', deny: [], kinds: {}, allow: ['shell(ls)'] })
  })

  it('taken up twice changes nothing the second time', async () => {
    const profile = sound('mode: explore', 'ask: [ "shell(git push:*)" ]')
    await profiles.takeUp(profile, 'merge')
    const before = read()
    expect(await profiles.preview(profile, 'replace')).toEqual({
      mode: undefined,
      addRules: [],
      removeRules: [],
      addGrants: [],
      revokeGrants: [],
    })
    await profiles.takeUp(profile, 'replace')
    expect(read()).toBe(before)
  })

  it('puts the profile that is taken up on record', async () => {
    await profiles.takeUp(sound('allow: [ "shell(ls)" ]'), 'merge')
    expect(recorded).toMatchObject([{ kind: 'profile', body: { takenUp: 'p', how: 'merge', by: 'me' } }])
  })
})

describe('merge and replace', () => {
  it('merge adds what is missing and keeps the rest, comments included', async () => {
    write(POLICY)
    await profiles.takeUp(sound('allow: [ "shell(npm run:*)", "shell(make)" ]', 'mode: explore'), 'merge')
    for (const kept of ['# mine', '# builds', 'shell(sudo:*)', 'mcp: ask', '~/lib', 'only there', 'shell(make)'])
      expect(read()).toContain(kept)
    expect(read().match(/npm run/g)).toHaveLength(1)
    expect(read()).toContain('mode: explore')
  })

  it('replace removes what the profile does not say, but leaves what a profile cannot hold', async () => {
    write(POLICY)
    await grant('g1', ['shell(make:*)'])
    const changes = await profiles.takeUp(sound('deny: [ "shell(sudo:*)" ]'), 'replace')
    expect(changes.removeRules.map(({ rule }) => rule)).toEqual(['shell(npm run:*)', 'Deploy', 'mcp'])
    for (const gone of ['npm run', 'Deploy', 'mcp', 'mode']) expect(read()).not.toContain(gone)
    for (const kept of ['# mine', 'shell(sudo:*)', '~/lib']) expect(read()).toContain(kept)
    expect(await store.grants.live({ now: 1000 })).toEqual([])
  })

  it('an answer whose rule somebody took out of the file does not come back with the profile', async () => {
    await grant('g1', ['shell(make:*)'])
    expect((await profiles.capture('x')).grants).toEqual([])
  })

  it('preview writes nothing', async () => {
    write(POLICY)
    const changes = await profiles.preview(sound('allow: [ "shell(ls)" ]', GRANT), 'replace')
    expect(changes.addRules.map(({ rule }) => rule)).toEqual(['shell(ls)', 'shell(make:*)'])
    expect(changes.mode).toEqual({ from: 'acceptEdits', to: undefined })
    expect(changes.addGrants).toHaveLength(1)
    expect(read()).toBe(POLICY)
    expect(await store.grants.list()).toEqual([])
  })

  it('answers of a session or a project are no part of a profile', async () => {
    await grant('g1', ['shell(a)'], { lasts: 'session', session: 's' })
    await grant('g2', ['shell(b)'], { lasts: 'project', project: '/srv' })
    await grant('g3', ['shell(c)'])
    write('allow: [ "shell(a)", "shell(b)", "shell(c)" ]')
    expect((await profiles.capture('x')).grants.map(({ rules }) => rules)).toEqual([['shell(c)']])
    await profiles.takeUp(sound(''), 'replace')
    const left = (await store.grants.list()).filter(({ revokedAt }) => revokedAt === null)
    expect(left.map(({ id }) => id)).toEqual(['g1', 'g2'])
  })
})

describe('something broken changes nothing', () => {
  it.each([
    ['', 'is not a profile'],
    ['{', ''],
    ['[]', 'is not a profile'],
    ['schema: something', '`schema` must be'],
    ['schema: countersign-profile\nversion: 2\nname: p', 'version 1 of profiles'],
    ['schema: countersign-profile\nversion: 1', '`name` is missing'],
    [header('allow: [ "Bsh(ls)" ]'), 'did you mean `Bash`?'],
    [header('moed: explore'), 'did you mean `mode`?'],
    [header('mode: yolo'), 'is not a mode'],
    [header('enforce: false'), 'is not a field of a profile'],
    [header('grants: [ { behavior: allow, rules: [ "Bsh(ls)" ] } ]'), 'did you mean `Bash`?'],
    [header('grants: [ { behavior: ask, rules: [ "Bash(ls)" ] } ]'), 'is not an answer'],
    [header('grants: [ { behavior: allow } ]'), '`rules` is missing'],
    [header('').replace('name: p', 'name: "../../etc"'), 'a name has'],
    [`#${'x'.repeat(1024 * 1024)}`, 'larger than'],
  ])('%#', (text, message) => {
    const { profile, problems } = readProfile(text, 'p.yaml')
    expect(profile).toBeUndefined()
    const told = problems.map((problem) => `${problem.message}; did you mean \`${problem.suggestion}\`?`).join('\n')
    expect(told).toContain(message)
  })

  it('problems have their line, those in grants as well', () => {
    const { problems } = readProfile(`${header('grants:')}\n  - behavior: deny\n    rules: [ "Bsh(ls)" ]\n`, 'p.yaml')
    expect(problems).toMatchObject([{ file: 'p.yaml', line: 6, severity: 'error' }])
  })

  it('a user policy that is broken itself is left alone', async () => {
    write('allow: [ "Bsh(ls)" ]')
    await expect(profiles.takeUp(sound('allow: [ "shell(ls)" ]', GRANT), 'replace')).rejects.toThrow('Bsh')
    expect(read()).toBe('allow: [ "Bsh(ls)" ]')
    expect(await store.grants.live({ now: 1000 })).toEqual([])
  })

  it('a file that cannot be written takes the grants back', async () => {
    write(POLICY)
    mkdirSync(`${file}.lock`)
    await expect(profiles.takeUp(sound('allow: [ "shell(ls)" ]', GRANT), 'merge')).rejects.toThrow(
      'nothing was changed',
    )
    expect(read()).toBe(POLICY)
    expect(await store.grants.live({ now: 1000 })).toEqual([])
  })

  it('a store that fails half way leaves the file and takes back what it gave', async () => {
    write(POLICY)
    const add = store.grants.add.bind(store.grants)
    let calls = 0
    vi.spyOn(store.grants, 'add').mockImplementation(async (given) => {
      if (++calls === 2) throw new Error('the disk is full')
      await add(given)
    })
    const two = sound(
      'grants: [ { behavior: allow, rules: [ "shell(a)" ] }, { behavior: deny, rules: [ "shell(b)" ] } ]',
    )
    await expect(profiles.takeUp(two, 'merge')).rejects.toThrow('nothing was changed: the disk is full')
    expect(read()).toBe(POLICY)
    expect(await store.grants.live({ now: 1000 })).toEqual([])
  })

  it('what cannot be put on record is not done', async () => {
    const audit = { append: () => Promise.reject(new Error('no audit')) }
    const mute = new Profiles({ store, audit, home, now: () => 1000, by: 'me' })
    await expect(mute.takeUp(sound('allow: [ "shell(ls)" ]'), 'merge')).rejects.toThrow('no audit')
    expect(existsSync(file)).toBe(false)
  })
})

it('the published schema names the fields the reader knows', () => {
  const { properties, required } = profileSchema() as { properties: object; required: string[] }
  expect(required).toEqual(['schema', 'version', 'name'])
  expect(Object.keys(JSON.parse(writeProfile(sound('mode: explore'))) as object)).toEqual(
    expect.arrayContaining(['schema', 'version', 'name', 'mode', 'allow', 'ask', 'deny', 'grants']),
  )
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['schema', 'mode', 'grants']))
})

const GRANT = 'grants: [ { behavior: allow, rules: [ "shell(make:*)" ] } ]'

function header(...lines: readonly string[]): string {
  return ['schema: countersign-profile', 'version: 1', 'name: p', ...lines].join('\n')
}

function sound(...lines: readonly string[]): ProfileContent {
  const { profile, problems } = readProfile(header(...lines), 'p.yaml')
  if (profile === undefined) throw new Error(JSON.stringify(problems))
  return profile
}

function write(text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function read(): string {
  return readFileSync(file, 'utf8')
}

function grant(id: string, rules: readonly string[], more: object = {}): Promise<void> {
  const base = { behavior: 'allow', lasts: 'always', digest: null, session: null, project: null, agent: null } as const
  const origin = { grantedAt: 1, grantedBy: 'me', approval: null, until: null, usesLeft: null }
  return store.grants.add({ id, rules, ...base, ...origin, ...more })
}

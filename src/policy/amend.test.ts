import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { amendPolicy } from './amend.ts'
import type { RuleEntry } from './rule-entry.ts'
import { readPolicy } from './document.ts'

let base: string
let root: string
let home: string
let config: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'countersign-amend-'))
  root = join(base, 'project')
  home = join(base, 'home')
  config = join(home, '.config', 'countersign')
  mkdirSync(root)
  mkdirSync(config, { recursive: true })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const allow = (rule: string, more: Partial<RuleEntry> = {}): RuleEntry => ({ behavior: 'allow', rule, ...more })
const add = (...entries: RuleEntry[]) => amendPolicy({ layer: 'user', root, home, add: entries })
const remove = (...entries: RuleEntry[]) => amendPolicy({ layer: 'user', root, home, remove: entries })
const user = (name = 'policy.yaml') => join(config, name)
const write = (text: string, name?: string) => writeFileSync(user(name), text)
const text = (name?: string) => readFileSync(user(name), 'utf8')

describe('adding a rule', () => {
  it('that is there already, with a reason or tests of its own, changes nothing', async () => {
    const before = 'allow:\n  - rule: shell(make)\n    reason: it builds\n    match: [ make ]\n'
    write(before)
    expect(await add(allow('shell(make)'))).toMatchObject({ ok: true, changed: false })
    expect(text()).toBe(before)
    expect(await add(allow('shell(make)', { agents: ['codex'] }))).toMatchObject({ ok: true, changed: true })
  })

  it('for an agent by another of its names: it is added once, and found again', async () => {
    const [other, own] = [allow('deploy', { agents: ['claude'] }), allow('deploy', { agents: ['claude-code'] })]
    expect(await add(other)).toMatchObject({ ok: true, changed: true })
    expect(await add(own)).toMatchObject({ ok: true, changed: false })
    expect(await remove(other)).toMatchObject({ ok: true, changed: true })
  })

  it('leaves every other character of the file as it stands', async () => {
    write(
      '# mine\nmode:   default   # odd spacing\nallow:\n    # why this\n    - "shell(ls)"   # tail\n\ndeny: [ "shell(sudo:*)" ] # never\n# end\n',
    )
    expect(await add(allow('shell(npm test)'))).toMatchObject({ ok: true, changed: true })
    expect(text()).toBe(
      '# mine\nmode:   default   # odd spacing\nallow:\n    # why this\n    - "shell(ls)"   # tail\n    - "shell(npm test)"\n\ndeny: [ "shell(sudo:*)" ] # never\n# end\n',
    )
  })

  it.each([
    ['an inline list', 'allow: [ "shell(ls)" ] # x\n', 'allow: [ "shell(ls)", "shell(npm test)" ] # x\n'],
    ['an empty inline list', 'allow: []\n', 'allow: [ "shell(npm test)" ]\n'],
    ['no list', 'mode: default', 'mode: default\nallow:\n  - "shell(npm test)"\n'],
    ['only a comment', '# nothing yet\n', '# nothing yet\nallow:\n  - "shell(npm test)"\n'],
    [
      'a list with its entries commented out',
      'allow: # mine\n  # - shell(a)\n  # - shell(b)\n\ndeny:\n  - shell(x)\n',
      'allow: # mine\n  - "shell(npm test)"\n  # - shell(a)\n  # - shell(b)\n\ndeny:\n  - shell(x)\n',
    ],
    ['a list without any, at the end', 'deny: []\nallow:', 'deny: []\nallow:\n  - "shell(npm test)"\n'],
    [
      'lines that end as on Windows',
      'allow:\r\n  - "shell(ls)"\r\n',
      'allow:\r\n  - "shell(ls)"\r\n  - "shell(npm test)"\r\n',
    ],
    ['no last line break', 'allow:\n  - "shell(ls)"', 'allow:\n  - "shell(ls)"\n  - "shell(npm test)"\n'],
    [
      'a mapping last in the list',
      'allow:\n- rule: shell(ls)\n  reason: |\n    two\n    lines\nmode: default\n',
      'allow:\n- rule: shell(ls)\n  reason: |\n    two\n    lines\n- "shell(npm test)"\nmode: default\n',
    ],
  ])('works with %s', async (_, before, after) => {
    write(before)
    expect(await add(allow('shell(npm test)'))).toMatchObject({ ok: true })
    expect(text()).toBe(after)
  })

  it('writes a policy that is one inline mapping anew, comments kept', async () => {
    write('# mine\n{ mode: default, allow: [ "shell(ls)" ] }\n')
    expect(await add(allow('shell(npm test)'))).toMatchObject({ ok: true })
    expect(text()).toContain('# mine')
    expect(readPolicy(text(), { file: 'x.yaml', layer: 'user' }).document?.rules).toHaveLength(2)
  })

  it('keeps a JSON policy JSON', async () => {
    write('{"mode":"default"}', 'policy.json')
    expect(await add(allow('shell(npm test)'))).toMatchObject({ ok: true })
    expect(JSON.parse(text('policy.json'))).toEqual({ mode: 'default', allow: ['shell(npm test)'] })
    expect(existsSync(user())).toBe(false)
  })

  it('carries how long and for whom', async () => {
    const expires = Date.UTC(2030, 0, 2, 3, 4, 5)
    await add(allow('shell(npm test)', { expires, agents: ['claude-code'] }))
    const { document, problems } = readPolicy(text(), { file: 'x.yaml', layer: 'user' })
    expect(problems).toEqual([])
    expect(document?.rules).toMatchObject([{ rule: 'shell(npm test)', expires, agents: ['claude-code'] }])
  })

  it('that is there already changes nothing', async () => {
    await add(allow('shell(npm test)'))
    const before = statSync(user()).mtimeMs
    expect(await add(allow('shell(npm test)'))).toMatchObject({ ok: true, changed: false })
    expect(statSync(user()).mtimeMs).toBe(before)
  })

  it('makes the folders it needs, private, and keeps the local file out of commits', async () => {
    rmSync(config, { recursive: true })
    await add(allow('shell(ls)'))
    expect(statSync(config).mode & 0o777).toBe(0o700)
    expect(statSync(user()).mode & 0o777).toBe(0o600)
    await amendPolicy({ layer: 'local', root, home, add: [allow('shell(ls)')] })
    expect(readdirSync(join(root, '.countersign')).toSorted()).toEqual(['.gitignore', 'local.yaml'])
    expect(readFileSync(join(root, '.countersign', '.gitignore'), 'utf8').split('\n')).toEqual([
      'local.*',
      '.gitignore',
      '',
    ])
  })

  it('keeps the mode of the file and leaves no draft or lock behind', async () => {
    write('mode: default\n')
    chmodSync(user(), 0o640)
    await add(allow('shell(ls)'))
    expect(statSync(user()).mode & 0o777).toBe(0o640)
    expect(readdirSync(config)).toEqual(['policy.yaml'])
  })

  it('twenty at once all arrive', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(allow(`shell(echo ${index})`))))
    expect(readPolicy(text(), { file: 'x.yaml', layer: 'user' }).document?.rules).toHaveLength(20)
  })
})

describe('a change that must not happen', () => {
  it.each([
    ['a file with an error', 'alow: []\n'],
    ['a file that cannot be parsed', 'allow: [ "shell(ls)"\n'],
    ['a file of two documents', 'mode: default\n---\nmode: bypass\n'],
    ['a file that is too large', `# ${'x'.repeat(1024 * 1024)}\n`],
    ['an alias for a list', 'deny: &d [ "shell(ls)" ]\nallow: *d\n'],
  ])('%s stays as it is', async (_, before) => {
    write(before)
    const amended = await add(allow('shell(npm test)'))
    if (amended.ok) {
      const rules = readPolicy(text(), { file: 'x.yaml', layer: 'user' }).document?.rules
      expect(rules?.filter(({ behavior }) => behavior === 'deny')).toHaveLength(1)
    } else expect(text()).toBe(before)
  })

  it.each(['Bsh(ls)', 'shell(', '', 'shell(ls)\nmode: bypass'])(
    '%j, which is no rule, is not written',
    async (rule) => {
      write('mode: default\n')
      const amended = await add(allow(rule))
      if (amended.ok) expect(readPolicy(text(), { file: 'x', layer: 'user' }).document?.mode?.value).toBe('default')
      else expect(text()).toBe('mode: default\n')
    },
  )

  it('a read-only file is not replaced', async () => {
    write('mode: default\n')
    chmodSync(user(), 0o400)
    expect(await add(allow('shell(ls)'))).toMatchObject({ ok: false, why: 'it is read-only' })
  })

  it('a local file that leads out of the project is not written through', async () => {
    write('mode: default\n')
    mkdirSync(join(root, '.countersign'))
    symlinkSync(user(), join(root, '.countersign', 'local.yaml'))
    const amended = await amendPolicy({ layer: 'local', root, home, add: [allow('shell(ls)')] })
    expect(amended).toMatchObject({ ok: false, why: 'it is a link that leads out of the project' })
    expect(text()).toBe('mode: default\n')
  })

  it('a local folder that leads out of the project is not written into', async () => {
    symlinkSync(config, join(root, '.countersign'))
    const amended = await amendPolicy({ layer: 'local', root, home, add: [allow('shell(ls)')] })
    expect(amended.ok).toBe(false)
    expect(readdirSync(config)).toEqual([])
  })

  it('the user may keep the policy behind a link, which stays one', async () => {
    const elsewhere = join(base, 'dotfiles.yaml')
    writeFileSync(elsewhere, 'mode: default\n')
    symlinkSync(elsewhere, user())
    expect(await add(allow('shell(ls)'))).toMatchObject({ ok: true })
    expect(readFileSync(elsewhere, 'utf8')).toContain('shell(ls)')
  })

  it('a folder in the place of the file is said to be none', async () => {
    mkdirSync(user())
    expect(await add(allow('shell(ls)'))).toMatchObject({ ok: false, why: 'it is not a plain file' })
  })

  it.each([
    ['', 1],
    [', though the clock was set back since', 2 ** 32],
  ])('a lock that a dead process left behind is broken%s', async (_, time) => {
    writeFileSync(`${user()}.lock`, '')
    utimesSync(`${user()}.lock`, time, time)
    expect(await add(allow('shell(ls)'))).toMatchObject({ ok: true })
  })

  it('a fresh lock is waited for', async () => {
    writeFileSync(`${user()}.lock`, '')
    const adding = add(allow('shell(ls)'))
    await new Promise(setImmediate)
    expect(existsSync(user())).toBe(false)
    rmSync(`${user()}.lock`)
    expect(await adding).toMatchObject({ ok: true })
  })
})

describe('removing a rule', () => {
  it('takes its line and nothing else', async () => {
    write('allow:\n  - "shell(ls)" # keep\n  - "shell(npm test)"\n  - rule: shell(make)\n    reason: x\n# end\n')
    expect(await remove(allow('shell(npm test)'))).toMatchObject({ ok: true, changed: true })
    expect(text()).toBe('allow:\n  - "shell(ls)" # keep\n  - rule: shell(make)\n    reason: x\n# end\n')
  })

  it('takes the last of a list, and those of inline lists', async () => {
    write('# mine\nallow:\n  - "shell(ls)"\ndeny: [ "shell(a)", "shell(b)" ]\n')
    await remove(allow('shell(ls)'), { behavior: 'deny', rule: 'shell(a)' })
    const { document, problems } = readPolicy(text(), { file: 'x.yaml', layer: 'user' })
    expect(problems).toEqual([])
    expect(document?.rules.map(({ rule }) => rule)).toEqual(['shell(b)'])
    expect(text()).toContain('# mine')
  })

  it('goes by behaviour and agents, too', async () => {
    write('allow:\n  - rule: shell(ls)\n    agents: codex\n  - shell(ls)\ndeny:\n  - shell(ls)\n')
    await remove(allow('shell(ls)', { agents: ['codex'] }))
    expect(text()).toBe('allow:\n  - shell(ls)\ndeny:\n  - shell(ls)\n')
  })

  it('that is not there changes nothing', async () => {
    write('mode: default\n')
    expect(await remove(allow('shell(ls)'))).toMatchObject({ ok: true, changed: false })
  })

  it('works in JSON', async () => {
    write('{"allow":["shell(ls)","shell(make)"]}', 'policy.json')
    await remove(allow('shell(ls)'))
    expect(JSON.parse(text('policy.json'))).toEqual({ allow: ['shell(make)'] })
  })
})

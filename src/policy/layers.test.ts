import { describe, expect, test } from 'vitest'
import type { Layer } from '../engine/rule.ts'
import { mergeLayers } from './layers.ts'
import type { Merged } from './layers.ts'
import { readPolicyObject } from './object.ts'
import type { PolicyDocument } from './object.ts'

const PLACE = { cwd: '/srv/project/sub', root: '/srv/project', home: '/home/user' }

function document(layer: Layer, policy: object): PolicyDocument {
  const read = readPolicyObject(policy, layer)
  if (read.document === undefined) throw new Error('no document')
  return read.document
}

function merge(policies: Partial<Record<Layer, object>>, trusted = false): Merged {
  const documents = Object.entries(policies).map(([layer, policy]) => document(layer as Layer, policy))
  return mergeLayers(documents, { ...PLACE, trusted })
}

const messages = (merged: Merged) => merged.notes.map(({ message, advice }) => `${message}; ${advice}`)

describe('pooling', () => {
  test('rules of all layers count together, the most authoritative first', () => {
    const { policy, notes } = merge({
      session: { allow: ['shell(a)'] },
      project: { deny: ['shell(b)'], kinds: { mcp: 'ask' } },
      managed: { allow: ['shell(c)'] },
      user: { ask: ['shell(d)'] },
    })
    expect(policy.rules.map(({ behavior, rule, source }) => `${source.layer}: ${behavior} ${rule}`)).toEqual([
      'managed: allow shell(c)',
      'user: ask shell(d)',
      'project: deny shell(b)',
      'project: ask mcp',
      'session: allow shell(a)',
    ])
    expect(notes).toEqual([])
  })

  test('nothing said means asking, enforced', () => {
    expect(merge({}).policy).toMatchObject({ mode: 'default', otherwise: 'ask', enforce: true, rules: [] })
  })

  test('every filter of tools stands by itself', () => {
    const { policy } = merge({
      user: { tools: { allowed: ['Read'] } },
      project: { tools: { disallowed: ['Bash'] } },
      local: {},
    })
    expect(policy.tools).toEqual([
      { allowed: ['Read'], disallowed: [] },
      { allowed: [], disallowed: ['Bash'] },
    ])
  })

  test('the most specific layer that says something has its way with a setting', () => {
    const policies = {
      managed: { mode: 'dontAsk', otherwise: 'deny' },
      user: { mode: 'explore' },
      project: { mode: 'default' },
    }
    expect(merge(policies, true).policy).toMatchObject({ mode: 'default', otherwise: 'deny' })
    expect(merge({ ...policies, session: { mode: 'bypass' } }, true).policy.mode).toBe('bypass')
  })

  test('working directories start from the project, in a session from where it runs, or from home', () => {
    const { policy } = merge(
      {
        user: { workingDirectories: ['~/notes', '/opt//x/'] },
        project: { workingDirectories: ['../lib', './a/../b'] },
        session: { workingDirectories: ['here', '~'] },
      },
      true,
    )
    expect(policy.workingDirectories).toEqual([
      '/home/user/notes',
      '/opt/x',
      '/srv/lib',
      '/srv/project/b',
      '/srv/project/sub/here',
      '/home/user',
    ])
  })

  test('protected paths are added by anyone and given up by the user only', () => {
    const paths = { protectedPaths: { add: ['a'], remove: ['b'] } }
    expect(merge({ user: paths, project: paths, session: paths }, true).policy.protectedPaths).toEqual({
      add: ['a', 'a', 'a'],
      remove: ['b'],
    })
  })
})

describe('a checkout that is not trusted', () => {
  const hostile = {
    mode: 'bypass',
    allow: ['shell(curl:*)'],
    kinds: { shell: 'allow', url: 'deny' },
    deny: ['shell(npm publish:*)'],
    otherwise: 'allow',
    enforce: false,
    workingDirectories: ['/', '~', '.'],
    protectedPaths: { remove: ['.bashrc'] },
    tools: { disallowed: ['WebSearch'] },
  }

  test.each(['project', 'local'] as const)('cannot loosen anything by its %s file, and each try is noted', (layer) => {
    const merged = merge({ [layer]: hostile })
    expect(merged.policy).toMatchObject({ mode: 'default', otherwise: 'ask', enforce: true, workingDirectories: [] })
    expect(merged.policy.protectedPaths.remove).toEqual([])
    expect(merged.policy.rules.map(({ behavior, rule }) => `${behavior} ${rule}`)).toEqual([
      'deny shell(npm publish:*)',
      'deny url',
    ])
    expect(merged.policy.tools).toEqual([{ allowed: [], disallowed: ['WebSearch'] }])
    expect(messages(merged)).toEqual(
      [
        'the allow rule `shell(curl:*)`',
        'the allow rule `shell`',
        '`mode: bypass`',
        '`otherwise: allow`',
        '`enforce: false`',
        'the working directory `/`',
        'the working directory `~`',
        'the working directory `.`',
      ].map(
        (what) => `${what} is ignored: this folder is not trusted; run \`countersign trust\` if you trust what it says`,
      ),
    )
    expect(merged.notes.every(({ source }) => source.layer === layer)).toBe(true)
  })

  test('has its say once it is trusted, but for protected paths', () => {
    const { policy, notes } = merge({ project: hostile }, true)
    expect(policy).toMatchObject({ mode: 'bypass', otherwise: 'allow', enforce: false })
    expect(policy.workingDirectories).toEqual(['/', '/home/user', '/srv/project'])
    expect(policy.protectedPaths.remove).toEqual([])
    expect(notes).toEqual([])
  })

  test('may tighten what the user has set', () => {
    const lax = { mode: 'bypass', otherwise: 'allow', enforce: false }
    const { policy, notes } = merge({ user: lax, project: { mode: 'dontAsk', otherwise: 'deny', enforce: true } })
    expect(policy).toMatchObject({ mode: 'dontAsk', otherwise: 'deny', enforce: true })
    expect(notes).toEqual([])
  })

  test('cannot go back to the ordinary from something stricter', () => {
    const strict = { mode: 'dontAsk', otherwise: 'deny' }
    expect(merge({ user: strict, project: { mode: 'default', otherwise: 'ask' } }).policy).toMatchObject(strict)
    expect(merge({ user: { mode: 'explore' }, local: { mode: 'dontAsk' } }).policy.mode).toBe('explore')
  })

  test('cannot open every file to reading by asking for explore', () => {
    expect(merge({ project: { mode: 'explore' } }).policy.mode).toBe('default')
    expect(merge({ user: { mode: 'acceptEdits' }, project: { mode: 'explore' } }).policy.mode).toBe('explore')
  })

  test('does not hold back what the session was told', () => {
    expect(merge({ project: { mode: 'dontAsk' }, session: { mode: 'acceptEdits' } }).policy.mode).toBe('acceptEdits')
  })
})

describe('locks of the managed policy', () => {
  test('a locked setting is what the managed policy says, or the default', () => {
    const others = { mode: 'bypass', otherwise: 'allow', enforce: false }
    const merged = merge({
      managed: { mode: 'explore', locked: ['mode', 'otherwise', 'enforce'] },
      user: others,
      session: others,
    })
    expect(merged.policy).toMatchObject({ mode: 'explore', otherwise: 'ask', enforce: true })
    expect(messages(merged)).toContain(
      '`mode: bypass` is ignored: the managed policy does not let other files change it; ask whoever manages this machine',
    )
    expect(merged.notes).toHaveLength(6)
  })

  test('a locked bypass is refused to everybody, the managed policy included', () => {
    const bypass = { mode: 'bypass' }
    const merged = merge(
      { managed: { locked: ['bypass'], ...bypass }, user: bypass, project: bypass, session: bypass },
      true,
    )
    expect(merged.policy.mode).toBe('default')
    expect(merged.notes.map(({ message }) => message)).toEqual(
      Array(4).fill('`mode: bypass` is ignored: the managed policy forbids this mode'),
    )
    expect(merge({ managed: { locked: ['bypass'] }, user: { mode: 'explore' }, session: bypass }).policy.mode).toBe(
      'explore',
    )
  })

  test('locked rules leave only managed permissions, and everybody’s restrictions', () => {
    const all = { allow: ['shell(a)'], ask: ['shell(b)'], deny: ['shell(c)'], workingDirectories: ['/x'] }
    const { policy } = merge({ managed: { ...all, locked: ['rules'] }, user: all, session: all }, true)
    expect(policy.rules.map(({ behavior, source }) => `${source.layer} ${behavior}`)).toEqual([
      'managed allow',
      'managed ask',
      'managed deny',
      'user ask',
      'user deny',
      'session ask',
      'session deny',
    ])
    expect(policy.workingDirectories).toEqual(['/x'])
  })

  test('locked protected paths cannot be given up by the user', () => {
    const user = { protectedPaths: { remove: ['.bashrc'] } }
    expect(merge({ managed: { locked: ['protectedPaths'] }, user }).policy.protectedPaths.remove).toEqual([])
  })

  test('are told, whether or not another file has tried them', () => {
    expect([...merge({ managed: { locked: ['mode'] } }).locks]).toEqual(['mode'])
    expect([...merge({ managed: { locked: ['bypass'] }, user: { mode: 'bypass' } }).locks]).toEqual(['bypass'])
  })

  test('nobody else can lock', () => {
    const { policy, locks } = merge({ user: { locked: ['mode'], mode: 'explore' }, session: { mode: 'default' } })
    expect(locks.size).toBe(0)
    expect(policy.mode).toBe('default')
    expect(policy.broken).toContain('only the managed policy can lock settings')
  })
})

describe('a broken document', () => {
  test('breaks the policy, whatever layer it is of and even if nobody passes its problems on', () => {
    expect(merge({ user: { allow: ['Read'] }, project: { deny: ['Bsh'] } }).policy.broken).toBe(
      'policy cannot be relied on: policy deny[0]: `Bsh` is not a tool known here; did you mean `Bash`?',
    )
  })

  test('is named together with the files that could not be read at all', () => {
    const problem = {
      severity: 'error',
      line: 0,
      col: 0,
      path: '',
      message: 'cannot be read: permission denied',
    } as const
    const warning = { ...problem, severity: 'warning', file: 'c' } as const
    const broken = [warning, { ...problem, file: 'a' }, { ...problem, file: 'b' }]
    expect(mergeLayers([], { ...PLACE, trusted: false, broken }).policy.broken).toBe(
      'a and b cannot be relied on: a: cannot be read: permission denied (and 1 more error)',
    )
    expect(mergeLayers([], { ...PLACE, trusted: false, broken: [warning] }).policy.broken).toBeUndefined()
  })

  test('enforces, since it might have said so', () => {
    expect(merge({ user: { enforce: false }, project: { mode: 'x' } }).policy.enforce).toBe(true)
  })
})

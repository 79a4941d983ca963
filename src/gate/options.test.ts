import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PolicyError } from '../policy/inline.ts'
import { createEngine } from './engine.ts'
import type { EngineOptions } from './engine.ts'
import { openGate } from './gate.ts'
import type { GateOptions } from './gate-options.ts'

const POLICY = { allow: ['Read(./**)'], deny: ['read(conf/secret)'] }

describe('an engine is refused', () => {
  test.each<[object, string]>([
    [{ cwd: '' }, 'cwd must be an absolute path, not ""'],
    [{ cwd: '.' }, 'cwd must be an absolute path, not "."'],
    [{ cwd: 5 }, 'cwd must be an absolute path, not 5'],
    [{ cwd: '/srv/project', root: '' }, 'root must be an absolute path, not ""'],
    [{ cwd: '/srv/project', home: 'ada' }, 'home must be an absolute path, not "ada"'],
    [{ polcy: POLICY }, 'polcy is not an option; did you mean policy?'],
    [{ deny: ['shell(ls:*)'] }, 'deny is a field of the policy: write policy: { deny: … }'],
    [{ tools: {} }, 'tools must be a list'],
    [{ tools: [{ nme: 'deploy' }] }, 'each of the tools must have a name'],
    [
      { tools: [{ name: 'deploy', chek: () => ({ says: 'deny', why: 'x' }) }] },
      'chek is nothing that the tool deploy has; did you mean check?',
    ],
    [{ tools: [{ name: 'deploy', check: 'deny' }] }, 'check of the tool deploy must be a function'],
    [{ tools: [{ name: 'deploy', readOnly: 'no' }] }, 'readOnly of the tool deploy must be a boolean or a function'],
    [{ mode: 'explore' }, 'mode is a field of the policy: write policy: { mode: … }'],
  ])('for %j', (options, message) => {
    expect(() => createEngine({ policy: POLICY, ...options } as EngineOptions)).toThrow(new TypeError(message))
  })

  test('for a policy, with all that is wrong with it, also where only compiling a rule shows it', () => {
    const broken = ['read(a{b)', "shell(ls 'x)", { rule: 'read(a)', except: ['read(../../{x)'] }]
    const refused = (policy: object) => {
      try {
        return createEngine({ policy }) && 'nothing'
      } catch (error) {
        return error instanceof PolicyError ? error.problems.map(({ path }) => path) : error
      }
    }
    expect(refused({ deny: broken, ask: ['Bsh(ls)'], mode: 'bypas' })).toEqual([
      'mode',
      'ask[0]',
      'deny[0]',
      'deny[1]',
      'deny[2].except[0]',
    ])
    expect(refused({ deny: broken.slice(1, 2) })).toEqual(['deny[0]'])
    expect(refused({ deny: broken.slice(2) })).toEqual(['deny[0].except[0]'])
  })

  test('for no option that is somebody else’s', () => {
    const options = { policy: POLICY, cwd: '/srv/project', traceparent: '00', root: undefined } as EngineOptions
    const read = (file_path: string) => createEngine(options).decide({ tool: 'Read', input: { file_path } }).behavior
    expect([read('a'), read('conf/secret'), read('/etc/passwd')]).toEqual(['allow', 'deny', 'ask'])
  })
})

test.each<[object, string]>([
  [{ polciy: POLICY }, 'polciy is not an option; did you mean policy?'],
  [{ home: '' }, 'home must be an absolute path, not ""'],
  [{ tools: 'deploy' }, 'tools must be a list'],
  [{ session: 5 }, 'session must be a text'],
  [{ onEvent: 'decided' }, 'onEvent must be a function'],
  [{ askers: [] }, 'askers is not an option; did you mean asker?'],
  [{ deny: ['shell(ls:*)'] }, 'deny is a field of the policy: write policy: { deny: … }'],
])('a gate is refused for %j', async (options, message) => {
  const opening = openGate({ cwd: tmpdir(), store: 'memory', ...options } as GateOptions)
  await expect(opening).rejects.toThrow(new TypeError(message))
})

test('a mistyped folder does not mean that no rule of the project counts: the gate is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-options-'))
  try {
    writeFileSync(join(folder, 'countersign.yaml'), 'deny: [shell(make deploy)]\n')
    const open = (cwd: string, more: Partial<GateOptions> = {}) =>
      openGate({ cwd, home: folder, store: 'memory', ...more })
    for (const cwd of [
      join(folder, 'projcet'),
      join(folder, 'countersign.yaml'),
      join(folder, 'countersign.yaml', 'x'),
    ])
      await expect(open(cwd), cwd).rejects.toThrow(
        new TypeError(
          `cwd must be a folder that is there, and ${cwd} is none: a project's rules would not be found. Make it, or name the folder in which calls run`,
        ),
      )
    for (const gate of [await open(folder), await open(join(folder, 'projcet'), { projects: 'called' })])
      await gate.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an engine reads no files, so its folder need not be there', () => {
  const engine = createEngine({ policy: { deny: ['shell(make deploy)'] }, cwd: '/nowhere/at/all' })
  expect(engine.decide({ tool: 'Bash', input: { command: 'make deploy' } }).behavior).toBe('deny')
})

/** Custom tools whose functions answer later, or not at all. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CustomTool } from '../effects/custom-tool.ts'
import type { PolicyInput } from '../policy/inline.ts'
import { createEngine } from './engine.ts'

const input = { target: 'prod-1' }
const call = { tool: 'Deploy', input }
const engineWith = (tool: Partial<CustomTool>, policy: PolicyInput) =>
  createEngine({ cwd: '/srv/project', home: '/home/user', policy, tools: [{ name: 'Deploy', ...tool }] })
const later = async (specifier: string) => Promise.resolve(specifier.startsWith('prod'))

describe('a match that answers later', () => {
  it.each([
    [{ allow: ['Deploy'], deny: ['Deploy(prod)'] }, 'deny'],
    [{ allow: ['Deploy'], deny: ['Deploy(staging)'] }, 'allow'],
    [{ allow: ['Deploy(prod)'] }, 'allow'],
    [{ allow: ['Deploy(staging)'] }, 'ask'],
    [{ allow: ['Deploy'], deny: ['Deploy(staging)', 'Deploy(test)', 'Deploy(prod)'] }, 'deny'],
    [{ allow: ['Deploy(test)', 'Deploy(prod)'], ask: ['Deploy(staging)'] }, 'allow'],
    [{ allow: [{ rule: 'Deploy', except: ['Deploy(prod)'] }] }, 'ask'],
  ])('%j: %s', async (policy, expected) => {
    const engine = engineWith({ match: later }, policy)
    expect((await engine.decideAsync(call)).behavior).toBe(expected)
    const trace: unknown[] = []
    await engine.decideAsync(call, trace as never)
    const once: unknown[] = []
    engineWith({ match: (specifier) => specifier.startsWith('prod') }, policy).decide(call, once as never)
    expect(trace).toEqual(once)
  })

  it('is not waited for where nobody can wait: it might match', () => {
    expect(engineWith({ match: later }, { allow: ['Deploy'], deny: ['Deploy(x)'] }).decide(call).behavior).toBe('ask')
    expect(engineWith({ match: later }, { allow: ['Deploy(prod)'] }).decide(call).behavior).toBe('ask')
  })

  it('is offered what it suggests', async () => {
    const engine = engineWith({ match: later, suggest: async () => Promise.resolve(['prod-1', 'x', '']) }, {})
    const offered = engine.suggest(await engine.decideAsync(call))
    expect(offered.map(({ rules }) => rules)).toEqual([['Deploy(prod-1)'], ['Deploy']])
  })
})

describe('what fails later', () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown) => unheard.push(reason)
  beforeEach(() => {
    unheard.length = 0
    process.on('unhandledRejection', hear)
  })
  afterEach(() => {
    process.off('unhandledRejection', hear)
  })
  const fails = async (): Promise<never> => Promise.reject(new Error('boom'))
  const NAME: string = 'then'
  const no = (_: unknown, reject: (error: Error) => void) => reject(new Error('boom'))
  const thenable = () => Object.fromEntries(new Map([[NAME, no]]))

  it.each([
    ['match', fails, 'ask'],
    ['match', thenable, 'ask'],
    ['suggest', fails, 'allow'],
    ['suggest', thenable, 'allow'],
    ['check', fails, 'ask'],
    ['check', thenable, 'ask'],
    ['readOnly', fails, 'ask'],
  ])('in %s ends no process', async (name, does, expected) => {
    const engine = engineWith({ [name]: does }, { allow: ['Deploy'], deny: ['Deploy(prod)'] })
    expect(engine.decide(call).behavior).toBe(expected)
    expect((await engine.decideAsync(call)).behavior).toBe(expected)
    expect(engine.explain(call).verdict.behavior).toBe(expected)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unheard).toEqual([])
  })

  it('ends no process where the check throws meanwhile', async () => {
    const check = () => {
      throw new Error('at once')
    }
    const engine = engineWith({ readOnly: fails, check }, { allow: ['Deploy'] })
    expect(engine.decide(call).behavior).toBe('ask')
    expect((await engine.decideAsync(call)).behavior).toBe('ask')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unheard).toEqual([])
  })
})

describe('a tool by the name of a known one', () => {
  const own = (tool: Partial<CustomTool>, policy: PolicyInput, given: object) => {
    const name = tool.name ?? 'Bash'
    const engine = createEngine({ cwd: '/srv/project', home: '/home/user', policy, tools: [{ name, ...tool }] })
    return engine.decide({ tool: name, input: given as never }).behavior
  }

  it('is of its kind unless said: rules on that kind are about it', () => {
    const policy = { allow: ['Bash', 'other'], deny: ['shell(rm:*)'] }
    expect(own({}, policy, { command: 'rm x' })).toBe('ask')
    expect(own({}, { allow: ['Bash'], deny: ['shell'] }, {})).toBe('deny')
    expect(own({ name: 'Read' }, { allow: ['Read'], deny: ['read(.env)'] }, { file_path: '.env' })).toBe('ask')
    expect(own({ name: 'mcp__a__b' }, { allow: ['other'], deny: ['mcp'] }, {})).toBe('deny')
    expect(own({ kind: 'other' }, policy, { command: 'rm x' })).toBe('allow')
    expect(own({}, { allow: ['Bash'] }, { command: 'x' })).toBe('allow')
  })

  it('gains nothing from a permission for that kind: nobody has read what it would do', () => {
    expect(own({}, { allow: ['shell'] }, { command: 'rm -rf /' })).toBe('ask')
    expect(own({ name: 'Read' }, { allow: ['read'] }, { file_path: '~/.ssh/id_rsa' })).toBe('ask')
    expect(own({ name: 'Read' }, { allow: ['Read'] }, { file_path: '~/.ssh/id_rsa' })).toBe('ask')
    expect(own({ name: 'mcp__a__b' }, { allow: ['mcp'] }, {})).toBe('ask')
    expect(own({ kind: 'shell' }, { allow: ['shell'] }, { command: 'x' })).toBe('allow')
    expect(own({ name: 'Deploy' }, { allow: ['other'] }, {})).toBe('allow')
  })

  it('reads what a rule says of it, where it can', () => {
    const match = (specifier: string) => specifier === 'this'
    expect(own({ match }, { allow: ['Bash'], deny: ['Bash(this)'] }, {})).toBe('deny')
    expect(own({ match }, { allow: ['Bash'], deny: ['Bash(that)'] }, {})).toBe('allow')
    expect(own({ match }, { allow: ['Bash(this)'] }, {})).toBe('allow')
    expect(own({}, { allow: ['Bash'], deny: ['Bash(that)'] }, {})).toBe('ask')
  })

  it('of an unknown kind is refused', () => {
    expect(() => own({ kind: 'shel' as never }, {}, {})).toThrow(
      'kind of the tool Bash must be one of shell, read, write, url, mcp, other',
    )
  })
})

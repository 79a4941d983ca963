import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Call } from '../engine/call.ts'
import { EMPTY_POLICY } from '../engine/policy.ts'
import { describedFileSystem } from '../effects/paths/file-system.ts'
import { digestOf, policyVersion } from './digest.ts'
import { createEngine } from './engine.ts'
import { snapshot } from './snapshot.ts'

const here = { cwd: '/srv/project', session: 's1' }

function digest(call: Call, links: Record<string, string> = {}, version = 'v1'): string {
  const fs = describedFileSystem({ symlinks: links })
  const engine = createEngine({ cwd: '/srv/project', fs })
  return digestOf(engine.decide(snapshot(call, here)).reading, version)
}

const write: Call = { tool: 'Write', input: { file_path: 'out.txt', content: 'x' } }

describe('a digest', () => {
  it('is of the same length and the same for the same, in whatever order it is said', () => {
    expect(digest(write)).toMatch(/^[0-9a-f]{64}$/)
    expect(digest(write)).toBe(digest({ tool: 'Write', input: { content: 'x', file_path: 'out.txt' } }))
  })

  it.each<[string, Call, Record<string, string>?, string?]>([
    ['tool', { ...write, tool: 'Edit' }],
    ['input', { ...write, input: { ...write.input, content: 'y' } }],
    ['a field more', { ...write, input: { ...write.input, more: null } }],
    ['working directory', { ...write, cwd: '/srv' }],
    ['where a path leads', write, { '/srv/project/out.txt': '/etc/passwd' }],
    ['policy', write, {}, 'v2'],
  ])('differs for another %s', (_, call, links, version) => {
    expect(digest(call, links, version)).not.toBe(digest(write))
  })

  it('differs for every other input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b)
        const of = (value: unknown) => digest({ tool: 'T', input: { value } })
        fc.pre(!same && sorted(a) !== sorted(b))
        expect(of(a)).not.toBe(of(b))
      }),
      { numRuns: 200 },
    )
  })

  it('tells halves of characters apart', () => {
    const of = (value: string) => digest({ tool: 'T', input: { value } })
    expect(of('\ud800')).not.toBe(of('\ud801'))
  })
})

it('a policy has another version when anything in it changes, and not by what was answered', () => {
  const version = policyVersion(EMPTY_POLICY)
  const rule = { behavior: 'allow', rule: 'shell(ls)', source: { layer: 'user' } } as const
  expect(policyVersion({ ...EMPTY_POLICY, rules: [rule] })).not.toBe(version)
  expect(policyVersion({ ...EMPTY_POLICY, mode: 'bypass' })).not.toBe(version)
  expect(policyVersion({ ...EMPTY_POLICY, answers: [rule] })).toBe(version)
})

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

/** No call, however odd or large, makes the engine throw, hang or allow. */

import { describe, expect, test, vi } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Call, CustomTool } from '../src/index.ts'
import { cpuNow } from './cpu.ts'

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
    const verdict = engine.decide(call as Call)
    expect(verdict.behavior).not.toBe('allow')
    expect(verdict.reason).toMatch(/\.$/)
    expect(engine.explain(call as Call).verdict.behavior).not.toBe('allow')
    expect((await engine.decideAsync(call as Call)).behavior).not.toBe('allow')
  })

  test.each<[string, (count: number) => Call]>([
    ['urls', (count) => ({ tool: 'fetch', input: { urls: Array(count).fill('https://a.example') } })],
    ['patched files', (count) => ({ tool: 'apply_patch', input: { input: manyFiles(count) } })],
    ['searched folders', (count) => ({ tool: 'rg', input: { pattern: 'x', paths: Array(count).fill('a') } })],
    ['brackets behind a here-document', (count) => bash(`cat <<E; echo '${'('.repeat(count)}'\n$x\nE`)],
    ['subscripts behind a here-document', (count) => bash(`cat <<E; echo '${' a['.repeat(count / 3)}'\n$x\nE`)],
    ['defaults in a word', (count) => bash(`zork "${'${q:-$x}'.repeat(count / 40)}"`)],
    ['signs before a host', (count) => bash(`ss ${'= '.repeat(count / 10)}`)],
    ['servers in a name', (count) => ({ tool: `mcp__${'a__'.repeat(count)}b`, input: {} })],
  ])('six times as many %s take about six times as long', (_, callOfSize) => {
    const few = timeOf(callOfSize(5000))
    expect(timeOf(callOfSize(30_000))).toBeLessThan(Math.max(500, 14 * few))
  })

  test('a sum that may fail is not tried in every way', () => {
    const sum = (terms: number) => bash(`x=5\necho $((${'1 + '.repeat(terms)}a))\necho $x`)
    const few = timeOf(sum(8))
    expect(timeOf(sum(26))).toBeLessThan(Math.max(500, 14 * few))
  })

  test('a command of very many words is too long, not a failure', () => {
    const call: Call = { tool: 'shell', input: { command: Array(300_000).fill('x') }, agent: 'codex' }
    expect(engine.decide(call).reason).not.toContain('call stack')
  })

  function bash(command: string): Call {
    return { tool: 'Bash', input: { command } }
  }

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

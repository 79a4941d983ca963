import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ToolFilter } from './policy.ts'
import { filterTools, isVisible } from './visibility.ts'

const filter = (allowed: string[], disallowed: string[] = []): ToolFilter => ({ allowed, disallowed })
const sees = (one: ToolFilter, ...names: string[]): boolean[] => names.map((name) => isVisible([one], [name]))

describe('seed 003', () => {
  test('empty filter allows everything', () => {
    expect(sees(filter([]), 'Bash', 'mcp__a__b', '')).toEqual([true, true, true])
    expect(isVisible([], ['Bash'])).toBe(true)
  })

  test('allowlist restricts to listed names', () => {
    expect(sees(filter(['Read', 'Grep']), 'Read', 'Grep', 'Bash', 'ReadFile', 'read')).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('denylist wins over allowlist', () => {
    expect(sees(filter(['Bash', 'Read'], ['Bash']), 'Bash', 'Read')).toEqual([false, true])
    expect(sees(filter(['*'], ['Bash']), 'Bash', 'Read')).toEqual([false, true])
  })

  test('trailing-* wildcard matches prefix', () => {
    expect(sees(filter(['mcp__*']), 'mcp__a__b', 'mcp__', 'mcp_a', 'Bash')).toEqual([true, true, false, false])
  })

  test('denylist wildcard hides whole namespace', () => {
    expect(sees(filter([], ['mcp__github__*']), 'mcp__github__x', 'mcp__githubx__y', 'Bash')).toEqual([
      false,
      true,
      true,
    ])
  })

  test('non-trailing * is treated literally', () => {
    const one = filter(['mcp__*__read', '*Read', 'a**'])
    expect(sees(one, 'mcp__a__read', 'mcp__*__read', 'FileRead', '*Read', 'ab', 'a*b')).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ])
  })

  // One registry, three listings: whole schemas, the core ones, and the names that are only looked up later.
  const registry = [
    { name: 'Read', core: true },
    { name: 'Bash', core: true },
    { name: 'mcp__github__x', core: false },
    { name: 'WebFetch', core: false },
  ]
  const filters = [filter(['Read', 'mcp__*', 'Bash'], ['Bash'])]
  const names = (tools: readonly { name: string }[]): string[] => filterTools(filters, tools).map(({ name }) => name)

  test('schemas() honors the filter', () => {
    expect(names(registry)).toEqual(['Read', 'mcp__github__x'])
  })

  test('core_schemas() honors the filter', () => {
    expect(names(registry.filter(({ core }) => core))).toEqual(['Read'])
  })

  test('deferred_names() honors the filter', () => {
    expect(names(registry.filter(({ core }) => !core))).toEqual(['mcp__github__x'])
  })
})

test('a tool hides under no other name', () => {
  expect(isVisible([filter([], ['Bash'])], ['run_shell_command', 'Bash'])).toBe(false)
  expect(isVisible([filter([], ['run_shell_command'])], ['run_shell_command', 'Bash'])).toBe(false)
  expect(isVisible([filter(['Bash'])], ['run_shell_command', 'Bash'])).toBe(true)
})

test('every layer’s filter must let a tool through', () => {
  const filters = [filter(['Read', 'Bash']), filter(['Bash', 'Write']), filter([], ['Glob'])]
  expect(['Read', 'Bash', 'Write', 'Glob'].filter((name) => isVisible(filters, [name]))).toEqual(['Bash'])
})

test('tools and entries that come later are judged, too', () => {
  const disallowed = ['Bash']
  const tools = [{ name: 'Bash' }, { name: 'Read' }]
  const filters = [{ allowed: [], disallowed }]
  expect(filterTools(filters, tools)).toHaveLength(1)
  tools.push({ name: 'mcp__late__x' })
  expect(filterTools(filters, tools)).toHaveLength(2)
  disallowed.push('mcp__late__*')
  expect(filterTools(filters, tools)).toHaveLength(1)
  expect(filterTools(filters, tools, () => ['Other', 'Bash'])).toEqual([])
})

test('names of object properties are names like any other', () => {
  expect(sees(filter(['Read'], ['constructor']), '__proto__', 'constructor', 'toString')).toEqual([false, false, false])
})

interface VisibilityCase extends ToolFilter {
  readonly kind: string
  readonly id: string
  readonly tool: string
  readonly visible: boolean
}

const corpus = new URL('../../spec/corpus/seed-cases.jsonl', import.meta.url)
const cases = readFileSync(corpus, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): VisibilityCase => JSON.parse(line))
  .filter(({ kind }) => kind === 'visibility')

test.each(cases)('corpus: $id $tool', (one) => {
  expect(isVisible([one], [one.tool])).toBe(one.visible)
})

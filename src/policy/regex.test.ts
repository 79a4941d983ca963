import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../test/cpu.ts'
import { createEngine } from '../gate/engine.ts'
import { readPolicy } from './document.ts'
import { formatProblem } from './problem.ts'
import { regexCompiler } from './regex.ts'

const problemsOf = (text: string) =>
  readPolicy(text, { file: 'countersign.yaml', layer: 'user' }).problems.map(formatProblem)

const rule = (behavior: string, regex: string) =>
  `${behavior}:\n  - rule: mcp__ci__deploy\n    where:\n      target: ${JSON.stringify(regex)}\n`

describe('regular expressions in a policy', () => {
  test('load nothing before there is one', () => {
    const { cache } = createRequire(import.meta.url)
    const isLoaded = () => Object.keys(cache).some((file) => file.includes('re2js'))
    createEngine({ policy: { deny: [{ rule: 'mcp__a__b', where: { c: 'd*' } }] } })
    expect(isLoaded()).toBe(false)
    createEngine({ policy: { deny: [{ rule: 'mcp__a__b', where: { c: '/d/' } }] } })
    expect(isLoaded()).toBe(true)
  })

  test('decide', () => {
    const engine = createEngine({
      policy: {
        deny: [{ rule: 'mcp__db__query', where: { sql: '/\\bdrop\\s+table\\b/i' } }],
        allow: [{ rule: 'mcp__db__query', where: { sql: '/^select [a-z, ]+ from [a-z]+$/i' } }],
      },
    })
    const decide = (sql: unknown) => engine.decide({ tool: 'mcp__db__query', input: { sql } }).behavior
    expect(decide('SELECT a, b FROM t')).toBe('allow')
    expect(decide('select a from t; delete from t')).toBe('ask')
    expect(decide('select a from t\nwhere 1')).toBe('ask')
    expect(decide('select 1; DROP  TABLE t')).toBe('deny')
    expect(decide(['drop table t'])).toBe('ask')
    expect(decide(`${'x'.repeat(20_000)} drop table t`)).toBe('ask')
  })

  test.each([
    ['/(/', 'missing closing'],
    ['/[z-a]/', 'invalid character class range'],
    ['/a(?=b)/', 'lookaround and backreferences are not supported'],
    ['/(?<!a)b/', 'lookaround and backreferences are not supported'],
    ['/(a)\\1/', 'lookaround and backreferences are not supported'],
    ['/(a{1,1000}){1,1000}/', 'too large'],
    ['/a{1000}/', 'too large'],
    [`/${'a'.repeat(501)}/`, 'at most 500 characters'],
    ['/^a/g', 'the only flag'],
  ])('%s is an error with its line', (regex, message) => {
    const problems = problemsOf(rule('deny', regex))
    expect(problems).toEqual([expect.stringContaining(message)])
    expect(problems[0]).toMatch(/^countersign\.yaml:[34]:/)
  })

  test('one that lets more pass than it says is an error in a permission only', () => {
    expect(problemsOf(rule('allow', '/staging/')).join()).toContain('must describe the whole text')
    expect(problemsOf(rule('ask', '/staging/'))).toEqual([])
  })

  test('a policy does not have hundreds of them', () => {
    const many = Array.from({ length: 51 }, (_, i) => `  - { rule: mcp__a__b, where: { command: "/x${i}/" } }\n`).join(
      '',
    )
    expect(problemsOf(`deny:\n${many}`)).toEqual([expect.stringContaining('at most 50 regular expressions')])
  })

  test.each(['(x+x+)+y', '(?:.*){10}y', '^(?:a|a)*$', '(?:[ab]{0,100}a){2}c', '(?:a?){100}a{100}'])(
    '%s takes linear time on texts made to hang it',
    (source) => {
      const matches = regexCompiler()(source, '')
      const started = cpuNow()
      for (const text of ['x', 'a', 'ab', 'xa']) matches(text.repeat(16_384 / text.length - 1) + '!')
      expect(cpuNow() - started).toBeLessThan(5000)
    },
  )
})

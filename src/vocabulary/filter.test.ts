import { describe, expect, test } from 'vitest'
import { translate } from './translate.ts'

const say = (tool: string, input: object, agent: string) => translate({ tool, input: { ...input }, agent })
const possible = (tool: string, input: object, agent: string) =>
  say(tool, input, agent)
    .paths.filter(({ certain }) => certain === false)
    .map(({ text }) => text)

describe('a filter names the files whose lines are printed', () => {
  test.each([
    ['claude-code', 'Grep', { pattern: 'x', glob: '.secret' }],
    ['copilot', 'rg', { pattern: 'x', glob: '.secret' }],
    ['gemini', 'grep_search', { pattern: 'x', include: '**/.secret' }],
    ['gemini', 'grep_search', { pattern: 'x', include_pattern: '.secret' }],
    ['opencode', 'grep', { pattern: 'x', include: '.secret' }],
    ['codex', 'grep_files', { pattern: 'x', include: './.secret' }],
    ['unheard-of', 'grep', { pattern: 'x', include: '.secret' }],
  ])('%s %s', (agent, tool, input) => {
    expect(possible(tool, input, agent)).toEqual(['.secret'])
  })

  test('as a possible read within the search, which stays as certain as it was', () => {
    const { paths, problem } = say('Grep', { pattern: 'x', path: 'conf', glob: '*.p?m', type: 'key' }, 'claude-code')
    expect(problem).toBeUndefined()
    expect(paths).toEqual([
      { text: 'conf', access: 'read', tree: true, field: 'path' },
      { text: 'conf/*.p?m', access: 'read', glob: true, certain: false, within: 0, field: 'glob' },
      { text: 'conf/.p?m', access: 'read', glob: true, certain: false, within: 0, field: 'glob' },
      { text: 'conf/*.key', access: 'read', glob: true, certain: false, within: 0, field: 'type' },
      { text: 'conf/.key', access: 'read', glob: false, certain: false, within: 0, field: 'type' },
    ])
  })

  test.each([
    ['{.env,src/*.ts}', ['.env', 'src/*.ts', 'src/.ts']],
    ['a,b .env', ['a,b .env', 'a', 'b', '.env']],
    ['src/**/x/**/y', ['src/x/y']],
    ['/conf/key', ['conf/key']],
    ['?env', ['?env', '.env']],
    ['[.e]env', ['[.e]env', '.env']],
    ['*env', ['*env', '.*env']],
    ['~/x', ['./~/x']],
    ['!*.md', []],
    ['*', []],
    ['**', []],
    ['src/**/*', ['src/']],
    ['src/*', ['src/']],
    ['**/*', []],
  ])('%s', (glob, names) => {
    expect(possible('Grep', { pattern: 'x', glob }, 'claude-code')).toEqual(names)
  })

  test.each(['{a,b', '{a}', '@(a|b)', 'x/?(.)env', '{a,b}'.repeat(10), '{a,b}'.repeat(1000)])(
    '%.20s is not read, and said not to be',
    (glob) => {
      expect(say('Grep', { pattern: 'x', glob }, 'claude-code').problem).toMatch(/too many files/u)
    },
  )

  test('in every folder that is searched', () => {
    expect(possible('rg', { pattern: 'x', paths: ['a', 'b/'], glob: 'k' }, 'copilot')).toEqual(['a/k', 'b/k'])
    const folders = Array.from({ length: 30_000 }, () => 'a')
    expect(say('rg', { pattern: 'x', paths: folders, glob: '*.k' }, 'copilot').problem).toMatch(/too many files/u)
  })
})

test('a pattern that returns the text of files names them, too', () => {
  const { paths } = say('read_many_files', { include: ['**/.secret', 'a/b', '.secre?'] }, 'gemini')
  expect(paths).toEqual([
    { text: '.', access: 'read', tree: true, field: 'include', patterns: ['**/.secret'] },
    { text: '.secret', access: 'read', glob: false, certain: false, within: 0, field: 'include' },
    { text: 'a/b', access: 'read', tree: false, field: 'include' },
    { text: '.', access: 'read', tree: true, field: 'include', patterns: ['.secre?'] },
    { text: '.secre?', access: 'read', glob: true, certain: false, within: 3, field: 'include' },
  ])
  expect(possible('glob', { pattern: '**/.secret' }, 'gemini')).toEqual([])
})

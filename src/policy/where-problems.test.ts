import { expect, test } from 'vitest'
import { readPolicyObject } from './object.ts'
import { formatProblem } from './problem.ts'

const problemsOf = (rule: string, where: object, tools: readonly string[] = []) =>
  readPolicyObject({ allow: [{ rule, where }] }, 'user', { tools: new Set(tools) }).problems.map(formatProblem)

test('the text of a command is no way around its words', () => {
  expect(problemsOf('Bash', { command: 'npm *' })).toEqual([
    'policy allow[0].where.command: `where` compares `command` as mere text, but a command is compared by its words; write it as the specifier: `Bash(npm:*)`',
  ])
})

test.each([
  ['shell', { cmd: ['npm *', 'git *'] }, 'shell(npm run:*)'],
  ['Bash', { script: '/^npm/' }, 'Bash(npm run:*)'],
  ['PowerShell', { command: 'dir' }, 'PowerShell(dir)'],
  ['Read', { file_path: 'src/*' }, 'Read(src/*)'],
  ['read', { pattern: '*.ts' }, 'read(*.ts)'],
  ['Glob', { pattern: '*.ts' }, 'Glob(*.ts)'],
  ['Grep', { glob: { a: 1 } }, 'Grep(src/**)'],
  ['Write', { content: 'x', fileName: '..' }, 'Write(..)'],
  ['ApplyPatch', { patch: '*.ts' }, 'ApplyPatch(*.ts)'],
  ['WebFetch', { url: 'https://github.com/*' }, 'WebFetch(https://github.com/*)'],
  ['url', { urls: 'https://github.com/?q=*' }, 'url(domain:github.com)'],
])('%s where %j is %s', (rule, where, meant) => {
  expect(problemsOf(rule, where).join()).toContain(`as the specifier: \`${meant}\``)
})

test('that there is a path at all may be asked', () => {
  expect(problemsOf('Read(src/**)', { file_path: '*' })).toEqual([])
})

test('a restriction is no better off: it would miss the next spelling', () => {
  const { document, problems } = readPolicyObject({ deny: [{ rule: 'Bash', where: { command: '*rm*' } }] }, 'user')
  expect(problems).toHaveLength(1)
  expect(document?.broken).toContain('as mere text')
})

test.each([
  ['Bash(npm run:*)', { description: 'x', timeout: '<= 3' }],
  ['Grep', { pattern: 'TODO*', output_mode: 'content' }],
  ['Write', { content: 'x' }],
  ['WebFetch', { prompt_id: 'x' }],
  ['mcp__github__push', { path: 'src/*', command: 'x' }],
  ['Task', { command: 'x' }],
])('other arguments are compared as before: %s where %j', (rule, where) => {
  expect(problemsOf(rule, where)).toEqual([])
})

test('a custom tool has its own fields, whatever it is called', () => {
  expect(problemsOf('Read', { file_path: 'src/*' }, ['Read'])).toEqual([])
})

test.each(['= 3', '== 3', '!= 3', '=> 3', '>= 3 < 5', '> 1,000', '≥ 3', '>3x', ['<= 2', '=1']])(
  '%s looks like a comparison and is none',
  (wanted) => {
    const [problem = '', ...others] = problemsOf('mcp__a__b', { n: wanted })
    expect(problem).toContain('is taken for a text')
    expect(others).toEqual([])
  },
)

test.each(['> 3', ' > 3 ', '> 1e3', '> .5', '>=1.2.3', '>=1.2.3 <2.0.0', '=', '!prod', '== x', '3', '-> 3'])(
  '%s is a comparison, or a text like others',
  (wanted) => {
    expect(problemsOf('mcp__a__b', { n: wanted })).toEqual([])
  },
)

test('an argument of an argument is written as a mapping', () => {
  expect(problemsOf('mcp__a__b', { 'options.force': true })).toEqual([
    'policy allow[0].where: `options.force` is looked for as the name of one argument; an argument of an argument is written as a mapping: `options: { force: true }`',
  ])
  expect(problemsOf('mcp__a__b', { list: { 'items[0]': true } }).join()).toContain('is looked for as the name of one')
  expect(problemsOf('mcp__a__b', { 'a b': true, 'x-y': 1, '.': 2 })).toEqual([])
})

import { describe, expect, test } from 'vitest'
import type { Layer } from '../engine/rule.ts'
import { readPolicy } from './document.ts'
import { formatProblem } from './problem.ts'

const NOW = Date.UTC(2026, 0, 1)

function problemsOf(text: string, file = 'countersign.yaml', layer: Layer = 'project'): string[] {
  return readPolicy(text, { file, layer }, { now: NOW }).problems.map(
    (problem) => `${problem.severity} ${formatProblem(problem)}`,
  )
}

describe('a sound policy file', () => {
  test('says what it says, each rule with its line and column', () => {
    const text = [
      'mode: acceptEdits',
      'allow:',
      '  - shell(npm run:*)',
      '  - rule: Task',
      '    where: { name: "a-*" }',
      '    agents: claude-code',
      'deny: [ "shell(sudo:*)", read(.env) ]',
      'kinds: { mcp: ask }',
      'tools: { allowed: [], disallowed: [WebSearch] }',
      'workingDirectories: [ ../lib ]',
      'otherwise: deny',
      'enforce: false',
    ].join('\n')
    const { document, problems } = readPolicy(text, { file: 'countersign.yaml', layer: 'project' })
    const source = (line: number, col: number) => ({ layer: 'project', file: 'countersign.yaml', line, col })
    expect(problems).toEqual([])
    expect(document?.rules).toEqual([
      { behavior: 'allow', rule: 'shell(npm run:*)', source: source(3, 5) },
      { behavior: 'allow', rule: 'Task', where: { name: 'a-*' }, agents: ['claude-code'], source: source(4, 5) },
      { behavior: 'deny', rule: 'shell(sudo:*)', source: source(7, 9) },
      { behavior: 'deny', rule: 'read(.env)', source: source(7, 26) },
      { behavior: 'ask', rule: 'mcp', source: source(8, 15) },
    ])
    expect(document).toMatchObject({
      mode: { value: 'acceptEdits', source: source(1, 7) },
      otherwise: { value: 'deny' },
      enforce: { value: false },
      tools: { allowed: [], disallowed: ['WebSearch'] },
      workingDirectories: [{ value: '../lib' }],
    })
    expect(document?.broken).toBeUndefined()
  })

  test.each(['', '# nothing yet\n', '{}', '\ufeff', 'null', '---\n', 'allow:\ndeny:\n'])(
    'may be as good as empty: %j',
    (text) => {
      const { document, problems } = readPolicy(text, { file: 'countersign.yaml', layer: 'project' })
      expect(problems).toEqual([])
      expect(document?.rules).toEqual([])
      expect(document?.broken).toBeUndefined()
    },
  )

  test('may be JSON, indented with tabs, with Windows line ends', () => {
    const text = '{\r\n\t"allow": [\r\n\t\t"Read"\r\n\t]\r\n}\r\n'
    const { document, problems } = readPolicy(text, { file: 'countersign.json', layer: 'user' })
    expect(problems).toEqual([])
    expect(document?.rules[0]?.source).toEqual({ layer: 'user', file: 'countersign.json', line: 3, col: 3 })
  })

  test('may repeat a list by an alias', () => {
    const { document } = readPolicy('ask: &these [ shell(ls), Read ]\ndeny: *these\n', {
      file: 'p.yaml',
      layer: 'user',
    })
    expect(document?.rules.map(({ behavior, rule }) => `${behavior} ${rule}`)).toEqual([
      'ask shell(ls)',
      'ask Read',
      'deny shell(ls)',
      'deny Read',
    ])
  })

  test('takes numbers, dates and booleans for what they are written as, not for what YAML 1.1 made of them', () => {
    const { document } = readPolicy(
      '%YAML 1.1\n---\nallow:\n  - { rule: Task, where: { a: yes, b: 012, c: 2027-01-01, d: true } }\n',
      {
        file: 'p.yaml',
        layer: 'user',
      },
    )
    expect(document?.rules[0]?.where).toEqual({ a: 'yes', b: 12, c: '2027-01-01', d: true })
  })
})

test('all problems come at once, in the order of the text', () => {
  const text =
    'mode: bypas\nalow:\n  - shell(ls)\ndeny:\n  - Bsh(ls)\n  - rule: shell(ls)\n    excpt: x\notherwise: maybe\n'
  expect(problemsOf(text)).toEqual([
    'error countersign.yaml:1:7 mode: `bypas` is not a mode; did you mean `bypass`?',
    'error countersign.yaml:2:1 alow: `alow` is not a field of a policy; did you mean `allow`?',
    'error countersign.yaml:5:5 deny[0]: `Bsh` is not a tool known here; did you mean `Bash`?',
    'error countersign.yaml:7:5 deny[1].excpt: `excpt` is not a field of a rule; did you mean `except`?',
    'error countersign.yaml:8:12 otherwise: `maybe` is not a decision; expected allow, ask or deny',
  ])
})

describe('what the text cannot be', () => {
  test.each([
    ['a list', '- a\n- b\n', '1:1: expected a policy, found a list'],
    ['a text', 'allow\n', '1:1: expected a policy, found the text `allow`'],
    ['two documents', 'mode: default\n---\nmode: bypass\n', '2:1: a policy is one document; a second one begins here'],
    ['indented with tabs', 'allow:\n\t- Read\n', '2:1: a line is indented with a tab; YAML wants blanks'],
    ['indented unevenly', 'deny:\n  - Read\n - Write\n', '3:1: the indentation does not fit the lines before'],
    ['with an open bracket', 'deny: [ Read\n', '1:7: a bracket is never closed, or what is inside it is not indented'],
    [
      'with an open bracket above other rules',
      'ask: []\ndeny: [ a, [b]\nallow: [ Read ]\n',
      '2:7: a bracket is never closed, or what is inside it is not indented',
    ],
    ['with an open quote', 'deny: "Read\n', '1:7: a quote is never closed'],
    [
      'with an open quote above other rules',
      'deny:\n  - Bash\n  - "Read\n  - Write\nask: []\n',
      '3:5: a quote is never closed',
    ],
    ['with an open single quote', "ask: []\ndeny:\n  - 'Read\n", '3:5: a quote is never closed'],
    [
      'with a tag',
      'deny: !important [ Read ]\n',
      '1:7: a text that begins with `!` is a YAML tag, which means nothing here; put it in quotes',
    ],
    ['with a backtick', 'deny: [ `Read` ]\n', '1:9: a text cannot begin with a backtick; put it in quotes'],
    ['with a mapping in a line', 'deny:\n  - a: b: c\n', '2:8: a text with `: ` in it needs quotes'],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text)).toEqual([`error countersign.yaml:${expected}`])
    expect(readPolicy(text, { file: 'p', layer: 'user' }).document).toBeUndefined()
  })

  test('larger than 1 MiB', () => {
    expect(problemsOf(`# ${'x'.repeat(1024 * 1024)}`)).toEqual([
      'error countersign.yaml:1:1: is larger than 1 MiB; a policy is not',
    ])
  })
})

describe('what is wrong with a field', () => {
  test.each([
    ['given twice', 'mode: default\nmode: bypass\n', '2:1 mode: `mode` is given twice; the first is on line 1'],
    [
      'a number',
      'mode: 3\n',
      '1:7 mode: expected default, acceptEdits, explore, bypass or dontAsk, found the number 3',
    ],
    ['left empty', 'mode:\n', '1:6 mode: expected default, acceptEdits, explore, bypass or dontAsk, found nothing'],
    [
      'a flag in quotes',
      'enforce: "false"\n',
      '1:10 enforce: expected true or false without quotes, found the text `false`',
    ],
    [
      '`yes` for true',
      'enforce: yes\n',
      '1:10 enforce: expected true or false, found the text `yes`; did you mean `true`?',
    ],
    [
      '`off` for false',
      'enforce: "off"\n',
      '1:10 enforce: expected true or false, found the text `off`; did you mean `false`?',
    ],
    [
      'a text for a list',
      'deny: Read\n',
      '1:7 deny: expected a list of rules, found the text `Read`; did you mean `["Read"]`?',
    ],
    [
      'a list in a list',
      'deny: [ [ Read ] ]\n',
      '1:9 deny[0]: expected a rule such as `shell(npm run:*)`, found a list',
    ],
    ['nothing in a list', 'deny:\n  -\n', '2:4 deny[0]: expected a rule such as `shell(npm run:*)`, found nothing'],
    [
      'an empty text',
      'deny: [ " " ]\n',
      '1:9 deny[0]: expected a rule such as `shell(npm run:*)`, found an empty text',
    ],
    [
      'an unknown kind',
      'kinds: { shel: deny }\n',
      '1:10 kinds.shel: `shel` is not a field of kinds; did you mean `shell`?',
    ],
    ['an unknown decision', 'kinds: { mcp: dney }\n', '1:15 kinds.mcp: `dney` is not a decision; did you mean `deny`?'],
    [
      'a rule of which YAML takes a part for a comment',
      'deny:\n  - shell(gh issue close #1)\n',
      '2:5 deny[0]: what stands behind ` #` is a comment; a rule with it in it needs quotes',
    ],
    ['an alias to nothing', 'deny: [ *.env ]\n', '1:9 deny[0]: a text that begins with `*` needs quotes: `"*.env"`'],
    [
      'an unquoted colon',
      'deny:\n  - shell(a: b)\n',
      '2:5 deny[0]["shell(a"]: `shell(a` is not a field of a rule; a rule with `: ` in it needs quotes',
    ],
    ['a list as its name', '? [ a ]\n: b\n', '1:3: the name of a field must be a plain text'],
    ['no rule in a rule', 'deny: [ { reason: x } ]\n', '1:9 deny[0]: `rule` is missing'],
    [
      'a day that does not exist',
      'deny: [ { rule: Read, expires: 2027-02-30 } ]\n',
      '1:32 deny[0].expires: expected a date such as 2027-01-01 or 2027-01-01T18:00:00Z, found the text `2027-02-30`',
    ],
    [
      'a lock outside the managed policy',
      'locked: [ mode ]\n',
      '1:1 locked: only the managed policy can lock settings',
    ],
    [
      'the home of somebody else',
      'workingDirectories: [ ~bob/x ]\n',
      "1:23 workingDirectories[0]: another person's home cannot be looked up; write the whole path",
    ],
    [
      'a protected path that is no pattern',
      'protectedPaths: { add: [ "[" ] }\n',
      '1:26 protectedPaths.add[0]: "[" without "]" in "["; write \\[ for the character itself',
    ],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text)).toEqual([`error countersign.yaml:${expected}`])
    expect(readPolicy(text, { file: 'p', layer: 'project' }).document?.broken).toMatch(/^p cannot be relied on: p:/)
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '1'])(
    'unknown, though every object has it: %s',
    (name) => {
      expect(problemsOf(`${name}: x\n`)[0]).toContain(
        `1:1 ${name}: \`${name}\` is not a field of a policy; it has $schema, mode`,
      )
      expect(problemsOf(`{"${name}": {"allow": ["Bash"]}}`, 'p.json')).toHaveLength(1)
    },
  )

  test('relative working directories in files that belong to no project', () => {
    const expected = (layer: string) =>
      `error p:1:23 workingDirectories[0]: a ${layer} policy belongs to no folder; write the whole path, or one that begins with \`~/\``
    expect(problemsOf('workingDirectories: [ ../x, /y, ~/z ]', 'p', 'user')).toEqual([expected('user')])
    expect(problemsOf('workingDirectories: [ x ]', 'p', 'managed')).toEqual([expected('managed')])
  })

  test('giving up protected paths where that does not count', () => {
    const { document, problems } = readPolicy('protectedPaths: { remove: [ .bashrc ] }', { file: 'p', layer: 'local' })
    expect(problems.map(formatProblem)).toEqual([
      'p:1:19 protectedPaths.remove: only the managed and the user policy can give up protected paths; this is ignored',
    ])
    expect(document?.protectedPaths.remove).toEqual([])
    expect(document?.broken).toBeUndefined()
  })
})

describe('what is no JSON', () => {
  test.each([
    ['a comma too many', '{"allow": ["Read",]}', '1:18: JSON wants no comma before a closing bracket'],
    [
      'a comma too few',
      '{"allow": ["Read"] "deny": []}',
      '1:20: this does not belong here; perhaps a comma is missing before it',
    ],
    ['no quotes', '{allow: []}', '1:2: JSON wants a text in double quotes'],
    ['single quotes', "{'allow': []}", '1:2: JSON wants a text in double quotes'],
    ['YAML', 'allow: []', '1:1: JSON wants lists in [ ] and mappings in { }'],
    ['a comment', '{"allow": [] # c\n}', '1:14: is not JSON; rename the file if YAML is meant'],
    ['an end too early', '{"allow":', '1:1: a bracket is never closed'],
    [
      'a list without its end',
      '{"allow": ["Read"\n}',
      '1:11: a bracket is never closed, or what is inside it is not indented',
    ],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text, 'policy.json')[0]).toBe(`error policy.json:${expected}`)
    expect(problemsOf(text, 'policy.txt').some((problem) => problem.includes('JSON'))).toBe(false)
  })
})

test('the sound rules of a broken file are kept, so that its denies still count', () => {
  const { document } = readPolicy('deny: [ shell(sudo:*), Bsh ]\nallow: [ { rule: Read, excpt: x } ]\n', {
    file: 'p',
    layer: 'user',
  })
  expect(document?.rules.map(({ rule }) => rule)).toEqual(['shell(sudo:*)'])
  expect(document?.broken).toBe(
    'p cannot be relied on: p:1:24 deny[1]: `Bsh` is not a tool known here; did you mean `Bash`? (and 1 more error)',
  )
})

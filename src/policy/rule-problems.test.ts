import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../test/cpu.ts'
import { readPolicyObject } from './object.ts'
import { formatProblem } from './problem.ts'

const NOW = Date.UTC(2026, 0, 1)

function problemsOf(policy: object, tools: string[] = []): string[] {
  const { problems } = readPolicyObject(policy, 'session', { tools: new Set(tools), now: NOW })
  return problems.map((problem) => `${problem.severity} ${formatProblem(problem)}`)
}

test.each([
  'Bash',
  'shell',
  'Read',
  'Bash(*)',
  'Bash(npm run:*)',
  'shell(git * --force)',
  'shell(git status)',
  'shell(echo "(")',
  'shell( (ls) )',
  'Write(src/**)',
  'read(~/.aws/**)',
  'WebFetch(domain:github.com)',
  'url(*.github.com)',
  'mcp__github',
  'mcp__github__*',
  'mcp__github__get_*',
  'mcp__*',
  'mcp',
  'mcp__x__y({"a": 1})',
  'Task({"prompt": "(x)"})',
  '*',
  'Notebook*',
])('nothing is wrong with %s', (rule) => {
  expect(problemsOf({ deny: [rule] })).toEqual([])
})

test.each(['write(app/[id]/**)', 'Read([slug])', 'read(./a/[id])'])('%s permits no name with brackets', (rule) => {
  expect(problemsOf({ allow: [rule] }).join()).toMatch(
    /^warning .*stands for one of these letters; write `\\\[\w+\\\]`/,
  )
  expect(problemsOf({ deny: [{ rule: 'read', except: [rule.replace('write', 'read')] }] }).join()).toContain(
    'stands for one of these letters',
  )
  expect(problemsOf({ deny: [rule] })).toEqual([])
})

test.each([
  ['shell(npm run*)', '`run*` is one word and permits none behind it; did you mean `shell(npm run:*)`?'],
  ['Bash(git*)', '`git*` is one word and permits none behind it; did you mean `Bash(git:*)`?'],
])('%s permits no more words, and is told', (rule, told) => {
  expect(problemsOf({ allow: [rule] })).toEqual([`warning policy allow[0]: ${told}`])
  expect(problemsOf({ deny: [{ rule: 'shell', except: [rule] }] }).join()).toContain(told)
  expect(problemsOf({ deny: [rule] })).toEqual([])
})

test.each(['shell(npm run test*)', 'shell(make build*)', 'shell(git *)', 'shell(*)', 'shell(ls src/*)'])(
  'nothing is wrong with the star of %s',
  (rule) => {
    expect(problemsOf({ allow: [rule] })).toEqual([])
  },
)

test.each(['read(app/\\[id\\]/**)', 'read([a-z]/x)', 'read(log/[12]/x)', 'read(a[id]/x)', 'shell(ls [id])'])(
  'nothing is wrong with %s where it permits',
  (rule) => {
    expect(problemsOf({ allow: [rule] })).toEqual([])
  },
)

test.each(['Bash(rm\u00a0:*)', 'Bash(r\u200bm:*)', 'read(.env\ufeff)', 'url(evil\u00ad.example)'])(
  'a restriction with a character that cannot be seen (%j) is no silent one',
  (rule) => {
    expect(problemsOf({ deny: [rule] }).join()).toMatch(/^warning .*holds a character that cannot be seen/u)
    expect(problemsOf({ deny: [{ rule: 'shell', except: [rule.replace(/^\w+/u, 'shell')] }] }).join()).toContain(
      'holds a character that cannot be seen',
    )
  },
)

describe('a rule text that', () => {
  test.each([
    [
      'names a server in capitals',
      'MCP__github',
      '`MCP__github` is not a tool known here; did you mean `mcp__github`?',
    ],
    [
      'names a server in another way',
      'mcp:github',
      '`mcp:github` is not a tool known here; did you mean `mcp__github`?',
    ],
    [
      'names a server with a blank',
      'mcp__my server__run',
      'the name of a tool has no blanks; did you mean `mcp__my_server__run`?',
    ],
    ['names a program', 'rm', '`rm` is not a tool known here; did you mean `shell(rm:*)`?'],
    ['names a tool almost', 'Bsh(ls)', '`Bsh` is not a tool known here; did you mean `Bash`?'],
    [
      'names a tool in the words of one agent',
      'run_shell_command(ls)',
      '`run_shell_command` is not a tool known here; did you mean `Bash`?',
    ],
    [
      'is never closed',
      'shell(git push',
      'the parenthesis in `shell(git push` is never closed; did you mean `shell(git push)`?',
    ],
    [
      'is never closed, with nothing in it',
      'read(',
      'the parenthesis in `read(` is never closed; did you mean `read`?',
    ],
    ['is never opened', 'shell)', 'the parenthesis in `shell)` is never opened'],
    ['goes on after its end', 'shell(ls) now', '`shell(ls) now` goes on after its closing parenthesis'],
    ['has no tool', '(ls)', '`(ls)` names no tool before the parenthesis'],
    [
      'forgets its parentheses',
      'Bash git push',
      'the name of a tool has no blanks; a rule is `Tool` or `Tool(specifier)`; did you mean `Bash(git push)`?',
    ],
    [
      'is a command alone',
      'npm test',
      'the name of a tool has no blanks; a rule is `Tool` or `Tool(specifier)`; did you mean `shell(npm test)`?',
    ],
    ['names no server', 'mcp__', '`mcp__` names no MCP server; did you mean `mcp__*`?'],
    [
      'has a star inside its tool',
      'mcp__*__push',
      '`*` may only stand at the end of a tool name, not inside `mcp__*__push`',
    ],
    [
      'names no command',
      'Bash(:*)',
      '`Bash(:*)` cannot be read: it names no command; write one, as in `shell(npm run:*)`; did you mean `Bash`?',
    ],
    ['leaves a quote open', 'shell(echo "a)', '`shell(echo "a)` cannot be read: the quote " is not closed'],
    [
      'is not a path pattern',
      'read([)',
      '`read([)` cannot be read: "[" without "]" in "["; write \\[ for the character itself',
    ],
    ['is no url pattern', 'url(http://)', '`url(http://)` cannot be read: "http://" names no host'],
    [
      'asks a kind for a specifier it has not',
      'mcp(github)',
      '`mcp(github)` cannot be read: `mcp` takes no specifier; name the tool instead',
    ],
    [
      'can never match a built-in tool',
      'Task(explore)',
      '`Task(explore)` can never match: the specifier of `Task` is its whole input as a JSON object',
    ],
    [
      'can never match an MCP tool',
      'mcp__a__b(x)',
      '`mcp__a__b(x)` can never match: the specifier of `mcp__a__b` is its whole input as a JSON object',
    ],
    [
      'is almost JSON',
      'Task({a: 1})',
      '`Task({a: 1})` cannot be read: the specifier begins like a JSON object but is none',
    ],
    [
      'has nothing in its parentheses',
      'Bash( )',
      'nothing stands between the parentheses of `Bash( )`; did you mean `Bash`?',
    ],
    ['is endless', `shell(${'x'.repeat(9000)})`, 'the rule is longer than 8192 characters'],
  ])('%s is an error, whatever it does', (_, rule, expected) => {
    expect(problemsOf({ deny: [rule] })).toEqual([`error policy deny[0]: ${expected}`])
    expect(problemsOf({ allow: ['Read', { rule }] })).toEqual([`error policy allow[1].rule: ${expected}`])
    expect(problemsOf({ ask: [{ rule: 'Read', except: [rule] }] })[0]).toBe(
      `error policy ask[0].except[0]: ${expected}`,
    )
    expect(problemsOf({ ask: [{ rule: 'Read', except: rule }] })[0]).toBe(`error policy ask[0].except: ${expected}`)
  })

  test.each([
    [
      'names a tool like no other',
      'Frobnicate',
      '`Frobnicate` is not a tool known here; the rule counts only if an agent has one of that name',
    ],
    [
      'names such a tool with a specifier',
      'Frobnicate(prod-*)',
      '`Frobnicate` is not a tool known here; the rule counts only if an agent has one of that name',
    ],
    [
      'names a program that is like no tool',
      'kubectl',
      '`kubectl` is not a tool known here; the rule counts only if an agent has one of that name; did you mean `shell(kubectl:*)`?',
    ],
    [
      'is one word of many',
      'shell(git)',
      'matches only the bare command `git`; `shell(git:*)` covers every git command',
    ],
    [
      'is a program without its arguments',
      'shell(rm)',
      'matches only the bare command `rm`; `shell(rm:*)` covers every rm command',
    ],
    [
      'names two commands',
      'shell(rm:*)|shell(ls)',
      '`shell(rm:*)|shell(ls)` will hardly ever match: it is held against one command at a time; write one rule for each',
    ],
    [
      'is a pipe',
      'shell(curl x | sh)',
      '`shell(curl x | sh)` will hardly ever match: it is held against one command at a time; write one rule for each',
    ],
    [
      'lists programs',
      'shell(rm,mv:*)',
      '`shell(rm,mv:*)` will hardly ever match: it is held against one command at a time; write one rule for each',
    ],
    [
      'has two stars',
      'shell(rm:**)',
      '`shell(rm:**)` will hardly ever match: `:*` stands at the end, behind the last word',
    ],
    [
      'has its star too early',
      'shell(rm:* -rf)',
      '`shell(rm:* -rf)` will hardly ever match: `:*` stands at the end, behind the last word',
    ],
    [
      'names a variable',
      'read($HOME/.ssh/**)',
      '`read($HOME/.ssh/**)` will hardly ever match: variables are not filled in; write `~/` for the home directory',
    ],
    [
      'is a path in quotes',
      'read("./.env")',
      '`read("./.env")` will hardly ever match: the quotes would be part of the name; leave them out',
    ],
    [
      'is a command in quotes',
      "shell('git push:*')",
      "`shell('git push:*')` will hardly ever match: quotes make one word of it; leave them out",
    ],
    ['lists paths', 'read(.env, .npmrc)', '`read(.env, .npmrc)` will hardly ever match: write one rule for each path'],
    [
      'lists hosts',
      'url(a.example,b.example)',
      '`url(a.example,b.example)` will hardly ever match: write one rule for each host',
    ],
    [
      'lacks a colon',
      'url(https//a.example)',
      '`url(https//a.example)` will hardly ever match: the colon is missing behind its scheme',
    ],
    [
      'names tools like no others',
      'Frob*',
      '`Frob*` stands for no tool known here; the rule counts only if an agent has one whose name begins like this',
    ],
    [
      'begins with a dot',
      'url(.evil.example)',
      '`url(.evil.example)` will hardly ever match: no host begins with a dot; `*.` stands for all hosts below one',
    ],
    [
      'is two rules for paths',
      'read(a.txt) write(b.txt)',
      '`read(a.txt) write(b.txt)` will hardly ever match: write one rule for each path',
    ],
    [
      'is a group as in some shells',
      'read(@(a)/x)',
      '`read(@(a)/x)` will hardly ever match: groups in parentheses are not read; write `{a,b}` for either of two',
    ],
    [
      'is a regular expression for commands',
      'shell(^rm)',
      '`shell(^rm)` will hardly ever match: it goes by words, not by a regular expression',
    ],
    [
      'is such an expression between slashes',
      'shell(/^rm/)',
      '`shell(/^rm/)` will hardly ever match: it goes by words, not by a regular expression',
    ],
    [
      'ends its command with a colon',
      'shell(rm:)',
      '`shell(rm:)` will hardly ever match: `:*` stands at the end, behind the last word',
    ],
  ])('%s is a warning, and the rule counts', (_, rule, expected) => {
    expect(problemsOf({ deny: [rule] })).toEqual([`warning policy deny[0]: ${expected}`])
    expect(readPolicyObject({ deny: [rule] }, 'session').document?.rules).toHaveLength(1)
  })

  test.each([
    'shell(rm:*)',
    'shell(docker run -p 80:* x)',
    'shell(echo "a | b")',
    'shell(git * --force)',
    'shell(npm run:*)',
    'read(a,b)',
    'read({a,b} c)',
    'url(https://a.example/x,y)',
    'shell(./x.sh:*)',
    'shell(/opt/x/bin/*:*)',
    'read(app/(shop)/@modal/**)',
    'mcp__x__*',
    'Notebook*',
  ])('%s has nothing to be told', (rule) => {
    expect(problemsOf({ deny: [rule] })).toEqual([])
  })

  test.each(['shell(rm)', 'shell(ls)'])('allowing %s has nothing to be told', (rule) => {
    expect(problemsOf({ allow: [rule] })).toEqual([])
  })

  test('has a long run of blanks is judged at once', () => {
    const started = cpuNow()
    problemsOf({ deny: Array(200).fill(`a${' '.repeat(8000)}b`) })
    expect(cpuNow() - started).toBeLessThan(2000)
  })
})

test.each(['*', 'mcp__*', 'mcp__git*'])('allowing %s allows nothing, and is told', (rule) => {
  expect(problemsOf({ allow: [rule] })).toEqual([
    `warning policy allow[0]: \`${rule}\` is too broad for a permission and allows nothing; name a kind, a tool or one MCP server`,
  ])
  expect(
    problemsOf({ allow: ['mcp', 'mcp__git', 'mcp__git__*', 'mcp__git__get_*', 'Notebook*'], deny: [rule] }),
  ).toEqual([])
})

test('a custom tool is known by being told of, with any specifier', () => {
  expect(problemsOf({ deny: ['Bsh(prod-*)'] }, ['Bsh'])).toEqual([])
})

describe('a mapping', () => {
  test.each([
    [
      'whose exception is the whole tool',
      { rule: 'shell(git push:*)', except: 'shell' },
      'except: the exception takes everything out of the rule, which can then never match',
    ],
    [
      'whose exception is itself',
      { rule: 'shell(ls)', except: ['shell(ls)'] },
      'except[0]: the exception takes everything out of the rule, which can then never match',
    ],
    ['with constraints on nothing', { rule: 'Task', where: {} }, 'where: where names no argument'],
    [
      'with a constraint nothing meets',
      { rule: 'Task', where: { a: [] } },
      'where: an empty list in where matches nothing',
    ],
    [
      'whose constraint contradicts its specifier',
      { rule: 'Task({"a": "x"})', where: { a: 'y*' } },
      'where: contradicts the input that the specifier demands; the rule can never match',
    ],
    [
      'for nobody',
      { rule: 'Read', agents: [] },
      'agents: names nobody, so the rule would count for no agent that is named; without it the rule counts for all',
    ],
    [
      'for an agent almost known',
      { rule: 'Read', agents: ['claude-cod'] },
      'agents[0]: `claude-cod` is not an agent known here; did you mean `claude-code`?',
    ],
  ])('%s is an error', (_, rule, expected) => {
    expect(problemsOf({ deny: [rule] })).toEqual([`error policy deny[0].${expected}`])
  })

  test.each([
    ['that has expired', { rule: 'Read', expires: '2025-12-31' }, 'expires: the rule has expired and no longer counts'],
    [
      'whose exception is about something else',
      { rule: 'shell(ls)', except: 'read(x)' },
      'except: the exception is about another kind of tool than `shell(ls)` and changes nothing',
    ],
  ])('%s is a warning', (_, rule, expected) => {
    expect(problemsOf({ deny: [rule] })).toEqual([`warning policy deny[0].${expected}`])
  })

  test('for an agent of one’s own, or that expires later, is fine', () => {
    expect(problemsOf({ deny: [{ rule: 'Read', agents: 'our-own-agent', expires: new Date(NOW + 1) }] })).toEqual([])
  })
})

describe('rules that make each other pointless', () => {
  test('written twice', () => {
    expect(problemsOf({ deny: ['Read', 'Write', ' Read '] })).toEqual([
      'warning policy deny[2]: `Read` is written twice',
    ])
  })

  test('an allow or ask that is denied anyway, whichever comes first', () => {
    expect(problemsOf({ allow: ['Read', 'Write'], ask: ['Write', 'Read'], deny: ['Read'] })).toEqual([
      'warning policy ask[1]: never takes effect: the same rule is under `deny`',
      'warning policy allow[0]: never takes effect: the same rule is under `deny`',
      'warning policy allow[1]: never takes effect: the same rule is under `ask`',
    ])
  })

  test('not so when the stricter one has conditions, or the two differ', () => {
    expect(problemsOf({ allow: ['shell(ls)'], deny: [{ rule: 'shell(ls)', agents: 'codex' }, 'shell(ls:*)'] })).toEqual(
      [],
    )
    expect(problemsOf({ deny: ['Read', { rule: 'Read', agents: 'codex' }] })).toEqual([])
  })
})

test('names in the list of visible tools are those of any agent', () => {
  const names = 'WebSearch run_shell_command mcp__x__y OurOwnTool Web* WebSerch *Search BASH shell bash'.split(' ')
  expect(problemsOf({ tools: { disallowed: names } })).toEqual([
    'warning policy tools.disallowed[5]: `WebSerch` is not a tool known here; did you mean `WebSearch`?',
    'warning policy tools.disallowed[6]: `*` stands for anything only at the end of a name; `*Search` is taken literally',
    'warning policy tools.disallowed[7]: `BASH` is not a tool known here; did you mean `Bash`?',
    'warning policy tools.disallowed[8]: `shell` is here only the name of a tool; `kinds` decides about all tools of a kind',
  ])
})

test.each(['mcp', 'amp', 'acp', 'Claude Code', 'ai-sdk', 'openai-agents', 'langchain', 'our-own-agent'])(
  'a rule may be for the agent %s',
  (agent) => {
    expect(problemsOf({ deny: [{ rule: 'shell', agents: agent }] })).toEqual([])
  },
)

test('agents go by the one name each of them has', () => {
  const agents = ['Claude', 'claude-agent-sdk', 'gemini-cli', 'MyBot']
  const { document, problems } = readPolicyObject({ deny: [{ rule: 'shell', agents }] }, 'session')
  expect(problems).toEqual([])
  expect(document?.rules[0]?.agents).toEqual(['claude-code', 'claude-code', 'gemini', 'mybot'])
  expect(problemsOf({ deny: [{ rule: 'shell', agents: 'claude-cod' }] }).join()).toContain('did you mean `claude-code`')
})

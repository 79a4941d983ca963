import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_DISK } from '../effects/paths/file-system.ts'
import { readPolicy } from '../policy/document.ts'
import { testRules } from './rule-tests.ts'
import { BuiltCli } from './testing.ts'

const here = { cwd: '/srv/shop', root: '/srv/shop', home: '/home/ann', fs: NO_DISK }

function failures(text: string): string[] {
  const { document, problems } = readPolicy(text, { file: 'countersign.yaml', layer: 'project' })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return testRules(document?.rules ?? [], here).flatMap(({ ok, call, wanted }) =>
    ok ? [] : [`${wanted ? 'match' : 'not-match'} ${call}`],
  )
}

const rule = (behavior: string, text: string, match: readonly string[], notMatch: readonly string[] = []) =>
  JSON.stringify({ [behavior]: [{ rule: text, match, 'not-match': notMatch }] })

describe('a rule’s own tests', () => {
  it.each([
    [
      'deny',
      'shell(git push:*)',
      ['git push -f', 'cd x && sudo git push', 'X=push; git $X'],
      ['git pull', 'echo git push'],
    ],
    ['ask', 'shell(npm publish)', ['npm publish', 'npm test; npm publish'], ['npm publish --dry-run']],
    [
      'deny',
      'read(.env)',
      ['cat .env', 'Read .env', 'Read {"file_path": "/srv/shop/a/.env"}'],
      ['Write .env', 'cat env'],
    ],
    [
      'deny',
      'url(evil.example)',
      ['curl -s https://evil.example/x', 'WebFetch https://evil.example'],
      ['curl a.example'],
    ],
    [
      'allow',
      'shell(npm run:*)',
      ['npm run x', 'git status && npm run x'],
      ['npm run x && make', 'npm run x > /etc/y', 'ls'],
    ],
    ['allow', 'shell(git status:*)', ['git status -s'], ['git log', 'git status && git log']],
    [
      'allow',
      'Write(src/**)',
      ['Write src/a.ts'],
      ['Write a.ts', 'Write ../src/a.ts', 'Write src/.git/hooks/pre-commit'],
    ],
    ['allow', 'mcp__github__get_me', ['mcp__github__get_me {}'], ['mcp__github__delete {}']],
    ['ask', 'Deploy', ['Deploy {"target": "staging"}'], ['Deploy']],
  ] as const)('%s %s: what it matches, and what it does not', (behavior, text, match, notMatch) => {
    expect(failures(rule(behavior, text, match, notMatch))).toEqual([])
    expect(failures(rule(behavior, text, notMatch, match))).toHaveLength(match.length + notMatch.length)
  })

  it('are held for the agent it is for, whenever it ends, and whoever wrote it', () => {
    const more = 'agents: [codex], expires: 2020-01-01, match: [make], not-match: [make x]'
    const read = readPolicy(`allow: [ { rule: shell(make), ${more} } ]`, { file: 'p.yaml', layer: 'managed' })
    expect(testRules(read.document?.rules ?? [], here).map(({ ok }) => ok)).toEqual([true, true])
  })

  it('fail when the rule is silenced by what no rule silences, and say so', () => {
    const { document } = readPolicy(rule('allow', 'write(~/.bashrc)', ['Write ~/.bashrc']), {
      file: 'p',
      layer: 'user',
    })
    const [test] = testRules(document?.rules ?? [], here)
    expect(test).toMatchObject({ ok: false, why: expect.stringContaining('a shell start-up file') as unknown })
  })

  it('of a read-only call that the rule covers all the same are told why it passes, and that the rule covers it', () => {
    const { document } = readPolicy(rule('allow', 'shell(ls:*)', [], ['ls']), { file: 'p', layer: 'user' })
    const [test] = testRules(document?.rules ?? [], here)
    expect(test).toMatchObject({ ok: false, why: 'covered, though it would pass without a rule: Read-only: `ls`.' })
  })

  it('fail when they are no call', () => {
    const read = readPolicy(rule('deny', 'read(.env)', ['Read {nonsense'], ['Read {nonsense']), {
      file: 'p',
      layer: 'user',
    })
    const tests = testRules(read.document?.rules ?? [], here)
    expect(tests.map(({ ok }) => ok)).toEqual([false, false])
    expect(tests[0]?.why).toContain('not JSON')
  })
})

describe('countersign test', () => {
  let cli: BuiltCli
  beforeAll(async () => void (cli = await BuiltCli.build()))
  afterAll(() => cli.remove())

  it('ends with 1 when one does not hold, and names the rule, its place and the call', async () => {
    const file = cli.write('p.yaml', 'deny:\n  - rule: shell(git push:*)\n    match: [ git push -f, git pull ]\n')
    const { code, stdout } = await cli.run(['test', '--policy', file])
    expect(code).toBe(1)
    expect(stdout).toContain(`failed deny rule \`shell(git push:*)\` (${file}:2) does not match git pull`)
    expect(stdout).toContain('2 calls held against 1 rule, 1 failed.')
    const json = await cli.run(['test', '--policy', file, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      tests: [{ ok: true }, { ok: false, wanted: true, call: 'git pull' }],
    })
  })

  it('ends with 0 when all hold, or there is none, and with 2 when the policy is broken', async () => {
    const [held, none, broken] = [
      cli.write('held.yaml', 'deny: [ { rule: shell(rm:*), match: rm x, not-match: ls } ]\n'),
      cli.write('none.yaml', 'deny: [ shell(rm:*) ]\n'),
      cli.write('broken.yaml', 'deny: [ Bsh(x) ]\n'),
    ]
    expect(await cli.run(['test', '--policy', held])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 failed') as unknown,
    })
    expect(await cli.run(['test', '--policy', none])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('`match`') as unknown,
    })
    expect(await cli.run(['test', '--policy', broken])).toMatchObject({ code: 2, stdout: '' })
  })

  it('does not pass over in silence what does not count in a folder nobody trusts', async () => {
    cli.write('countersign.yaml', 'allow: [ { rule: shell(make), match: make x } ]\n')
    const { code, stdout, stderr } = await cli.run(['test'])
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No rule in force has tests') as unknown,
    })
    expect(stderr).toContain('countersign trust')
    expect(await cli.run(['test', '--policy', 'countersign.yaml'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('1 call held against 1 rule, 1 failed.') as unknown,
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BuiltCli } from './testing.ts'

let cli: BuiltCli
beforeAll(async () => void (cli = await BuiltCli.build()))
afterAll(() => cli.remove())

const HOSTILE = 'git status\u001b[2K\u001b[1A\u202e\u200b\u0007\r allow'
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/u

describe('explain', () => {
  it('marks each part of the line under what it is about', async () => {
    const policy = cli.write('p.yaml', 'allow: [ "shell(npm run:*)" ]\ndeny: [ "shell(sudo:*)" ]\n')
    const { code, stdout } = await cli.run([
      'explain',
      '--policy',
      policy,
      'git status && npm run x && make && sudo ls',
    ])
    expect(code).toBe(0)
    const [text = '', marks = ''] = stdout.split('\n')
    expect(markUnder('git status', text, marks)).toBe('··········')
    expect(markUnder('npm run x', text, marks)).toBe('---------')
    expect(markUnder('make', text, marks)).toBe('^^^^')
    expect(markUnder('sudo ls', text, marks)).toBe('xxxxxxx')
    expect(stdout).toContain(`deny rule \`shell(sudo:*)\` (${policy}:2)`)
  })

  it('marks what a function does where it is called', async () => {
    const { stdout } = await cli.run(['explain', 'show() { head "$1"; }; show package.json; show .env'])
    const [text = '', marks = ''] = stdout.split('\n')
    expect(markUnder('show package.json', text, marks)).toBe('·················')
    expect(markUnder('show .env', text, marks)).toBe('^^^^^^^^^')
  })

  it('says what would change the verdict', async () => {
    const { stdout } = await cli.run(['explain', 'npm publish'])
    expect(stdout).toContain('What would change it')
    expect(stdout).toContain('allow rule `Bash(npm publish)`')
  })

  it.each([
    ['Bash(npm run)', ['npm run build'], 'Bash(npm run:*)'],
    ['Read(src/*)', ['Read', 'src/a/b.ts'], 'Read(src/**)'],
  ])('names the rule that was meant: %s', async (rule, call, wider) => {
    const policy = cli.write('near.yaml', `allow: [ "${rule}" ]\n`)
    const { stdout } = await cli.run(['explain', '--policy', policy, ...call])
    expect(stdout).toContain(`allow rule \`${rule}\` (${policy}:1) as \`${wider}\` → allow`)
    const { stdout: json } = await cli.run(['explain', '--json', '--policy', policy, ...call])
    expect((JSON.parse(json) as { changes: unknown[] }).changes[0]).toMatchObject({ becomes: 'allow' })
  })

  it.each([
    ['shell(wc)', ['wc a.txt'], 'shell(wc:*)'],
    ['shell(git push)', ['git push origin'], 'shell(git push:*)'],
  ])('names the restriction that was meant: %s', async (rule, call, wider) => {
    const policy = cli.write('loose.yaml', `deny: [ "${rule}" ]\n`)
    const { stdout } = await cli.run(['explain', '--policy', policy, ...call])
    expect(stdout).toContain(`deny rule \`${rule}\` (${policy}:1) as \`${wider}\` → deny`)
  })

  it('names no wider rule where that would not help', async () => {
    const policy = cli.write('far.yaml', 'allow: [ "Bash(npm run)", "Bash(git)" ]\ndeny: [ "Bash(npm run evil)" ]\n')
    for (const line of ['cargo build', 'npm run evil', 'ls', 'npm run a && cargo build'])
      expect((await cli.run(['explain', '--policy', policy, line])).stdout).not.toContain(' as `')
  })

  it('of a line that is not understood, tells by name what it may hold, and in full only what a rule is about', async () => {
    const policy = cli.write('guess.yaml', 'deny: [ "shell(sudo:*)" ]\n')
    const { stdout } = await cli.run([
      'explain',
      '--policy',
      policy,
      'ls; make; cargo build; sudo rm x; echo "a; npm run x; git log; jq .a b.json',
    ])
    expect(stdout).toContain('? unterminated double quote')
    expect(stdout).toContain(`denied by deny rule \`shell(sudo:*)\` (${policy}:1)`)
    expect(stdout).toMatch(/no rule is about it:\n.*`cargo build`/u)
    expect(stdout).not.toContain('run `cargo build`')
    expect(stdout.split('\n').length).toBeLessThan(25)
  })

  it('tells a danger once, however often the line runs into it', async () => {
    const { stdout } = await cli.run(['explain', 'for i in 1 2; do npm publish --tag v$i; done'])
    expect(stdout.match(/high danger: /g)).toHaveLength(1)
  })

  it.each([
    ['docker run x', 'runs a container'],
    ['ls --frobnicate', 'unknown flag --frobnicate'],
    ['./cat a', 'called by a path, where any program may lie'],
    ['cd .. && git log', 'leads out of the working directories'],
    ['cd "$DIR" && ls', 'may lead out of the working directories: where to only shows when it runs'],
    ['env cd ..', 'there it is a program, and none that is known here'],
    [
      "sqlite3 -readonly app.db 'select * from users'",
      'a view in the database may run a program unless -safe is given',
    ],
    ['frobnicate', 'unknown program frobnicate'],
  ])('says of %s why it is not taken for reading', async (line, why) => {
    const { stdout } = await cli.run(['explain', line])
    expect(stdout).toContain(`not read-only: ${why}`)
  })

  it.each([
    ['cat "$X"', '`$X` is only known when it runs'],
    ['cat "${X}y" $(ls) "$Z"', '`${X}y`, `$(ls)` and more are only known when it runs'],
    ['cat < "$X"', 'the file of a redirection is only known when it runs'],
  ])('names in %s what a rule hangs on', async (line, why) => {
    const policy = cli.write('hangs.yaml', 'deny: [ "read(.env)" ]\n')
    const { stdout } = await cli.run(['check', '--policy', policy, line])
    expect(stdout.replaceAll(/\s+/gu, ' ')).toMatch(/Deny rule `read\(\.env\)` \(\S+\) may apply to /u)
    expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(`: ${why}.`)
  })

  it('is what check --explain shows, with the exit code of check', async () => {
    const explained = await cli.run(['explain', 'npm publish'])
    const checked = await cli.run(['check', '--explain', 'npm publish'])
    expect(checked.stdout).toBe(explained.stdout)
    expect([explained.code, checked.code]).toEqual([0, 3])
  })

  it('as JSON has the trace and the changes', async () => {
    const { stdout } = await cli.run(['explain', '--json', 'npm publish'])
    const story = JSON.parse(stdout) as { trace: unknown[]; changes: unknown[]; behavior: string }
    expect(story.behavior).toBe('ask')
    expect(story.trace[0]).toMatchObject({ question: 'deny rule', answer: 'no' })
    expect(story.changes).not.toHaveLength(0)
  })

  it('works for tools that run no command', async () => {
    const { code, stdout } = await cli.run(['explain', 'Deploy', '{"target": "prod-1"}'])
    expect(code).toBe(0)
    expect(stdout).toContain('"target":"prod-1"')
  })
})

describe('what strangers wrote cannot draw', () => {
  it.each([['check'], ['explain'], ['check', '--json'], ['explain', '--json']])('in %s %s', async (...args) => {
    const command = await cli.run([...args, HOSTILE])
    const tool = await cli.run([...args, `Deploy${HOSTILE}`, '{}'])
    for (const { code, stdout, stderr } of [command, tool]) {
      expect([0, 3]).toContain(code)
      expect(stdout + stderr).not.toMatch(UNSEEN)
    }
    expect(tool.stdout).toMatch(/202e/)
  })

  it('also not in errors', async () => {
    const { stderr } = await cli.run([`\u001b[31m${HOSTILE}`])
    expect(stderr).not.toMatch(UNSEEN)
  })

  it('and JSON still means the same', async () => {
    const { stdout } = await cli.run(['check', '--json', `Deploy${HOSTILE}`, '{}'])
    expect(JSON.parse(stdout)).toMatchObject({ effects: [{ tool: `Deploy${HOSTILE}` }] })
  })
})

describe('colour', () => {
  it('stays out of a pipe, comes when forced, and NO_COLOR wins', async () => {
    const escape = '\u001b['
    expect((await cli.run(['check', 'ls'])).stdout).not.toContain(escape)
    expect((await cli.run(['check', 'ls'], { env: { CI: 'true' } })).stdout).not.toContain(escape)
    expect((await cli.run(['check', 'ls'], { env: { FORCE_COLOR: '1' } })).stdout).toContain(escape)
    expect((await cli.run(['check', 'ls'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).not.toContain(escape)
  })
})

function markUnder(words: string, text: string, marks: string): string {
  const at = text.indexOf(words)
  return marks.slice(at, at + words.length)
}

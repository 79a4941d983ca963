import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BuiltCli } from './testing.ts'

let cli: BuiltCli
beforeAll(async () => void (cli = await BuiltCli.build()))
afterAll(() => cli.remove())

const call = (command: string, more: object = {}) => ({ tool: 'Bash', input: { command }, ...more })

describe('an answer', () => {
  it('has exactly the fields that scripts rely on', async () => {
    const [answer] = await cli.batch([call('npm publish', { id: 'x1', cwd: '/srv/project', home: '/home/user' })])
    const fields = 'id behavior reason code safety rule effects readOnly danger suggestions'
    expect(Object.keys(answer ?? {})).toEqual(fields.split(' '))
    expect(answer).toMatchObject({
      id: 'x1',
      behavior: 'ask',
      code: 'no-rule',
      safety: false,
      rule: null,
      readOnly: false,
    })
  })

  it('names the rule without a file, since there is none', async () => {
    const [answer] = await cli.batch([call('sudo ls', { policy: { deny: ['shell(sudo:*)'] } })])
    expect(answer?.['rule']).toEqual({ rule: 'shell(sudo:*)', behavior: 'deny', file: 'policy', layer: 'session' })
  })

  it('goes by the policy, mode, place and disk of its own line', async () => {
    const read = { tool: 'Read', input: { file_path: 'link' }, cwd: '/srv/project', policy: { allow: ['Read(./**)'] } }
    const answers = await cli.batch([
      read,
      { ...read, fs: { symlinks: { '/srv/project/link': '/etc/passwd' } } },
      { ...read, policy: {} },
      { ...read, policy: {}, mode: 'dontAsk' },
      { ...read, cwd: '/elsewhere', input: { file_path: '/srv/project/link' } },
      read,
    ])
    expect(answers.map(({ behavior }) => behavior)).toEqual(['allow', 'ask', 'ask', 'deny', 'ask', 'allow'])
  })

  it('ignores fields of a line that it does not know', async () => {
    const remarks = { note: 'x', why: 1, model: 'm', cmd: 'y', event: 'z', code: 'read-only', ts: 0, expected: 'allow' }
    expect(await cli.batch([call('ls', remarks)])).toMatchObject([{ behavior: 'allow' }])
  })

  it('comes from no policy file of the folder', async () => {
    cli.write('countersign.yaml', 'deny: [ "shell(git status)" ]\n')
    const [answer] = await cli.batch([call('git status')])
    expect(answer).toMatchObject({ id: null, behavior: 'allow' })
  })
})

describe('a line that cannot be read', () => {
  it.each([
    ['{"id": "broken', /^line 1: not JSON/],
    ['\n\n[1]', /^line 3: a line must be a JSON object/],
    ['{"tool": "Bash"}', /^line 1: `input` must be an object/],
    ['null', /must be a JSON object/],
    [{ id: 'a', input: {} }, /`tool` must be/],
    [{ id: 'a', tool: 7, input: {} }, /`tool` must be/],
    [{ id: 'a', tool: 'Bash' }, /^`input` must be an object/],
    [{ id: 'a', tool: 'Bash', input: [] }, /`input` must be an object/],
    [call('ls', { id: 'a', cwd: 'relative' }), /`cwd` must be an absolute path/],
    [call('ls', { id: 'a', mode: 'yolo' }), /`mode` must be one of default/],
    [call('ls', { id: 'a', policy: { alow: [] } }), /`alow` is not a field of a policy; did you mean `allow`/],
    [call('ls', { id: 'a', policy: { allow: ['Bsh(ls)'] } }), /did you mean `Bash`/],
    [call('ls', { id: 'a', fs: { symlinks: { '/a': 1 } } }), /`fs` must be/],
    [call('ls', { id: 'a', fs: { symlink: { '/a': '/b' } } }), /`fs` must be/],
    [call('ls', { id: 'a', fs: { symlinks: { a: '/b' } } }), /`fs` must be .* absolute paths/],
    [call('ls', { id: 'a', fs: { files: ['a'] } }), /`fs` must be/],
    [call('ls', { id: 'a', dialect: 'klingon', settings: {} }), /klingon is not a dialect/],
    [call('ls', { id: 'a', settings: {} }), /`dialect` and `settings` go together/],
    [
      call('ls', { id: 'a', polcy: { deny: ['shell(ls)'] } }),
      /`polcy` is not a field of a line; did you mean `policy`\?/,
    ],
    [call('ls', { id: 'a', CWD: '/srv' }), /did you mean `cwd`/],
    [call('ls', { id: 'a', Mode: 'explore' }), /did you mean `mode`/],
    [
      call('ls', { id: 'a', dialect: 'claude-code', settings: { permissions: { deny: ['Bash('] } } }),
      /not of the form/,
    ],
  ])('answers an error and the batch goes on: %j', async (line, message) => {
    const answers = await cli.batch([line, call('ls', { id: 'next' })])
    expect(Object.keys(answers[0] ?? {})).toEqual(['id', 'error'])
    expect(answers[0]).toMatchObject({
      id: typeof line === 'string' ? null : 'a',
      error: expect.stringMatching(message) as string,
    })
    expect(answers[1]).toMatchObject({ id: 'next', behavior: 'allow' })
  })

  it('is answered when its bytes are no text', async () => {
    const input = Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff]), Buffer.from('"}\n{"id":2}\n')])
    const { stdout } = await cli.run(['check', '--batch'], { input })
    expect(stdout.split('\n')).toEqual([
      '{"id":null,"error":"line 1: not UTF-8 text"}',
      '{"id":2,"error":"`tool` must be the name of a tool"}',
      '',
    ])
  })
})

describe('the stream', () => {
  it('answers 5,000 lines in order', async () => {
    const commands = ['ls', 'git push -f', 'rm -rf /', 'cat a | grep b', 'echo "unclosed']
    const lines = Array.from({ length: 5000 }, (_, id) =>
      call(`${commands[id % 5]} ${id}`, { id, cwd: '/srv/project' }),
    )
    const answers = await cli.batch(lines)
    expect(answers.map(({ id }) => id)).toEqual(lines.map((_, id) => id))
    expect(answers.every((answer) => 'behavior' in answer)).toBe(true)
  })

  it('ignores blank lines, line ends of Windows and a missing last line end', async () => {
    const line = JSON.stringify(call('ls', { id: 'a\u2028b' }))
    const { stdout } = await cli.run(['check', '--batch'], { input: `\uFEFF${line}\r\n\r\n\n${line}` })
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((text) => (JSON.parse(text) as { id: string }).id)
    expect(answers).toEqual(['a\u2028b', 'a\u2028b'])
  })

  it('answers nothing to nothing', async () => {
    expect(await cli.run(['check', '--batch'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('answers each line before the next one comes, for callers that wait', async () => {
    const child = cli.spawn(['check', '--batch'])
    for (const id of [1, 2]) {
      child.stdin.write(`${JSON.stringify(call('ls', { id }))}\n`)
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
      expect(JSON.parse(chunk.toString('utf8'))).toMatchObject({ id, behavior: 'allow' })
    }
    child.stdin.end()
    expect((await once(child, 'close'))[0]).toBe(0)
  })

  it('ends quietly when nobody reads any more', async () => {
    const child = cli.spawn(['check', '--batch'])
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString('utf8')))
    child.stdin.on('error', () => undefined)
    child.stdin.write(`${JSON.stringify(call('ls'))}\n`)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.stdin.end(`${JSON.stringify(call('ls'))}\n`.repeat(20_000))
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  })
})

/** The plugin as opencode would load it, with programs that answer as the hook may and may not. */

import { describe, expect, it } from 'vitest'
import { opencodePlugin, PLUGIN_MARK } from './opencode-plugin.ts'

describe("opencode's plugin", () => {
  const plugin = async (command: readonly string[]) => {
    const text = opencodePlugin(command, false)
    expect(text.startsWith(PLUGIN_MARK)).toBe(true)
    const loaded = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
      Countersign: (at: object) => Promise<Record<string, (input: object, output: { args: object }) => Promise<void>>>
    }
    const hooks = await loaded.Countersign({ directory: process.cwd() })
    return async (args: object) => {
      const output = { args }
      await hooks['tool.execute.before']!({ tool: 'bash', sessionID: 's', callID: 'c' }, output)
      return output.args
    }
  }
  const answering = (script: string) => plugin([process.execPath, '-e', script, 'countersign'])
  const say = (answer: unknown) =>
    `process.stdin.resume().on('end', () => console.log(${JSON.stringify(JSON.stringify(answer))}))`

  it('lets run what is allowed, as it was allowed', async () => {
    const call = await answering(say({ behavior: 'allow', reason: 'ok', input: { command: 'ls' } }))
    expect(await call({ command: 'rm x', timeout: 5 })).toEqual({ command: 'ls' })
  })

  it('runs a letter that came in two pieces as one', async () => {
    const answer = JSON.stringify({ behavior: 'allow', reason: 'ok', input: { content: 'Grüße' } })
    const half = Buffer.byteLength(answer.slice(0, answer.indexOf('ü'))) + 1
    const call = await answering(
      `const bytes = Buffer.from(${JSON.stringify(answer)}); process.stdout.write(bytes.subarray(0, ${half}));
       setTimeout(() => process.stdout.write(bytes.subarray(${half})), 50)`,
    )
    expect(await call({ content: 'Grüße' })).toEqual({ content: 'Grüße' })
  })

  it.each([
    ['a denial', say({ behavior: 'deny', reason: 'Pushes go through CI.' }), 'Pushes go through CI.'],
    ['an ask', say({ behavior: 'ask', reason: 'Who knows.' }), 'Who knows.'],
    ['an allow that names no input', say({ behavior: 'allow', reason: '' }), 'did not say what to run'],
    [
      'an allow whose input hides some of it',
      `console.log('{"behavior":"allow","reason":"","input":{"command":"ls","__proto__":{"workdir":"/etc"}}}')`,
      'did not say what to run',
    ],
    ['garbage', "console.log('{')", 'not JSON'],
    ['silence', '', 'not JSON'],
    ['a failure', "console.error('the store is locked'); process.exit(2)", 'the store is locked'],
    ['a crash', "process.kill(process.pid, 'SIGKILL')", 'ended with'],
  ])('throws on %s', async (_, script, why) => {
    const call = await answering(script)
    await expect(call({ command: 'rm x' })).rejects.toThrow(why)
  })

  it('throws when its program is gone', async () => {
    const call = await plugin(['/nonexistent/node', 'countersign'])
    await expect(call({ command: 'rm x' })).rejects.toThrow('could not decide')
  })
})

/** `run copilot`, with a Copilot that is a shell script. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Stage } from './init-testing.ts'

let stage: Stage
beforeAll(async () => void (stage = await Stage.build()), 60_000)
afterAll(() => stage.remove())
afterEach(() => stage.clear())

describe('run copilot', () => {
  const DENIED = 'Permission denied because no interactive user response was available. Retry.'
  const event = (type: string, data: object) => `echo '${JSON.stringify({ type, data })}'`
  const attempt = (input: object, tool = 'bash') =>
    event('tool.execution_start', { toolCallId: 'c1', toolName: tool, arguments: input })
  const denied = event('tool.execution_complete', {
    toolCallId: 'c1',
    success: false,
    error: { code: 'denied', message: DENIED },
  })
  const ran = event('tool.execution_complete', { toolCallId: 'c1', success: true })

  /** Copilot, as far as its flags go: a call runs when it was told to allow it. */
  const fake = (flag: string, input: object, tool?: string) =>
    stage.install(
      'copilot',
      `printf '%s\\n' "$@" >> "$HOME/args"; echo -- >> "$HOME/args"; cat > "$HOME/stdin"
${attempt(input, tool)}
if [[ " $* " == *" ${flag} "* ]]; then touch "$HOME/ran"; ${ran}; else ${denied}; fi
${event('assistant.message', { content: 'all done' })}`,
    )

  it('a denied call is asked, granted and run again', async () => {
    stage.put(stage.at('.config/countersign/policy.yaml'), 'allow: [ "write(./**)" ]\n')
    fake(`--allow-tool=write(${stage.folder}/n.txt)`, { path: 'n.txt' }, 'create')
    const { code, stdout } = await stage.run('run', 'copilot', '--via', 'output', '--', '-p', 'do it --yes')
    expect({ code, ran: existsSync(stage.at('ran')) }).toEqual({ code: 0, ran: true })
    expect(stdout).toContain('all done')
    expect(stage.text('args').split('--\n').length).toBe(3)
    expect(stage.text('args')).toContain('do it --yes\n')
    expect(stage.text('stdin')).toBe('')
  })

  it.each(['hook', 'output'])('a program that is not there is told, via %s', async (via) => {
    const { code, stderr } = await stage.run('run', 'copilot', '--via', via, '--command', '/nowhere/x', '--', '-p', 'x')
    expect(stderr).toBe(
      'countersign: /nowhere/x cannot be started: there is no such program\ncountersign run --help tells more.\n',
    )
    expect(code).toBe(2)
  })

  it('what the policy denies stays denied, and is exit code 4', async () => {
    stage.put(stage.at('.config/countersign/policy.yaml'), 'deny: [ "shell(rm:*)" ]\n')
    fake('--allow-tool=shell(rm)', { command: 'rm -rf build' })
    const ended = await stage.run('run', 'copilot', '--via', 'output', '--broad', '--json', '--', '-p', 'x')
    expect(ended.code).toBe(4)
    expect(JSON.parse(ended.stdout)).toMatchObject({ rounds: 1, settled: [{ behavior: 'deny', flags: [] }] })
    expect(existsSync(stage.at('ran'))).toBe(false)
  })

  it('a flag that says more than was allowed needs consent', async () => {
    stage.put(stage.at('.config/countersign/policy.yaml'), 'allow: [ "shell(rm -f a.txt)" ]\n')
    fake('--allow-tool=shell(rm)', { command: 'rm -f a.txt' })
    const narrow = await stage.run('run', 'copilot', '--via', 'output', '--', '-p', 'x')
    expect(narrow.code).toBe(4)
    expect(narrow.stderr).toContain('every `rm …`')
    expect((await stage.run('run', 'copilot', '--via', 'output', '--broad', '--', '-p', 'x')).code).toBe(0)
    expect(existsSync(stage.at('ran'))).toBe(true)
  })

  it('through the hook: the plugin is there for the run, and gone after it', async () => {
    const canary = '{"sessionId":"s","cwd":"/","toolName":"bash","toolArgs":{"command":"sudo ls"}}'
    stage.put(stage.at('.config/countersign/policy.yaml'), 'deny: [ "shell(sudo:*)" ]\n')
    stage.install(
      'copilot',
      `[ "$1" = --plugin-dir ] || exit 9
line=$(/usr/bin/env node -p 'JSON.parse(require("fs").readFileSync(process.argv[1] + "/plugin.json")).hooks.preToolUse[0].bash' "$2")
echo '${canary}' | bash -c "$line" > "$HOME/answer"; echo "$?" > "$HOME/code"; echo "$2" > "$HOME/folder"`,
    )
    expect((await stage.run('run', 'copilot', '--', '-p', 'x')).code).toBe(0)
    expect(stage.text('answer')).toContain('shell(sudo:*)')
    expect(stage.text('code').trim()).toBe('0')
    expect(existsSync(stage.text('folder').trim())).toBe(false)
  })

  it('a checkout that switches hooks off is refused', async () => {
    stage.put(join(stage.folder, '.github/copilot/settings.json'), '{ "disableAllHooks": true }')
    stage.install('copilot', 'touch "$HOME/ran"')
    const { code, stderr } = await stage.run('run', 'copilot', '--', '-p', 'x')
    expect({ code, ran: existsSync(stage.at('ran')) }).toEqual({ code: 2, ran: false })
    expect(stderr).toContain('disableAllHooks')
  })

  it('a release without JSON is read as text', async () => {
    stage.put(stage.at('.config/countersign/policy.yaml'), 'allow: [ "write(./**)" ]\n')
    stage.install(
      'copilot',
      `if [[ " $* " == *" --output-format "* ]]; then echo "error: unknown option '--output-format'" >&2; exit 1; fi
if [[ " $* " == *" --allow-tool=write(${stage.folder}/n.txt) "* ]]; then touch "$HOME/ran"
else printf '✗ Create n.txt\\n  └ Permission denied because no interactive user response was available. Retry in an\\n    interactive session.\\n'; fi`,
    )
    expect((await stage.run('run', 'copilot', '--via', 'output', '--', '-p', 'x')).code).toBe(0)
    expect(existsSync(stage.at('ran'))).toBe(true)
  })

  it('whatever it started ends with it', async () => {
    stage.install('copilot', 'sleep 300 & echo $! > "$HOME/child"; exit 7')
    expect((await stage.run('run', 'copilot', '--', '-p', 'x')).code).toBe(7)
    expect(isRunning(stage.text('child').trim())).toBe(false)
  })

  it.each([
    [['run'], 'run needs the name of an agent'],
    [['run', 'claude', '--', 'x'], 'run knows copilot'],
    [['run', 'copilot'], 'what should it do'],
    [['run', 'copilot', '--rounds', 'x', '--', '-p'], '--rounds needs a number'],
  ])('bad use: %j', async (args, message) => {
    stage.install('copilot', 'true')
    const { code, stderr } = await stage.run(...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('no program, no run', async () => {
    expect(await stage.run('run', 'copilot', '--', '-p', 'x')).toMatchObject({ code: 2 })
  })
})

/** One that nobody has collected yet is over all the same. */
function isRunning(pid: string): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' })
  return /^[^Z\s]/.test(stdout)
}

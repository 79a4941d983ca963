/**
 * Part of wiring: the plugin that opencode loads. It runs a call only if the hook allows it, and only as the hook
 * allows it.
 */

/** The first words of a plugin that is ours, which we may change and remove. */
export const PLUGIN_MARK = '// Written by `countersign init`'

const LATEST = 600_000

/** @param command the program and its arguments, started without a shell */
export function opencodePlugin(command: readonly string[], outcomes: boolean): string {
  const report = outcomes
    ? `
    'tool.execute.after': async ({ tool, sessionID, callID, args }) => {
      await ask({ event: 'tool.execute.after', tool, sessionID, callID, args, directory }).catch(() => undefined)
    },`
    : ''
  return `${PLUGIN_MARK}, which also takes it away again (\`--remove\`).
// Every tool call passes Countersign; whatever goes wrong on the way is a denial.

import { spawn } from 'node:child_process'

const COMMAND = ${JSON.stringify(command)}
const LATEST = ${LATEST}

export const Countersign = async ({ directory }) => {
  return {
    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const payload = { event: 'tool.execute.before', tool, sessionID, callID, args: output.args ?? {}, directory }
      const ruling = await ask(payload)
      if (ruling.behavior !== 'allow') throw new Error(ruling.reason)
      const isPlain = typeof ruling.input === 'object' && ruling.input !== null && !Object.hasOwn(ruling.input, '__proto__')
      if (!isPlain) throw new Error('Countersign did not say what to run')
      for (const key of Object.keys(output.args ?? {})) if (!(key in ruling.input)) delete output.args[key]
      output.args = Object.assign(output.args ?? {}, ruling.input)
    },${report}
  }
}

function ask(payload) {
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(\`Not allowed: Countersign could not decide (\${why}).\`))
    const [program, ...args] = COMMAND
    const child = spawn(program, args, { cwd: payload.directory, stdio: ['pipe', 'pipe', 'pipe'] })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('it took too long')
    }, LATEST)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8')
    child.stderr.setEncoding('utf8')
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.stdin.on('error', () => undefined)
    child.on('error', (error) => fail(error.message))
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code !== 0) return reject(new Error(stderr.trim() || \`Not allowed: Countersign ended with \${code}.\`))
      if (payload.event === 'tool.execute.after') return resolve({})
      try {
        resolve(JSON.parse(stdout))
      } catch {
        fail('its answer was not JSON')
      }
    })
    child.stdin.end(JSON.stringify(payload))
  })
}
`
}

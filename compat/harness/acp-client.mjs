/** A small editor: speaks the Agent Client Protocol with a program, one JSON value per line, and keeps every question. */

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { killGroup } from './run.mjs'

const LONGEST = 60_000

/**
 * @param {string[]} command
 * @param {{ cwd: string, env: object, answer?: (params: object) => object }} options `answer` is the person, who refuses by default
 */
export async function startEditor([program, ...args], { cwd, env, answer = refuse }) {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const heard = { asked: [], updates: [], stderr: '' }
  const waiting = new Map()
  let last = 0
  child.stderr.setEncoding('utf8').on('data', (text) => (heard.stderr += text))
  child.stdin.on('error', () => undefined)
  const ended = new Promise((resolve) => child.once('close', resolve))
  ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`the agent has ended: ${heard.stderr}`))
  })
  createInterface({ input: child.stdout }).on('line', (line) => take(JSON.parse(line)))

  async function take({ id, method, params, result, error }) {
    if (method === undefined) {
      const { resolve, reject } = waiting.get(id) ?? {}
      waiting.delete(id)
      return error === undefined ? resolve?.(result) : reject?.(new Error(error.message))
    }
    if (method === 'session/update') heard.updates.push(params.update)
    if (id === undefined) return undefined
    if (method !== 'session/request_permission')
      return send({ id, error: { code: -32601, message: `no ${method} here` } })
    heard.asked.push(params)
    return send({ id, result: { outcome: await answer(params) } })
  }

  function send(message) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  function request(method, params) {
    const id = ++last
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${method}: ${heard.stderr}`)), LONGEST)
      const settled = (then) => (value) => {
        clearTimeout(timer)
        then(value)
      }
      waiting.set(id, { resolve: settled(resolve), reject: settled(reject) })
      send({ id, method, params })
    })
  }

  try {
    await request('initialize', { protocolVersion: 1, clientCapabilities: {} })
    const { sessionId } = await request('session/new', { cwd, mcpServers: [] })
    return {
      ...heard,
      pid: child.pid,
      prompt: (text) => request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
      /** Goes away without a word, like an editor that is closed. */
      leave: () => {
        child.stdin.end()
        return ended
      },
      kill: () => killGroup(child.pid),
    }
  } catch (error) {
    killGroup(child.pid)
    throw error
  }
}

/** By kind, because each agent has ids of its own. */
export const choose =
  (kind) =>
  ({ options }) => {
    const option = options.find((one) => one.kind === kind)
    return option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId }
  }

const refuse = choose('reject_once')

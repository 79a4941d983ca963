/**
 * How the real Copilot CLI decides calls under its flags and settings: its model asks for them all in one run, nothing runs.
 *
 * `allow`: it ran. `none`: it would have asked a person. `deny`. Undefined: the tool rejected the input. Only its managed
 * settings have rules that ask, and those lie where only an administrator can write: they are not tried here.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { startModel } from '../model/server.mjs'
import { COPILOT, copilotIn } from './copilot.mjs'
import { inertIn, RAN } from './inert.mjs'
import { run } from './run.mjs'

/** Reads and writes have turns of their own: each needs the disk in another state. */
const TURNS = [(name) => name !== 'create', (name) => name === 'create']

/** @param {ReturnType<import('./place.mjs').newPlace>} place */
export function copilotOracle(place) {
  const inert = inertIn(place)
  const copilot = copilotIn(place)
  const home = copilot.env.COPILOT_HOME

  /** `files`: those of its own folder, by name; those of an earlier question are removed. */
  return async function ask({ flags = [], files = {}, calls }) {
    if (calls.length === 0) return new Map()
    for (const name of ['permissions-config.json', 'settings.json']) rmSync(join(home, name), { force: true })
    for (const [name, text] of Object.entries(files)) write(join(home, name), text)
    const sayings = calls.flatMap((call, index) => {
      const said = sayingOf(call)
      return said === undefined ? [] : [{ ...said, id: `call_${index}` }]
    })
    const turns = TURNS.map((isOf) => sayings.filter(({ tool }) => isOf(tool))).filter(({ length }) => length > 0)
    const model = await startModel({
      pick: ({ turn, tools }) => {
        if (tools.length === 0 || turn >= turns.length) return undefined
        setDisk(place, turns[turn])
        return turns[turn]
      },
    })
    try {
      const words = ['-p', 'go', ...copilot.quiet, '--output-format', 'json', '--bash-env', 'on', ...servers(calls)]
      const { stdout, timedOut, code, stderr } = await run(COPILOT, [...words, ...flags], {
        cwd: place.project,
        env: { ...copilot.envFor(model), PATH: inert.env.PATH, BASH_ENV: inert.startup },
        within: 60_000,
      })
      if (timedOut || code !== 0) throw new Error(`Copilot ended with ${code}: ${stderr}`)
      const results = new Map(ends(stdout).map((end) => [end.toolCallId, end]))
      return new Map(calls.map((call, index) => [call, answerOf(call, results.get(`call_${index}`))]))
    } finally {
      await model.close()
    }
  }
}

function sayingOf({ tool, input }) {
  const [, server, own] = /^mcp__([\w-]+?)__([\w-]+)$/u.exec(tool) ?? []
  if (server !== undefined) return { tool: `${server}-${own}`, input: {} }
  if (tool === 'Bash') return { tool: 'bash', input: { command: input.command, description: 'x' } }
  if (tool === 'Read') return { tool: 'view', input: { path: input.file_path } }
  if (tool === 'Write') return { tool: 'create', input: { path: input.file_path, file_text: 'x' } }
  return undefined
}

const MCP_SERVER = new URL('mcp-names.mjs', import.meta.url).pathname

/** A server for every name that is called, with all the tools that are called of it. */
function servers(calls) {
  const found = new Map()
  for (const { tool } of calls) {
    const [, server, own] = /^mcp__([\w-]+?)__([\w-]+)$/u.exec(tool) ?? []
    if (server !== undefined) found.set(server, (found.get(server) ?? new Set()).add(own))
  }
  if (found.size === 0) return []
  const mcpServers = Object.fromEntries(
    [...found].map(([name, tools]) => [
      name,
      { type: 'local', command: process.execPath, args: [MCP_SERVER, name, ...tools], tools: ['*'] },
    ]),
  )
  return ['--additional-mcp-config', JSON.stringify({ mcpServers })]
}

function setDisk(place, sayings) {
  for (const { tool, input } of sayings) {
    if (input.path === undefined) continue
    const file = resolve(place.project, input.path)
    if (!file.startsWith(`${place.root}/`)) continue
    try {
      if (tool === 'create') rmSync(file, { force: true })
      else write(file, 'x\n')
    } catch {
      // There is a folder, or a file where a folder should be: the client will say so.
    }
  }
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function ends(stdout) {
  return stdout.split('\n').flatMap((line) => {
    if (!line.includes('"tool.execution_complete"')) return []
    return [JSON.parse(line).data]
  })
}

function answerOf({ tool }, end) {
  if (end === undefined) return undefined
  if (end.error?.code === 'denied') return /due to the following rules/u.test(end.error.message) ? 'deny' : 'none'
  if (tool === 'Bash') return JSON.stringify(end).includes(RAN) ? 'allow' : undefined
  return end.success ? 'allow' : undefined
}

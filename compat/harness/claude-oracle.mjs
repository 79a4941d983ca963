/**
 * How the real Claude Code decides calls under a settings file: its model asks for them all in one session, nothing runs.
 *
 * `allow`: it ran. `ask`: a rule made it ask a person. `none`: it asked a person without a rule. `deny`. Undefined: it made no
 * decision, because the tool rejected the input.
 */

import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { startModel } from '../model/server.mjs'
import { OFFLINE } from './claude-code.mjs'
import { inertIn, RAN } from './inert.mjs'
import { API_KEY } from './place.mjs'

const MCP_RAN = 'the tool ran'

/** Writes, reads and edits have turns of their own: each needs the disk in another state. */
const TURNS = [(name) => name !== 'Write' && name !== 'Edit', (name) => name === 'Write', (name) => name === 'Edit']

/** @param {ReturnType<import('./place.mjs').newPlace>} place */
export function claudeOracle(place) {
  const inert = inertIn(place)
  const config = join(place.home, '.claude')
  write(
    join(config, '.claude.json'),
    JSON.stringify({ projects: { [place.project]: { hasTrustDialogAccepted: true } } }),
  )
  const fileOf = (scope) => join(scope === 'user' ? place.home : place.project, '.claude', 'settings.json')

  /** These settings are the only ones: those of an earlier question are removed. */
  return async function ask({ settings, scope = 'project', calls }) {
    if (calls.length === 0) return new Map()
    for (const one of ['user', 'project']) rmSync(fileOf(one), { force: true })
    write(fileOf(scope), settings)
    const sayings = calls.flatMap((call, index) =>
      isChange(call) ? [] : [{ tool: call.tool, input: inputOf(call), id: `toolu_${index}` }],
    )
    const turns = TURNS.map((isOf) => sayings.filter(({ tool: name }) => isOf(name))).filter(({ length }) => length > 0)
    const model = await startModel({
      pick: ({ turn, tools }) => {
        if (tools.length === 0 || turn >= turns.length) return undefined
        setDisk(place, turns[turn])
        return turns[turn]
      },
    })
    const asked = new Map()
    const session = query({
      prompt: 'go',
      options: {
        cwd: place.project,
        settingSources: ['user', 'project'],
        settings: OFFLINE,
        model: 'claude-sonnet-4-5',
        mcpServers: serversFor(calls),
        allowDangerouslySkipPermissions: true,
        canUseTool: (_, __, { toolUseID, decisionReasonType }) => {
          asked.set(toolUseID, decisionReasonType === 'rule' ? 'ask' : 'none')
          return Promise.resolve({ behavior: 'deny', message: 'a person was asked' })
        },
        env: {
          ...inert.env,
          CLAUDE_CODE_SHELL: inert.shell,
          CLAUDE_CONFIG_DIR: config,
          ANTHROPIC_BASE_URL: model.url,
          ANTHROPIC_API_KEY: API_KEY,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          IS_SANDBOX: '1',
        },
      },
    })
    try {
      for await (const message of session) void message
      const results = new Map(model.results().map((result) => [result.id, result]))
      return new Map(
        calls.map((call, index) => {
          const id = `toolu_${index}`
          return [call, asked.get(id) ?? answerOf(call, results.get(id))]
        }),
      )
    } finally {
      await model.close()
    }
  }
}

/** Only an edit that creates its file needs none to be there. */
function inputOf({ tool: name, input }) {
  if (name === 'WebSearch') return { query: 'something' }
  return name === 'Edit' ? { file_path: input.file_path, old_string: '', new_string: 'b' } : input
}

/** In this process: a server for every name that is called, with all the tools that are called of it. */
function serversFor(calls) {
  const servers = new Map()
  for (const { tool: name } of calls) {
    const [, server, own] = /^mcp__([\w-]+?)__([\w-]+)$/.exec(name) ?? []
    if (server !== undefined) servers.set(server, (servers.get(server) ?? new Set()).add(own))
  }
  const ran = () => Promise.resolve({ content: [{ type: 'text', text: MCP_RAN }] })
  return Object.fromEntries(
    [...servers].map(([name, tools]) => [
      name,
      createSdkMcpServer({ name, tools: [...tools].map((own) => tool(own, 'Says that it ran', {}, ran)) }),
    ]),
  )
}

function setDisk(place, sayings) {
  for (const { tool: name, input } of sayings) {
    const path = input.file_path ?? input.path
    if (path === undefined) continue
    const file = resolve(place.project, path.replace(/^~/, place.home))
    if (!file.startsWith(`${place.root}/`) || isSettings(file)) continue
    try {
      if (name === 'Write' || name === 'Edit') rmSync(file, { force: true })
      else write(file, 'x\n')
    } catch {
      // There is a folder, or a file where a folder should be: the client will say so.
    }
  }
}

const isSettings = (file) => file.endsWith('.claude/settings.json')

/** From the very settings that are asked about. */
const isChange = ({ tool: name, input }) => (name === 'Write' || name === 'Edit') && isSettings(input.file_path)

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const DENIED = /has been denied|denied by your permission settings|don't ask mode|denied access to/u
/** Not every session has these: if one is missing, that does not mean it was denied. */
const MAY_BE_MISSING = new Set(['Grep', 'Glob', 'LS'])

function answerOf({ tool: name }, { failed, text } = { failed: true, text: '<tool_use_error>' }) {
  if (DENIED.test(text)) return 'deny'
  // A tool that is denied as a whole is not shown to the model.
  if (text.includes('No such tool available')) return MAY_BE_MISSING.has(name) ? undefined : 'deny'
  if (name === 'Bash') return text.includes(RAN) ? 'allow' : undefined
  return failed && text.includes('<tool_use_error>') ? undefined : 'allow'
}

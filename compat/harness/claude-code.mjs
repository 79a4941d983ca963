/** Claude Code in a place of its own: where its settings are, and one complete run of it. */

import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { API_KEY } from './place.mjs'
import { run } from './run.mjs'
import { BELOW, below, targetsOf } from './table.mjs'
import { PLATFORM, programOf } from './wired.mjs'

const CLAUDE = programOf(`@anthropic-ai/claude-agent-sdk-${PLATFORM}`, 'claude')
const MCP_SERVER = new URL('mcp-server.mjs', import.meta.url).pathname

/** In this mode nothing but the gate protects. */
export const SKIP = '--dangerously-skip-permissions'

/** Otherwise it asks its maker about a host before it fetches a page. */
export const OFFLINE = JSON.stringify({ skipWebFetchPreflight: true })

/** @param {ReturnType<import('./place.mjs').newPlace>} place */
export function claudeIn(place) {
  const config = join(place.home, '.claude')
  mkdirSync(config)
  const env = { ...place.env, PATH: `${dirname(CLAUDE)}:${place.env.PATH}`, CLAUDE_CONFIG_DIR: config }
  const servers = { mcpServers: { traces: { command: process.execPath, args: [MCP_SERVER, place.project] } } }
  const words = ['-p', 'go', '--output-format', 'json', '--model', 'claude-sonnet-4-5', '--settings', OFFLINE]
  return {
    env,
    settings: join(config, 'settings.json'),
    play: (model, args) =>
      run(CLAUDE, [...words, '--mcp-config', JSON.stringify(servers), ...args], {
        cwd: place.project,
        env: {
          ...env,
          ANTHROPIC_BASE_URL: model.url,
          ANTHROPIC_API_KEY: API_KEY,
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          IS_SANDBOX: '1',
        },
      }),
  }
}

/** The table, spelled in its tools. */
export function claudeTable(place, page) {
  const { look, touch, touchBelow, written, other } = targetsOf(place)
  const script = [
    [{ tool: 'Bash', input: { command: look } }],
    [{ tool: 'Bash', input: { command: touch } }],
    [{ tool: 'Write', input: { file_path: written, content: 'x' } }],
    [{ tool: 'Read', input: { file_path: other } }],
    [{ tool: 'WebFetch', input: { url: page.url, prompt: 'what is there' } }],
    [{ tool: 'mcp__traces__write', input: {} }],
    [{ tool: 'mcp__traces__look', input: {} }],
    [{ tool: 'Agent', input: { description: 'help', prompt: BELOW, subagent_type: 'general-purpose' } }],
  ]
  return { script, pick: below({ tool: 'Bash', input: { command: touchBelow } }) }
}

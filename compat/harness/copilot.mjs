/** The Copilot CLI in a place of its own: its environment, the flags that keep it quiet, and the table, spelled in its tools. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { API_KEY } from './place.mjs'
import { BELOW, below, targetsOf } from './table.mjs'
import { PLATFORM, programOf } from './wired.mjs'

export const COPILOT = programOf(`@github/copilot-${PLATFORM}`, 'copilot')

/** The SDK's own runtime is not published for every machine; there it is told to use the CLI's, which speaks the same. */
export const SDK_RUNTIME = existsSync(programOf(`@github/copilot-sdk-${PLATFORM}`)) ? {} : { COPILOT_CLI_PATH: COPILOT }
const MCP_SERVER = new URL('mcp-server.mjs', import.meta.url).pathname

/** Where it unpacks itself, below the home. */
const PACKED = ['.cache', 'copilot', 'pkg']
/** Beside it, so that another version does not find it. */
const UNPACKED = join(dirname(COPILOT), 'unpacked')

/** @param {ReturnType<import('./place.mjs').newPlace>} place */
export function copilotIn(place) {
  unpackedIn(place.home)
  const env = {
    ...place.env,
    PATH: `${dirname(COPILOT)}:${place.env.PATH}`,
    // Below the temporary folder it reads without asking.
    TMPDIR: place.home,
    COPILOT_HOME: join(place.home, '.copilot'),
    COPILOT_MODEL: 'fake-model',
    COPILOT_OFFLINE: 'true',
  }
  const servers = {
    mcpServers: {
      traces: { type: 'local', command: process.execPath, args: [MCP_SERVER, place.project], tools: ['*'] },
    },
  }
  const quiet = ['--no-auto-update', '--disable-builtin-mcps', '--log-dir', place.root]
  return {
    env,
    quiet,
    /** With a model to speak to. */
    envFor: (model) => ({
      ...env,
      COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
      COPILOT_PROVIDER_API_KEY: API_KEY,
    }),
    /** One prompt, with the MCP server of the table. */
    prompt: ['-p', 'go', ...quiet, '--additional-mcp-config', JSON.stringify(servers)],
  }
}

export function copilotTable(place) {
  const { look, touch, touchBelow, written, other } = targetsOf(place)
  const script = [
    [{ tool: 'bash', input: { command: look, description: 'look' } }],
    [{ tool: 'bash', input: { command: touch, description: 'touch' } }],
    [{ tool: 'create', input: { path: written, file_text: 'x' } }],
    [{ tool: 'view', input: { path: other } }],
    [{ tool: 'traces-write', input: {} }],
    [{ tool: 'traces-look', input: {} }],
    [{ tool: 'task', input: { description: 'help', prompt: BELOW, agent_type: 'task', name: 'n', mode: 'sync' } }],
  ]
  return { script, pick: below({ tool: 'bash', input: { command: touchBelow, description: 'below' } }) }
}

/**
 * In a home without it, every start first unpacks 235 megabytes, which takes longer than most tests. All homes have a
 * link to what was unpacked once, and nothing else in common.
 */
function unpackedIn(home) {
  if (!existsSync(UNPACKED)) unpack()
  const link = join(home, ...PACKED)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(UNPACKED, link)
}

/** Moves it into place when it is complete; another test file may do the same meanwhile. */
function unpack() {
  const home = mkdtempSync(`${UNPACKED}-`)
  try {
    const { status, stderr } = spawnSync(COPILOT, ['--version'], { env: { HOME: home }, encoding: 'utf8' })
    if (status !== 0) throw new Error(`Copilot does not say its version: ${stderr}`)
    renameSync(join(home, ...PACKED), UNPACKED)
  } catch (error) {
    if (!existsSync(UNPACKED)) throw error
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

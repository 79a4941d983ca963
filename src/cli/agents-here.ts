/** Part of the command line: which agents are installed here, and in which version. */

import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { HOOK_CLIENTS } from '../adapters/hooks/wiring/clients.ts'
import type { HookClient, Place } from '../adapters/hooks/wiring/client.ts'
import { versionIn } from '../adapters/hooks/wiring/versions.ts'
import { findRoot } from '../policy/root.ts'
import { endGroup } from './end-group.ts'
import { homeFolder } from './home.ts'

export interface FoundClient {
  readonly client: HookClient
  /** Undefined if it is not on the PATH. */
  readonly program: string | undefined
  readonly version: string | undefined
  /** Whether it has been used here: its folder exists. */
  readonly used: boolean
}

export function placeHere(): Place {
  const home = homeFolder()
  const cwd = process.cwd()
  return { home, cwd, root: findRoot(cwd, home), env: process.env }
}

/** The agent that was named, whether it is installed or not; without a name, those that are. */
export async function findClients(place: Place, named: string | undefined): Promise<readonly FoundClient[]> {
  const found = await Promise.all(
    HOOK_CLIENTS.filter(({ name }) => named === undefined || name === named).map((one) => look(one, place)),
  )
  return found.filter(({ program, used }) => named !== undefined || program !== undefined || used)
}

async function look(client: HookClient, place: Place): Promise<FoundClient> {
  const program = onPath(client.program, place.env['PATH'] ?? '')
  const version = program === undefined ? undefined : versionIn(await outputOf(program, ['--version']))
  return { client, program, version, used: existsSync(client.folder(place)) }
}

export function onPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

const LATEST = 10_000
const LONGEST = 4_096

/** What a program prints about itself; empty if it prints nothing in time. */
function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    const timer = setTimeout(() => endGroup(child.pid), LATEST)
    child.stdout.on('data', (chunk: Buffer) => void (text = (text + chunk.toString('utf8')).slice(0, LONGEST)))
    const end = () => {
      clearTimeout(timer)
      resolve(text)
    }
    child.on('error', end)
    child.on('close', end)
  })
}

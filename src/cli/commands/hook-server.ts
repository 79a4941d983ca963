/** Part of `countersign hook`: finds the server that runs here, or the one that was named. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GateLike } from '../../adapters/interceptor.ts'
import { bootOfMachine } from '../../policy/boot.ts'
import { stateFolder } from '../../policy/own-folders.ts'

/** Undefined if no server runs here. If a server was named, it must be reached, or the call is denied. */
export async function connectServer(
  named: string | undefined,
  patience: number,
  home: string,
): Promise<GateLike | undefined> {
  const state = stateFolder(home)
  if (named === undefined && !runs(join(state, 'server.json'))) return undefined
  const { discoverServer, remoteGate } = await import('../../adapters/remote.ts')
  if (named !== undefined) return remoteGate({ url: named, token: tokenOf(state) }, { patience })
  const server = discoverServer(home)
  const { isDeserted } = await import('../../adapters/remote-deserted.ts')
  if (server === undefined || (await isDeserted(server.socket))) return undefined
  return remoteGate(server, { patience })
}

/** Whether the server really runs: a crashed server leaves its file behind. */
function runs(file: string): boolean {
  if (!existsSync(file)) return false
  const { pid, boot } = (read(file) ?? {}) as { readonly pid?: unknown; readonly boot?: unknown }
  if (typeof pid !== 'number') return true
  if (typeof boot === 'string' && boot !== (bootOfMachine() ?? boot)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return undefined
  }
}

function tokenOf(state: string): string | undefined {
  const given = process.env['COUNTERSIGN_TOKEN']
  if (given !== undefined && given !== '') return given
  try {
    return readFileSync(join(state, 'agent-token'), 'utf8').trim()
  } catch {
    return undefined
  }
}

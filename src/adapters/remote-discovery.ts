/**
 * Part of the remote gate: finds the server of this user, if one runs.
 *
 * INVARIANT: only a file that belongs to this user alone is believed; another user's file would lead calls to that
 * user's gate.
 */

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Input } from '../engine/call.ts'
import { wholeUrl } from '../engine/match/whole-url.ts'
import { stateFolder } from '../policy/own-folders.ts'
import { objectIn } from '../vocabulary/json-object.ts'
import type { Server } from './remote-http.ts'

const LARGEST = 10_000

/** Undefined if none runs. The server that it names may have died since; asking it will tell. */
export function discoverServer(home: string): Server | undefined {
  // A relative home would be a folder inside a project, where an agent may name a gate of its own.
  if (!isAbsolute(home)) return undefined
  const state = stateFolder(home)
  const found = announcedIn(state)
  const { version, url, socket } = found ?? {}
  if (version !== 1 || typeof url !== 'string' || typeof socket !== 'string') return undefined
  const token = ownText(join(state, 'agent-token'))?.trim()
  return { url, socket, ...(token === undefined || token === '' ? {} : { token }) }
}

/** Whether a server runs that was started with another store than the default one. */
export function servesElsewhere(home: string): boolean {
  return runningServer(home)?.['elsewhere'] === true
}

/** Whether a server runs that listens there. */
export function servesAt(home: string, port: number): boolean {
  const url = runningServer(home)?.['url']
  return typeof url === 'string' && wholeUrl(url)?.port === String(port)
}

/** As it announced itself, if its process still exists. */
function runningServer(home: string): Input | undefined {
  const found = announcedIn(stateFolder(home))
  if (typeof found?.['pid'] !== 'number') return undefined
  try {
    return process.kill(found['pid'], 0) ? found : undefined
  } catch {
    return undefined
  }
}

function announcedIn(state: string): Input | undefined {
  const text = ownText(join(state, 'server.json'))
  return text === undefined ? undefined : objectIn(text)
}

function ownText(file: string): string | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(descriptor)
    const isOwn = stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0
    return stat.isFile() && isOwn && stat.size <= LARGEST ? readFileSync(descriptor, 'utf8') : undefined
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

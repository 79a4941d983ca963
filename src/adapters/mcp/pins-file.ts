/**
 * Part of the MCP gateway: the pins of every server, in one file of the user's state.
 *
 * INVARIANT: written whole or not at all, by one process at a time. A file that cannot be read is an error and never
 * counts as empty, because then every definition would again be one that is met for the first time.
 */

import { dirname, join } from 'node:path'
import { isObject } from '../../engine/call.ts'
import { messageOf } from '../../engine/thrown.ts'
import { makeFolder } from '../../policy/make-folder.ts'
import { stateFolder } from '../../policy/own-folders.ts'
import { holdingLock } from '../../policy/file-lock.ts'
import { readText, replaceText } from '../../policy/replace-file.ts'
import { hashOf } from './definition.ts'
import type { Pin, ServerPins } from './pins.ts'

/** By the server's key. */
export type AllPins = Readonly<Record<string, ServerPins>>

export class PinsError extends Error {
  override readonly name = 'PinsError'
}

export function pinsFileOf(home: string): string {
  return join(stateFolder(home), 'mcp-pins.json')
}

export function readPins(file: string): AllPins {
  return parse(textOf(file), file)
}

/**
 * `change` gets the current pins; what it returns is written, unless that is undefined. If it throws, the error is
 * passed on as it is.
 */
export async function changePins(file: string, change: (pins: AllPins) => AllPins | undefined): Promise<void> {
  try {
    makeFolder(dirname(file), 0o700)
    await holdingLock(file, async () => {
      const before = readText(file)
      const after = changed(change, parse(before, file))
      if (after === undefined) return
      const text = `${JSON.stringify({ version: 1, servers: after }, undefined, 2)}\n`
      if (!replaceText(file, before, text)) throw new PinsError(`${file} was changed by somebody else meanwhile`)
    })
  } catch (error) {
    if (error instanceof Declined) throw error.cause
    throw error instanceof PinsError ? error : unusable(file, error)
  }
}

/** Thrown when the caller does not want the change after all. */
class Declined extends Error {}

function changed(change: (pins: AllPins) => AllPins | undefined, pins: AllPins): AllPins | undefined {
  try {
    return change(pins)
  } catch (error) {
    throw new Declined('declined', { cause: error })
  }
}

function textOf(file: string): string {
  try {
    return readText(file)
  } catch (error) {
    throw unusable(file, error)
  }
}

function unusable(file: string, error: unknown): PinsError {
  return new PinsError(`the pins in ${file} cannot be used: ${messageOf(error)}`)
}

function parse(text: string, file: string): AllPins {
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new PinsError(`${file} is not JSON; fix it, or remove it to pin every definition anew`)
  }
  const servers = isObject(value) && value['version'] === 1 ? value['servers'] : undefined
  if (!isObject(servers) || !Object.values(servers).every(isServerPins))
    throw new PinsError(`${file} does not hold pins as this version knows them`)
  return servers as AllPins
}

function isServerPins(value: unknown): boolean {
  if (!isObject(value) || typeof value['identity'] !== 'string' || typeof value['name'] !== 'string') return false
  const { pinned, held } = value
  return [pinned, held].every((pins) => isObject(pins) && Object.entries(pins).every(isPin))
}

/** If a hash did not belong to its definition, a person could be shown one thing and accept another. */
function isPin([name, pin]: [string, unknown]): boolean {
  if (!isObject(pin) || !isObject(pin['definition'])) return false
  const { hash, definition } = pin as unknown as Pin
  return definition.name === name && hash === hashOf(definition)
}

/**
 * Part of the gate: a copy of the call as it is at this moment, which its caller cannot change.
 *
 * INVARIANT: what is decided, shown, recorded and returned is one and the same value. Changing the passed object while
 * a person is thinking changes nothing.
 */

import { isAbsolute } from 'node:path'
import type { Call, Input } from '../engine/call.ts'
import { messageOf } from '../engine/thrown.ts'
import { isKey, storable } from '../store/encode.ts'

/** A call with every field that a decision depends on. */
export interface FullCall extends Call {
  readonly cwd: string
  readonly session: string
}

export interface Defaults {
  readonly cwd: string
  readonly session: string
  readonly agent?: string | undefined
}

/** Deeper than any tool's input. Deeper input is refused because it could not be shown to anybody. */
const DEEPEST = 100

/** No system opens a longer path, and each of its parts would have to be looked up. */
const LONGEST_PATH = 4096

/** Throws `BadCall` if it is not a valid call. */
export function snapshot(call: Call, defaults: Defaults): FullCall {
  if (typeof call !== 'object' || call === null) throw new BadCall('it is not an object')
  const { tool, cwd, project, agent, session, subagent, id } = call
  if (typeof tool !== 'string' || tool === '') throw new BadCall('it names no tool')
  checkFolder('working directory', cwd)
  checkFolder('project', project)
  checkKey('agent', agent)
  checkKey('session', session)
  checkName('subagent', subagent)
  checkName('id', id)
  const full: Mutable<FullCall> = {
    tool,
    input: plainInput(call.input),
    cwd: cwd ?? defaults.cwd,
    session: session ?? defaults.session,
  }
  const who = agent ?? defaults.agent
  const annotations = annotationsOf(call)
  if (project !== undefined) full.project = project
  if (who !== undefined) full.agent = who
  if (subagent !== undefined) full.subagent = subagent
  if (id !== undefined) full.id = id
  if (annotations !== undefined) full.annotations = annotations
  return full
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

function checkFolder(name: string, path: unknown): void {
  if (path === undefined) return
  if (typeof path !== 'string' || !isAbsolute(path) || !storable(path))
    throw new BadCall(`its ${name} is not an absolute path`)
  if (path.length > LONGEST_PATH) throw new BadCall(`its ${name} is longer than a path can be`)
}

/** Malformed annotations are left out. */
function annotationsOf({ annotations }: Call): Call['annotations'] {
  if (typeof annotations !== 'object' || annotations === null) return undefined
  const { readOnlyHint, destructiveHint } = annotations
  return {
    ...(typeof readOnlyHint === 'boolean' ? { readOnlyHint } : {}),
    ...(typeof destructiveHint === 'boolean' ? { destructiveHint } : {}),
  }
}

/** The input as it comes back from JSON. */
export function plainInput(input: unknown): Input {
  const flat = flatCopy(input)
  if (flat !== undefined) return flat
  let text: string | undefined
  try {
    text = JSON.stringify(input)
  } catch (error) {
    throw new BadCall(`its input cannot be written as JSON (${messageOf(error)})`)
  }
  const plain: unknown = text === undefined ? undefined : JSON.parse(text)
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain))
    throw new BadCall('its input is not an object')
  if (isDeeper(plain, DEEPEST)) throw new BadCall(`its input is nested more than ${DEEPEST} deep`)
  return plain as Input
}

/**
 * Copies a flat input, as most are: a few texts, numbers and flags, which JSON would return unchanged. Undefined for
 * anything else.
 */
function flatCopy(input: unknown): Input | undefined {
  if (typeof input !== 'object' || input === null || Object.getPrototypeOf(input) !== Object.prototype) return undefined
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(input)) {
    const value = (input as Input)[key]
    const isFlat =
      typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isSafeInteger(value)
    // JSON has no negative zero and calls a function named `toJSON`; and an assignment to `__proto__` would not create
    // a key.
    if (!isFlat || Object.is(value, -0) || key === '__proto__') return undefined
    copy[key] = value
  }
  return copy
}

/**
 * A name that a store would alter, by cutting it off or by replacing half a character, would turn one session into
 * another.
 */
function checkName(name: string, value: unknown): void {
  if (value === undefined || (typeof value === 'string' && value !== '' && storable(value))) return
  throw new BadCall(`its ${name} is not a name`)
}

/**
 * The same check for names by which answers are found: no store finds an answer by a long name, and many long names
 * would use up all memory.
 */
function checkKey(name: string, value: unknown): void {
  if (value === undefined || (typeof value === 'string' && isKey(value))) return
  throw new BadCall(`its ${name} is not a name`)
}

export class BadCall extends Error {
  override readonly name = 'BadCall'
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

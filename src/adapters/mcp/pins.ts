/**
 * Part of the MCP gateway: which of a server's definitions may be shown, given those that a person has seen or that
 * came first.
 *
 * Two kinds of definitions are pinned at once: those of a server that is not known at all, and tools that a known
 * server adds. INVARIANT: a definition that differs from its pin, and a new name that may be an old tool's, are held
 * back until a person has accepted exactly that definition.
 */

import { bodyHashOf, canonical, hashOf } from './definition.ts'
import type { Definition } from './definition.ts'

export interface Pin {
  readonly hash: string
  readonly definition: Definition
}

export interface Held extends Pin {
  readonly why: 'changed' | 'renamed' | 'new'
  /** The pinned tool that this may be under a new name. */
  readonly was?: string
  /** Whether the server no longer offers that tool. */
  readonly gone?: true
}

export interface ServerPins {
  /** Which program or address it is, as shown to people. */
  readonly identity: string
  readonly name: string
  readonly pinned: Readonly<Record<string, Pin>>
  readonly held: Readonly<Record<string, Held>>
}

export interface Assessed {
  readonly shown: readonly Definition[]
  readonly held: readonly Held[]
  readonly pins: ServerPins
  /** Whether there is something to save. */
  readonly changed: boolean
}

/**
 * @param listing everything the server offers now; a part of it would make the rest seem to be gone
 * @param before undefined for a server that was never met
 * @param strict nothing is pinned without a person, not even what is met for the first time
 */
export function assess(
  listing: readonly Definition[],
  who: Pick<ServerPins, 'identity' | 'name'>,
  before: ServerPins | undefined,
  strict = false,
): Assessed {
  const pinned = new Map(Object.entries(before?.pinned ?? {}))
  const held = new Map<string, Held>()
  const shown: Definition[] = []
  const listed = new Set(listing.map(({ name }) => name))
  const gone = [...pinned.keys()].filter((name) => !listed.has(name))
  const renamed = new Set<string>()
  const bodies = new Map([...pinned].map(([name, { definition }]) => [bodyHashOf(definition), name]))
  for (const definition of listing) {
    const { name } = definition
    const now: Pin = { hash: hashOf(definition), definition }
    const pin = pinned.get(name)
    if (pin?.hash === now.hash) shown.push(definition)
    else if (pin !== undefined) held.set(name, { ...now, why: 'changed' })
    else {
      const was = bodies.get(bodyHashOf(definition)) ?? gone.find((old) => !renamed.has(old)) ?? gone[0]
      if (was !== undefined) {
        renamed.add(was)
        held.set(name, { ...now, why: 'renamed', was, ...(listed.has(was) ? {} : { gone: true }) })
      } else if (strict) held.set(name, { ...now, why: 'new' })
      else {
        pinned.set(name, now)
        shown.push(definition)
      }
    }
  }
  const pins: ServerPins = { ...who, pinned: Object.fromEntries(pinned), held: Object.fromEntries(held) }
  return { shown, held: [...held.values()], pins, changed: before === undefined || !isSame(before, pins) }
}

/** Undefined if the tool is not held back, or no longer as it was shown to the person. */
export function accept(pins: ServerPins, tool: string, hash: string): ServerPins | undefined {
  const found = Object.hasOwn(pins.held, tool) ? pins.held[tool] : undefined
  if (found === undefined || found.hash !== hash) return undefined
  const held = Object.entries(pins.held).filter(([name]) => name !== tool)
  const pinned = Object.entries(pins.pinned).filter(([name]) => !(found.gone === true && name === found.was))
  const pin: Pin = { hash, definition: found.definition }
  return { ...pins, held: Object.fromEntries(held), pinned: { ...Object.fromEntries(pinned), [tool]: pin } }
}

function isSame(a: ServerPins, b: ServerPins): boolean {
  return a.identity === b.identity && a.name === b.name && marks(a) === marks(b)
}

function marks({ pinned, held }: ServerPins): string {
  const of = (pins: Readonly<Record<string, Pin>>) => Object.entries(pins).map(([name, { hash }]) => [name, hash])
  return canonical([Object.fromEntries(of(pinned)), Object.fromEntries(of(held))])
}

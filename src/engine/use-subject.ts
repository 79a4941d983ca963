/**
 * Part of compiling: rules about the use of a tool, including tools of an MCP server.
 *
 * A permission names a tool in exact letters; a restriction on a server's tools counts in any letter case, since some
 * servers and agents do not mind it, and with `_` for what agents may not have in a name.
 */

import type { Effect, Reading, Use } from './effect.ts'
import { PatternError } from './match/pattern-error.ts'
import { matchesPieces } from './match/pieces.ts'
import type { Match } from './match/match.ts'
import type { Slot, Subject } from './subject.ts'

/**
 * `mcp__server` and `mcp__server__*` cover a server, `mcp__server__tool` and `mcp__server__get_*` cover tools of it. A
 * text that spans servers (`mcp__*`, `mcp__git*`) can only restrict: a permission names its server, or says `mcp` for
 * the whole kind.
 */
export function readMcp(text: string): { readonly names: 'servers' | 'server' | 'tool' | 'tools'; server: string } {
  const star = text.indexOf('*')
  if (star >= 0 && star !== text.length - 1) throw new PatternError('`*` may only stand at the end of a tool name')
  const [, server = '', rest] = /^mcp__(.+?)(?:__(.*))?$/.exec(text) ?? []
  if (server === '' || (star >= 0 && rest === undefined)) return { names: 'servers', server: '' }
  if (rest === undefined || rest === '*') return { names: 'server', server }
  return { names: star < 0 ? 'tool' : 'tools', server }
}

export function mcpSubject(text: string, specifier: string | undefined): Subject {
  const { names, server } = readMcp(text)
  if (names === 'tool') return mcpTool(text, specifier)
  const pattern = names === 'server' ? `mcp__${server}__*` : text
  const fits = spelled(foldTool(pattern).split('*'))
  const restricted: Fits = ({ tool }) => fits(foldTool(tool))
  if (names === 'servers') return new UseSubject([{ type: 'kind', kind: 'mcp' }], specifier, NEVER, restricted)
  // A permission applies only if the server is certain; a restriction goes by the name alone.
  const exact = spelled(pattern.split('*'))
  const sure: Fits = (use) => use.server === server && (names === 'server' || exact(use.tool))
  return new UseSubject([{ type: 'server', name: `mcp__${server}` }], specifier, sure, restricted)
}

/** A server's name may contain `__`, so what looks like a tool might be a server: a restriction covers both. */
function mcpTool(name: string, specifier: string | undefined): Subject {
  const slots: readonly Slot[] = [
    { type: 'tool', name },
    { type: 'server', name },
  ]
  const folded = foldTool(name)
  return new UseSubject(
    slots,
    specifier,
    ({ tool }) => tool === name,
    ({ tool }) => foldTool(tool) === folded || foldTool(tool).startsWith(`${folded}__`),
  )
}

export function usesOfTool(name: string, specifier: string | undefined): Subject {
  const star = name.indexOf('*')
  if (star >= 0 && star !== name.length - 1) throw new PatternError('`*` may only stand at the end of a tool name')
  const fits = spelled(name.split('*'))
  const use: Fits = ({ tool }) => fits(tool)
  const slot: Slot = star < 0 ? { type: 'tool', name } : { type: 'any tool' }
  return new UseSubject([slot], specifier, use, use)
}

/** For every tool there is, which is too broad for a permission. */
export function usesOfAny(specifier: string | undefined): Subject {
  return new UseSubject([{ type: 'any tool' }], specifier, NEVER, () => true)
}

type Fits = (use: Use) => boolean

const NEVER: Fits = () => false

/** The key by which restrictions find a server's tool. */
export function foldTool(name: string): string {
  const lower = name.toLowerCase()
  return PLAIN.test(lower) ? lower : lower.replace(/[^\w*-]/gu, '_')
}

const PLAIN = /^[\w*-]*$/

function spelled(pieces: readonly string[]): (name: string) => boolean {
  return (name) => matchesPieces(pieces, name)
}

/**
 * Rules about the use of a tool. A specifier is the exact input as JSON, or a text that the tool's own `match`
 * understands.
 */
class UseSubject implements Subject {
  readonly slots: readonly Slot[]
  readonly #input: ((use: Use, reading: Reading) => Match) | undefined
  readonly #permitted: Fits
  readonly #restricted: Fits

  constructor(slots: readonly Slot[], specifier: string | undefined, permitted: Fits, restricted: Fits) {
    this.slots = slots
    this.#input = specifier === undefined ? undefined : inputMatcher(specifier)
    this.#permitted = permitted
    this.#restricted = restricted
  }

  names(): boolean {
    return this.#input !== undefined
  }

  permits(effect: Effect, reading: Reading): boolean {
    return effect.type === 'use' && this.#permitted(effect) && this.#matches(effect, reading) === 2
  }

  restricts(effect: Effect, reading: Reading): Match {
    return effect.type === 'use' && this.#restricted(effect) ? this.#matches(effect, reading) : 0
  }

  #matches(use: Use, reading: Reading): Match {
    return this.#input === undefined ? 2 : this.#input(use, reading)
  }
}

function inputMatcher(specifier: string): (use: Use, reading: Reading) => Match {
  let wanted: string | undefined
  if (specifier.startsWith('{')) {
    try {
      wanted = canonicalJson(JSON.parse(specifier))
    } catch {
      throw new PatternError('the specifier begins like a JSON object but is none')
    }
  }
  return (use, reading) => {
    if (wanted !== undefined && canonicalJson(reading.call.input) === wanted) return 2
    return use.match === undefined ? 0 : use.match(specifier)
  }
}

/** Text that is equal exactly when two JSON values are. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value as Record<string, unknown>).filter(([, field]) => field !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

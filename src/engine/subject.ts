/**
 * Part of compiling: what one rule text is about, as a matcher over effects and the index slots it belongs in.
 *
 * INVARIANT: every effect that a matcher could say yes to is found through one of its slots.
 */

import type { Effect, Reading, Use } from './effect.ts'
import type { Kind } from './call.ts'
import { hostsNamed, mayMean, staysWith } from './match/hosts-named.ts'
import { PatternError } from './match/pattern-error.ts'
import { compilePath } from './match/path.ts'
import type { Anchors, PathPattern } from './match/path.ts'
import { matchesPieces } from './match/pieces.ts'
import type { RegexCompiler } from './match/regex.ts'
import { compileShell } from './match/shell.ts'
import type { Match } from './match/shell.ts'
import { compileUrl } from './match/url.ts'
import type { UrlPattern } from './match/url.ts'
import type { HostSpecifier } from './match/url-specifier.ts'
import { COVERS, splitRule } from './rule.ts'

/** What the engine must know of the world to compile rules: where the project is, and which tools there are. */
export interface World extends Anchors {
  /** The canonical tool of that name. */
  readonly tool: (name: string) => { readonly name: string; readonly kind: Kind } | undefined
  /** Without one, a rule with a regular expression cannot be compiled. */
  readonly regex?: RegexCompiler | undefined
}

/** Where a rule waits in the index for effects it may match. */
export type Slot =
  | { readonly type: 'tool'; readonly name: string }
  | { readonly type: 'server'; readonly name: string }
  | { readonly type: 'kind'; readonly kind: Kind }
  | { readonly type: 'program'; readonly key: string; readonly words: readonly string[] }
  | { readonly type: 'read' | 'write'; readonly path: PathPattern | undefined }
  | { readonly type: 'connect'; readonly host: HostSpecifier | undefined }
  | { readonly type: 'run' | 'any tool' }

export interface Subject {
  readonly slots: readonly Slot[]
  /** It spells this very effect, and does not cover it along with a whole tool, kind or tree. */
  readonly names: (effect: Effect) => boolean
  readonly permits: (effect: Effect, reading: Reading) => boolean
  readonly restricts: (effect: Effect, reading: Reading) => Match
}

/** What a rule's text is about. `tool`: only as that tool uses it. */
export type Topic =
  | { readonly of: 'kind'; readonly kind: Kind }
  | { readonly of: 'shell' | 'read' | 'write'; readonly tool: string | undefined; readonly specifier: string }
  | { readonly of: 'url'; readonly specifier: string }
  | { readonly of: 'mcp' | 'tool'; readonly tool: string; readonly specifier: string | undefined }
  | { readonly of: 'any tool'; readonly specifier: string | undefined }

/** Throws `PatternError` when the text cannot be a rule. */
export function readTopic(text: string, world: World): Topic {
  const split = splitRule(text)
  if (split === undefined) throw new PatternError(`\`${text}\` is not of the form Tool or Tool(specifier)`)
  const { tool, specifier } = split
  if (tool.startsWith('mcp__')) return { of: 'mcp', tool, specifier }
  if (tool === '*') return { of: 'any tool', specifier }
  const covered = COVERS.get(tool)
  const known = world.tool(tool)
  const kind = covered ?? known?.kind
  const name = known?.name ?? tool
  if (specifier === undefined)
    return covered === undefined ? { of: 'tool', tool: name, specifier } : { of: 'kind', kind: covered }
  if (kind === 'shell' || kind === 'read' || kind === 'write')
    return { of: kind, tool: covered === undefined ? name : undefined, specifier }
  if (kind === 'url') return { of: 'url', specifier }
  if (covered !== undefined) throw new PatternError(`\`${tool}\` takes no specifier; name the tool instead`)
  return { of: 'tool', tool: name, specifier }
}

/** Throws `PatternError` when the text cannot be a rule; `except` are the rules that take something out of it. */
export function compileSubject(text: string, world: World, except: readonly string[] = NONE): Subject {
  const topic = readTopic(text, world)
  switch (topic.of) {
    case 'kind':
      return wholeKind(topic.kind)
    case 'shell':
      return shellSubject(topic.tool, topic.specifier)
    case 'read':
    case 'write':
      return fileSubject(topic.of, topic.tool, topic.specifier, world)
    case 'url':
      return urlSubject(topic.specifier, hostsSpared(except, world))
    case 'mcp':
      return mcpSubject(topic.tool, topic.specifier)
    case 'tool':
      return usesOfTool(topic.tool, topic.specifier)
    case 'any tool':
      return restrictionOnly(usesOf([{ type: 'any tool' }], () => true, topic.specifier))
  }
}

const NONE: readonly never[] = []
const ALWAYS = () => true
const NEVER = () => false

function wholeKind(kind: Kind): Subject {
  const slots: Slot[] = [{ type: 'kind', kind }]
  const inside = kind === 'read' || kind === 'write' ? kind : kind === 'url' ? 'connect' : undefined
  if (inside === 'connect') slots.push({ type: inside, host: undefined })
  else if (inside !== undefined) slots.push({ type: inside, path: undefined })
  const hits = (effect: Effect) => (effect.type === 'use' ? effect.kind === kind : effect.type === inside)
  return { slots, names: NEVER, permits: hits, restricts: (effect) => (hits(effect) ? 2 : 0) }
}

function shellSubject(tool: string | undefined, specifier: string): Subject {
  const pattern = compileShell(specifier)
  const { key, words } = pattern
  const slot: Slot = key === undefined ? { type: 'run' } : { type: 'program', key, words }
  const hosts = specifier.includes('://') ? hostsNamed(words) : undefined
  return {
    slots: [slot],
    names: ALWAYS,
    permits: (effect, reading) =>
      effect.type === 'run' &&
      (tool === undefined || reading.tool === tool) &&
      pattern.permits(effect) &&
      (hosts === undefined || staysWith(hosts, effect, reading)),
    restricts: (effect) => (effect.type === 'run' ? pattern.restricts(effect) : 0),
  }
}

function fileSubject(kind: 'read' | 'write', tool: string | undefined, specifier: string, world: World): Subject {
  const pattern = compilePath(specifier, world)
  const mine = (reading: Reading) => tool === undefined || reading.tool === tool
  return {
    slots: [{ type: kind, path: pattern }],
    names: (effect) => effect.type === kind && pattern.names(effect),
    permits: (effect, reading) => effect.type === kind && mine(reading) && pattern.permits(effect),
    restricts: (effect, reading) => (effect.type === kind && mine(reading) ? pattern.restricts(effect) : 0),
  }
}

/** What url rules among these spell: such a host among the words of a command is none that the rule is about. */
function hostsSpared(except: readonly string[], world: World): readonly UrlPattern[] {
  return except.flatMap((text) => {
    const { tool = '', specifier } = splitRule(text) ?? {}
    const kind = COVERS.get(tool) ?? world.tool(tool)?.kind
    return kind === 'url' && specifier !== undefined ? [compileUrl(specifier)] : []
  })
}

function urlSubject(specifier: string, spared: readonly UrlPattern[]): Subject {
  const pattern = compileUrl(specifier)
  const means = (host: string) => pattern.spells(host) && !spared.some((one) => one.spells(host))
  return {
    slots: [{ type: 'connect', host: pattern.host }],
    names: ALWAYS,
    permits: (effect) => effect.type === 'connect' && pattern.permits(effect),
    restricts: (effect, reading) => {
      if (effect.type === 'connect') return pattern.restricts(effect)
      return effect.type === 'run' && mayMean(means, effect, reading) ? 1 : 0
    },
  }
}

/**
 * `mcp__server` and `mcp__server__*` cover a server, `mcp__server__tool` and `mcp__server__get_*` tools of it. What spans
 * servers (`mcp__*`, `mcp__git*`) only restricts: a permission names its server, or says `mcp` for the whole kind.
 */
export function readMcp(text: string): { readonly names: 'servers' | 'server' | 'tool' | 'tools'; server: string } {
  const star = text.indexOf('*')
  if (star >= 0 && star !== text.length - 1) throw new PatternError('`*` may only stand at the end of a tool name')
  const [, server = '', rest] = /^mcp__(.+?)(?:__(.*))?$/.exec(text) ?? []
  if (server === '' || (star >= 0 && rest === undefined)) return { names: 'servers', server: '' }
  if (rest === undefined || rest === '*') return { names: 'server', server }
  return { names: star < 0 ? 'tool' : 'tools', server }
}

function mcpSubject(text: string, specifier: string | undefined): Subject {
  const { names, server } = readMcp(text)
  const pieces = text.split('*')
  if (names === 'servers') {
    return restrictionOnly(usesOf([{ type: 'kind', kind: 'mcp' }], (use) => matchesPieces(pieces, use.tool), specifier))
  }
  if (names === 'server') return mcpServer(server, specifier)
  if (names === 'tool') return mcpTool(text, specifier)
  const tools = usesOf(
    [{ type: 'server', name: `mcp__${server}` }],
    (use) => matchesPieces(pieces, use.tool),
    specifier,
  )
  const sure = (effect: Effect, reading: Reading) =>
    effect.type === 'use' && effect.server === server && tools.permits(effect, reading)
  return { ...tools, permits: sure }
}

function restrictionOnly(subject: Subject): Subject {
  return { ...subject, permits: () => false }
}

/** A permission needs to be sure of the server; a restriction goes by the name's beginning. */
function mcpServer(server: string, specifier: string | undefined): Subject {
  const slots: readonly Slot[] = [{ type: 'server', name: `mcp__${server}` }]
  const certain = usesOf(slots, (use) => use.server === server, specifier)
  const plausible = usesOf(slots, (use) => use.tool.startsWith(`mcp__${server}__`), specifier)
  return { slots, names: certain.names, permits: certain.permits, restricts: plausible.restricts }
}

/** A server's name may hold `__`, so what reads as a tool might be a server: a restriction covers both. */
function mcpTool(name: string, specifier: string | undefined): Subject {
  const tool = usesOf([{ type: 'tool', name }], (use) => use.tool === name, specifier)
  const server = usesOf([{ type: 'server', name }], (use) => use.tool.startsWith(`${name}__`), specifier)
  return {
    slots: [...tool.slots, ...server.slots],
    names: tool.names,
    permits: tool.permits,
    restricts: (effect, reading) =>
      Math.max(tool.restricts(effect, reading), server.restricts(effect, reading)) as Match,
  }
}

function usesOfTool(name: string, specifier?: string): Subject {
  const star = name.indexOf('*')
  if (star < 0) return usesOf([{ type: 'tool', name }], (use) => use.tool === name, specifier)
  if (star !== name.length - 1) throw new PatternError('`*` may only stand at the end of a tool name')
  const prefix = name.slice(0, -1)
  return usesOf([{ type: 'any tool' }], (use) => use.tool.startsWith(prefix), specifier)
}

/** Rules about the use of a tool; a specifier is the exact input as JSON, or what the tool's own `match` understands. */
function usesOf(slots: readonly Slot[], hits: (use: Use) => boolean, specifier: string | undefined): Subject {
  const input = specifier === undefined ? undefined : inputMatcher(specifier)
  const matches = (effect: Effect, reading: Reading): Match => {
    if (effect.type !== 'use' || !hits(effect)) return 0
    return input === undefined ? 2 : input(effect, reading)
  }
  return {
    slots,
    names: specifier === undefined ? NEVER : ALWAYS,
    permits: (effect, reading) => matches(effect, reading) === 2,
    restricts: matches,
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

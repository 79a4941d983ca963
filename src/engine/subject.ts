/**
 * Part of compiling: what one rule text is about, as a matcher over effects and the index slots it belongs in.
 *
 * INVARIANT: every effect that a matcher could say yes to is found through one of its slots.
 */

import type { Effect, Reading } from './effect.ts'
import type { Kind } from './call.ts'
import { hostsNamed, mayMean, staysWith } from './match/hosts-named.ts'
import { PatternError } from './match/pattern-error.ts'
import { compilePath } from './match/path.ts'
import type { Anchors, PathPattern } from './match/path.ts'
import type { RegexCompiler } from './match/regex.ts'
import { atHome } from './match/at-home.ts'
import { compileShell, scriptNamed } from './match/shell.ts'
import type { ShellPattern } from './match/shell.ts'
import type { Match } from './match/match.ts'
import { compileUrl } from './match/url.ts'
import type { UrlPattern } from './match/url.ts'
import type { HostSpecifier } from './match/url-specifier.ts'
import { COVERS, splitRule } from './rule.ts'
import { mcpSubject, usesOfAny, usesOfTool } from './use-subject.ts'

/** What compiling needs to know besides the rules: where the project is, and which tools there are. */
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
  /** Whether it spells this very effect, and does not just cover it along with a whole tool, kind or tree. */
  names(effect: Effect): boolean
  permits(effect: Effect, reading: Reading): boolean
  restricts(effect: Effect, reading: Reading): Match
}

/** What a rule's text is about. `tool`: only when that tool does it. */
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
      return new ShellSubject(topic.tool, topic.specifier, world)
    case 'read':
    case 'write':
      return new FileSubject(topic.of, topic.tool, compilePath(topic.specifier, world))
    case 'url':
      return urlSubject(topic.specifier, hostsSpared(except, world))
    case 'mcp':
      return mcpSubject(topic.tool, topic.specifier)
    case 'tool':
      return usesOfTool(topic.tool, topic.specifier)
    case 'any tool':
      return usesOfAny(topic.specifier)
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
  const permits = (effect: Effect) => hits(effect) && !(effect.type === 'use' && effect.supposed === true)
  return { slots, names: NEVER, permits, restricts: (effect) => (hits(effect) ? 2 : 0) }
}

/** A class, like the next two, because a policy may hold a hundred thousand of them. */
class ShellSubject implements Subject {
  readonly #tool: string | undefined
  readonly #pattern: ShellPattern
  /**
   * The pattern with the home in place of `~`, which is what the author means. A restriction also matches the pattern
   * as spelled.
   */
  readonly #home: ShellPattern | undefined
  /** What a restriction is about if it names an interpreter with a script. */
  readonly #script: ShellPattern | undefined
  readonly #hosts: ReadonlySet<string> | undefined

  constructor(tool: string | undefined, specifier: string, { home }: Anchors) {
    this.#tool = tool
    this.#pattern = compileShell(specifier)
    const meant = atHome(specifier, home)
    this.#home = meant === undefined ? undefined : compileShell(meant)
    this.#script = scriptNamed(this.#pattern)
    this.#hosts = specifier.includes('://') ? hostsNamed(this.#pattern.words) : undefined
  }

  get slots(): readonly Slot[] {
    const slots = [slotOf(this.#pattern)]
    if (this.#home !== undefined) slots.push(slotOf(this.#home))
    if (this.#script !== undefined) slots.push(slotOf(this.#script))
    return slots
  }

  names(): boolean {
    return true
  }

  permits(effect: Effect, reading: Reading): boolean {
    if (effect.type !== 'run' || (this.#tool !== undefined && reading.tool !== this.#tool)) return false
    return (
      (this.#home ?? this.#pattern).permits(effect) &&
      (this.#hosts === undefined || staysWith(this.#hosts, effect, reading))
    )
  }

  restricts(effect: Effect): Match {
    if (effect.type !== 'run') return 0
    let match = this.#pattern.restricts(effect)
    if (match < 2 && this.#home !== undefined) match = Math.max(match, this.#home.restricts(effect)) as Match
    if (match < 2 && this.#script !== undefined) match = Math.max(match, this.#script.restricts(effect)) as Match
    return match
  }
}

function slotOf({ key, words }: ShellPattern): Slot {
  return key === undefined ? { type: 'run' } : { type: 'program', key, words }
}

class FileSubject implements Subject {
  readonly #kind: 'read' | 'write'
  readonly #tool: string | undefined
  readonly #pattern: PathPattern

  constructor(kind: 'read' | 'write', tool: string | undefined, pattern: PathPattern) {
    this.#kind = kind
    this.#tool = tool
    this.#pattern = pattern
  }

  get slots(): readonly Slot[] {
    return [{ type: this.#kind, path: this.#pattern }]
  }

  names(effect: Effect): boolean {
    return effect.type === this.#kind && this.#pattern.names(effect)
  }

  permits(effect: Effect, reading: Reading): boolean {
    return effect.type === this.#kind && this.#isMine(reading) && this.#pattern.permits(effect)
  }

  restricts(effect: Effect, reading: Reading): Match {
    if (effect.type === this.#kind) return this.#isMine(reading) ? this.#pattern.restricts(effect) : 0
    if (effect.type !== 'read' || effect.mayWrite !== true || this.#kind !== 'write') return 0
    // A rule on a whole folder would ask about every file that is given to an unknown program, which is too much.
    if (!this.#pattern.aboutFiles && effect.how === undefined) return 0
    return this.#isMine(reading) && this.#pattern.restricts(effect) > 0 ? 1 : 0
  }

  #isMine({ tool }: Reading): boolean {
    return this.#tool === undefined || tool === this.#tool
  }
}

/**
 * The url rules among the exceptions: a restriction does not ask about a host that they spell among the words of a
 * command.
 */
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

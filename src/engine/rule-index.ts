/**
 * Part of compiling: the rules of one behaviour, found by what an effect is, so that the cost of a decision does not grow
 * with their number.
 *
 * INVARIANT: `about(effect)` holds every rule that could match the effect.
 */

import type { CompiledRule } from './compile.ts'
import type { Effect, Use } from './effect.ts'

type Bucket = readonly CompiledRule[]
type Buckets = readonly Bucket[]

const NONE: Buckets = []
const MOST_TOOLS = 512

export class RuleIndex {
  readonly size: number
  readonly #tools = new Map<string, CompiledRule[]>()
  readonly #servers = new Map<string, CompiledRule[]>()
  readonly #kinds = new Map<string, CompiledRule[]>()
  readonly #programs = new Map<string, CompiledRule[]>()
  readonly #anyTool: CompiledRule[] = []
  readonly #run: CompiledRule[] = []
  readonly #read: CompiledRule[] = []
  readonly #write: CompiledRule[] = []
  readonly #connect: CompiledRule[] = []
  /** What `about` answered for a program or tool before. */
  readonly #aboutRun = new Map<string, Buckets>()
  readonly #aboutUse = new Map<string, Buckets>()
  readonly #lists: Readonly<Record<'run' | 'read' | 'write' | 'connect', Buckets>>

  constructor(rules: readonly CompiledRule[]) {
    this.size = rules.length
    for (const rule of rules) for (const slot of rule.subject.slots) this.#bucket(slot).push(rule)
    const list = (bucket: Bucket): Buckets => (bucket.length === 0 ? NONE : [bucket])
    this.#lists = {
      run: list(this.#run),
      read: list(this.#read),
      write: list(this.#write),
      connect: list(this.#connect),
    }
    for (const [key, bucket] of this.#programs) this.#aboutRun.set(key, [bucket, ...this.#lists.run])
  }

  /** Buckets that may hold a rule about the effect, each in written order. */
  about(effect: Effect): Buckets {
    if (this.size === 0) return NONE
    switch (effect.type) {
      case 'use':
        return this.#aboutTool(effect)
      case 'run':
        if (effect.program === null) return [...this.#programs.values(), ...this.#lists.run]
        return this.#aboutRun.get(effect.program.toLowerCase()) ?? this.#lists.run
      case 'unknown':
        return this.#possible(effect.could)
      default:
        return this.#lists[effect.type]
    }
  }

  #possible(could: readonly ('run' | 'read' | 'write' | 'connect')[]): Bucket[] {
    return could.flatMap((kind) =>
      kind === 'run' ? [...this.#programs.values(), ...this.#lists.run] : this.#lists[kind],
    )
  }

  #aboutTool(use: Use): Buckets {
    // Where several names are possible, or the kind is a custom tool's own, the answer is not the name's alone.
    const plain = use.names === undefined && use.could === undefined
    const key = `${use.kind} ${use.tool}`
    const known = plain ? this.#aboutUse.get(key) : undefined
    if (known !== undefined) return known
    const found = [this.#kinds.get(use.kind), this.#anyTool]
    for (const name of use.names ?? [use.tool]) {
      found.push(this.#tools.get(name))
      if (!name.startsWith('mcp__')) continue
      if (use.kind !== 'mcp') found.push(this.#kinds.get('mcp'))
      for (const server of serversOf(name)) found.push(this.#servers.get(server))
    }
    const buckets = [...new Set(found)].filter((bucket) => bucket !== undefined && bucket.length > 0) as Bucket[]
    if (use.could !== undefined) buckets.push(...this.#possible(use.could))
    if (plain && this.#aboutUse.size < MOST_TOOLS) this.#aboutUse.set(key, buckets)
    return buckets
  }

  #bucket(slot: CompiledRule['subject']['slots'][number]): CompiledRule[] {
    switch (slot.type) {
      case 'tool':
        return entry(this.#tools, slot.name)
      case 'server':
        return entry(this.#servers, slot.name)
      case 'kind':
        return entry(this.#kinds, slot.kind)
      case 'program':
        return entry(this.#programs, slot.key)
      case 'any tool':
        return this.#anyTool
      case 'run':
        return this.#run
      case 'read':
        return this.#read
      case 'write':
        return this.#write
      case 'connect':
        return this.#connect
    }
  }
}

function entry(map: Map<string, CompiledRule[]>, key: string): CompiledRule[] {
  let bucket = map.get(key)
  if (bucket === undefined) {
    bucket = []
    map.set(key, bucket)
  }
  return bucket
}

/** A server's name may itself hold `__`: every split is a server the tool might belong to. */
function serversOf(tool: string): string[] {
  const servers: string[] = []
  for (let at = tool.indexOf('__', 5); at > 0; at = tool.indexOf('__', at + 1)) servers.push(tool.slice(0, at))
  return servers
}

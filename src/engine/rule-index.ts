/**
 * Part of compiling: the rules of one behaviour, found by what an effect is, so that the cost of a decision does not grow
 * with their number.
 *
 * INVARIANT: `about` holds every rule that matches an effect for certain; `perhaps` those besides that may match once
 * the call runs. Every bucket is in written order.
 */

import type { CompiledRule } from './compiled-rule.ts'
import type { Effect, FileAccess, Run, Unknown, Use } from './effect.ts'
import type { Fold } from './match/fold.ts'
import { foldsFor } from './match/path.ts'
import type { Anchors } from './match/path.ts'
import { programKey } from './match/shell.ts'
import type { Slot } from './subject.ts'
import { note, put, putInto, take } from './trie/bucket.ts'
import { HostTable } from './trie/hosts.ts'
import { PathTrie } from './trie/paths.ts'
import { placeOf } from './trie/place.ts'
import type { Place } from './trie/place.ts'
import { WordTrie } from './trie/words.ts'

export type Bucket = readonly CompiledRule[]
type Sort = Unknown['could'][number]

const MOST_TOOLS = 1024
const NONE: readonly Bucket[] = []
const NO_FORMS: readonly Run['argv'][] = []

export class RuleIndex {
  readonly #as: 'permits' | 'restricts'
  /** As a permission spells a path, and as a restriction may. */
  readonly #narrow: Fold
  readonly #wide: Fold
  #size = 0
  readonly #tools = new Map<string, CompiledRule[]>()
  readonly #servers = new Map<string, CompiledRule[]>()
  readonly #kinds = new Map<string, CompiledRule[]>()
  readonly #anyTool: CompiledRule[] = []
  /** Shell rules that begin with a wildcard. */
  readonly #openRuns: CompiledRule[] = []
  readonly #words = new WordTrie<CompiledRule>()
  readonly #readPaths = new PathTrie<CompiledRule>()
  readonly #writePaths = new PathTrie<CompiledRule>()
  readonly #hosts = new HostTable<CompiledRule>()
  /** Every rule about effects of a sort. */
  readonly #runs: CompiledRule[] = []
  readonly #reads: CompiledRule[] = []
  readonly #writes: CompiledRule[] = []
  readonly #connects: CompiledRule[] = []
  /** What was found for a tool before. */
  readonly #found = new Map<string, { readonly kind: string; readonly buckets: readonly Bucket[] }>()

  /** `as`: what the rules of this behaviour do. */
  constructor(as: 'permits' | 'restricts', anchors: Anchors) {
    this.#as = as
    const { narrow, wide } = foldsFor(anchors)
    this.#narrow = narrow
    this.#wide = wide
  }

  get size(): number {
    return this.#size
  }

  add(rule: CompiledRule): void {
    this.#size++
    this.#found.clear()
    for (const slot of rule.subject.slots) this.#file(slot, rule, 'add')
  }

  remove(rule: CompiledRule): void {
    this.#size--
    this.#found.clear()
    for (const slot of rule.subject.slots) this.#file(slot, rule, 'remove')
  }

  about(effect: Effect): readonly Bucket[] {
    if (this.#size === 0) return NONE
    switch (effect.type) {
      case 'use':
        return this.#aboutTool(effect)
      case 'run':
        return this.#aboutRun(effect)
      case 'read':
      case 'write':
        return this.#aboutFile(effect)
      case 'connect':
        return this.#aboutHost(effect.host)
      case 'unknown':
        return NONE
    }
  }

  perhaps(effect: Effect): readonly Bucket[] {
    if (this.#size === 0) return NONE
    switch (effect.type) {
      case 'use':
      case 'unknown':
        return effect.could === undefined ? NONE : effect.could.map((sort) => this.#allOf(sort))
      case 'run':
        return this.#perhapsRun(effect)
      case 'read':
      case 'write':
        return this.#perhapsFile(effect)
      case 'connect':
        return effect.host === '' ? [this.#connects] : NONE
    }
  }

  #allOf(sort: Sort): CompiledRule[] {
    switch (sort) {
      case 'run':
        return this.#runs
      case 'read':
        return this.#reads
      case 'write':
        return this.#writes
      case 'connect':
        return this.#connects
    }
  }

  #pathsOf(type: 'read' | 'write'): PathTrie<CompiledRule> {
    return type === 'read' ? this.#readPaths : this.#writePaths
  }

  #aboutRun(run: Run): readonly Bucket[] {
    const key = run.program?.toLowerCase()
    const known = key === undefined || this.#words.knows(key)
    if (!known && this.#openRuns.length === 0) return NONE
    const found: Bucket[] = []
    if (this.#openRuns.length > 0) found.push(this.#openRuns)
    if (!known) return found
    if (key !== undefined) this.#words.find(key, run.argv, found)
    if (this.#as === 'restricts')
      for (const form of run.forms?.() ?? NO_FORMS) this.#words.find(key ?? programKey(form[0] ?? ''), form, found)
    return found
  }

  #perhapsRun(run: Run): readonly Bucket[] {
    if (run.program === null) return this.#runs.length === 0 ? NONE : [this.#runs]
    const key = run.program.toLowerCase()
    if (!this.#words.knows(key)) return NONE
    const found: Bucket[] = []
    this.#words.findPossible(key, run.argv, found)
    for (const form of run.forms?.() ?? NO_FORMS) this.#words.findPossible(key, form, found)
    return found
  }

  #aboutHost(host: string): readonly Bucket[] {
    if (this.#connects.length === 0) return NONE
    const found: Bucket[] = []
    this.#hosts.find(host, found)
    return found
  }

  #aboutFile(access: FileAccess): readonly Bucket[] {
    if (this.#allOf(access.type).length === 0) return NONE
    const found: Bucket[] = []
    const paths = this.#pathsOf(access.type)
    paths.find(placeOf(access.path, this.#narrow), found)
    if (this.#as === 'restricts') this.#eachFurther(access, (path) => paths.find(path, found))
    return found
  }

  #perhapsFile(access: FileAccess): readonly Bucket[] {
    const { type, path, real, reach, glob } = access
    const tree = reach === 'tree' && type === 'write'
    if (this.#allOf(type).length === 0 || (!tree && glob !== true)) return NONE
    const found: Bucket[] = []
    const paths = this.#pathsOf(type)
    if (tree) {
      paths.findBelow(placeOf(path, this.#narrow), found)
      if (this.#as === 'restricts') this.#eachFurther(access, (further) => paths.findBelow(further, found))
    }
    if (glob !== true) return found
    // Only with a drive does a path begin otherwise.
    if (!path.startsWith('/') || !real.startsWith('/')) return [this.#allOf(type)]
    paths.findMeeting(placeOf(path, this.#wide), tree, found)
    if (real !== path) paths.findMeeting(placeOf(real, this.#wide), tree, found)
    return found
  }

  /** A permission must spell the path; a restriction may also spell it loosely, or the file behind it. */
  #eachFurther({ path, real }: FileAccess, look: (path: Place) => void): void {
    if (real !== path) look(placeOf(real, this.#narrow))
    if (this.#wide === this.#narrow) return
    look(placeOf(path, this.#wide))
    if (real !== path) look(placeOf(real, this.#wide))
  }

  #aboutTool(use: Use): readonly Bucket[] {
    // Where several names are possible, the answer is not the name's alone.
    const known = use.names === undefined ? this.#found.get(use.tool) : undefined
    if (known?.kind === use.kind) return known.buckets
    const buckets = this.#searchTool(use)
    if (use.names !== undefined) return buckets
    if (this.#found.size >= MOST_TOOLS) this.#found.clear()
    this.#found.set(use.tool, { kind: use.kind, buckets })
    return buckets
  }

  #searchTool(use: Use): readonly Bucket[] {
    const found: Bucket[] = []
    noteFrom(this.#kinds, use.kind, found)
    note(found, this.#anyTool)
    if (use.names === undefined) this.#searchName(use.tool, found)
    else for (const name of use.names) this.#searchName(name, found)
    return found.length === 0 ? NONE : found
  }

  #searchName(name: string, found: Bucket[]): void {
    noteFrom(this.#tools, name, found)
    if (!name.startsWith('mcp__')) return
    noteFrom(this.#kinds, 'mcp', found)
    if (this.#servers.size === 0) return
    // A server's name may itself hold `__`: every split is a server the tool might belong to.
    for (let at = name.indexOf('__', 5); at > 0; at = name.indexOf('__', at + 1))
      noteFrom(this.#servers, name.slice(0, at), found)
  }

  #file(slot: Slot, rule: CompiledRule, filing: 'add' | 'remove'): void {
    const file = filing === 'add' ? put : take
    const fileInto = (table: Map<string, CompiledRule[]>, key: string) =>
      filing === 'add' ? putInto(table, key, rule) : take(table.get(key), rule)
    switch (slot.type) {
      case 'tool':
        return fileInto(this.#tools, slot.name)
      case 'server':
        return fileInto(this.#servers, slot.name)
      case 'kind':
        return fileInto(this.#kinds, slot.kind)
      case 'any tool':
        file(this.#anyTool, rule)
        return
      case 'run':
        file(this.#openRuns, rule)
        file(this.#runs, rule)
        return
      case 'program':
        this.#words[filing](slot.key, slot.words, rule)
        file(this.#runs, rule)
        return
      case 'connect':
        this.#hosts[filing](slot.host, rule)
        file(this.#connects, rule)
        return
      case 'read':
      case 'write':
        for (const waiting of slot.path?.waits(this.#as) ?? EVERYWHERE) this.#pathsOf(slot.type)[filing](waiting, rule)
        file(this.#allOf(slot.type), rule)
        return
    }
  }
}

const EVERYWHERE = [{ base: '', name: undefined, ending: undefined }]

function noteFrom(table: ReadonlyMap<string, CompiledRule[]>, key: string, found: Bucket[]): void {
  const bucket = table.get(key)
  if (bucket !== undefined) note(found, bucket)
}

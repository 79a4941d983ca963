/**
 * Part of compiling: finds permissions, or restrictions, by what an effect is, so that a decision does not cost more
 * with more rules.
 *
 * INVARIANT: a search is shown every rule that matches the effect and, unless it is settled, every rule that might
 * match once the call runs.
 */

import type { CompiledRule } from './compiled-rule.ts'
import type { Connect, Effect, FileAccess, Form, Run, Unknown, Use } from './effect.ts'
import { foldExact, foldsFor } from './match/fold.ts'
import type { Folds } from './match/fold.ts'
import { hostsAmong, isTold } from './match/hosts-named.ts'
import type { Anchors } from './match/path.ts'
import { WILD } from './match/segment.ts'
import type { Segment } from './match/segment.ts'
import { programKey } from './match/program-name.ts'
import { isFlag } from './match/token.ts'
import type { Behavior } from './rule.ts'
import type { Slot } from './subject.ts'
import { foldTool } from './use-subject.ts'
import { put, putInto, take } from './trie/bucket.ts'
import type { Bucket, Search } from './trie/bucket.ts'
import { HostTable } from './trie/hosts.ts'
import { Keyed } from './trie/keyed.ts'
import { LastNames } from './trie/last-names.ts'
import { PathTrie } from './trie/paths.ts'
import { placeOf } from './trie/place.ts'
import type { Place } from './trie/place.ts'
import { WordTrie, find, findPossible } from './trie/words.ts'

type Sort = Unknown['could'][number]
type Rules = Search<CompiledRule>

export class RuleIndex {
  readonly #as: 'permits' | 'restricts'
  readonly #folds: Folds
  #size = 0
  /** How many rules are in the four tables below. */
  #uses = 0
  readonly #tools = new Keyed<CompiledRule[]>()
  readonly #servers = new Keyed<CompiledRule[]>()
  readonly #kinds = new Keyed<CompiledRule[]>()
  readonly #anyTool: CompiledRule[] = []
  /** Shell rules that begin with a wildcard. */
  readonly #openRuns: CompiledRule[] = []
  readonly #words = new WordTrie<CompiledRule>()
  readonly #readPaths = new PathTrie<CompiledRule>()
  readonly #writePaths = new PathTrie<CompiledRule>()
  readonly #hosts = new HostTable<CompiledRule>()
  /** Every rule about effects of one sort. */
  readonly #runs = new Whole()
  readonly #reads = new Whole()
  readonly #writes = new Whole()
  readonly #connects = new Whole()
  #readNames: LastNames | undefined = undefined

  /** `as`: whether this index holds permissions or restrictions. */
  constructor(as: 'permits' | 'restricts', anchors: Anchors) {
    this.#as = as
    this.#folds = foldsFor(anchors)
  }

  get size(): number {
    return this.#size
  }

  add(rule: CompiledRule): void {
    this.#size++
    for (const slot of rule.subject.slots) this.#file(slot, rule, 'add')
    if (this.#readNames !== undefined) addNames(rule, this.#as, this.#readNames)
  }

  remove(rule: CompiledRule): void {
    this.#size--
    for (const slot of rule.subject.slots) this.#file(slot, rule, 'remove')
  }

  find(effect: Effect, search: Rules): void {
    switch (effect.type) {
      case 'run':
        return this.#findRun(effect, search)
      case 'read':
        this.#findFile(effect, this.#reads, this.#readPaths, search)
        if (effect.mayWrite === true && !search.settled) this.#findFile(effect, this.#writes, this.#writePaths, search)
        return
      case 'write':
        return this.#findFile(effect, this.#writes, this.#writePaths, search)
      case 'use':
        return this.#findUse(effect, search)
      case 'connect':
        return this.#findHost(effect, search)
      case 'unknown':
        return this.#findHidden(effect.could, search)
    }
  }

  /**
   * The last names of everything that the rules about reading match; those of removed rules may be among them. Made
   * when first needed, since few calls ask for them.
   */
  get readNames(): LastNames {
    if (this.#readNames !== undefined) return this.#readNames
    this.#readNames = new LastNames(this.#folds.narrow !== foldExact)
    for (const rule of this.#reads.all()) addNames(rule, this.#as, this.#readNames)
    return this.#readNames
  }

  #findRun(run: Run, search: Rules): void {
    if (this.#as === 'restricts' && this.#connects.size > 0 && !isTold(run))
      for (const host of hostsAmong(run.argv)) this.#hosts.find(host, search)
    if (this.#runs.size === 0) return
    const { program, argv, meant, forms } = run
    if (this.#openRuns.length > 0) search.consider(this.#openRuns)
    const others = this.#as === 'restricts' ? forms : undefined
    if (program === null) {
      for (const { words, doubtful } of others?.() ?? NO_FORMS) {
        const node = this.#words.of(programKey(words[0] ?? ''))
        if (node !== undefined) find(node, words, search, doubtful)
      }
      return this.#runs.show(search)
    }
    const node = this.#words.of(programKey(program))
    if (node === undefined) return
    const read = others?.() ?? NO_FORMS
    find(node, argv, search)
    if (meant !== undefined) find(node, meant, search)
    for (const { words, doubtful } of read) find(node, words, search, doubtful)
    if (search.settled) return
    findPossible(node, argv, search)
    if (meant !== undefined) findPossible(node, meant, search)
    for (const { words, doubtful } of read) findPossible(node, words, search, doubtful)
  }

  #findFile(access: FileAccess, rules: Whole, paths: PathTrie<CompiledRule>, search: Rules): void {
    if (rules.size === 0) return
    const place = placeOf(access, this.#folds)
    paths.find(place, search)
    if (this.#as === 'permits') return
    for (const other of place.others) paths.find(other, search)
    const tree = access.reach === 'tree' && (access.type === 'write' || access.found === true)
    if ((!tree && (access.glob !== true || access.looked === true)) || search.settled) return
    const places = [place, ...place.others]
    if (tree) for (const one of places) paths.findBelow(one, search)
    if (access.glob !== true) return
    // Only a path with a drive letter begins in another way.
    if (!access.path.startsWith('/') || !access.real.startsWith('/')) return rules.show(search)
    for (const one of places) findMet(access, one, paths, search)
  }

  #findHost({ host }: Connect, search: Rules): void {
    if (this.#connects.size === 0) return
    this.#hosts.find(host, search)
    if (host === '') this.#connects.show(search)
  }

  #findUse({ kind, tool, names, could }: Use, search: Rules): void {
    if (this.#uses > 0) {
      show(this.#kinds.get(kind), search)
      if (this.#anyTool.length > 0) search.consider(this.#anyTool)
      if (names === undefined) this.#findTool(tool, search)
      else for (const name of names) this.#findTool(name, search)
    }
    if (could !== undefined) this.#findHidden(could, search)
  }

  #findTool(tool: string, search: Rules): void {
    const name = this.#toolKey(tool)
    show(this.#tools.get(name), search)
    if (!name.startsWith('mcp__')) return
    show(this.#kinds.get('mcp'), search)
    // A server's name may itself contain `__`: every split gives a server that the tool might belong to.
    for (let at = name.indexOf('__', 5); at > 0; at = name.indexOf('__', at + 1))
      show(this.#servers.get(name.slice(0, at)), search)
  }

  #toolKey(name: string): string {
    return this.#as === 'restricts' ? foldTool(name) : name
  }

  #findHidden(could: Unknown['could'], search: Rules): void {
    for (const sort of could) this.#whole(sort).show(search)
  }

  #whole(sort: Sort): Whole {
    return sort === 'run'
      ? this.#runs
      : sort === 'read'
        ? this.#reads
        : sort === 'write'
          ? this.#writes
          : this.#connects
  }

  #file(slot: Slot, rule: CompiledRule, filing: 'add' | 'remove'): void {
    const file = filing === 'add' ? put : take
    const fileInto = (table: Keyed<CompiledRule[]>, key: string) => {
      this.#uses += filing === 'add' ? 1 : -1
      return filing === 'add' ? putInto(table, key, rule) : take(table.get(key), rule)
    }
    switch (slot.type) {
      case 'tool':
        return fileInto(this.#tools, this.#toolKey(slot.name))
      case 'server':
        return fileInto(this.#servers, this.#toolKey(slot.name))
      case 'kind':
        return fileInto(this.#kinds, slot.kind)
      case 'any tool':
        this.#uses += filing === 'add' ? 1 : -1
        file(this.#anyTool, rule)
        return
      case 'run':
        file(this.#openRuns, rule)
        this.#runs[filing](rule)
        return
      case 'program':
        this.#words[filing](slot.key, this.#as === 'restricts' ? beforeFlags(slot.words) : slot.words, rule)
        this.#runs[filing](rule)
        return
      case 'connect':
        this.#hosts[filing](slot.host, rule)
        this.#connects[filing](rule)
        return
      case 'read':
      case 'write': {
        const paths = slot.type === 'read' ? this.#readPaths : this.#writePaths
        for (const waiting of slot.path?.waits(this.#as) ?? EVERYWHERE) paths[filing](waiting, rule)
        this.#whole(slot.type)[filing](rule)
      }
    }
  }
}

const NO_FORMS: readonly Form[] = []
const ANYWHERE: readonly (readonly Segment[])[] = [[]]

function addNames({ subject }: CompiledRule, as: 'permits' | 'restricts', names: LastNames): void {
  for (const slot of subject.slots)
    if (slot.type === 'read') for (const segments of slot.path?.segments(as) ?? ANYWHERE) names.add(segments)
}

/** For a path that is a pattern, or a folder that is searched. */
function findMet({ type, reach }: FileAccess, place: Place, paths: PathTrie<CompiledRule>, search: Rules): void {
  if (type === 'read' && reach === 'tree' && !WILD.test(place.text)) paths.findSearched(place, search)
  else paths.findMeeting(place, reach === 'tree', search)
}

/**
 * The words before the first flag. A restriction finds its flags anywhere in the line, so they cannot be part of the
 * key.
 */
function beforeFlags(words: readonly string[]): readonly string[] {
  const first = words.findIndex(isFlag)
  return first < 0 ? words : words.slice(0, first)
}

const EVERYWHERE = [{ base: '', name: undefined, ending: undefined, beyond: undefined, deep: true }]

/**
 * All rules about effects of one sort. There may be many, so each behaviour has its own list, and each list is searched
 * only up to its first match.
 */
class Whole {
  readonly #lists: Readonly<Record<Behavior, CompiledRule[]>> = { deny: [], ask: [], allow: [] }
  size = 0

  add(rule: CompiledRule): void {
    this.size++
    put(this.#lists[rule.rule.behavior], rule)
  }

  remove(rule: CompiledRule): void {
    this.size--
    take(this.#lists[rule.rule.behavior], rule)
  }

  all(): readonly CompiledRule[] {
    return Object.values(this.#lists).flat()
  }

  /** Shows the rules that might match once the call runs. */
  show(search: Rules): void {
    if (search.settled) return
    search.considerPossible(this.#lists.deny)
    search.considerPossible(this.#lists.ask)
  }
}

function show(bucket: Bucket<CompiledRule> | undefined, search: Rules): void {
  if (bucket !== undefined) search.consider(bucket)
}

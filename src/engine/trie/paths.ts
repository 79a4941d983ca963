/**
 * Part of the rule index: path rules by the folder they start from, and there by a name that a matching path must hold.
 *
 * INVARIANT: `find` shows every rule that matches the path or a folder above it, `findBelow` and `findMeeting` those that
 * may match something below it or some name that a pattern stands for; `findSearched` leaves out what could not count any more.
 */

import { WILD } from '../match/segment.ts'
import type { Filed, Search } from './bucket.ts'
import { put, putInto, take } from './bucket.ts'
import { Keyed } from './keyed.ts'
import { Place } from './place.ts'

/** Where a rule waits: below `base` (empty: the top), for a segment that is `name` or ends in `ending`, where it has one. */
export interface Waiting {
  readonly base: string
  readonly name: string | undefined
  readonly ending: string | undefined
  /** In any folder below the base: it does not say where its files lie. */
  readonly deep: boolean
}

/** A path from the top, name by name. */
type Names = readonly string[]

/** Of the rules in a node and below it. */
class First<T extends Filed> {
  /** None that denies, and none that asks, was written before these. */
  deny = Infinity
  ask = Infinity
  /** Where that denial waits, or the way there; undefined for the node itself. */
  way: Node<T> | undefined = undefined
}

class Node<T extends Filed> {
  /** Rules about anything below. */
  open: T[] | undefined = undefined
  /** Rules that also wait in one of the two tables. */
  keyed: T[] | undefined = undefined
  /** Of all these, the rules that say where their files lie. */
  near: T[] | undefined = undefined
  readonly firstNear = new First<T>()
  readonly firstOfAll = new First<T>()
  names: Keyed<T[]> | undefined = undefined
  endings: Keyed<T[]> | undefined = undefined
  /** Most nodes have one below them, on the way to a project: found by comparing, without cutting the path. */
  only: string | undefined = undefined
  child: Node<T> | undefined = undefined
  /** Where there is more than one. */
  next: Keyed<Node<T>> | undefined = undefined
}

export class PathTrie<T extends Filed> {
  readonly #top = new Node<T>()

  add(waiting: Waiting, rule: T): void {
    const way = this.#way(waiting.base)
    const node = way.at(-1) as Node<T>
    announce(rule, way, firstOfAll)
    if (!waiting.deep) {
      announce(rule, way, firstNear)
      node.near = put(node.near, rule)
    }
    const table = tableOf(node, waiting)
    if (table === undefined) {
      node.open = put(node.open, rule)
      return
    }
    node.keyed = put(node.keyed, rule)
    putInto(table, (waiting.name ?? waiting.ending) as string, rule)
  }

  remove(waiting: Waiting, rule: T): void {
    const node = this.#way(waiting.base).at(-1) as Node<T>
    if (!waiting.deep) take(node.near, rule)
    const table = tableOf(node, waiting)
    if (table === undefined) return take(node.open, rule)
    take(node.keyed, rule)
    take(table.get((waiting.name ?? waiting.ending) as string), rule)
  }

  find(path: Place, search: Search<T>): void {
    let node: Node<T> = this.#top
    for (let depth = 0, at = 0; ; depth++) {
      if (node.open !== undefined) search.consider(node.open)
      if (node.keyed !== undefined) findKeyed(node, path, depth, search)
      const below = belowOf(node, path, depth, at)
      if (below === undefined) return
      at += 1 + (node.only ?? path.names[depth] ?? '').length
      node = below
    }
  }

  /** What may match below the path: all that waits there, and what waits for a name further down. */
  findBelow(path: Place, search: Search<T>): void {
    let node = this.#top
    for (let depth = 0; depth < path.names.length; depth++) {
      if (node.keyed !== undefined) search.considerPossible(node.keyed)
      const below = childOf(node, path.names[depth] as string)
      if (below === undefined) return
      node = below
    }
    all(node, search)
  }

  /** The same for a path with wildcards; with `tree` also what lies below the names it stands for. */
  findMeeting(path: Place, tree: boolean, search: Search<T>): void {
    meet(this.#top, path.names, 0, tree, search)
  }

  /** What may match in a folder that is searched, of the rules that say where their files lie. */
  findSearched(path: Place, search: Search<T>): void {
    let node = this.#top
    for (const name of path.names) {
      if (node.near !== undefined) search.considerPossible(node.near)
      const below = childOf(node, name)
      if (below === undefined) return
      node = below
    }
    near(node, search)
  }

  /** The nodes from the top to that folder. */
  #way(base: string): readonly Node<T>[] {
    let node = this.#top
    const way = [node]
    for (const name of new Place(base).names) way.push((node = childOf(node, name) ?? grow(node, name)))
    return way
  }
}

/** The node below for the name at that depth, which begins behind the slash at `at`. */
function belowOf<T extends Filed>(node: Node<T>, path: Place, depth: number, at: number): Node<T> | undefined {
  const { text } = path
  if (at >= text.length) return undefined
  const { only } = node
  if (only === undefined) return node.next?.get(path.names[depth] as string)
  const end = at + 1 + only.length
  // Never asked beyond the end: V8 would give up its short cut for good.
  const ends = end < text.length ? text.charCodeAt(end) === SLASH : end === text.length
  return ends && text.startsWith(only, at + 1) ? node.child : undefined
}

const SLASH = 0x2f

function childOf<T extends Filed>({ only, child, next }: Node<T>, name: string): Node<T> | undefined {
  return only === undefined ? next?.get(name) : only === name ? child : undefined
}

function grow<T extends Filed>(node: Node<T>, name: string): Node<T> {
  const below = new Node<T>()
  if (node.next !== undefined) node.next.set(name, below)
  else if (node.only === undefined) {
    node.only = name
    node.child = below
  } else {
    node.next = new Keyed<Node<T>>()
    node.next.set(node.only, node.child as Node<T>)
    node.next.set(name, below)
    node.only = undefined
    node.child = undefined
  }
  return below
}

function tableOf<T extends Filed>(node: Node<T>, { name, ending }: Waiting): Keyed<T[]> | undefined {
  if (name !== undefined) return (node.names ??= new Keyed<T[]>())
  return ending === undefined ? undefined : (node.endings ??= new Keyed<T[]>())
}

function findKeyed<T extends Filed>({ names, endings }: Node<T>, path: Place, from: number, search: Search<T>): void {
  if (names !== undefined) findAmong(names, path.names, from, search)
  if (endings !== undefined) findAmong(endings, path.endings, from, search)
}

/** The rules of every key that is one of the names from that place on. */
function findAmong<T extends Filed>(table: Keyed<T[]>, names: Names, from: number, search: Search<T>): void {
  for (let at = from; at < names.length; at++) {
    const bucket = table.get(names[at] as string)
    if (bucket !== undefined) search.consider(bucket)
  }
}

function meet<T extends Filed>(node: Node<T>, path: Names, depth: number, tree: boolean, search: Search<T>): void {
  if (depth >= path.length && tree) return all(node, search)
  showAll(node, search)
  if (depth >= path.length) return
  const text = path[depth] as string
  // It may stand for folders at any depth.
  if (text === '**') return all(node, search)
  const wild = text.search(WILD)
  if (wild < 0) {
    const below = childOf(node, text)
    if (below !== undefined) meet(below, path, depth + 1, tree, search)
    return
  }
  const start = text.slice(0, wild)
  for (const [name, below] of children(node)) if (name.startsWith(start)) meet(below, path, depth + 1, tree, search)
}

function all<T extends Filed>(node: Node<T>, search: Search<T>): void {
  showBelow(node, firstOfAll, showAll, search)
}

function near<T extends Filed>(node: Node<T>, search: Search<T>): void {
  showBelow(node, firstNear, showNear, search)
}

/** Where the first denial waits is looked at first: mostly nothing else below could count after that. */
function showBelow<T extends Filed>(node: Node<T>, firstOf: FirstOf, show: Show, search: Search<T>): void {
  const { deny, ask, way } = firstOf(node)
  if (!search.hopes(deny, ask)) return
  show(node, search)
  if (way !== undefined) showBelow(way, firstOf, show, search)
  if (!search.hopes(deny, ask)) return
  for (const below of nodesBelow(node)) if (below !== way) showBelow(below, firstOf, show, search)
}

type Show = <T extends Filed>(node: Node<T>, search: Search<T>) => void

function showAll<T extends Filed>({ open, keyed }: Node<T>, search: Search<T>): void {
  if (open !== undefined) search.considerPossible(open)
  if (keyed !== undefined) search.considerPossible(keyed)
}

function showNear<T extends Filed>(node: Node<T>, search: Search<T>): void {
  if (node.near !== undefined) search.considerPossible(node.near)
}

type FirstOf = <T extends Filed>(node: Node<T>) => First<T>
const firstOfAll: FirstOf = (node) => node.firstOfAll
const firstNear: FirstOf = (node) => node.firstNear

/** A rule that is to wait at the end of that way. */
function announce<T extends Filed>({ denies, order }: T, way: readonly Node<T>[], firstOf: FirstOf): void {
  for (const [at, node] of way.entries()) {
    const first = firstOf(node)
    if (!denies) first.ask = Math.min(first.ask, order)
    else if (order < first.deny) {
      first.deny = order
      first.way = way[at + 1]
    }
  }
}

function children<T extends Filed>({ only, child, next }: Node<T>): Iterable<readonly [string, Node<T>]> {
  return only === undefined ? (next?.entries() ?? []) : [[only, child as Node<T>]]
}

function nodesBelow<T extends Filed>({ only, child, next }: Node<T>): Iterable<Node<T>> {
  return only === undefined ? (next?.values() ?? []) : [child as Node<T>]
}

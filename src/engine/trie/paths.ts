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

class Node<T extends Filed> {
  /** Rules about anything below. */
  open: T[] | undefined = undefined
  /** Rules that also wait in one of the two tables. */
  keyed: T[] | undefined = undefined
  /** Of all these, the rules that say where their files lie. */
  near: T[] | undefined = undefined
  /** Of such rules here and below, none that denies, and none that asks, was written before these. */
  firstDeny = Infinity
  firstAsk = Infinity
  /** Where that denial waits, or the way there. */
  first: Node<T> | undefined = undefined
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
    const node = this.#node(waiting.base, waiting.deep ? undefined : rule)
    if (!waiting.deep) node.near = put(node.near, rule)
    const table = tableOf(node, waiting)
    if (table === undefined) {
      node.open = put(node.open, rule)
      return
    }
    node.keyed = put(node.keyed, rule)
    putInto(table, (waiting.name ?? waiting.ending) as string, rule)
  }

  remove(waiting: Waiting, rule: T): void {
    const node = this.#node(waiting.base)
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

  /** The node of that folder; `rule` is one that is to wait there. */
  #node(base: string, rule?: T): Node<T> {
    let node = this.#top
    if (rule !== undefined) announce(node, rule)
    for (const name of new Place(base).names) {
      const below = childOf(node, name) ?? grow(node, name)
      if (rule !== undefined) announce(below, rule)
      if (below.firstDeny < (node.first?.firstDeny ?? Infinity)) node.first = below
      node = below
    }
    return node
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
  if (node.open !== undefined) search.considerPossible(node.open)
  if (node.keyed !== undefined) search.considerPossible(node.keyed)
  if (depth >= path.length) return
  const text = path[depth] as string
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
  if (node.open !== undefined) search.considerPossible(node.open)
  if (node.keyed !== undefined) search.considerPossible(node.keyed)
  for (const below of nodesBelow(node)) all(below, search)
}

/** Where the first denial waits is looked at first: mostly nothing else below could count after that. */
function near<T extends Filed>(node: Node<T>, search: Search<T>): void {
  if (!search.hopes(node.firstDeny, node.firstAsk)) return
  if (node.near !== undefined) search.considerPossible(node.near)
  if (node.first !== undefined) near(node.first, search)
  if (!search.hopes(node.firstDeny, node.firstAsk)) return
  for (const below of nodesBelow(node)) if (below !== node.first) near(below, search)
}

function announce<T extends Filed>(node: Node<T>, { denies, order }: T): void {
  if (denies) node.firstDeny = Math.min(node.firstDeny, order)
  else node.firstAsk = Math.min(node.firstAsk, order)
}

function children<T extends Filed>({ only, child, next }: Node<T>): Iterable<readonly [string, Node<T>]> {
  return only === undefined ? (next?.entries() ?? []) : [[only, child as Node<T>]]
}

function nodesBelow<T extends Filed>({ only, child, next }: Node<T>): Iterable<Node<T>> {
  return only === undefined ? (next?.values() ?? []) : [child as Node<T>]
}

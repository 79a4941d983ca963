/**
 * Part of the rule index: path rules by the folder they start from, and there by a name that a matching path must
 * contain.
 *
 * INVARIANT: `find` shows every rule that matches the path or a folder above it; `findBelow` and `findMeeting` show
 * those that may match something below it, or some name that a pattern stands for; `findSearched` shows those, but
 * leaves out rules that cannot count for a search.
 */

import type { Filed, Search } from './bucket.ts'
import { put, putInto, take } from './bucket.ts'
import { Keyed } from './keyed.ts'
import { all, meet, near } from './meeting.ts'
import { NameTable } from './names.ts'
import { Node, announce, childOf, firstNear, firstOfAll, grow } from './path-node.ts'
import { namesOf } from './place.ts'
import type { Place } from './place.ts'

/**
 * Where a rule is filed: below `base` (empty: the top), under a name it needs, which is `name` or ends in `ending`, if
 * it has one.
 */
export interface Waiting {
  readonly base: string
  readonly name: string | undefined
  readonly ending: string | undefined
  /** If the name is not its last one: the ending of the last one, or an empty text if that is not known. */
  readonly beyond: string | undefined
  /** In any folder below the base: the rule does not say where its files lie. */
  readonly deep: boolean
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
    if (waiting.beyond !== undefined) putInto((node.beyond ??= new Keyed<T[]>()), waiting.beyond, rule)
    else if (waiting.name !== undefined) node.last = put(node.last, rule)
  }

  remove(waiting: Waiting, rule: T): void {
    const node = this.#way(waiting.base).at(-1) as Node<T>
    if (!waiting.deep) take(node.near, rule)
    const table = tableOf(node, waiting)
    if (table === undefined) return take(node.open, rule)
    take(node.keyed, rule)
    take(table.get((waiting.name ?? waiting.ending) as string), rule)
    if (waiting.beyond !== undefined) take(node.beyond?.get(waiting.beyond), rule)
    else if (waiting.name !== undefined) take(node.last, rule)
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

  /** What may match below the path: everything filed there, and what is filed under a name further down. */
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

  /** The same for a path with wildcards; with `tree` also what lies below it. */
  findMeeting(path: Place, tree: boolean, search: Search<T>): void {
    meet(this.#top, path.globs, 0, tree, search)
  }

  /** What may match in a folder that is searched: only rules that say where their files lie. */
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
    for (const name of namesOf(base)) way.push((node = childOf(node, name) ?? grow(node, name)))
    return way
  }
}

/** The child for the name at that depth, which begins after the slash at `at`. */
function belowOf<T extends Filed>(node: Node<T>, path: Place, depth: number, at: number): Node<T> | undefined {
  const { text } = path
  if (at >= text.length) return undefined
  const { only } = node
  if (only === undefined) return node.next?.get(path.names[depth] as string)
  const end = at + 1 + only.length
  // Never reads beyond the end of the text: V8 would then give up a fast path for good.
  const ends = end < text.length ? text.charCodeAt(end) === SLASH : end === text.length
  return ends && text.startsWith(only, at + 1) ? node.child : undefined
}

const SLASH = 0x2f

function tableOf<T extends Filed>(node: Node<T>, { name, ending }: Waiting): Keyed<T[]> | undefined {
  if (name !== undefined) return (node.names ??= new NameTable<T[]>())
  return ending === undefined ? undefined : (node.endings ??= new Keyed<T[]>())
}

function findKeyed<T extends Filed>({ names, endings }: Node<T>, path: Place, from: number, search: Search<T>): void {
  if (names !== undefined) findAmong(names, path.names, from, search)
  if (endings !== undefined) findAmong(endings, path.endings, from, search)
}

/** The rules of every key that is one of the names from that place on. */
function findAmong<T extends Filed>(
  table: Keyed<T[]>,
  names: readonly string[],
  from: number,
  search: Search<T>,
): void {
  for (let at = from; at < names.length; at++) {
    const bucket = table.get(names[at] as string)
    if (bucket !== undefined) search.consider(bucket)
  }
}

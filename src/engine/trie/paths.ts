/**
 * Part of the rule index: path rules by the folder they start from, and there by a name that a matching path must hold.
 *
 * INVARIANT: `find` gives every rule that matches the path or a folder above it, `findBelow` and `findMeeting` those that
 * may match something below it or some name that a pattern stands for.
 */

import type { Bucket, Filed } from './bucket.ts'
import { note, put, putInto, take } from './bucket.ts'
import { namesOf } from './split.ts'

/** Where a rule waits: below `base` (empty: the top), for a segment that is `name` or ends in `ending`, where it has one. */
export interface Waiting {
  readonly base: string
  readonly name: string | undefined
  readonly ending: string | undefined
}

/** A path from the top, name by name. */
type Names = readonly string[]

class Node<T extends Filed> {
  /** Rules about anything below. */
  open: T[] | undefined = undefined
  /** Rules that also wait in one of the two tables. */
  keyed: T[] | undefined = undefined
  names: Map<string, T[]> | undefined = undefined
  endings: Map<string, T[]> | undefined = undefined
  next: Map<string, Node<T>> | undefined = undefined
}

export class PathTrie<T extends Filed> {
  readonly #top = new Node<T>()

  add(waiting: Waiting, rule: T): void {
    const node = this.#node(waiting.base)
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
    const table = tableOf(node, waiting)
    if (table === undefined) return take(node.open, rule)
    take(node.keyed, rule)
    take(table.get((waiting.name ?? waiting.ending) as string), rule)
  }

  find(path: Names, found: Bucket<T>[]): void {
    let node: Node<T> = this.#top
    for (let depth = 0; ; depth++) {
      if (node.open !== undefined) note(found, node.open)
      if (node.keyed !== undefined) findKeyed(node, path, depth, found)
      const below = depth < path.length ? node.next?.get(path[depth] as string) : undefined
      if (below === undefined) return
      node = below
    }
  }

  /** What may match below the path: all that waits there, and what waits for a name further down. */
  findBelow(path: Names, found: Bucket<T>[]): void {
    let node = this.#top
    for (const name of path) {
      if (node.keyed !== undefined) found.push(node.keyed)
      const below = node.next?.get(name)
      if (below === undefined) return
      node = below
    }
    all(node, found)
  }

  /** The same for a path with wildcards; with `tree` also what lies below the names it stands for. */
  findMeeting(path: Names, tree: boolean, found: Bucket<T>[]): void {
    meet(this.#top, path, 0, tree, found)
  }

  #node(base: string): Node<T> {
    let node = this.#top
    for (const name of namesOf(base)) {
      node.next ??= new Map<string, Node<T>>()
      let below = node.next.get(name)
      if (below === undefined) {
        below = new Node<T>()
        node.next.set(name, below)
      }
      node = below
    }
    return node
  }
}

function tableOf<T extends Filed>(node: Node<T>, { name, ending }: Waiting): Map<string, T[]> | undefined {
  if (name !== undefined) return (node.names ??= new Map<string, T[]>())
  return ending === undefined ? undefined : (node.endings ??= new Map<string, T[]>())
}

function findKeyed<T extends Filed>(node: Node<T>, path: Names, from: number, found: Bucket<T>[]): void {
  for (let at = from; at < path.length; at++) {
    const name = path[at] as string
    const named = node.names?.get(name)
    if (named !== undefined) note(found, named)
    const ending = node.endings?.get(endingOf(name))
    if (ending !== undefined) note(found, ending)
  }
}

/** The name from its last dot on; empty without one. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot)
}

function meet<T extends Filed>(node: Node<T>, path: Names, depth: number, tree: boolean, found: Bucket<T>[]): void {
  if (depth >= path.length && tree) return all(node, found)
  if (node.open !== undefined) found.push(node.open)
  if (node.keyed !== undefined) found.push(node.keyed)
  if (depth >= path.length || node.next === undefined) return
  const text = path[depth] as string
  const wild = text.search(/[*?[\\]/u)
  if (wild < 0) {
    const below = node.next.get(text)
    if (below !== undefined) meet(below, path, depth + 1, tree, found)
    return
  }
  const start = text.slice(0, wild)
  for (const [name, below] of node.next) if (name.startsWith(start)) meet(below, path, depth + 1, tree, found)
}

function all<T extends Filed>(node: Node<T>, found: Bucket<T>[]): void {
  if (node.open !== undefined) found.push(node.open)
  if (node.keyed !== undefined) found.push(node.keyed)
  if (node.next !== undefined) for (const below of node.next.values()) all(below, found)
}

/**
 * Part of the rule index: path rules by the folder they start from, and there by a name that a matching path must hold.
 *
 * INVARIANT: `find` gives every rule that matches the path or a folder above it, `findBelow` and `findMeeting` those that
 * may match something below it or some name that a pattern stands for.
 */

import type { Bucket, Filed } from './bucket.ts'
import { note, put, putInto, take } from './bucket.ts'

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
  /** Most nodes have one below them, on the way to a project: found by comparing, without cutting the path. */
  only: string | undefined = undefined
  child: Node<T> | undefined = undefined
  /** Where there is more than one. */
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

  /** Of a path as `place` gives it. */
  find(path: string, found: Bucket<T>[]): void {
    let node: Node<T> = this.#top
    for (let at = 0; ;) {
      if (node.open !== undefined) note(found, node.open)
      if (node.keyed !== undefined) findKeyed(node, path, at, found)
      if (at >= path.length) return
      const end = nameEnd(path, at)
      const below = belowOf(node, path, at + 1, end)
      if (below === undefined) return
      node = below
      at = end
    }
  }

  /** What may match below the path: all that waits there, and what waits for a name further down. */
  findBelow(path: string, found: Bucket<T>[]): void {
    let node = this.#top
    for (let at = 0; at < path.length;) {
      if (node.keyed !== undefined) found.push(node.keyed)
      const end = nameEnd(path, at)
      const below = belowOf(node, path, at + 1, end)
      if (below === undefined) return
      node = below
      at = end
    }
    all(node, found)
  }

  /** The same for a path with wildcards; with `tree` also what lies below the names it stands for. */
  findMeeting(path: string, tree: boolean, found: Bucket<T>[]): void {
    meet(this.#top, namesOf(path), 0, tree, found)
  }

  #node(base: string): Node<T> {
    let node = this.#top
    for (let at = 0; at < base.length;) {
      const end = nameEnd(base, at)
      node = belowOf(node, base, at + 1, end) ?? grow(node, base.slice(at + 1, end))
      at = end
    }
    return node
  }
}

/** Where the name ends that begins behind the slash at `at`. */
function nameEnd(path: string, at: number): number {
  const slash = path.indexOf('/', at + 1)
  return slash < 0 ? path.length : slash
}

function namesOf(path: string): Names {
  return path === '' ? [] : path.slice(1).split('/')
}

function belowOf<T extends Filed>(node: Node<T>, path: string, start: number, end: number): Node<T> | undefined {
  const { only } = node
  if (only !== undefined) return only.length === end - start && path.startsWith(only, start) ? node.child : undefined
  return node.next?.get(path.slice(start, end))
}

function grow<T extends Filed>(node: Node<T>, name: string): Node<T> {
  const below = new Node<T>()
  if (node.next !== undefined) node.next.set(name, below)
  else if (node.only === undefined) {
    node.only = name
    node.child = below
  } else {
    node.next = new Map([
      [node.only, node.child as Node<T>],
      [name, below],
    ])
    node.only = undefined
    node.child = undefined
  }
  return below
}

function tableOf<T extends Filed>(node: Node<T>, { name, ending }: Waiting): Map<string, T[]> | undefined {
  if (name !== undefined) return (node.names ??= new Map<string, T[]>())
  return ending === undefined ? undefined : (node.endings ??= new Map<string, T[]>())
}

function findKeyed<T extends Filed>({ names, endings }: Node<T>, path: string, from: number, found: Bucket<T>[]): void {
  for (let at = from; at < path.length;) {
    const end = nameEnd(path, at)
    const name = path.slice(at + 1, end)
    const named = names?.get(name)
    if (named !== undefined) note(found, named)
    const ended = endings?.get(endingOf(name))
    if (ended !== undefined) note(found, ended)
    at = end
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
  if (depth >= path.length) return
  const text = path[depth] as string
  const wild = text.search(/[*?[\\]/u)
  if (wild < 0) {
    const below = belowOf(node, text, 0, text.length)
    if (below !== undefined) meet(below, path, depth + 1, tree, found)
    return
  }
  const start = text.slice(0, wild)
  for (const [name, below] of children(node)) if (name.startsWith(start)) meet(below, path, depth + 1, tree, found)
}

function all<T extends Filed>(node: Node<T>, found: Bucket<T>[]): void {
  if (node.open !== undefined) found.push(node.open)
  if (node.keyed !== undefined) found.push(node.keyed)
  for (const [, below] of children(node)) all(below, found)
}

function children<T extends Filed>({ only, child, next }: Node<T>): Iterable<readonly [string, Node<T>]> {
  return only === undefined ? (next ?? []) : [[only, child as Node<T>]]
}

/**
 * Part of the rule index: the folders that path rules start from, as nodes of a tree, each with the rules filed there.
 */

import type { Filed } from './bucket.ts'
import { Keyed } from './keyed.ts'
import type { NameTable } from './names.ts'

/** About the rules in a node and below it. */
export class First<T extends Filed> {
  /** The earliest denial and the earliest ask: none of either kind was written before these. */
  deny = Infinity
  ask = Infinity
  /** The child in whose branch that denial is; undefined if it is in the node itself. */
  way: Node<T> | undefined = undefined
}

export class Node<T extends Filed> {
  /** Rules about anything below. */
  open: T[] | undefined = undefined
  /** Rules that are also filed in one of the two tables. */
  keyed: T[] | undefined = undefined
  /** Of all these, the rules that say in which folder their files lie. */
  near: T[] | undefined = undefined
  readonly firstNear = new First<T>()
  readonly firstOfAll = new First<T>()
  names: NameTable<T[]> | undefined = undefined
  endings: Keyed<T[]> | undefined = undefined
  /** Of the rules filed under a name: `last` if that is their last name, `beyond` by the ending of what follows it. */
  last: T[] | undefined = undefined
  beyond: Keyed<T[]> | undefined = undefined
  /**
   * Most nodes have one child, on the way to a project: it is found by comparing, without cutting the path into names.
   */
  only: string | undefined = undefined
  child: Node<T> | undefined = undefined
  /** The children, if there is more than one. */
  next: Keyed<Node<T>> | undefined = undefined
}

export function childOf<T extends Filed>({ only, child, next }: Node<T>, name: string): Node<T> | undefined {
  return only === undefined ? next?.get(name) : only === name ? child : undefined
}

export function grow<T extends Filed>(node: Node<T>, name: string): Node<T> {
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

export type FirstOf = <T extends Filed>(node: Node<T>) => First<T>
export const firstOfAll: FirstOf = (node) => node.firstOfAll
export const firstNear: FirstOf = (node) => node.firstNear

/** Tells the nodes on the way about a rule that will be filed at its end. */
export function announce<T extends Filed>({ denies, order }: T, way: readonly Node<T>[], firstOf: FirstOf): void {
  for (const [at, node] of way.entries()) {
    const first = firstOf(node)
    if (!denies) first.ask = Math.min(first.ask, order)
    else if (order < first.deny) {
      first.deny = order
      first.way = way[at + 1]
    }
  }
}

export function children<T extends Filed>({ only, child, next }: Node<T>): Iterable<readonly [string, Node<T>]> {
  return only === undefined ? (next?.entries() ?? []) : [[only, child as Node<T>]]
}

export function nodesBelow<T extends Filed>({ only, child, next }: Node<T>): Iterable<Node<T>> {
  return only === undefined ? (next?.values() ?? []) : [child as Node<T>]
}

/**
 * Part of the rule index: of the rules filed in a folder and below it, those that might match once a call runs. A path
 * with wildcards may mean many files, so the beginning and end of each of its names are compared with the names that
 * rules are filed under.
 */

import { DEEP, segmentEnds } from '../match/segment.ts'
import type { Segment } from '../match/segment.ts'
import type { Filed, Search } from './bucket.ts'
import type { Keyed } from './keyed.ts'
import { childOf, children, firstNear, firstOfAll, nodesBelow } from './path-node.ts'
import type { FirstOf, Node } from './path-node.ts'
import { endingOf } from './place.ts'

type Globs = readonly Segment[]

/**
 * The rules that a path with wildcards may match, from that depth on; with `tree` also rules about what lies below it.
 */
export function meet<T extends Filed>(
  node: Node<T>,
  path: Globs,
  depth: number,
  tree: boolean,
  search: Search<T>,
): void {
  if (depth >= path.length && tree) return all(node, search)
  if (node.open !== undefined) search.considerPossible(node.open)
  // With everything below it, the path may match a name further down.
  if (node.keyed !== undefined && tree) search.considerPossible(node.keyed)
  else if (node.keyed !== undefined) meetKeyed(node, path, depth, search)
  if (depth >= path.length) return
  const glob = path[depth] as Segment
  if (typeof glob === 'string') {
    const below = childOf(node, glob)
    if (below !== undefined) meet(below, path, depth + 1, tree, search)
    return
  }
  // It may stand for folders at any depth.
  if (glob === DEEP) return all(node, search)
  const { start, end } = typeof glob === 'symbol' ? ANYTHING : segmentEnds(glob)
  for (const [name, below] of children(node))
    if (name.startsWith(start) && name.endsWith(end)) meet(below, path, depth + 1, tree, search)
}

const ANYTHING = { start: '', end: '' }

/** The rules of every key that one of the names from that place on may stand for. */
function meetKeyed<T extends Filed>(node: Node<T>, path: Globs, from: number, search: Search<T>): void {
  const { names, endings } = node
  const show = (bucket: T[] | undefined) => bucket && search.considerPossible(bucket)
  for (let at = from; at < path.length; at++) {
    const glob = path[at] as Segment
    if (glob === DEEP) return show(node.keyed)
    if (endings !== undefined) meetEnding(endings, glob, show)
    if (names === undefined) continue
    if (typeof glob === 'string') show(names.get(glob))
    else if (typeof glob === 'object') {
      const { start, end } = segmentEnds(glob)
      names.within(start, end, show)
    } else {
      show(node.last)
      // Any name fits here, but what comes after it must fit as well.
      if (node.beyond === undefined || at === path.length - 1) continue
      show(node.beyond.get(''))
      for (const later of path.slice(at + 1)) meetEnding(node.beyond, later, show)
    }
  }
}

function meetEnding<T>(endings: Keyed<T>, glob: Segment, show: (bucket: T | undefined) => void): void {
  const ending = typeof glob === 'symbol' ? '' : endingOf(typeof glob === 'string' ? glob : segmentEnds(glob).end)
  if (ending !== '' || typeof glob === 'string') return show(endings.get(ending))
  for (const bucket of endings.values()) show(bucket)
}

export function all<T extends Filed>(node: Node<T>, search: Search<T>): void {
  showBelow(node, firstOfAll, showAll, search)
}

export function near<T extends Filed>(node: Node<T>, search: Search<T>): void {
  showBelow(node, firstNear, showNear, search)
}

/** The branch with the first denial is searched first: after it, mostly nothing else below could count. */
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

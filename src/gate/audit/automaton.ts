/**
 * Part of the audit: finds any of many words in one pass over a text, with the algorithm of Aho and Corasick. Case is
 * ignored.
 *
 * A process that decides a single call builds it for that call, so building is cheap: one step for each state, and a
 * copy of a row.
 */

/** Characters of a row; words and what is looked up are plain ASCII. */
export const ASCII = 128

export interface Automaton {
  /** The next state, by state and character; 0 is the first. */
  readonly next: Uint16Array
  /** For each group, the first state that ends one of its words; the states of later groups come after it. */
  readonly first: readonly number[]
}

interface Node {
  readonly children: Map<number, Node>
  /** The node of the longest other prefix of a word that is a suffix of the text leading here. */
  fallback: Node | undefined
  /** The last group that has a word which ends here. */
  group: number
  number: number
}

/** The words must be in lower case. A state that ends words of several groups counts for the last of these groups. */
export function automatonOf(groups: readonly ReadonlySet<string>[]): Automaton {
  const root = newNode()
  for (const [group, words] of groups.entries()) for (const word of words) add(root, word, group)
  const nodes = breadthFirst(root)
  const first = numberByGroup(nodes, groups.length)
  const next = new Uint16Array(nodes.length * ASCII)
  for (const { children, fallback, number } of nodes) {
    const row = number * ASCII
    if (fallback !== undefined) next.copyWithin(row, fallback.number * ASCII, (fallback.number + 1) * ASCII)
    for (const [code, child] of children) {
      next[row + code] = child.number
      next[row + String.fromCharCode(code).toUpperCase().charCodeAt(0)] = child.number
    }
  }
  return { next, first }
}

function newNode(): Node {
  return { children: new Map(), fallback: undefined, group: -1, number: 0 }
}

function add(root: Node, word: string, group: number): void {
  let node = root
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    let child = node.children.get(code)
    if (child === undefined) node.children.set(code, (child = newNode()))
    node = child
  }
  node.group = group
}

/**
 * All nodes, shorter prefixes first, each with its fallback, which is a shorter one, and with the group of the words
 * that end there.
 */
function breadthFirst(root: Node): Node[] {
  const nodes = [root]
  for (const node of nodes) {
    for (const [code, child] of node.children) {
      child.fallback = stepOf(node.fallback, code) ?? root
      child.group = Math.max(child.group, child.fallback.group)
      nodes.push(child)
    }
  }
  return nodes
}

function stepOf(from: Node | undefined, code: number): Node | undefined {
  for (let node = from; node !== undefined; node = node.fallback) {
    const child = node.children.get(code)
    if (child !== undefined) return child
  }
  return undefined
}

function numberByGroup(nodes: readonly Node[], groups: number): number[] {
  const first: number[] = []
  let number = 0
  for (let group = -1; group < groups; group++) {
    if (group >= 0) first.push(number)
    for (const node of nodes) if (node.group === group) node.number = number++
  }
  return first
}

/**
 * Part of the rule index: shell rules by the words they begin with, program first.
 *
 * INVARIANT: `find` shows every rule that can match for certain, `findPossible` the others that may once unknown words
 * are known.
 */

import type { Word } from '../effect.ts'
import type { Filed, Search } from './bucket.ts'
import { put, take } from './bucket.ts'
import { Keyed } from './keyed.ts'

/** The rules filed under the words up to here, and what may follow those words. */
export interface WordNode<T> {
  rules: T[] | undefined
  next: Keyed<WordNode<T>> | undefined
}

export class WordTrie<T extends Filed> {
  readonly #programs = new Keyed<WordNode<T>>()

  /** `words` are the fixed ones that follow the program. */
  add(program: string, words: readonly string[], rule: T): void {
    const node = this.#node(program, words)
    node.rules = put(node.rules, rule)
  }

  remove(program: string, words: readonly string[], rule: T): void {
    take(this.#node(program, words).rules, rule)
  }

  /** What is known about a program, for the two questions below. */
  of(program: string): WordNode<T> | undefined {
    return this.#programs.get(program)
  }

  #node(program: string, words: readonly string[]): WordNode<T> {
    let node = child(this.#programs, program)
    for (const word of words) node = child((node.next ??= new Keyed<WordNode<T>>()), word)
    return node
  }
}

/** The words at `doubtful` may not be there. */
export function find<T>(
  program: WordNode<T>,
  argv: readonly Word[],
  search: Search<T>,
  doubtful: readonly number[] = NOWHERE,
): void {
  if (doubtful.length > 0) return findAmong(program, argv, doubtful, search)
  let node: WordNode<T> | undefined = program
  for (let at = 1; node !== undefined; at++) {
    if (node.rules !== undefined) search.consider(node.rules)
    if (node.next === undefined || at >= argv.length) return
    const word: Word = argv[at] as Word
    node = word === null ? undefined : node.next.get(word)
  }
}

const NOWHERE: readonly number[] = []

function findAmong<T>(
  program: WordNode<T>,
  argv: readonly Word[],
  doubtful: readonly number[],
  search: Search<T>,
): void {
  const met = new Set([program])
  let nodes: readonly WordNode<T>[] = [program]
  for (let at = 1; at < argv.length && nodes.length > 0; at++) {
    nodes = behind(nodes, argv[at] as Word, doubtful.includes(at))
    for (const node of nodes) met.add(node)
  }
  for (const { rules } of met) if (rules !== undefined) search.consider(rules)
}

/** Rules behind the first unknown word. The words at `doubtful` may not be there. */
export function findPossible<T>(
  program: WordNode<T>,
  argv: readonly Word[],
  search: Search<T>,
  doubtful: readonly number[] = NOWHERE,
): void {
  if (program.next === undefined) return
  const unknown = argv.indexOf(null, 1)
  let nodes: readonly WordNode<T>[] = unknown < 0 ? [] : [program]
  for (let at = 1; at < unknown && nodes.length > 0; at++)
    nodes = behind(nodes, argv[at] as Word, doubtful.includes(at))
  for (const node of nodes) below(node, search)
}

/** The nodes reached by a word; also the nodes themselves if the word may not be there. */
function behind<T>(nodes: readonly WordNode<T>[], word: Word, doubted: boolean): readonly WordNode<T>[] {
  const further = word === null ? [] : nodes.flatMap(({ next }) => next?.get(word) ?? [])
  return doubted ? [...new Set([...nodes, ...further])] : further
}

function child<T>(nodes: Keyed<WordNode<T>>, word: string): WordNode<T> {
  let node = nodes.get(word)
  if (node === undefined) {
    node = { rules: undefined, next: undefined }
    nodes.set(word, node)
  }
  return node
}

function below<T>({ next }: WordNode<T>, search: Search<T>): void {
  if (next === undefined) return
  for (const node of next.values()) {
    if (node.rules !== undefined) search.considerPossible(node.rules)
    below(node, search)
  }
}

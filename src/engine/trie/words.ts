/**
 * Part of the rule index: shell rules by the words they begin with, program first.
 *
 * INVARIANT: `find` gives every rule that can match for certain, `findPossible` the others that may once unknown words
 * are known.
 */

import type { Word } from '../effect.ts'
import type { Bucket, Filed } from './bucket.ts'
import { note, put, take } from './bucket.ts'

interface Node<T> {
  rules: T[] | undefined
  next: Map<string, Node<T>> | undefined
}

export class WordTrie<T extends Filed> {
  readonly #programs = new Map<string, Node<T>>()

  /** `words` are the fixed ones that follow the program. */
  add(program: string, words: readonly string[], rule: T): void {
    const node = this.#node(program, words)
    node.rules = put(node.rules, rule)
  }

  remove(program: string, words: readonly string[], rule: T): void {
    take(this.#node(program, words).rules, rule)
  }

  find(program: string, argv: readonly Word[], found: Bucket<T>[]): void {
    let node = this.#programs.get(program)
    for (let at = 1; node !== undefined; at++) {
      if (node.rules !== undefined) note(found, node.rules)
      const word = argv[at]
      node = node.next === undefined || typeof word !== 'string' ? undefined : node.next.get(word)
    }
  }

  /** Rules beyond the first word that nobody knows. */
  findPossible(program: string, argv: readonly Word[], found: Bucket<T>[]): void {
    const unknown = argv.indexOf(null, 1)
    if (unknown < 0) return
    let node = this.#programs.get(program)
    for (let at = 1; at < unknown && node !== undefined; at++) node = node.next?.get(argv[at] as string)
    if (node !== undefined) below(node, found)
  }

  knows(program: string): boolean {
    return this.#programs.has(program)
  }

  #node(program: string, words: readonly string[]): Node<T> {
    let node = child(this.#programs, program)
    for (const word of words) node = child((node.next ??= new Map<string, Node<T>>()), word)
    return node
  }
}

function child<T>(nodes: Map<string, Node<T>>, word: string): Node<T> {
  let node = nodes.get(word)
  if (node === undefined) {
    node = { rules: undefined, next: undefined }
    nodes.set(word, node)
  }
  return node
}

function below<T>({ next }: Node<T>, found: Bucket<T>[]): void {
  if (next === undefined) return
  for (const node of next.values()) {
    if (node.rules !== undefined) found.push(node.rules)
    below(node, found)
  }
}

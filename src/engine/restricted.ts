/** Part of compiling: whether some deny or ask rule may be about a file, whoever reads it and whenever. */

import type { CompiledPolicy } from './compile.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { FileAccess, Reading, Use } from './effect.ts'
import type { Bucket, Search } from './trie/bucket.ts'
import type { LastNames } from './trie/last-names.ts'

export function isRestricted({ rules, answers }: CompiledPolicy, access: FileAccess, tool: string): boolean {
  const search = new Any(access, tool)
  rules.restrictions.find(access, search)
  if (!search.settled) answers.restrictions.find(access, search)
  return search.settled
}

/** The last names of all files, and folders of files, of which that may be so. */
export function restrictedNames({ rules, answers }: CompiledPolicy): readonly LastNames[] {
  return [rules.restrictions, answers.restrictions].flatMap((index) => (index.size === 0 ? [] : [index.readNames]))
}

class Any implements Search<CompiledRule> {
  settled = false
  readonly #access: FileAccess
  readonly #reading: Reading

  constructor(access: FileAccess, tool: string) {
    const use: Use = { type: 'use', tool, kind: 'read', certain: true, harmless: true, of: 0 }
    this.#access = access
    this.#reading = { call: { tool, input: {} }, tool, kind: 'read', effects: [use], readOnly: true, dangers: [] }
  }

  hopes(): boolean {
    return !this.settled
  }

  consider(bucket: Bucket<CompiledRule>): void {
    for (const { subject } of bucket) this.settled ||= subject.restricts(this.#access, this.#reading) > 0
  }

  considerPossible(bucket: Bucket<CompiledRule>): void {
    this.consider(bucket)
  }
}

/** Part of the test commands: an order for Vitest. On a fresh checkout it knows no times and goes by size. */

import { BaseSequencer } from 'vitest/node'

/**
 * These files first, in this order: what takes long must not be what is left at the end, for one process alone.
 *
 * @param {readonly string[]} names parts of their paths
 */
export function longestFirst(names) {
  return class extends BaseSequencer {
    /** @param {import('vitest/node').TestSpecification[]} files */
    async sort(files) {
      const sorted = await super.sort(files)
      const rank = new Map(sorted.map((file) => [file, names.findIndex((name) => file.moduleId.includes(name)) >>> 0]))
      return sorted.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
    }
  }
}

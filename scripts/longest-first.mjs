/**
 * Part of the test commands: an order of files for Vitest, which on a fresh checkout knows no times and goes by size.
 */

import { BaseSequencer } from 'vitest/node'

/**
 * Runs these files first, in this order: a slow file must not be left for the end, when only one process has work. Files
 * that share a process come after those that have one of their own, and together: Vitest ends a shared process as soon as
 * the next file in the row is of another project.
 *
 * @param {readonly string[]} names parts of their paths
 */
export function longestFirst(names) {
  return class extends BaseSequencer {
    /** @param {import('vitest/node').TestSpecification[]} files */
    async sort(files) {
      const sorted = await super.sort(files)
      const rank = new Map(sorted.map((file) => [file, names.findIndex((name) => file.moduleId.includes(name)) >>> 0]))
      const isShared = (/** @type {import('vitest/node').TestSpecification} */ { project }) =>
        project.config.isolate ? 0 : 1
      return sorted.toSorted((a, b) => isShared(a) - isShared(b) || (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
    }
  }
}

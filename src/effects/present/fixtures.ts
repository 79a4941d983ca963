/**
 * Part of looking at what lies there: keys that belong to tests. Everyone who has the repository has them, so a search
 * that comes by one need not be asked about.
 *
 * INVARIANT: git must track the file, too: what only lies on this machine among tests may open something real.
 */

import type { Surroundings } from '../context.ts'
import { trackedAround } from '../paths/git-index.ts'

const OF_TESTS = /(?:^|\/)(?:tests?|testdata|__tests__|fixtures?|__fixtures__|specs?)\//

export class Fixtures {
  readonly #folder: string
  readonly #fs: Surroundings['fs']
  #tracked: { readonly top: string; readonly names: ReadonlySet<string> } | undefined

  /** For a search that begins in that folder, which is a real path. */
  constructor(folder: string, fs: Surroundings['fs']) {
    this.#folder = folder
    this.#fs = fs
  }

  holds(real: string): boolean {
    if (!OF_TESTS.test(real)) return false
    if (this.#tracked === undefined) {
      const { top = '', names = [] } = trackedAround(this.#folder, this.#fs) ?? {}
      this.#tracked = { top, names: new Set(names) }
    }
    const { top, names } = this.#tracked
    const name = real.startsWith(`${top}/`) ? real.slice(top.length + 1) : ''
    return OF_TESTS.test(name) && names.has(name)
  }
}

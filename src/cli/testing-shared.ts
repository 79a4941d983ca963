/**
 * For tests: a folder with the built command line that the test files of one run share, since building takes seconds
 * and a dozen files need it. The first file that asks takes the one in `dist`, or builds it if the sources are newer; so
 * it is again when the tests are run again.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly builtCli: string
  }
}

export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-built-'))
  const empty = () => rmSync(folder, { recursive: true, force: true })
  project.provide('builtCli', folder)
  project.onTestsRerun(() => {
    empty()
    mkdirSync(folder)
    return Promise.resolve()
  })
  return empty
}

/**
 * For tests: a folder that the files of one run share, for the command line: to build it takes seconds, and a dozen files want it.
 * Built by the first that asks for it; anew when the tests are run again.
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

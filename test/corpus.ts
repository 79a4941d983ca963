/** Part of the tests: the evaluation corpus beside the repository. INVARIANT: nothing in it is ever run. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../shared/corpus/', import.meta.url)

/** Names of the corpus files. Throws when there is no corpus: without it these tests would prove nothing. */
export function corpusFiles(): readonly string[] {
  if (!existsSync(FOLDER))
    throw new Error('the corpus is missing: expected it at ../shared/corpus beside the repository')
  return readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl'))
}

export function readCorpus<T>(file: string): readonly T[] {
  if (!corpusFiles().includes(file)) throw new Error(`the corpus has no ${file}`)
  return readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}

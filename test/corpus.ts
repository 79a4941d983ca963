/** Part of the tests: the evaluation corpora. INVARIANT: nothing in them is ever run. */

import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../spec/corpus/', import.meta.url)

export function corpusFiles(): readonly string[] {
  return readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl'))
}

/** One object for each line of `spec/corpus/<file>`. */
export function readCorpus(file: string): readonly unknown[] {
  return readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
}

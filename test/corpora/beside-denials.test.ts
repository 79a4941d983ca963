/**
 * Everyday lines beside a policy with denials, in folders of which everything is described: what is on the disk decides.
 *
 * INVARIANT: nothing in them is ever run.
 */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createEngine, describedFileSystem } from '../../src/index.ts'
import type { Engine, PolicyInput } from '../../src/index.ts'
import { gitIndex } from '../git-index.ts'
import { report } from './corpus.ts'
import { readCorpus } from '../corpus.ts'

interface Row {
  readonly id: string
  readonly tree: string
  readonly policy: string
  readonly command: string
  readonly expect: 'allow' | 'not-allow'
  readonly strength: 'must' | 'should'
}

interface Tree {
  readonly files: Readonly<Record<string, string | null>>
  readonly links?: Readonly<Record<string, string>>
  readonly tracked?: readonly string[]
}

interface Trees {
  readonly root: string
  readonly home: string
  readonly homeFiles: readonly string[]
  readonly trees: Readonly<Record<string, Tree>>
}

const corpus = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../spec/corpus/beside-denials.${name}.json`, import.meta.url), 'utf8'))
const { root, home, homeFiles, trees } = corpus('trees') as Trees
const { policies } = corpus('policies') as { readonly policies: Readonly<Record<string, PolicyInput>> }
const rows = readCorpus('beside-denials.jsonl') as readonly Row[]

const engines = new Map<string, Engine>()

function engineFor({ tree, policy }: Row): Engine {
  const key = `${tree} ${policy}`
  const known = engines.get(key)
  if (known !== undefined) return known
  const { files, links = {}, tracked = [] } = trees[tree] as Tree
  const absolute = (path: string) => (path.startsWith('/') ? path : `${root}/${path}`)
  const index = absolute('.git/index')
  const texts = Object.entries(files).flatMap(([path, text]) =>
    text === null ? [] : [[absolute(path), text] as const],
  )
  const fs = describedFileSystem({
    files: [...Object.keys(files).map(absolute), ...homeFiles.map((path) => `${home}/${path}`), index],
    symlinks: Object.fromEntries(Object.entries(links).map(([path, target]) => [absolute(path), target])),
    contents: { ...Object.fromEntries(texts), [index]: gitIndex(tracked) },
  })
  const engine = createEngine({ cwd: root, home, fs, policy: policies[policy] as PolicyInput })
  engines.set(key, engine)
  return engine
}

describe('everyday lines beside denials', () => {
  const judged = rows.map((row) => {
    const { behavior, reason } = engineFor(row).decide({ tool: 'Bash', input: { command: row.command } })
    return { ...row, behavior, reason, right: (row.expect === 'allow') === (behavior === 'allow') }
  })
  const tell = (expected: Row['expect'], strength: Row['strength']) => {
    const mine = judged.filter((row) => row.expect === expected && row.strength === strength)
    const wrong = mine.filter(({ right }) => !right)
    report(
      `beside-denials ${expected}, ${strength}`,
      mine.length - wrong.length,
      mine.length,
      wrong.map(({ id, command, behavior, reason }) => `${id} ${behavior} | ${command} | ${reason}`),
    )
    return wrong.length / mine.length
  }

  test('what would open a denied file is never allowed', () => {
    expect(tell('not-allow', 'must')).toBe(0)
    tell('not-allow', 'should')
  })

  test('what opens none runs unasked, at least 0.89', () => {
    expect(tell('allow', 'must')).toBeLessThanOrEqual(0.11)
    tell('allow', 'should')
  })
})

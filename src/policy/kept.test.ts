import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPolicy } from './document.ts'
import { readOrRecall } from './kept.ts'
import type { Keeping } from './kept.ts'

const TEXT = 'mode: acceptEdits\nallow: [ "shell(npm run:*)" ]\ndeny:\n  - rule: shell(sudo:*)\n    reason: no\n'
const ORIGIN = { file: 'countersign.yaml', layer: 'project' } as const

describe('a kept reading of a policy', () => {
  let keeping: Keeping

  beforeEach(() => {
    keeping = { folder: join(mkdtempSync(join(tmpdir(), 'countersign-kept-')), 'read'), build: 'one' }
  })

  afterEach(() => {
    rmSync(join(keeping.folder, '..'), { recursive: true })
  })

  const files = () => readdirSync(keeping.folder).map((name) => join(keeping.folder, name))

  /** Makes every kept reading say that everything is allowed, so that whoever relies on it gives himself away. */
  function forge(): void {
    for (const file of files()) {
      const kept = JSON.parse(readFileSync(file, 'utf8')) as { document: { rules: unknown } }
      kept.document.rules = []
      writeFileSync(file, JSON.stringify(kept), { mode: 0o600 })
    }
  }

  it('is the same as a fresh one, and is used', () => {
    const fresh = readPolicy(TEXT, ORIGIN)
    expect(readOrRecall(TEXT, ORIGIN, {}, keeping)).toEqual(fresh)
    expect(readOrRecall(TEXT, ORIGIN, {}, keeping)).toEqual(fresh)
    forge()
    expect(readOrRecall(TEXT, ORIGIN, {}, keeping).document?.rules).toEqual([])
  })

  it.each([
    ['another text', `${TEXT}# \n`, ORIGIN, 'one'],
    ['another file', TEXT, { ...ORIGIN, file: 'sub/countersign.yaml' }, 'one'],
    ['another layer', TEXT, { ...ORIGIN, layer: 'user' }, 'one'],
    ['another build', TEXT, ORIGIN, 'two'],
  ] as const)('does not count for %s, even in its place', (_, text, origin, build) => {
    readOrRecall(TEXT, ORIGIN, {}, keeping)
    forge()
    const [kept] = files().map((file) => readFileSync(file))
    // In every place there is, lest the spreading alone keeps them apart.
    for (let place = 0; place < 128; place++)
      writeFileSync(join(keeping.folder, `${place}.json`), kept ?? '', { mode: 0o600 })
    expect(readOrRecall(text, origin, {}, { ...keeping, build })).toEqual(readPolicy(text, origin))
  })

  it('is never made of managed policy', () => {
    readOrRecall(TEXT, { ...ORIGIN, layer: 'managed' }, {}, keeping)
    expect(() => files()).toThrow(/ENOENT/)
  })

  it('is never made of what depends on the time, on custom tools, or has a problem', () => {
    readOrRecall('deny:\n  - { rule: shell, expires: 2030-01-01 }\n', ORIGIN, {}, keeping)
    readOrRecall('deny: [ "mine(*)" ]', ORIGIN, { tools: new Set(['mine']) }, keeping)
    readOrRecall('deny: [ "Bsh(rm)" ]', ORIGIN, {}, keeping)
    expect(() => files()).toThrow(/ENOENT/)
  })

  it('does not count when others could have written it', () => {
    readOrRecall(TEXT, ORIGIN, {}, keeping)
    forge()
    for (const file of files()) chmodSync(file, 0o622)
    expect(readOrRecall(TEXT, ORIGIN, {}, keeping)).toEqual(readPolicy(TEXT, ORIGIN))
  })

  it.each(['', '{', 'null', '[]', '{"build":"one"}'])('that is damaged (%j) is read anew', (damaged) => {
    readOrRecall(TEXT, ORIGIN, {}, keeping)
    for (const file of files()) writeFileSync(file, damaged)
    expect(readOrRecall(TEXT, ORIGIN, {}, keeping)).toEqual(readPolicy(TEXT, ORIGIN))
  })

  it('that cannot be written is no failure', () => {
    const nowhere = { ...keeping, folder: '/dev/null/read' }
    expect(readOrRecall(TEXT, ORIGIN, {}, nowhere)).toEqual(readPolicy(TEXT, ORIGIN))
    readOrRecall(TEXT, ORIGIN, {}, keeping)
  })
})

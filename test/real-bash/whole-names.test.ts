/** Names that the disk calls plain are handed on by the real shell, xargs and read as they are: none is taken apart. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { PlainNames } from '../../src/effects/paths/plain-names.ts'
import { NODE_DISK } from '../../src/gate/node-fs.ts'
import { hasBash } from './shells.ts'

const top = mkdtempSync(join(tmpdir(), 'countersign-names-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** All signs that a name can hold, the awkward ones often. */
const sign = fc.oneof(
  { arbitrary: fc.constantFrom(...Array.from('ab.-_[]{}()!#$%&+,:;<=>@^`|~*?')), weight: 8 },
  { arbitrary: fc.constantFrom(...Array.from(' \t\n"\'\\\u0001\u007Fäß\u00A0')), weight: 1 },
)
const name = fc
  .array(sign, { minLength: 1, maxLength: 6 })
  .map((signs) => signs.join(''))
  .filter((text) => text !== '.' && text !== '..')
const tree = fc.array(fc.tuple(fc.option(name), name), { minLength: 1, maxLength: 4 })

const WAYS = [
  'find d -name "*.ts" | xargs printf "%s\\0"',
  'find d -name "*.ts" | xargs -I{} printf "%s\\0" {}',
  'for f in $(find d -name "*.ts"); do printf "%s\\0" "$f"; done',
  'x=$(find d -name "*.ts"); printf "%s\\0" $x',
  'find d -name "*.ts" | while read -r f; do printf "%s\\0" $f; done',
  'find d -name "*.ts" | sort | grep -v zz | while read f; do printf "%s\\0" "$f"; done',
]
const SEARCH = { endings: ['.ts'], skips: [], skipsFirst: [], isBare: false }

describe.runIf(hasBash)('names that are plain', () => {
  it('come out as they are, by every way', () => {
    let plain = 0
    fc.assert(
      fc.property(tree, (files) => {
        const folder = mkdtempSync(join(top, 'n'))
        mkdirSync(join(folder, 'd'))
        // What a pattern could be taken for, were it one.
        for (const beside of ['a', 'b', 'ab']) {
          mkdirSync(join(folder, 'd', beside), { recursive: true })
          writeFileSync(join(folder, 'd', beside, 'a.ts'), '')
        }
        for (const [within, base] of files) {
          const holder = within === null ? join(folder, 'd') : join(folder, 'd', within)
          mkdirSync(holder, { recursive: true })
          writeFileSync(join(holder, `${base}.ts`), '')
        }
        if (!new PlainNames(NODE_DISK).areAllBelow(join(folder, 'd'), SEARCH)) return
        plain++
        const out = (line: string) => {
          const { stdout } = spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' })
          return stdout.split('\0').filter((one) => one !== '')
        }
        const names = new Set(out('find d -name "*.ts" -print0'))
        for (const line of WAYS)
          expect(
            out(line).filter((one) => !names.has(one)),
            line,
          ).toEqual([])
      }),
      {
        numRuns: 400,
        seed: 20_261_118,
        examples: [`a'b'`, '"a"', 'a\\b', 'a b', 'a\nb'].map((odd) => [[[null, odd]]]),
      },
    )
    expect(plain).toBeGreaterThan(40)
  })
})

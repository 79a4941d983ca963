import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldExact, foldLoose } from '../../engine/match/fold.ts'
import type { Fold } from '../../engine/match/fold.ts'
import { readSpecifier } from '../../engine/match/path-specifier.ts'
import { indexEntries } from './protected-index.ts'
import { PROTECTED } from './protected-list.ts'

const pieces = fc.array(fc.constantFrom('a', 'B', '.', '..', '-', '/', '~/', '*', '.env', 'é'), {
  minLength: 1,
  maxLength: 6,
})
const paths = fc.array(
  fc.constantFrom('a', 'b', 'B', 'aB', '.env', '.enva', 'aB.env', '-a.env', '..a', 'a-', 'é', 'home'),
  {
    maxLength: 4,
  },
)

/** The same text, spelled so that only compiling it tells its first name. */
function disguised(text: string): string {
  return text.replace(/[a-zA-Z-]/, '\\$&')
}

function found(text: string, path: string, fold: Fold, tree: boolean): true | undefined {
  return indexEntries([{ text, value: true as const }], fold)(fold(path), '/home', tree)
}

function canBeRead(text: string): boolean {
  try {
    return readSpecifier(text) !== undefined
  } catch {
    return false
  }
}

test('law: an entry is found whether or not its first name can be told before it is compiled', () => {
  fc.assert(
    fc.property(pieces, paths, fc.boolean(), fc.constantFrom(foldExact, foldLoose), (parts, names, tree, fold) => {
      const text = parts.join('')
      fc.pre(canBeRead(text))
      const path = `/${names.join('/')}`
      expect(found(text, path, fold, tree)).toBe(found(disguised(text), path, fold, tree))
    }),
    { numRuns: 3000 },
  )
})

test('every entry of the list is found by itself', () => {
  for (const { read = [], write = [] } of PROTECTED) {
    for (const text of [...read, ...write]) {
      const spelled = text.replace(/^~/, '/home').replaceAll('*', 'x')
      const path = spelled.startsWith('/') ? spelled : `/work/${spelled}`
      expect(found(text, path.replace(/\/$/, ''), foldExact, false), text).toBe(true)
    }
  }
})

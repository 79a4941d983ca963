/** Part of the command catalogue: programs that change or remove the very files they are given. */

import {
  addPattern,
  addWalked,
  addWrite,
  type Draft,
  GLOB,
  GUESS,
  isFolderLike,
  PARTIAL,
  sawFlag,
  TREE,
} from '../draft.ts'
import type { Guard } from '../spec.ts'
import { addValue } from '../values.ts'
import { onlyLooks } from '../guesses/writers.ts'

/** Linters and formatters that rewrite the operands if they have one of these flags. */
export function rewritesWhenTold(draft: Draft): void {
  if (sawFlag(draft, REWRITES)) touch(draft, draft.operands, 'w')
}

const REWRITES: ReadonlySet<string> = new Set(['--fix', '--write', '-w', '--apply', '--in-place', '--inplace', '-i'])

/** sd, unless it only shows what it would write. */
export function rewritesUnlessPreviewed(draft: Draft): void {
  if (!sawFlag(draft, PREVIEWS)) touch(draft, draft.operands.slice(2), 'w')
}

const PREVIEWS: ReadonlySet<string> = new Set(['--preview'])

/** Formatters that write unless they only look: the files they are given, and files of their kind in folders. */
export function rewritesUnlessLooking(kind: string): Guard {
  return (draft) => {
    if (onlyLooks(draft.argv) || sawFlag(draft, LOOKING)) return
    for (const index of draft.operands) {
      const word = draft.argv[index]
      addValue(draft, 'w', index, word)
      if (typeof word === 'string' && isFolderLike(word)) addWalked(draft, index, word, kind)
    }
  }
}

/** With these, black and isort only look, whatever else they are told. */
const LOOKING = new Set(['--check', '--check-only', '--diff'])

/**
 * Formatters in a language's own build tool: without an operand, or with this flag, everything in the current folder is
 * rewritten.
 */
export function rewritesHere(kind: string, flag?: string): Guard {
  return (draft) => {
    if (onlyLooks(draft.argv) || (flag !== undefined && !draft.argv.includes(flag))) return
    addWalked(draft, 0, '.', kind)
  }
}

/** With `-w` it rewrites its operands and what lies below folders; without, it only prints. */
export function rewritesOnW(draft: Draft): void {
  if (draft.flags.some(({ flag }) => flag.names.includes('-w'))) return walkPackages(draft, 0)
  draft.writes = false
  draft.effects = draft.effects.map((effect) =>
    effect.type === 'write'
      ? { ...effect, type: 'read', how: undefined, certain: true, tree: false, glob: false, meta: false }
      : effect,
  )
}

/** `go fmt`, `go fmt ./...`: the current folder, or those that it is given. */
export function rewritesPackages(draft: Draft): void {
  if (draft.argv.includes('-n') || draft.argv.includes('-diff')) return
  if (draft.operands.length === 0) addWrite(draft, 'modify', 0, './*.go', GUESS | GLOB | PARTIAL)
  walkPackages(draft, GUESS)
}

function walkPackages(draft: Draft, as: number): void {
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (typeof word === 'string' && isFolderLike(word)) addWalked(draft, index, word, '*.go', as)
  }
}

/** Archivers: with such a flag, what was packed is deleted: the operands from `from` on. */
export function removesPacked(flag: RegExp, from = 1): Guard {
  return (draft) => {
    if (saysAny(draft, (word) => flag.test(word))) touch(draft, draft.operands.slice(from), 'd')
  }
}

/** Programs that copy: with such a flag or word, the local sources are deleted; the last operand is the target. */
export function removesCopied(told: RegExp): Guard {
  return (draft) => {
    if (!saysAny(draft, (word) => told.test(word))) return
    for (const index of draft.operands.slice(0, -1))
      if (draft.argv[index]?.includes(':') === false) touch(draft, [index], 'd')
  }
}

function saysAny({ argv }: Draft, says: (word: string) => boolean): boolean {
  return argv.some((word) => word !== null && says(word))
}

/** Only a guess, for restrictions: another word of the command may spare these files. */
function touch(draft: Draft, indexes: readonly number[], role: 'w' | 'd'): void {
  for (const index of indexes) {
    const word = draft.argv[index]
    addValue(draft, role, index, word, GUESS | TREE)
    if (typeof word === 'string') addPattern(draft, role === 'd' ? 'delete' : 'modify', index, word)
  }
}

/** Part of the command catalogue: what node is told to do. */

import type { Word } from '../../../engine/effect.ts'
import { addRead, type Draft, isMany, sawFlag, spoil } from '../draft.ts'
import { addValue } from '../values.ts'
import { isGiven, isGivenAll } from './given-text.ts'
import { type Lookup, lookupIn } from './node-lookup.ts'
import { onlyChecks } from './version-only.ts'

const CODE = new Set(['-e', '--eval', '-p', '--print'])
const checks = onlyChecks('--check')

/** `node -p "require('./package.json').version"`, with no other word, or the same text as its input. */
export function lookedUpBy(argv: readonly Word[], given: string | undefined): Lookup | undefined {
  if (isGivenAll(argv)) return given === undefined ? undefined : lookupIn(given)
  const [, flag, code] = argv
  if (argv.length !== 3 || typeof flag !== 'string' || typeof code !== 'string') return undefined
  return CODE.has(flag) || flag === '-pe' ? lookupIn(code) : undefined
}

export function looksUpOrChecks(draft: Draft): void {
  const given = isGiven(draft)
  if (!sawFlag(draft, CODE) && !given) return checks(draft)
  const lookup = isMany(draft, 2) ? undefined : lookedUpBy(draft.argv, draft.given)
  const at = draft.argv.length - 1
  if (lookup !== undefined) for (const file of [...lookup.loaded, ...lookup.read]) addRead(draft, at, file)
  else if (given) spoil(draft, 'runs code')
  else
    for (const { flag, index, value } of draft.flags)
      if (flag.names.some((name) => CODE.has(name))) addValue(draft, 'x', index, value)
}

/** Part of the command catalogue: what python is told to do. */

import type { Word } from '../../../engine/effect.ts'
import { isAmong } from '../among.ts'
import { addRead, type Draft, isMany, META, sawFlag, spoil } from '../draft.ts'
import { addValue } from '../values.ts'
import { isGiven, isGivenAll } from './given-text.ts'
import { pythonReads } from './python-lookup.ts'
import type { PythonFiles } from './python-scope.ts'
import { onlyAsked } from './version-only.ts'

const LOOKS = new Set(['--sort-keys', '--no-ensure-ascii', '--json-lines', '--tab', '--no-indent', '--compact'])

/**
 * `python3 -m json.tool x.json`: indexes of the files that it formats and prints, at most one, because a second one
 * would be written.
 */
export function laidOutBy(argv: readonly Word[]): readonly number[] | undefined {
  if (argv[1] !== '-m' || argv[2] !== 'json.tool') return undefined
  const files: number[] = []
  for (let at = 3; at < argv.length; at++) {
    const word = argv[at]
    if (word == null) return undefined
    if (LOOKS.has(word) || /^--indent=\d+$/u.test(word)) continue
    if (word === '--indent' && /^\d+$/u.test(argv[at + 1] ?? '')) at++
    else if (word.startsWith('-') && word !== '-') return undefined
    else files.push(at)
  }
  return files.length > 1 ? undefined : files
}

/**
 * `python3 -m pip list`: whether it only tells which packages there are. Flags that name files, interpreters or hosts
 * are left to `pip` itself.
 */
export function isPipTelling([, flag, module, verb, ...rest]: readonly Word[]): boolean {
  if (flag !== '-m' || module !== 'pip' || verb == null || !isAmong(verb, PIP_TELLS)) return false
  return rest.every((word) => word !== null && (PIP_NAME.test(word) || isAmong(word, PIP_FLAGS)))
}

const PIP_TELLS = '--version -V check freeze list show'
const PIP_FLAGS = '--format=columns --format=freeze --format=json --local --not-required --user'
const PIP_NAME = /^[A-Za-z\d][\w.-]*$/u

/**
 * `python3 -c "import sys; print(sys.version)"`, with no other word, or the same text as its input: the files that it
 * reads.
 */
export function lookedUpByPython(argv: readonly Word[], given: string | undefined): PythonFiles | undefined {
  if (isGivenAll(argv)) return given === undefined ? undefined : pythonReads(given)
  const [, flag, code] = argv
  return argv.length === 3 && flag === '-c' && typeof code === 'string' ? pythonReads(code) : undefined
}

const MODULE = new Set(['-m'])
const CODE = new Set(['-c'])

/**
 * It may be asked for its version, or told to format a file, to list packages or to look something up; everything else
 * that it is given is run.
 */
export function laysOutOrTells(draft: Draft): void {
  if (sawFlag(draft, CODE) || isGiven(draft)) return looksUp(draft)
  if (isPipTelling(draft.argv) && !draft.argv.some((_, index) => isMany(draft, index))) return
  const files = draft.argv.some((_, index) => isMany(draft, index)) ? undefined : laidOutBy(draft.argv)
  if (files === undefined) {
    onlyAsked(draft)
    if (draft.operands.length > 0 || sawFlag(draft, MODULE)) spoil(draft, 'runs code')
    return
  }
  for (const index of files) if (draft.argv[index] !== '-') addRead(draft, index, draft.argv[index] ?? '')
}

function looksUp(draft: Draft): void {
  const files = isMany(draft, 2) ? undefined : lookedUpByPython(draft.argv, draft.given)
  if (files !== undefined) {
    const at = draft.argv.length - 1
    for (const file of files.read) addRead(draft, at, file)
    for (const file of files.listed) addRead(draft, at, file, META)
  } else if (isGiven(draft)) spoil(draft, 'runs code')
  else
    for (const { flag, index, value } of draft.flags)
      if (flag.names.some((name) => CODE.has(name))) addValue(draft, 'x', index, value)
}

/** Part of reading shell lines: a command with the folder spelled out in which it stands, if it looks at that. */

import type { Word } from '../../../engine/effect.ts'
import type { CommandReading } from '../../catalogue/read.ts'
import { standingOf } from '../../catalogue/standing.ts'
import { readCalled } from '../called.ts'
import type { CalledCommand } from '../called.ts'
import type { Setting } from '../setting.ts'
import { variantsOf } from '../words/variants.ts'
import { plainWord } from '../words/words.ts'
import type { CommandWords } from '../words/words.ts'

/**
 * The command with its folder spelled out, if it looks at that; itself if it does not; undefined if nobody can tell.
 */
export function spelledOut(called: CalledCommand, setting: Setting): CalledCommand | undefined {
  const { program, words, readings, inner, transparent } = called
  if (transparent) return called
  const standing = program.trusted ? standingOf(program.name) : undefined
  if (standing === undefined || inner.length > 0) return undefined
  if (PRINTS.has(program.name)) return called
  if (words.argv.includes(null)) return undefined
  if (standing === 'named' || readings.every(namesPlace)) return called
  if (readings.some(namesPlace)) return undefined
  for (const more of [['.'], ['.', '.']]) {
    const spelled = withWords(words, more)
    const full = readCalled(program.name, spelled, variantsOf(spelled), setting.told)
    if (full.readings.every(namesPlace)) return standing === 'searches' ? searching(called, full) : full
  }
  return undefined
}

/** Whether it looks at names in its folder. */
export function lists({ program }: CalledCommand): boolean {
  return program.trusted && standingOf(program.name) === 'lists'
}

const PRINTS: ReadonlySet<string> = new Set(['echo', 'printf', 'read'])

function withWords({ argv, resolved }: CommandWords, more: readonly string[]): CommandWords {
  const known: readonly Word[] = [...argv, ...more]
  return { argv: known, resolved: resolved && [...resolved, ...more.map(plainWord)] }
}

/** Whether one of its operands says where it looks. */
function namesPlace({ operands, effects }: CommandReading): boolean {
  return effects.some(({ type, index }) => type === 'read' && operands.includes(index))
}

/** grep without a file reads its input, unless it is told to go through folders. */
function searching(called: CalledCommand, full: CalledCommand): CalledCommand | undefined {
  if (called.program.name === 'rg' || full.readings.every(({ effects }) => effects.some(({ tree }) => tree)))
    return full
  return called.bare.every((word) => !MAY_RECURSE.test(word ?? '-r')) ? called : undefined
}

/** A letter that tells grep to, or a long name, which may be cut short. */
const MAY_RECURSE = /^-[^-]*[rRd]|^--(?!color|ignore-case|count|only-matching|line-number|max-count|invert-match)/u

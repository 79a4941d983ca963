/** Part of reading shell lines: commands whose program is known only when they run (`$x y`). */

import type { Word } from '../../../engine/effect.ts'
import { EVERYTHING, runEffect } from '../../make.ts'
import { renamed } from '../called.ts'
import type { CommandReader } from '../command.ts'
import { dangersIn, removesByForce } from '../dangers/dangers.ts'
import { readLikely } from '../plausible/likely.ts'
import { programOf } from '../program.ts'
import { findingOf } from '../proof.ts'
import type { Setting } from '../setting.ts'
import { parseShell } from '../syntax/parse.ts'
import { programsListed, spelledOut } from '../words/variants.ts'
import type { CommandWords } from '../words/words.ts'
import { scriptUse } from './script.ts'
import { inputOf } from './standard-input.ts'

/** `$SHELL -c '…'` */
const GIVEN_SCRIPT = /^-[a-z]{0,8}c$/u

/** Runs each of the programs that the line lists; if there are none, nobody can tell what runs. */
export function runUnnamed(
  words: CommandWords,
  variants: readonly (readonly Word[])[],
  setting: Setting,
  reader: CommandReader,
): void {
  const { argv } = words
  const listed = programsListed(words)
  if (listed.length > 0) return listed.forEach((one) => reader.run(one, setting))
  const index = reader.context.first + reader.effects.length
  const { guess, of, span } = setting
  const removes = !guess && removesByForce(argv)
  const finding = removes
    ? findingOf(undefined, dangersIn(renamed('rm', argv), programOf('rm'), setting, reader))
    : undefined
  reader.effects.push(
    runEffect({
      type: 'run',
      argv: argv[0] === null ? argv : renamed(null, argv),
      program: null,
      trusted: false,
      certain: !guess,
      harmless: false,
      inside: false,
      of,
      span,
      forms: () => variants.map(spelledOut),
      finding,
    }),
  )
  reader.unknown('the name of the program is only known when it runs', index, EVERYTHING, span)
  if (guess) return
  // For `$(curl …)`: what a substitution prints is run, as with eval.
  if ((setting.company?.substitutes ?? setting.company?.kept) !== undefined)
    dangersIn(['eval', ...argv], programOf('eval'), setting, reader)
  if (argv.some((word) => word !== null && GIVEN_SCRIPT.test(word)))
    reader.readArgv(renamed('bash', argv), { ...setting, of: index, guess: true, through: true })
  else if (argv.every((word, at) => at === 0 || word?.startsWith('-') === true)) readFed(index, setting, reader)
  for (const variant of variants) {
    if (variant[0] !== null && variant !== argv) reader.readArgv(variant, { ...setting, of: index, guess: true })
  }
  readLikely(argv, setting, index - reader.context.first, reader)
}

/**
 * For `echo 'rm -rf ~' | $SHELL` and `$X <<< 'rm -rf ~'`: a program that gets a text and no file may well be a shell.
 */
function readFed(index: number, setting: Setting, reader: CommandReader): void {
  const script = inputOf(setting)
  if (script === undefined || !parseShell(script).ok) return
  reader.readScript(script, 'bash', scriptUse(index, setting, reader, 'bash'))
}

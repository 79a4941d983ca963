/** Part of reading shell lines: the run of a program, as an effect. */

import type { Effect, Run, Word } from '../../engine/effect.ts'
import type { CalledCommand } from './called.ts'
import type { CommandReader } from './command.ts'
import { whyAstray } from './dangers/astray.ts'
import type { Led } from './dangers/astray.ts'
import { dangersIn } from './dangers/dangers.ts'
import type { Found } from '../catalogue/dangers.ts'
import { whyLoads } from './dangers/loaded.ts'
import { selfProtection } from './dangers/self.ts'
import { changeFolder } from './folders/cd.ts'
import { wordsAway } from './folders/other-projects.ts'
import { isGoneAfterwards } from './fresh.ts'
import { isFed } from './inside/standard-input.ts'
import { offersFor } from './offers.ts'
import type { Program } from './program.ts'
import { findingOf, isInside, isReadOnly, whyAway, whyNot } from './proof.ts'
import type { Setting } from './setting.ts'
import { readsIntoOwn } from './variables/read-into.ts'
import { meantBy } from './words/meant.ts'
import { formsOf, innerFrom } from './words/variants.ts'
import type { CommandWords } from './words/words.ts'

const NONE: readonly never[] = []

interface Standing {
  readonly setting: Setting
  /** Where an option such as `-C` leads. */
  readonly led: Led | undefined
  /** What it loads from the folder it is in. */
  readonly loads: readonly string[]
  readonly reader: CommandReader
}

/** `owned`: its own effects. */
export function runOf(
  called: CalledCommand,
  spelled: CommandWords,
  owned: readonly Effect[],
  { setting, led, loads, reader }: Standing,
): Run {
  const { words, variants, program, readings, inner, transparent } = called
  const { argv } = words
  const { guess, of, span } = setting
  const { name, trusted, wrapper } = program
  const proven = program.moves
    ? !setting.apart && changeFolder(name, words, variants, setting, reader)
    : transparent ||
      (isReadOnly(led === undefined ? readings : led.readings) && !stays(program, argv, reader)) ||
      readsIntoOwn(called, setting.environment.survey.used) ||
      isGone(words, variants, reader)
  const wraps = inner.length > 0
  const dangers = guess && !setting.through ? NONE : dangersOf(called, proven, setting, reader)
  const finding = findingOf(selfProtection(program, argv), dangers)
  // A remembered reading keeps only what these functions need when they are called: neither the line nor its reader.
  const astray =
    program.moves && !proven
      ? whyAway(setting)
      : program.obeys && led === undefined
        ? whyAstray(program, setting, reader)
        : whyLoads(loads, setting, reader)
  const { tool } = reader.context
  const runsAnother = wrapper !== undefined && wraps
  const open = !runsAnother && dangers.length === 0
  const from = innerFrom(program, inner)
  const meant = program.idle === undefined ? argv : meantBy(words, program.idle)
  const { leaders } = program
  const away = leaders === undefined ? undefined : wordsAway(words, variants, leaders, setting, reader.context)
  let forms: ReturnType<typeof formsOf> | undefined
  return {
    type: 'run',
    finding,
    harmless: proven && trusted && (!guess || setting.through) && finding === undefined && astray === undefined,
    of,
    certain: !guess,
    argv: spelled.argv,
    program: name,
    trusted,
    meant: meant === spelled.argv ? undefined : meant,
    forms: () => (forms ??= formsOf(readings, variants, from)),
    inside: trusted && isInside(readings, owned),
    span,
    why: () => whyNot(program, readings, proven, astray, runsAnother),
    fed: isFed(called, setting),
    named: undefined,
    away,
    offers: guess ? undefined : () => offersFor(argv, readings[0], open, tool),
  }
}

function dangersOf(
  { words, variants, program, inner }: CalledCommand,
  proven: boolean,
  setting: Setting,
  reader: CommandReader,
): readonly Found[] {
  const wraps = inner.length > 0
  const look = (one: readonly Word[]) => dangersIn(one, program, setting, reader, proven && !wraps, wraps)
  return variants.length > 1 ? variants.flatMap(look) : look(variants[0] ?? words.argv)
}

/** `printf -v x` changes the shell's own variables. */
function stays({ name }: Program, argv: readonly Word[], { context }: CommandReader): boolean {
  return name === 'printf' && context.fresh !== true && argv[1]?.startsWith('-v') === true
}

function isGone(
  { resolved }: CommandWords,
  variants: readonly (readonly Word[])[],
  { context, line }: CommandReader,
): boolean {
  if (context.fresh !== true || line === undefined) return false
  return variants.every((argv) => isGoneAfterwards(argv, line, resolved))
}

/** Part of reading shell lines: the command or script that a command runs, by its words or from its standard input. */

import type { Word } from '../../engine/effect.ts'
import { scriptFromStdin } from '../catalogue/wrappers.ts'
import type { Unwrapped, Wrapper } from '../catalogue/wrappers.ts'
import { EVERYTHING } from '../make.ts'
import type { CommandReader } from './command.ts'
import { type Company, NO_COMPANY } from './company.ts'
import type { Program } from './program.ts'
import { printed } from './said.ts'
import { onlyFolder } from './setting.ts'
import type { Setting } from './setting.ts'
import { filledIn } from './variants.ts'
import type { CommandWords } from './words.ts'

const MOST_WRAPPERS = 40

/** The command inside a wrapper of these words; `index` is the effect that it belongs to, `through` whether that is seen through. */
export function readInside(
  one: Unwrapped,
  { resolved }: CommandWords,
  index: number,
  through: boolean,
  known: Program,
  setting: Setting,
  reader: CommandReader,
): void {
  const { guess, span } = setting
  if (one.guess === true && guess) return
  if (one.dynamic) reader.unknown(one.unresolved ?? 'what it runs is only known when it runs', index, EVERYTHING, span)
  if (setting.depth > MOST_WRAPPERS) return reader.unknown('wrappers nested too deep', index, EVERYTHING, span)
  const depth = setting.depth + 1
  if (one.inner !== undefined) {
    const elsewhere = setting.elsewhere || one.elsewhere !== undefined
    reader.run(filledIn(one, one.inner, resolved), {
      ...setting,
      of: index,
      depth,
      guess: guess || one.guess === true,
      through,
      told: setting.told || known.name === 'env',
      apart: setting.apart || !known.hosts,
      elsewhere,
      company: one.begins === undefined ? setting.company : foundBelow(one, setting.company),
    })
  } else if (typeof one.script === 'string') {
    const { moved } = setting.environment
    reader.readScript(one.script, 'bash', { reader, of: index, cwd: onlyFolder(setting), depth, moved })
  }
}

/** What find fills in lies below its starting point, which is all that is spelled of it. */
function foundBelow({ inner, begins }: Unwrapped, company: Company | undefined): Company {
  return { ...NO_COMPANY, ...company, spelled: inner?.map((word) => (word === null ? begins : undefined)) }
}

/** A shell that is given its script on standard input. */
export function readStandardInput(
  wrapper: Wrapper,
  argv: readonly Word[],
  inner: readonly Unwrapped[],
  program: string,
  index: number,
  setting: Setting,
  reader: CommandReader,
): void {
  const reads = scriptFromStdin(wrapper, argv, inner)
  if (reads === false) return
  if (reads === 'other')
    return reader.unknown(`${program} runs the code it reads from its input`, index, EVERYTHING, setting.span)
  const script = typeof setting.stdin === 'string' ? setting.stdin : handedOver(setting, argv)
  if (typeof setting.stdin !== 'string')
    reader.unknown(`${program} runs what it reads from its input`, index, EVERYTHING, setting.span)
  const depth = setting.depth + 1
  if (script !== undefined)
    reader.readScript(script, 'bash', {
      reader,
      of: index,
      cwd: onlyFolder(setting),
      depth,
      moved: setting.environment.moved,
    })
}

/** `echo 'rm x' | sh`; with `-n` nothing of it is run. */
function handedOver({ company }: Setting, shell: readonly Word[]): string | undefined {
  if (company === undefined || shell.includes('-n')) return undefined
  return company.said ?? printed(company.pipeFrom)
}

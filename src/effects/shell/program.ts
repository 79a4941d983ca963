/** Part of reading shell lines: what the tables say of a program by its name alone, looked up once for each name. */

import { hazardOf, isTame } from '../catalogue/dangers.ts'
import type { Hazard } from '../catalogue/dangers.ts'
import { wrapperOf } from '../catalogue/wrappers.ts'
import type { Wrapper } from '../catalogue/wrappers.ts'
import { isMover, obeysFolder } from './folder.ts'
import { isLauncher, isOurs } from './self.ts'

export interface Program {
  readonly wrapper: Wrapper | undefined
  readonly hazard: Hazard
  /** Nothing in the danger catalogue is about it, as long as it stands alone. */
  readonly tame: boolean
  /** `cd` and its like. */
  readonly moves: boolean
  /** It runs what a configuration in its folder tells it to. */
  readonly obeys: boolean
  /** No wrapper, but can be told to run or delete: a rule that names it does not name that. */
  readonly carries: boolean
  /** Countersign itself, or a program that may be told to start it. */
  readonly ours: boolean
  readonly launches: boolean
}

const CARRIERS = new Set('find gfind fd fdfind tar gtar bsdtar git awk gawk mawk vim vi nvim gdb rsync'.split(' '))
/** Names are an agent's to invent. */
const MOST = 2000
const known = new Map<string, Program>()

export function programOf(name: string): Program {
  const found = known.get(name)
  if (found !== undefined) return found
  const hazard = hazardOf(name)
  const program: Program = {
    wrapper: wrapperOf(name),
    hazard,
    tame: isTame(hazard),
    moves: isMover(name),
    obeys: obeysFolder(name),
    carries: CARRIERS.has(name),
    ours: isOurs(name),
    launches: isLauncher(name),
  }
  if (known.size >= MOST) known.clear()
  known.set(name, program)
  return program
}

/**
 * Part of reading shell lines: a `cd` that leads out of the working directories, to look around there.
 *
 * `cd /tmp && ls` is `ls /tmp`. So it is harmless, as long as the whole line only looks, and each program that may run
 * there looks at nothing but what its words say, or what they would say with the folder spelled out: that is an effect
 * then, which is judged as if it had been spelled. Other programs obey what they find (`git` runs hooks), or read files
 * that no word names.
 *
 * INVARIANT: if anything else may run there, before or after, the `cd` is asked about; a folder that is not known counts
 * as being there.
 */

import type { Effect } from '../../../engine/effect.ts'
import { folderAt } from '../../file.ts'
import { runEffect } from '../../make.ts'
import { startsElsewhere } from '../context.ts'
import type { ShellContext } from '../context.ts'
import { offersFor } from '../offers.ts'
import { BEGINS_OUTSIDE, LEADS_OUT } from '../proof.ts'
import type { Setting } from '../setting.ts'

export class Visits {
  /** Indexes of the effects of such moves. */
  readonly #moves: number[] = []
  #only = true

  begin(at: number): void {
    this.#moves.push(at)
  }

  /** Something ran there that may do more than look at what is named. */
  disturb(): void {
    this.#only = false
  }

  /** To be called once the whole line is read. A call that runs elsewhere itself is judged as if a `cd` had led it there. */
  settle(effects: Effect[], onlyLooks: boolean, context: ShellContext): void {
    if (this.#only && onlyLooks) return
    if (startsElsewhere(context)) effects.push(begunIn(context))
    for (const at of this.#moves) {
      const move = effects[at]
      if (move?.type === 'run') effects[at] = { ...move, harmless: false, why: () => LEADS_OUT }
    }
  }
}

function begunIn({ cwd, tool }: ShellContext): Effect {
  const argv = ['cd', cwd]
  return runEffect({
    type: 'run',
    argv,
    program: 'cd',
    trusted: true,
    certain: true,
    harmless: false,
    inside: false,
    of: 0,
    why: () => BEGINS_OUTSIDE,
    offers: () => offersFor(argv, undefined, false, tool),
  })
}

/**
 * Whether a later call runs there only if it says so: the shell ends with the line, or it is another one that went
 * there.
 */
export function comesBack({ environment }: Setting, { comesBack: returns }: ShellContext): boolean {
  return returns === true || !environment.movesShell
}

/** Whether it may run outside the working directories. */
export function isAway({ folders }: Setting, { around }: ShellContext): boolean {
  return folders === null || folders.some((folder) => folderAt(folder, null, around)?.inside !== true)
}

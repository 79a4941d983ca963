/**
 * Part of reading shell lines: names of files that one command lists and another shows what is in: `cat $(ls -A)`, `find . -type f | xargs cat`.
 * Which of them it gets only running the line would tell; if secrets are among those that lie there, a person is asked.
 */

import type { Effect, Word } from '../../../engine/effect.ts'
import { filesListed } from '../../catalogue/listing.ts'
import { FileUse } from '../../file.ts'
import { changed } from '../../make.ts'
import { presentIn } from '../context.ts'
import type { ShellContext } from '../context.ts'
import type { Line } from '../line.ts'
import { namesSetBy } from '../output/fed.ts'
import type { Setting } from '../setting.ts'
import { eachOf } from '../variables/state.ts'

/** A command that shows files, with the commands that may have listed them; if those are not known, any command of the line. */
interface Shower {
  readonly of: number
  readonly setting: Setting
  readonly listers: readonly (readonly Word[])[] | undefined
}

export class Handed {
  readonly #showers: Shower[] = []

  add(of: number, setting: Setting, line: Line | undefined): void {
    const { substitutes = [], kept = [], upstream = [] } = setting.company ?? {}
    const listers = isFollowed(setting, line) ? [...substitutes, ...kept, ...upstream] : undefined
    this.#showers.push({ of, setting, listers })
  }

  /** Once the whole line is read: the secrets that may be shown. */
  settle(effects: Effect[], context: ShellContext): void {
    const present = this.#showers.length === 0 ? undefined : presentIn(context)
    if (present === undefined) return
    const runs = effects.filter((effect) => effect.type === 'run')
    for (const { of, setting, listers } of this.#showers) {
      // What starts the command lists the files, too: `fd -x cat`.
      const { span } = setting
      const around = runs.filter(
        (run) => run.span !== undefined && run.span.start === span?.start && run.span.end === span.end,
      )
      const told = new Set<string>()
      const commands = [...(listers ?? []), ...(listers === undefined ? runs : around).map(({ argv }) => argv)]
      for (const { folder, glob, searching } of commands.flatMap(filesListed))
        for (const cwd of eachOf(setting.folders)) {
          const use = new FileUse('read', folder, of, cwd, setting.span)
          use.reach = 'tree'
          use.glob = glob
          for (const file of present.holds(use, searching).files) {
            if (file.type === 'unknown' || file.finding === undefined || told.has(file.path)) continue
            told.add(file.path)
            effects.push(changed(file, { of }))
          }
        }
    }
  }
}

const GIVEN = /\$(?:[\d@*!]|\{[\d@*!])/
const NAME = /\$\{?(\w+)/g
const READERS: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray'])

/** Whether its words hold nothing but what the commands print that stand among them or before them. */
function isFollowed({ company, environment }: Setting, line: Line | undefined): boolean {
  const { blind, nested } = environment.survey
  if (blind || nested || line === undefined) return false
  const spelled = company?.spelled?.join(' ') ?? ''
  if (GIVEN.test(spelled)) return false
  const { commands, loops } = line.script
  return Array.from(spelled.matchAll(NAME), ([, name = '']) => name).every((name) => {
    if (commands.some((one) => READERS.has(one.words[0]?.value ?? '') && namesSetBy(one)?.includes(name) !== false))
      return false
    const set = commands.flatMap(({ assigns }) => assigns.filter((one) => one.name === name))
    const words = [
      ...set.map(({ value }) => value),
      ...loops.flatMap((loop) => (loop.name === name ? (loop.words ?? []) : [])),
    ]
    // What comes by way of another variable, or from a list, is not followed.
    const isPlain = words.every(
      (word) => word?.parts.every(({ kind }) => kind === 'text' || kind === 'command') !== false,
    )
    return isPlain && set.every(({ array }) => array === undefined)
  })
}

/** Part of the command line: which of its words is the command. What every command takes may also stand before it. */

import { BadUse } from './bad-use.ts'

const ANYWHERE: ReadonlySet<string> = new Set(['--json', '--help', '-h'])

/** The first word that is no option. */
export function commandIn(args: readonly string[]): string | undefined {
  return args.find((arg) => !arg.startsWith('-'))
}

/** The command and what it is given, with what stood before it first. Throws `BadUse` where there is none. */
export function commandFirst(args: readonly string[]): readonly [name: string, ...rest: string[]] {
  const name = commandIn(args)
  const before = name === undefined ? args : args.slice(0, args.indexOf(name))
  const strange = before.find((option) => !ANYWHERE.has(option))
  if (strange !== undefined && name === undefined)
    throw new BadUse(
      `${strange} is no option without a command`,
      '--version says which this is, --help lists the commands.',
    )
  if (strange !== undefined)
    throw new BadUse(`${strange} stands before the command`, `Put it behind: countersign COMMAND ${strange} …`)
  if (name === undefined) throw new BadUse('no command is given', 'countersign --help lists the commands.')
  return [name, ...before, ...args.slice(before.length + 1)]
}

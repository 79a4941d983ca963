/**
 * Part of the command line: finds which of its words is the command. Options of every command may also come before it.
 */

import { BadUse } from './bad-use.ts'

const ANYWHERE: ReadonlySet<string> = new Set(['--json', '--help', '-h'])

/** The first word that is not an option. */
export function commandIn(args: readonly string[]): string | undefined {
  return args.find((arg) => !arg.startsWith('-'))
}

/**
 * The command and its arguments, with what stood before the command moved behind it. Throws `BadUse` if there is no
 * command.
 */
export function commandFirst(args: readonly string[]): readonly [name: string, ...rest: string[]] {
  const name = commandIn(args)
  const before = name === undefined ? args : args.slice(0, args.indexOf(name))
  const strange = before.find((option) => !ANYWHERE.has(option))
  if (strange !== undefined && name === undefined)
    throw new BadUse(
      `${strange} is not an option without a command`,
      '--version says which this is, --help lists the commands.',
    )
  if (strange !== undefined)
    throw new BadUse(`${strange} stands before the command`, `Put it behind: countersign COMMAND ${strange} …`)
  if (name === undefined) throw new BadUse('no command is given', 'countersign --help lists the commands.')
  return [name, ...before, ...args.slice(before.length + 1)]
}

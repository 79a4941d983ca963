/**
 * Part of reading shell lines: what a command probably is if its program is known only when it runs: `$GIT push`,
 * `$SUDO rm x`, `$(which docker) rm x`. For restrictions only.
 */

import type { Word } from '../../../engine/effect.ts'
import type { CommandReader } from '../command.ts'
import { respelled } from '../company.ts'
import { programOf } from '../program.ts'
import type { Setting } from '../setting.ts'
import { givenWords } from '../words/words.ts'
import { readGuesses } from './given-commands.ts'

const VARIABLE = /^\$\{?(\w+)\}?$/
/** `$KUBECTL_BIN`. */
const SUFFIX = /_(?:bin|cmd|path|exe|command)$/
const SHORT = new Map([
  ['tf', 'terraform'],
  ['k', 'kubectl'],
  ['py', 'python3'],
  ['dc', 'docker-compose'],
])
const FINDERS = new Set(['which', 'command', 'type'])

/** `at`: the index of the command's first effect. */
export function readLikely([, ...rest]: readonly Word[], setting: Setting, at: number, reader: CommandReader): void {
  const { company } = setting
  if (company === undefined) return
  const variable = VARIABLE.exec(company.spelled?.[0] ?? '')?.[1]
    ?.toLowerCase()
    .replace(SUFFIX, '')
  const names = (company.substitutes ?? []).flatMap(([finder, ...words]) =>
    FINDERS.has(finder ?? '') ? (words.at(-1) ?? []) : [],
  )
  if (variable !== undefined) names.push(SHORT.get(variable) ?? variable)
  const called = names.filter(isKnown).map((name) => givenWords([name, ...rest]))
  readGuesses(called, setting, at, reader)
  // The variable may be empty, or hold a wrapper.
  const [first] = rest
  if (variable === undefined || first == null || !isKnown(first)) return
  const inside = { ...setting, company: respelled(company, company.spelled?.slice(1), company.handed) }
  readGuesses([givenWords(rest)], inside, at, reader)
}

function isKnown(name: string): boolean {
  const { table, wrapper, hazard } = programOf(name)
  return table !== undefined || wrapper !== undefined || hazard.spoken
}

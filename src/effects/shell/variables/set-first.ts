/**
 * Part of reading shell lines: does a line surely set a variable before anything in it uses that variable? A kept
 * shell, or the environment, may hold any text under that name.
 *
 * INVARIANT: every place where the name stands counts as a use, whatever it is there.
 */

import { isAt, isBelow } from '../syntax/inside.ts'
import type { Loop, Script, SimpleCommand } from '../syntax/script.ts'
import { bodyOf } from './digits.ts'

export function isSetFirst(name: string, script: Script, source: string): boolean {
  const places = Array.from(source.matchAll(new RegExp(`\\b${name}\\b`, 'gu')), ({ index }) => index)
  const [first = -1, second = Infinity] = places
  const loop = script.loops.find((one) => one.name === name && isAt(first, one.span))
  if (loop !== undefined) return second >= loop.span.end && isSetByLoop(loop, places, script)
  for (const command of script.commands) {
    const assign = command.assigns.find((one) => one.name === name && one.span.start === first)
    if (assign === undefined) continue
    // `i=$((i))` evaluates the old value; in `i=$(wc -l < i.txt)` the name is just a word.
    const inert = second >= assign.span.end || !EVALUATES.test(source.slice(first, assign.span.end))
    return command.words.length === 0 && inert && isSetBy(command, places, script)
  }
  return isCountedFirst(name, places, script, source)
}

const EVALUATES = /\(\(|\$[[{]|\[/u

/** In its body; after the loop only if the loop surely runs, in this same shell. */
function isSetByLoop(loop: Loop, places: readonly number[], { repeated }: Script): boolean {
  const body = bodyOf(loop, repeated)
  if (body === undefined) return false
  if (places.every((place) => place < body.end)) return true
  return !loop.conditional && loop.scope === 0 && loop.words?.some(({ dynamic }) => !dynamic) === true
}

/** Whether it is set in any case before these places: all of them are in the shell where it ran, if anything ran. */
function isSetBy(command: SimpleCommand, places: readonly number[], script: Script): boolean {
  const { conditional, scope } = command
  if (!conditional)
    return (
      scope === 0 ||
      places.every((place) => around(place, script).some((one) => isBelow(one.scope, scope, script.scopes)))
    )
  const block = script.blocks[command.block]
  return block?.scope === scope && places.every((place) => isAt(place, block.span))
}

/** Constructs that may keep a command from running, or run it in another shell. */
const BRANCH =
  /&&|\|\||[(){}|&]|\b(?:if|then|elif|else|fi|case|esac|while|until|for|select|done|function|continue|break)\b/u

/** For `for ((i = 0; …))` and `((i = 0))`: the first thing the line does with it is to set it to a number. */
function isCountedFirst(name: string, places: readonly number[], { repeated }: Script, source: string): boolean {
  const [first = -1] = places
  if (!new RegExp(`^${name}\\s*=\\s*\\d`, 'u').test(source.slice(first))) return false
  const counts = repeated.find(({ counter, span }) => counter?.name === name && isAt(first, span))
  if (counts !== undefined) return places.every((place) => isAt(place, counts.span))
  const before = source.slice(0, first)
  return /\(\(\s*$/u.test(before) && !BRANCH.test(before.replace(/\(\(\s*$/u, '')) && ALONE.test(source.slice(first))
}

/** Not in a pipe, and not in the background. */
const ALONE = /^[^()]*\)\)\s*(?:;|\n|&&|$)/u

function around(place: number, { commands }: Script): readonly SimpleCommand[] {
  return commands.filter(({ span }) => isAt(place, span))
}

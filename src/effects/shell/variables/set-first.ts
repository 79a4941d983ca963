/**
 * Part of reading shell lines: whether a line surely sets a variable before anything in it looks at it. A kept shell, or the
 * surroundings, may hold any text under that name.
 *
 * INVARIANT: every place where the name stands counts as a look at it, whatever it is there.
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
    // `i=$((i))` evaluates what was there; to `i=$(wc -l < i.txt)` the name is a mere word.
    const inert = second >= assign.span.end || !EVALUATES.test(source.slice(first, assign.span.end))
    return command.words.length === 0 && inert && isSetBy(command, places, script)
  }
  return isCountedFirst(name, places, script, source)
}

const EVALUATES = /\(\(|\$[[{]|\[/u

/** In its body; behind it only where it surely goes round in this very shell. */
function isSetByLoop(loop: Loop, places: readonly number[], { repeated }: Script): boolean {
  const body = bodyOf(loop, repeated)
  if (body === undefined) return false
  if (places.every((place) => place < body.end)) return true
  return !loop.conditional && loop.scope === 0 && loop.words?.some(({ dynamic }) => !dynamic) === true
}

/** In any case before the places: all of them stand where it was run, if anything was. */
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

/** What may keep a command from being run, or run it elsewhere. */
const BRANCH =
  /&&|\|\||[(){}|&]|\b(?:if|then|elif|else|fi|case|esac|while|until|for|select|done|function|continue|break)\b/u

/** `for ((i = 0; …))`, `((i = 0))`: the first thing the line does to it is to set it to a number. */
function isCountedFirst(name: string, places: readonly number[], { repeated }: Script, source: string): boolean {
  const [first = -1] = places
  if (!new RegExp(`^${name}\\s*=\\s*\\d`, 'u').test(source.slice(first))) return false
  const counts = repeated.find(({ counter, span }) => counter?.name === name && isAt(first, span))
  if (counts !== undefined) return places.every((place) => isAt(place, counts.span))
  const before = source.slice(0, first)
  return /\(\(\s*$/u.test(before) && !BRANCH.test(before.replace(/\(\(\s*$/u, '')) && ALONE.test(source.slice(first))
}

/** No pipe, and not in the background. */
const ALONE = /^[^()]*\)\)\s*(?:;|\n|&&|$)/u

function around(place: number, { commands }: Script): readonly SimpleCommand[] {
  return commands.filter(({ span }) => isAt(place, span))
}

/**
 * Part of reading shell lines: a line that the parser refuses, read as if the refused part were not there. So a single
 * odd character cannot hide the commands around it. For restrictions only.
 */

import { parseShell } from '../syntax/parse.ts'

const MOST_TRIES = 8
const WORD_ENDS = /[\s;&|]/u
const COMMAND_ENDS = /[;&|\n]/u

/** Undefined if nothing readable is left. */
export function readableInstead(text: string): string | undefined {
  let other = respelled(text)
  let furthest = -1
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const parsed = parseShell(other)
    if (parsed.ok) return other !== text && parsed.script.commands.length > 0 ? other : undefined
    // First without the word; if that does not help, without the command.
    const less = without(other, parsed.at, parsed.at > furthest ? WORD_ENDS : COMMAND_ENDS)
    if (less === other) return undefined
    furthest = Math.max(furthest, parsed.at)
    other = less
  }
  return undefined
}

/** The text in a form that bash reads in the same way, or almost. */
function respelled(text: string): string {
  return text
    .replaceAll('\\\n', '')
    .replaceAll('$"', '"')
    .replaceAll(/\$\{(\w+)@[a-zA-Z]\}/gu, '${$1}')
    .replaceAll(/(?<![\d&<>])>&(?=[ \t]*[^\s\d&|;<>()-])/gu, '&>')
}

function without(text: string, at: number, ends: RegExp): string {
  const place = Math.min(at, text.length - 1)
  let start = place
  while (start > 0 && !ends.test(text.charAt(start - 1))) start--
  let end = place
  while (end < text.length && !ends.test(text.charAt(end))) end++
  return `${text.slice(0, start)}:${text.slice(end)}`
}

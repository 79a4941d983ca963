/**
 * Part of reading shell lines: what `${name…}` makes of a value that the line itself gives: `${a:2}`, `${a%x}`,
 * `${a/x/y}`, `${a,,}`.
 *
 * For restrictions only: operands that are more than plain text, and values that are patterns, are not followed.
 */

import { compileSegment, matchSegment, type Segment } from '../../../engine/match/segment.ts'
import { MAX_LENGTH } from '../syntax/reader.ts'
import { unescaped } from './said.ts'

/** In a longer text, too many stretches would have to be compared with a pattern. */
const LONGEST = 100
const OPERATION = /\$\{(\w+|[@*])(?:\[[^\]{}$]*\])?([:#%/^,@][^{}$`]*)\}/gu

/** Each text that an operation on this name makes of the value; undefined if no operation is followed. */
export function shapedIn(name: string, spelled: string, value: string): readonly string[] | undefined {
  if (value.length > LONGEST || /[*?[]/u.test(value)) return undefined
  const texts = [...spelled.matchAll(OPERATION)].flatMap(([, of, operation = '']) =>
    of === name ? (shaped(operation, value) ?? []) : [],
  )
  return texts.length === 0 ? undefined : texts
}

function shaped(operation: string, value: string): string | undefined {
  const sign = operation.charAt(0)
  const twice = operation.charAt(1) === sign
  const operand = operation.slice(twice ? 2 : 1).replaceAll(/["']/gu, '')
  try {
    switch (sign) {
      case ':':
        return sliced(operation, value)
      case '#':
        return trimmed(value, operand, twice, false)
      case '%':
        return trimmed(value, operand, twice, true)
      case '/':
        return replaced(value, operand, twice)
      case '@':
        return transformed(operand, value)
      default:
        return cased(value, sign === '^', twice)
    }
  } catch {
    // The pattern is not understood.
    return undefined
  }
}

const SLICE = /^:\s*\(?\s*(-?\d+)\s*\)?\s*(?::\s*\(?\s*(-?\d+)\s*\)?\s*)?$/u

function sliced(operation: string, value: string): string | undefined {
  const found = operation.startsWith(':-') ? null : SLICE.exec(operation)
  if (found === null) return undefined
  const offset = Number(found[1])
  const from = -offset > value.length ? '' : value.slice(offset)
  return found[2] === undefined ? from : from.slice(0, Number(found[2]))
}

/** Removes the shortest or longest beginning, or end, that the pattern matches. */
function trimmed(value: string, pattern: string, longest: boolean, atEnd: boolean): string {
  // The shortest match of a star is the empty text.
  if (/^\*+$/u.test(pattern)) return longest ? '' : value
  const segment = compileSegment(pattern)
  const size = value.length
  for (let step = 0; step <= size; step++) {
    const length = longest ? size - step : step
    const [start, end] = atEnd ? [size - length, size] : [0, length]
    if (matchSegment(segment, value, start, end)) return atEnd ? value.slice(0, start) : value.slice(end)
  }
  return value
}

const PARTS = /^([#%]?)((?:\\.|[^/\\])+)(?:\/(.*))?$/su

function replaced(value: string, operand: string, everywhere: boolean): string | undefined {
  const [, anchor = '', pattern, by = ''] = PARTS.exec(operand) ?? []
  // Finding the stretch that a star stands for would take too long.
  if (pattern === undefined || pattern.includes('*') || pattern.length > LONGEST) return undefined
  const segment = compileSegment(pattern)
  let out = ''
  for (let at = 0; at < value.length; at++) {
    const end = anchor === '#' && at > 0 ? -1 : matchEnd(value, at, anchor === '%', pattern.length, segment)
    if (end < 0) {
      out += value.charAt(at)
      continue
    }
    out += by
    at = end - 1
    if (!everywhere || out.length > MAX_LENGTH) return out + value.slice(end)
  }
  return out
}

/** The end of the match that begins at `at`; -1 if there is none. */
function matchEnd(value: string, at: number, atEnd: boolean, most: number, segment: Segment): number {
  const least = atEnd ? value.length - 1 : at
  for (let end = Math.min(value.length, at + most); end > least; end--)
    if (matchSegment(segment, value, at, end)) return end
  return -1
}

function transformed(letter: string, value: string): string | undefined {
  if (letter === 'E') return unescaped(value)
  if (letter === 'U' || letter === 'L') return cased(value, letter === 'U', true)
  return letter === 'u' ? cased(value, true, false) : undefined
}

function cased(value: string, up: boolean, all: boolean): string {
  const change = (text: string) => (up ? text.toUpperCase() : text.toLowerCase())
  return all ? change(value) : change(value.charAt(0)) + value.slice(1)
}

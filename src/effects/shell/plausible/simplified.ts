/**
 * Part of reading shell lines: a text that was not understood, with its simple parts worked out: variables that it sets
 * or that nobody sets, their defaults, character codes, what `echo` prints, the home. For restrictions only: nothing
 * here is certain.
 */

/** `x=a`, `export x='a b'`. */
const SETTING = /(?:^|[\s;&|({])(\w+)\+?=("[^"\n]*"|'[^'\n]*'|[^\s;&|()<>'"`]*)/gu
/** `${x:-a}`, `${x@P}`, `${x}`, `$x`, `$@`. */
const VARIABLE = /\$\{[!#]?(\w+(?!\w)|[@*])(?:\[[\w@*]*\])?(?::?([-=+])([^{}]*)|[^{}]*)\}|\$(\w+|[@*])/gu
const PRINTED = /(?:\$\(|`)[ \t]*(?:(?:echo|printf)([ \t][^()`$]*)|true|:)?[)`]/gu
/** Options and formats that only say how it is printed. */
const HOW = /^(?:[ \t]+(?:-\w+|%[sb])(?![^ \t]))*/u
const CODES = /\$'((?:[^'\\]|\\[^])*)'/gu
const CODE = /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|([0-7]{1,3})|([^]))/giu
/** In `=~`, the tilde is part of a comparison. */
const HOME = /(^|[\s:<>"'])~(?=[/\s"']|$)|=~(?=\/)/gu
/** A variable may hold another variable. */
const ROUNDS = 3

export function simplified(text: string, home: string): string {
  let simple = text.replaceAll(CODES, (_, coded: string) => `'${decoded(coded)}'`)
  for (let round = 0; round < ROUNDS; round++) {
    const values = new Map<string, string>()
    for (const [, name = '', value = ''] of simple.matchAll(SETTING)) values.set(name, value.replaceAll(/["']/gu, ''))
    const before = simple
    simple = simple
      .replaceAll(VARIABLE, (spelled, inBraces?: string, sign?: string, other?: string, plain?: string) => {
        const name = inBraces ?? plain ?? ''
        if (name === 'HOME' || name === 'PWD') return spelled
        return sign === '+' ? (other ?? '') : (values.get(name) ?? other ?? '')
      })
      .replaceAll(PRINTED, (_, printed = '') => (printed as string).replace(HOW, '').trim())
    if (simple === before || simple.length > 4 * text.length + LONGER) break
  }
  return simple.replaceAll(HOME, (_, before = '=') => `${before as string}${home}`)
}

const LONGER = 1000

function decoded(coded: string): string {
  return coded.replaceAll(CODE, (_, hex?: string, unicode?: string, octal?: string, other?: string) => {
    const digits = hex ?? unicode
    if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16))
    return octal === undefined ? (other ?? '') : String.fromCodePoint(Number.parseInt(octal, 8))
  })
}

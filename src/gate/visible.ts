/**
 * Part of every face: text of strangers, made safe to look at.
 *
 * INVARIANT: what comes out has no character that moves the cursor, changes direction, or cannot be seen; a space is a
 * plain space. Hostile commands cannot draw output of their own.
 */

/**
 * Controls, formats, unassigned and private ones; what is ignored when drawn; line ends; blanks that are no space. A
 * function, since building the classes takes a millisecond that most starts of the program can do without.
 */
const UNSEEN = () => /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu
/** Nearly all text has none of these, and need not be looked at more closely. */
export const UNUSUAL = /[^ -~]/

/** Each unseen character as its escape: `\u{202e}`. */
export function visible(text: string): string {
  return UNUSUAL.test(text) ? text.replace(UNSEEN(), (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`) : text
}

/** JSON with unseen characters as JSON's own escapes: safe to look at, and the same to a parser. */
export function visibleJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, undefined, indent)
  if (!UNUSUAL.test(json)) return json
  return json.replace(UNSEEN(), (char) => (char === '\n' ? char : escaped(char)))
}

function escaped(char: string): string {
  let text = ''
  for (let unit = 0; unit < char.length; unit++) text += `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`
  return text
}

const WIDE = () =>
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u
const COMBINING = () => /\p{M}/u

/** How many columns one visible character takes in a terminal. */
export function columnsOf(char: string): number {
  if (char.length === 1 && char < '\u0300') return 1
  if (COMBINING().test(char)) return 0
  return WIDE().test(char) || char > '\u{1ffff}' ? 2 : 1
}

/**
 * Part of every face: text from outside, made safe to look at.
 *
 * INVARIANT: the result has no character that moves the cursor, changes the writing direction, or is invisible; the
 * only blank is a plain space. A hostile command cannot fake output.
 */

/**
 * Control, format, unassigned and private characters; those ignored when drawn; line ends; blanks other than the space.
 * A function, since building the classes takes a millisecond that most starts of the program can save.
 */
const UNSEEN = () => /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu
/** Nearly all texts have none of these characters and need no closer look. */
export const UNUSUAL = /[^ -~]/

/** Replaces each invisible character with its escape, such as `\u{202e}`. */
export function visible(text: string): string {
  return UNUSUAL.test(text) ? text.replace(UNSEEN(), (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`) : text
}

/** JSON in which invisible characters are JSON escapes: safe to look at, and the same to a parser. */
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

/**
 * Part of the vocabularies: names that only look like a tool's name.
 *
 * Folding only helps to recognise a name: a name that needs it is never certain.
 */

const LONGEST = 256
const PLAIN = /^[\x21-\x7e]*$/u
/**
 * Blanks, controls, format characters and marks: characters that can be added to a name without a person seeing it.
 * Built only when needed, which is hardly ever.
 */
const INVISIBLE = () => /[\p{Z}\p{C}\p{M}]/gu

/**
 * Letters of other scripts that look like a Latin one, after compatibility normalisation. Built only when needed, too.
 */
const LOOKALIKES = (): ReadonlyMap<string, string> =>
  (lookalikes ??= new Map([
    ...pairs('авезіјкмнорстухѕһԁԛԝӏьг', 'abe3ijkmhopctyxshdqwlbr'),
    ...pairs('αβεικνορτυχγωηζ', 'abeikvoptuxywnz'),
    ...pairs('ıȷɑɡɩʟꜱᴀʙᴄᴅᴇᴏᴘᴛᴜᴡ', 'ijagilsabcdeoptuw'),
  ]))
let lookalikes: ReadonlyMap<string, string> | undefined

/** A key that ignores case, look-alike letters and invisible characters. */
export function foldName(name: string): string {
  return undisguise(name).toLowerCase()
}

/** The name a person would read: look-alike letters replaced, invisible characters dropped, letter case kept. */
export function undisguise(name: string): string {
  if (PLAIN.test(name) || name.length > LONGEST) return name
  let plain = ''
  for (const letter of name.normalize('NFKD').replace(INVISIBLE(), '')) {
    const lower = letter.toLowerCase()
    const drawn = LOOKALIKES().get(lower)
    if (drawn === undefined) plain += letter
    else plain += letter === lower ? drawn : drawn.toUpperCase()
  }
  return plain
}

/** Whether the name is all visible ASCII: it can then differ from its fold in case only. */
export function isPlain(name: string): boolean {
  return PLAIN.test(name)
}

function pairs(from: string, to: string): [string, string][] {
  return Array.from(from, (letter, index) => [letter, to.charAt(index)])
}

/**
 * Part of showing text of strangers: characters that look like a plain one but are not.
 *
 * Data: what each character looks like. A word whose letters all belong to one other script is in somebody's language
 * and stays as it is, unless every letter of it could be read as a plain one; characters that look like special
 * characters of the shell or of a path always count.
 */

const LETTERS: Readonly<Record<string, string>> = {
  // Cyrillic
  аАᴀ: 'a',
  вВ: 'B',
  сСϲⅽ: 'c',
  ԁⅾ: 'd',
  еЕҽ: 'e',
  ԍɡ: 'g',
  һН: 'h',
  іІӏӀıΙι: 'i',
  јЈϳ: 'j',
  кКκΚ: 'k',
  // Greek ones among them, and Latin letters that nobody types
  мМΜ: 'm',
  пո: 'n',
  оОοΟօ: 'o',
  рРρΡ: 'p',
  ԛ: 'q',
  ѕЅ: 's',
  тТΤτ: 't',
  υս: 'u',
  νѵ: 'v',
  ԝѡ: 'w',
  хХχΧ: 'x',
  уУүΥγ: 'y',
  ΖᴢᏃ: 'z',
  αΑɑ: 'a',
  βΒ: 'B',
  ε: 'e',
  Ε: 'E',
  Η: 'H',
  Ν: 'N',
  ӡЗ: '3',
  ƅЬ: 'b',
  Ⅼ: 'L',
  ꓲ: 'I',
}

const SIGNS: Readonly<Record<string, string>> = {
  '‐‑‒–−﹣': '-',
  '⁄∕⧸': '/',
  '∖⧵﹨': '\\',
  'ː꞉∶': ':',
  ';': ';',
  '․': '.',
  '‚': ',',
  'ǀ∣': '|',
  '∗٭': '*',
  '∼˜': '~',
  ǃ: '!',
  'ʼʹ՚': "'",
  '‹˂': '<',
  '›˃': '>',
  '﹦꞊': '=',
  '＄﹩': '$',
  '｀ˋ': '`',
  '＆﹠': '&',
}

const LIKE = new Map<string, string>()
for (const [chars, like] of Object.entries(LETTERS)) for (const char of chars) LIKE.set(char, like)

const LIKE_SIGN = new Map<string, string>()
for (const [chars, like] of Object.entries(SIGNS)) for (const char of chars) LIKE_SIGN.set(char, like)

const LETTER = /\p{L}/u
const WORD = /[\p{L}\p{M}\p{N}]/u

/** Where the text has something that looks like what it is not: the offset of the character, and what it looks like. */
export function alikesOf(text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  let word: Word = { plain: false, own: false, like: [] }
  let offset = 0
  for (const char of text) {
    if (char < '\u0080') {
      if (isPlainLetter(char)) word.plain = true
      else if (!isDigit(char)) word = settle(word, found)
    } else if (WORD.test(char)) {
      const like = LIKE.get(char) ?? compatible(char)
      if (like !== undefined) word.like.push([offset, like])
      else if (LETTER.test(char)) word.own = true
    } else {
      word = settle(word, found)
      const like = LIKE_SIGN.get(char) ?? compatible(char)
      if (like !== undefined) found.set(offset, like)
    }
    offset += char.length
  }
  settle(word, found)
  return found
}

interface Word {
  /**
   * `plain`: the word has ASCII letters. The other field: it has letters of another script that look like no ASCII
   * letter.
   */
  plain: boolean
  own: boolean
  like: [number, string][]
}

function settle(word: Word, found: Map<number, string>): Word {
  if (word.plain || !word.own) for (const [offset, like] of word.like) found.set(offset, like)
  return { plain: false, own: false, like: [] }
}

/** Wide, bold, circled … forms of a plain character, by Unicode's own table. */
function compatible(char: string): string | undefined {
  const folded = char.normalize('NFKC')
  return folded !== char && folded.length === 1 && folded > ' ' && folded < '\u007f' ? folded : undefined
}

function isPlainLetter(char: string): boolean {
  const lower = char.toLowerCase()
  return lower >= 'a' && lower <= 'z'
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9'
}

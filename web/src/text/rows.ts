/** Part of showing text of strangers: where its rows begin and end. */

export interface Row {
  readonly start: number
  readonly end: number
}

const LONGEST = 400
/** Characters that may each have to be marked: a row has only as many of them as a browser can draw quickly. */
const WEIGHTY = /[^ -~\n\t\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const HEAVIEST = 60

/** The lines with their ends; a very long line is cut into several rows, so that it can be folded too. */
export function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let start = 0
  let offset = 0
  let weight = 0
  for (const char of text) {
    offset += char.length
    if ((char < ' ' || char > '~') && WEIGHTY.test(char)) weight++
    if (char !== '\n' && offset - start < LONGEST && weight < HEAVIEST) continue
    rows.push({ start, end: offset })
    start = offset
    weight = 0
  }
  if (start < text.length) rows.push({ start, end: text.length })
  return rows
}

/** Part of reading shell lines: the words that brace lists become, as bash makes them of `{a,b{c,d}}` before anything else. */

const MOST = 64
const LONGEST = 1000

/** The first list with each of its choices, then whatever follows it; undefined where braces are no such list, or too many. */
export function expandBraces(text: string): readonly string[] | undefined {
  const open = text.indexOf('{')
  if (open < 0) return text.includes('}') ? undefined : [text]
  const choices: string[] = []
  let depth = 0
  let from = open + 1
  let at = open
  for (; at < Math.min(text.length, LONGEST); at++) {
    const char = text[at]
    if (char === '{') depth++
    else if (char === '}') depth--
    if (depth > 1 || (depth === 1 && char !== ',')) continue
    choices.push(text.slice(from, at))
    from = at + 1
    if (depth === 0) break
  }
  if (depth > 0 || choices.length < 2) return undefined
  const tails = expandBraces(text.slice(at + 1))
  if (tails === undefined) return undefined
  const words: string[] = []
  for (const choice of choices) {
    const inner = expandBraces(choice)
    if (inner === undefined || words.length + inner.length * tails.length > MOST) return undefined
    for (const one of inner) for (const tail of tails) words.push(text.slice(0, open) + one + tail)
  }
  return words
}

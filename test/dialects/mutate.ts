/** Part of the tests of dialects: a text with something wrong in it. */

const PIECES = [
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ',',
  ':',
  '\n',
  ' ',
  '*',
  '**',
  '\\',
  '/',
  '#',
  '=',
  '!',
  '~',
  '$',
  '-',
  'x',
  'true',
  'null',
  '1e9',
  '\u0000',
  'é',
  'allow',
  'deny',
  'ask',
  'Bash',
  'Read(',
  '//',
  '__proto__',
]

export function mutated(text: string, random: () => number): string {
  let next = text
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) next = once(next, random)
  return next
}

function once(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1))
  const length = 1 + Math.floor(random() * 12)
  const piece = PIECES[Math.floor(random() * PIECES.length)] as string
  switch (Math.floor(random() * 6)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1)
    case 1:
      return text.slice(0, at) + piece + text.slice(at)
    case 2:
      return text.slice(0, at) + piece + text.slice(at + piece.length)
    case 3:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at)
    case 4: {
      const lines = text.split('\n')
      const one = Math.floor(random() * lines.length)
      const other = Math.floor(random() * lines.length)
      ;[lines[one], lines[other]] = [lines[other] as string, lines[one] as string]
      return lines.join('\n')
    }
    default:
      return text.slice(0, at) + text.slice(at + length)
  }
}

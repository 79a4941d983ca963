/**
 * Part of reading shell lines: the text that one stage of a pipeline hands to the next, where the line spells it.
 *
 * For restrictions only: an option or an escape that is not followed here may make another text of it.
 */

import type { Word } from '../../engine/effect.ts'
import { spelledWord } from './spelled.ts'
import type { SimpleCommand } from './syntax/script.ts'

/** `cat <<'EOF'`, `cat <<< text`: what it is given it hands on. */
export function repeated({ words, redirects }: SimpleCommand, source: string): string | undefined {
  if (redirects.length === 0 || words[0]?.value !== 'cat' || words.slice(1).some(({ value }) => value !== '-'))
    return undefined
  const given = redirects.findLast(({ op }) => op === '<<' || op === '<<-' || op === '<<<')
  const text = given?.body ?? given?.target
  return text === undefined ? undefined : spelledWord(text, source)
}

/** `echo 'rm x'`, `printf '%s -rf /' rm`. */
export function printed(argv: readonly Word[] | undefined): string | undefined {
  const [program, ...words] = argv ?? []
  if ((program !== 'echo' && program !== 'printf') || words.includes(null)) return undefined
  const begins = words.findIndex((word) => word === null || !/^-[neE]+$/u.test(word))
  const texts = words.slice(begins < 0 ? words.length : begins).filter((word): word is string => word !== null)
  if (program === 'echo') return texts.join(' ')
  const [format = '', ...values] = texts[0] === '--' ? texts.slice(1) : texts
  return format.includes('%') || format.includes('\\') ? filled(format, values) : texts.join(' ')
}

/** The format, again and again until every value is used. */
function filled(format: string, values: readonly string[]): string {
  const open = [...values]
  let out = ''
  for (let round = 0; round === 0 || open.length > 0; round++) {
    const before = open.length
    out += unescaped(format).replaceAll(/%(?:%|[-+ #0-9.*]*[a-zA-Z])/gu, (spec) =>
      spec === '%%' ? '%' : spec.endsWith('b') ? unescaped(open.shift() ?? '') : (open.shift() ?? ''),
    )
    if (open.length === before) break
  }
  return out
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|[uU]([0-9a-fA-F]{1,8})|([0-7]{1,3})|(.))/gsu
const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(ESCAPE, (_, hex?: string, unicode?: string, octal?: string, letter?: string) => {
    if (letter !== undefined) return LETTERS[letter] ?? letter
    const code = octal === undefined ? Number.parseInt(hex ?? unicode ?? '', 16) : Number.parseInt(octal, 8) & 0xff
    return code > 0x10ffff ? '' : String.fromCodePoint(code)
  })
}

/**
 * Part of reading shell rules that other systems match as text: what they mean in words.
 *
 * INVARIANT: the rules made for a restriction match every command whose text the source's pattern matches. For a
 * permission the source's own pattern is kept, which words can only narrow.
 */

const OPERATORS = /[|;&<>`\n]|\$\(/u
const ASSIGNMENT = /^(?:[A-Za-z_]\w*=\S*\s+)+/u

export interface Restricted {
  /** Specifiers that together cover it exactly. */
  readonly exact: readonly string[]
  /** A specifier that covers it and more, if words cannot express it exactly. */
  readonly wide?: string
}

/** A pattern in which `*` stands for any characters, blanks too; a trailing ` *` or `:*` for any further words. */
export function restrictedText(pattern: string): Restricted | undefined {
  const plain = pattern
    .replace(ASSIGNMENT, '')
    .replaceAll(/['"\\]/gu, '')
    .trim()
  const operator = plain.search(OPERATORS)
  if (operator >= 0) {
    const words = plain
      .slice(0, operator)
      .split(/\s+/u)
      .filter((word) => word !== '')
    const first = words.find((word) => !word.includes('*'))
    return first === undefined || words[0] !== first ? undefined : { exact: [], wide: `${first}:*` }
  }
  if (plain === '' || /^[*\s:]*$/u.test(plain)) return undefined
  const body = plain.endsWith(':*') ? `${plain.slice(0, -2)} *` : plain
  const spread = spreadStars(body)
  return { exact: spread === undefined ? [body] : [body, spread] }
}

/** `a*b` may span words: `a* * *b`. Undefined if no star adjoins a word. */
function spreadStars(pattern: string): string | undefined {
  let found = false
  const words = pattern.split(/\s+/u).flatMap((word) => {
    if (word === '*' || !word.includes('*')) return [word]
    found = true
    const pieces = word.split('*')
    return pieces.flatMap((piece, index) => {
      const left = index === 0 ? '' : '*'
      const right = index === pieces.length - 1 ? '' : '*'
      const glued = piece === '' ? [] : [`${left}${piece}${right}`]
      return index === 0 ? glued : ['*', ...glued]
    })
  })
  return found ? words.join(' ') : undefined
}

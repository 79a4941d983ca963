/**
 * Part of the command catalogue: the texts, patterns and variables in Perl, as far as `perl-filter.ts` knows them.
 *
 * INVARIANT: what Perl would run inside a text (`@{[…]}`, `$x[…]`, `(?{…})`) is refused, and so is every variable that
 * means more than a value of this text (`%ENV`, `@INC`, `$$x`).
 */

/**
 * `$x`, `${x}`, `$_`, `$1`, `$.` and `$&`. `$ARGV` is the name of the file that is read; a change of `$ARGV[0]` would be the
 * next one.
 */
const SCALAR = /\$(?:(?:[a-z]\w*|[F_]|ARGV(?![ \t\n]*[[{]))(?!\w)|\{[a-z]\w*\}|[1-9]\d*|[.&])/uy
const LIST = /[@%](?:[a-z]\w*|F)(?!\w)/uy
const LAST_INDEX = /\$#(?:[a-z]\w*|F)(?!\w)/uy
/** `$x'y` and `$x::y` are variables elsewhere; `->` would follow a reference. */
const ELSEWHERE = /::|'\w|->/uy
/** `$F[0]`, `$n{$x}`, `$n{key}`: the only values that are looked up inside a text. */
const LOOKED_UP = /\[(?:-?\d+|\$[a-z]\w*)\]|\{(?:\$(?:[a-z]\w*|_)|\w+)\}/uy
/** An `@` that begins no variable. */
const LONE_AT = /@(?![\w:'{$+-])/uy
/** A `$` that means the end of a line. */
const LINE_END = /\$(?:$|[|)])/uy
/** Code in a pattern, and verbs, of which some are code. Before Perl 5.18 a remark may stand before the `?`. */
const CODE = /\(\s*(?:\*|#[^\n]*\n|\?\s*[?{p#])/uy
/** Names of characters are looked up in modules. */
const NAMED = /\\[Nc]/uy

const MARKS = new Set('/|,#!~:%')
/** Nothing that is filled into a text goes on with one of these. */
const ESCAPED = new Set(['/', '"', "'"])
const BRACKETS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

export class PerlText {
  protected at = 0
  protected readonly code: string

  constructor(code: string) {
    this.code = code
  }

  /** Takes what the pattern finds here. */
  protected find(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.code)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  protected sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    return pattern.test(this.code)
  }

  /** `$x` and what is not its subscript; the caller reads that. */
  protected scalar(): boolean {
    return (this.find(LAST_INDEX) ?? this.find(SCALAR)) !== undefined && !this.sees(ELSEWHERE)
  }

  protected list(): boolean {
    return this.find(LIST) !== undefined && !this.sees(ELSEWHERE)
  }

  /** `'x'` or `"x"`, from the quote on. */
  protected quoted(): boolean {
    const quote = this.code[this.at]
    const text = this.#delimited(this.at, quote)
    return text !== undefined && (quote === "'" || isPlain(text, false))
  }

  /** `/x/`, or what follows `m` or `qr`, and its letters. */
  protected pattern(letters: RegExp): boolean {
    const text = this.#part()
    return text !== undefined && isPlain(text, true) && this.#ends(letters)
  }

  /** What follows `s`. With the letter `e` its second part is code, from which Perl takes backslashes away first. */
  protected substitution(isHarmless: (code: string) => boolean): boolean {
    const from = this.#part()
    const to = from === undefined ? undefined : this.#secondPart()
    if (from === undefined || to === undefined || !isPlain(from, true)) return false
    if (this.sees(/[gimsxrn]*e/uy))
      return !to.includes('\\/') && isHarmless(to) && this.#ends(/[gimsxrn]*e[gimsxrn]*/uy)
    return isPlain(to, false) && this.#ends(/[gimsxrn]*/uy)
  }

  /** What follows `tr` or `y`. */
  protected transliteration(): boolean {
    const from = this.#part()
    const to = from === undefined ? undefined : this.#secondPart()
    if (from === undefined || to === undefined) return false
    return !`${from} ${to}`.includes('\\N') && this.#ends(/[cdsr]*/uy)
  }

  /** What follows `qw`. */
  protected words(): boolean {
    const text = this.#part()
    return text?.includes('\\') === false && this.#ends(/(?:)/uy)
  }

  /** The mark that ended the last part, if it is not a bracket, begins the next one. */
  #secondPart(): string | undefined {
    const closed = this.code[this.at - 1] ?? ''
    if (MARKS.has(closed)) return this.#delimited(this.at - 1, closed)
    return this.#part()
  }

  #part(): string | undefined {
    const open = this.code[this.at] ?? ''
    if (MARKS.has(open)) return this.#delimited(this.at, open)
    return Object.hasOwn(BRACKETS, open) ? this.#delimited(this.at, BRACKETS[open], open) : undefined
  }

  /**
   * The text behind `from` and before the sign that closes it. Brackets inside brackets are refused; so are escaped
   * ones, because Perl takes the backslash away before it looks at the text (`s[a][$x\[…\]]`).
   */
  #delimited(from: number, close: string | undefined, open?: string): string | undefined {
    for (let at = from + 1; at < this.code.length; at++) {
      const sign = this.code[at]
      if (sign === '\\') {
        const escaped = this.code[++at]
        if (escaped === open || (escaped === close && !ESCAPED.has(close ?? ''))) return undefined
      } else if (sign === close) {
        this.at = at + 1
        return this.code.slice(from + 1, at)
      } else if (sign === open) return undefined
    }
    return undefined
  }

  #ends(letters: RegExp): boolean {
    this.find(letters)
    return !this.sees(/\w/uy)
  }
}

/** Whether nothing in it is filled in but values. */
function isPlain(text: string, isPattern: boolean): boolean {
  const here = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : -1
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\') {
      if (here(NAMED, at) >= 0) return false
      at++
    } else if (sign === '(' && isPattern) {
      if (here(CODE, at) >= 0) return false
    } else if (sign === '@') {
      const end = here(LIST, at)
      if (end < 0 ? here(LONE_AT, at) < 0 : isLed(text, end)) return false
    } else if (sign === '$') {
      if (isPattern && here(LINE_END, at) >= 0) continue
      const end = here(SCALAR, at)
      if (end < 0) return false
      const after = here(LOOKED_UP, end)
      if (isLed(text, after < 0 ? end : after)) return false
      at = (after < 0 ? end : after) - 1
    }
  }
  return true
}

/** Whether something follows that would belong to the variable before it. */
function isLed(text: string, at: number): boolean {
  ELSEWHERE.lastIndex = at
  return text[at] === '[' || text[at] === '{' || ELSEWHERE.test(text)
}

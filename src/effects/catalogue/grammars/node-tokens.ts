/** Part of the command catalogue: the words and signs of a JavaScript text, as far as `node-lookup.ts` knows them. */

const TOKEN =
  /[A-Za-z_$][\w$]*|\d+(?:\.\d+)?(?![\w$.])|'(?:[^'\\\n]|\\[ntr'"\\])*'|"(?:[^"\\\n]|\\[ntr'"\\])*"|=>|--|\.\.\.|\?\.(?!\d)|\?\?|&&|\|\||[=!]==?|[<>]=?|[`.,;()[\]{}?:+\-*/%!=]/uy
export const NAME = /^[A-Za-z_$]/u

export class NodeTokens {
  /** The next token; empty at the end, and before anything that is no known token. */
  protected token = ''
  readonly #code: string
  /** Where the token stands, and where the text continues after it. */
  #at = 0
  #next = 0

  constructor(code: string) {
    this.#code = code
    this.scan()
  }

  protected get isAtEnd(): boolean {
    return this.#next === this.#code.length
  }

  protected get startsLine(): boolean {
    return /\n[ \t]*$/u.test(this.#code.slice(0, this.#at))
  }

  protected get place(): number {
    return this.#at
  }

  protected goTo(place: number): void {
    this.#next = place
    this.scan()
  }

  protected scan(): void {
    let at = this.#next
    while (' \t\n'.includes(this.#code[at] ?? '.')) at++
    TOKEN.lastIndex = at
    this.token = TOKEN.exec(this.#code)?.[0] ?? ''
    this.#at = at
    this.#next = at + this.token.length
  }

  protected take(token: string): boolean {
    if (this.token !== token) return false
    this.scan()
    return true
  }

  protected name(): string | undefined {
    const name = this.token
    if (!NAME.test(name)) return undefined
    this.scan()
    return name
  }

  /** The text between quotes, if it contains only these characters. */
  protected quoted(signs: RegExp): string | undefined {
    const text = this.token.slice(1, -1)
    if (!/^["']/u.test(this.token) || !signs.test(text)) return undefined
    this.scan()
    return text
  }

  /**
   * Moves from the start of a template, or the end of an expression in it, to the next expression. Returns false at the
   * end of the template, or if it cannot be read.
   */
  protected toFilling(): boolean {
    for (let at = this.#next; at < this.#code.length; at++) {
      const char = this.#code[at]
      if (char === '`') {
        this.goTo(at)
        return false
      }
      if (char === '$' && this.#code[at + 1] === '{') {
        this.goTo(at + 2)
        return true
      }
      if (char === '\\' && !/[ntr`'"\\]/u.test(this.#code[++at] ?? '')) break
    }
    this.token = ''
    return false
  }
}

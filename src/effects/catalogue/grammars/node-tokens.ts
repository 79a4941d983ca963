/** Part of the command catalogue: the words and signs of a JavaScript text, as far as `node-lookup.ts` knows them. */

const TOKEN =
  /[A-Za-z_$][\w$]*|\d+(?:\.\d+)?(?![\w$.])|'(?:[^'\\\n]|\\[ntr'"\\])*'|"(?:[^"\\\n]|\\[ntr'"\\])*"|=>|--|\.\.\.|\?\.(?!\d)|\?\?|&&|\|\||[=!]==?|[<>]=?|[`.,;()[\]{}?:+\-*/%!=]/uy
export const NAME = /^[A-Za-z_$]/u

export class NodeTokens {
  /** The one that is next; empty at the end, and before what is none. */
  protected token = ''
  readonly #code: string
  /** Where the token stands, and where the text goes on behind it. */
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

  /** The text between quotes, if it holds no more than these signs. */
  protected quoted(signs: RegExp): string | undefined {
    const text = this.token.slice(1, -1)
    if (!/^["']/u.test(this.token) || !signs.test(text)) return undefined
    this.scan()
    return text
  }

  /** From the mark before a template, or the end of what is filled into it, to the next thing that is; false at its last mark, or where it is not read. */
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

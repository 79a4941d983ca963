/**
 * Part of the Codex dialect: the small part of Starlark that rule files use, calls with literal arguments.
 *
 * INVARIANT: anything else (variables, loops, string operators) is refused with its place, since a rule that is not
 * understood may forbid something.
 */

import { linesOf } from '../text/lines.ts'

export type Value = string | boolean | number | null | readonly Value[] | { readonly [name: string]: Value }

export interface StarlarkCall {
  readonly name: string
  readonly args: Readonly<Record<string, Value>>
  /** Positional arguments. */
  readonly list: readonly Value[]
  readonly offset: number
}

export interface StarlarkSlip {
  readonly line: number
  readonly col: number
  readonly message: string
}

class Refused extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** Every call, and everything that is not a call. */
export function readStarlark(text: string): {
  readonly calls: readonly StarlarkCall[]
  readonly slips: readonly StarlarkSlip[]
} {
  const reader = new Reader(text)
  const calls: StarlarkCall[] = []
  const slips: StarlarkSlip[] = []
  const place = linesOf(text)
  while (!reader.isDone() && slips.length < 20) {
    try {
      calls.push(reader.call())
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      slips.push({ ...place(Math.min(error.offset, text.length)), message: error.message })
      reader.skipStatement()
    }
  }
  return { calls, slips }
}

const DEEPEST = 20

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isDone(): boolean {
    this.#blanks()
    return this.#at >= this.#text.length
  }

  call(): StarlarkCall {
    const offset = this.#at
    const name = this.#name()
    if (name === '') throw new Refused('a call such as prefix_rule(…) is expected here', offset)
    this.#blanks()
    if (this.#text[this.#at] !== '(')
      throw new Refused(`only calls with literal arguments are understood, not ${name}`, offset)
    this.#at++
    const args = Object.create(null) as Record<string, Value>
    const list: Value[] = []
    for (;;) {
      this.#blanks()
      if (this.#take(')')) return { name, args, list, offset }
      const start = this.#at
      const key = this.#name()
      this.#blanks()
      if (key !== '' && this.#text[this.#at] === '=') {
        this.#at++
        if (Object.hasOwn(args, key)) throw new Refused(`${key} is given twice`, start)
        args[key] = this.#value(0)
      } else {
        this.#at = start
        list.push(this.#value(0))
      }
      this.#blanks()
      if (!this.#take(',') && this.#text[this.#at] !== ')')
        throw new Refused('a comma or a closing parenthesis is expected here', this.#at)
    }
  }

  /** Skips to the possible start of the next call: a line that begins with a name. */
  skipStatement(): void {
    const next = /\n(?=[A-Za-z_#])/gu
    next.lastIndex = this.#at
    const found = next.exec(this.#text)
    this.#at = found === null ? this.#text.length : found.index + 1
  }

  #value(depth: number): Value {
    this.#blanks()
    const start = this.#at
    if (depth > DEEPEST) throw new Refused('is nested too deeply', start)
    const char = this.#text[start]
    if (char === '"' || char === "'") return this.#string()
    if (char === '[' || char === '(') return this.#list(char === '[' ? ']' : ')', depth)
    if (char === '{') return this.#mapping(depth)
    const number = /^-?\d+/u.exec(this.#text.slice(start, start + 20))
    if (number !== null) {
      this.#at += number[0].length
      return Number(number[0])
    }
    const name = this.#name()
    if (name === 'True' || name === 'False') return name === 'True'
    if (name === 'None') return null
    throw new Refused('a literal is expected here', start)
  }

  #list(closing: string, depth: number): Value[] {
    this.#at++
    const items: Value[] = []
    for (;;) {
      this.#blanks()
      if (this.#take(closing)) return items
      items.push(this.#value(depth + 1))
      this.#blanks()
      if (!this.#take(',') && this.#text[this.#at] !== closing)
        throw new Refused(`a comma or ${closing} is expected here`, this.#at)
    }
  }

  #mapping(depth: number): Value {
    this.#at++
    const fields = Object.create(null) as Record<string, Value>
    for (;;) {
      this.#blanks()
      if (this.#take('}')) return fields
      const start = this.#at
      const key = this.#value(depth + 1)
      this.#blanks()
      if (typeof key !== 'string' || !this.#take(':')) throw new Refused('a name and a colon are expected here', start)
      fields[key] = this.#value(depth + 1)
      this.#blanks()
      if (!this.#take(',') && this.#text[this.#at] !== '}') throw new Refused('a comma or } is expected here', this.#at)
    }
  }

  #string(): string {
    const start = this.#at
    const quote = this.#text[start] as string
    const closing = this.#text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote
    this.#at += closing.length
    let found = ''
    while (!this.#text.startsWith(closing, this.#at)) {
      const char = this.#text[this.#at]
      if (char === undefined || (char === '\n' && closing.length === 1))
        throw new Refused('a quote is never closed', start)
      if (char !== '\\') found += char
      else {
        const escape = this.#text[++this.#at] ?? ''
        const meant = ESCAPES[escape]
        if (meant === undefined) throw new Refused('this escape is not understood', this.#at - 1)
        found += meant
      }
      this.#at++
    }
    this.#at += closing.length
    // Adjacent strings are one string in Starlark, and operators change a value: neither is read here.
    return found
  }

  #name(): string {
    const found = /^[A-Za-z_]\w*/u.exec(this.#text.slice(this.#at, this.#at + 200))?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #blanks(): void {
    for (;;) {
      const char = this.#text[this.#at]
      if (char === ' ' || char === '\t' || char === '\n' || char === '\r' || char === ';') this.#at++
      else if (char === '#') while (this.#at < this.#text.length && this.#text[this.#at] !== '\n') this.#at++
      else return
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" }

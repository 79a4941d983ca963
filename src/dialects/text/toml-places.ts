/**
 * Part of reading TOML: the place of each key and value in a text that parses.
 *
 * INVARIANT: only used for a text that the parser accepted. A place that it cannot find is missing, never wrong by more
 * than the statement it is in.
 */

import { below } from '../../policy/problem.ts'

export function tomlPlaces(text: string): ReadonlyMap<string, number> {
  return new Scanner(text).scan()
}

class Scanner {
  readonly #text: string
  readonly #places = new Map<string, number>()
  readonly #counts = new Map<string, number>()
  #at = 0
  #table = ''

  constructor(text: string) {
    this.#text = text
  }

  scan(): ReadonlyMap<string, number> {
    while (this.#at < this.#text.length) {
      this.#skip()
      if (this.#at >= this.#text.length) break
      const before = this.#at
      if (this.#text[this.#at] === '[') this.#header()
      else this.#assignment(this.#table)
      if (this.#at === before) this.#at++
    }
    return this.#places
  }

  #header(): void {
    const start = this.#at
    const isList = this.#text[start + 1] === '['
    this.#at += isList ? 2 : 1
    const names = this.#key()
    const path = this.#resolve(names, isList, start)
    this.#put(path, start)
    this.#table = path
    while (this.#at < this.#text.length && this.#text[this.#at] !== '\n') this.#at++
  }

  /** `[[rule]]` begins the next item; `[rule.checker]` belongs to the latest. */
  #resolve(names: readonly string[], isList: boolean, start: number): string {
    let path = ''
    names.forEach((name, index) => {
      path = below(path, name)
      this.#put(path, start)
      const isLast = index === names.length - 1
      if (isLast && isList) this.#counts.set(path, (this.#counts.get(path) ?? -1) + 1)
      const count = this.#counts.get(path)
      if (count !== undefined) path = below(path, count)
    })
    return path
  }

  #assignment(table: string): void {
    const start = this.#at
    let path = table
    for (const name of this.#key()) {
      path = below(path, name)
      this.#put(path, start)
    }
    this.#skip()
    if (this.#text[this.#at] === '=') this.#at++
    this.#skip()
    this.#value(path)
  }

  #value(path: string): void {
    this.#places.set(path, this.#at)
    const char = this.#text[this.#at]
    if (char === '[') this.#list(path)
    else if (char === '{') this.#inline(path)
    else if (char === '"' || char === "'") this.#string()
    else while (this.#at < this.#text.length && !/[,\]}\n#]/u.test(this.#text[this.#at] as string)) this.#at++
  }

  #list(path: string): void {
    this.#at++
    for (let index = 0; this.#at < this.#text.length; index++) {
      this.#skip()
      if (this.#text[this.#at] === ']') break
      this.#value(below(path, index))
      this.#skip()
      if (this.#text[this.#at] === ',') this.#at++
      else if (this.#text[this.#at] !== ']') return
    }
    this.#at++
  }

  #inline(path: string): void {
    this.#at++
    while (this.#at < this.#text.length) {
      this.#skip()
      if (this.#text[this.#at] === '}') break
      this.#assignment(path)
      this.#skip()
      if (this.#text[this.#at] === ',') this.#at++
      else if (this.#text[this.#at] !== '}') return
    }
    this.#at++
  }

  #key(): string[] {
    const names: string[] = []
    for (;;) {
      while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++
      const start = this.#at
      const char = this.#text[start]
      if (char === '"' || char === "'") {
        this.#string()
        names.push(this.#text.slice(start + 1, this.#at - 1))
      } else {
        while (/[\w-]/u.test(this.#text[this.#at] ?? '')) this.#at++
        names.push(this.#text.slice(start, this.#at))
      }
      while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++
      if (this.#text[this.#at] !== '.') return names
      this.#at++
    }
  }

  #string(): void {
    const quote = this.#text[this.#at] as string
    const triple = this.#text.startsWith(quote.repeat(3), this.#at)
    const closing = triple ? quote.repeat(3) : quote
    this.#at += closing.length
    while (this.#at < this.#text.length && !this.#text.startsWith(closing, this.#at)) {
      this.#at += quote === '"' && this.#text[this.#at] === '\\' ? 2 : 1
    }
    this.#at += closing.length
  }

  /** Blanks, line ends and comments. */
  #skip(): void {
    for (;;) {
      const char = this.#text[this.#at]
      if (char === ' ' || char === '\t' || char === '\n' || char === '\r') this.#at++
      else if (char === '#') while (this.#at < this.#text.length && this.#text[this.#at] !== '\n') this.#at++
      else return
    }
  }

  #put(path: string, offset: number): void {
    if (!this.#places.has(path)) this.#places.set(path, offset)
  }
}

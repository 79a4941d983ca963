/**
 * Part of the command catalogue: recognises Python that only looks up values and prints them
 * (`import json, sys; print(json.load(sys.stdin)['x'])`).
 *
 * A small, closed part of the language: JSON, files that are read, texts, numbers, lists, some of their methods,
 * functions that consist of the same, and what python says about itself. Indentation is not looked at: whatever block a
 * statement belongs to, the statement itself is of that part.
 *
 * INVARIANT: only new names are assigned, and what is in no list is refused. A text that fails also loads modules (to
 * show where), as `import` does, so the caller checks whether the folder contains one.
 */

import { isAmong } from '../among.ts'
import { ExpressionReader, isName, isOfModule } from './python-expressions.ts'
import { FILE } from './python-files.ts'
import { callsOf, ERRORS } from './python-names.ts'
import type { PythonFiles } from './python-scope.ts'
import { AUGMENTED, pythonTokens, QUOTED } from './python-tokens.ts'

/** The files that `python3 -c` would read with this text; undefined if it may do anything else. */
export function pythonReads(code: string): PythonFiles | undefined {
  if (code.length > LONGEST) return undefined
  const tokens = pythonTokens(code)
  return tokens === undefined ? undefined : new LookupReader(tokens).files()
}

const LONGEST = 4000
/** Behind a text that is a whole value. */
const ENDS = ['', ';', '\n']
const PLAIN = /^[\w@./ -]+$/u

class LookupReader extends ExpressionReader {
  files(): PythonFiles | undefined {
    let any = false
    while (this.token !== '') {
      if (!this.#statement()) return undefined
      any = true
    }
    return any && this.scope.isWhole(FILE) ? this.scope : undefined
  }

  #statement(): boolean {
    if (this.take(';') || this.take('\n')) return true
    if (this.take('import')) return this.#imports() && this.#end()
    if (this.take('from')) return this.#importsFrom() && this.#end()
    if (this.take('for')) return this.#each() && this.take(':')
    if (this.take('if') || this.take('elif') || this.take('while')) return this.expression() && this.take(':')
    if (this.take('else') || this.take('try') || this.take('finally')) return this.take(':')
    if (this.take('except')) return this.#caught() && this.take(':')
    if (this.take('with')) return this.#opens() && this.take(':')
    if (this.take('def')) return this.#defined() && this.take(':')
    if (this.take('return')) return this.#end() || (this.several() && this.#end())
    if (this.take('assert')) return this.several() && this.#end()
    if (this.take('global') || this.take('nonlocal')) return this.target() && this.#end()
    if (this.take('pass') || this.take('break') || this.take('continue')) return this.#end()
    const { at } = this
    return (this.#assigns() ? this.#assigned() : this.several() && this.#placed(at)) && this.#end()
  }

  /** `open('x') as f`, `open('x') as f, open('y') as g` */
  #opens(): boolean {
    do {
      if (!this.opened() || !this.take('as')) return false
      const name = this.name()
      if (name === undefined || this.scope.isOwn(name)) return false
      this.scope.set(name)
    } while (this.take(','))
    return true
  }

  #end(): boolean {
    return this.token === '' || this.take(';') || this.take('\n')
  }

  /** `import json, urllib.parse as u` */
  #imports(): boolean {
    do if (callsOf(this.#dotted()) === undefined || !this.#renamed()) return false
    while (this.take(','))
    return true
  }

  /** A name of its own, under which `PythonScope` knows the module. */
  #renamed(): boolean {
    return !this.take('as') || this.scope.mayBeCalled(this.name() ?? '_')
  }

  /** `from collections import Counter`, `from os import path as p` */
  #importsFrom(): boolean {
    const module = this.#dotted()
    if (callsOf(module) === undefined || !this.take('import')) return false
    do {
      if (!isOfModule(`${module}.${this.name() ?? ''}`) || !this.#renamed()) return false
    } while (this.take(','))
    return true
  }

  #dotted(): string {
    let name = this.name() ?? ''
    while (this.take('.')) name += `.${this.name() ?? ''}`
    return name
  }

  /** `for x in y`, `for name in ['a.json', 'b.json']` */
  #each(): boolean {
    const [name, after] = [this.token, this.tokens[this.at + 1]]
    const texts = after === 'in' ? this.#texts(this.at + 2) : undefined
    if (texts === undefined || this.scope.isOwn(name)) return this.target() && this.take('in') && this.several()
    this.scope.set(name, texts)
    this.at += 2
    return this.several()
  }

  /** The texts of a list that contains nothing else, and is all that stands before the colon. */
  #texts(at: number): readonly string[] | undefined {
    const close = { '(': ')', '[': ']' }[this.tokens[at] ?? '']
    const end = this.tokens.indexOf(close ?? ':', at)
    if (close === undefined || this.tokens[end + 1] !== ':') return undefined
    const texts: string[] = []
    for (let i = at + 1; i < end; i++) {
      const text = plainText(this.tokens[i])
      if ((i - at) % 2 === 1 ? text === undefined : this.tokens[i] !== ',') return undefined
      if (text !== undefined) texts.push(text)
    }
    // `('a')` is a text, of which each letter is taken.
    return close === ')' && texts.length < 2 ? undefined : texts
  }

  /** `except`, `except (KeyError, ValueError) as e` */
  #caught(): boolean {
    if (this.token === ':') return true
    const fits = this.take('(') ? this.#errors() && this.take(')') : isAmong(this.#dotted(), ERRORS)
    return fits && (!this.take('as') || this.target())
  }

  #errors(): boolean {
    do if (!isAmong(this.#dotted(), ERRORS)) return false
    while (this.take(','))
    return true
  }

  /** `def f(x, n=1)`: `PythonScope` knows the names of functions beforehand. */
  #defined(): boolean {
    const name = this.name() ?? '__'
    if (name.startsWith('__') || this.scope.originOf(name) !== undefined || !this.take('(')) return false
    while (!this.take(')')) {
      this.take('*')
      const parameter = this.name()
      if (parameter === undefined || this.scope.isOwn(parameter)) return false
      this.scope.set(parameter)
      if (this.take('=') && !this.expression()) return false
      if (this.token !== ')' && !this.take(',')) return false
    }
    return true
  }

  /** `x = y`, `k, v = y`, `n += 1` */
  #assigns(): boolean {
    let at = this.at
    while (isName(this.tokens[at]) && this.tokens[at + 1] === ',') at += 2
    return isName(this.tokens[at]) && isAmong(this.tokens[at + 1] ?? '', AUGMENTED)
  }

  /**
   * Once a statement looks like an assignment, it is read as nothing else: if reading fails here, the text is refused.
   */
  #assigned(): boolean {
    const { token: name, tokens, at } = this
    const text = tokens[at + 1] === '=' && ENDS.includes(tokens[at + 3] ?? '') ? plainText(tokens[at + 2]) : undefined
    if (text !== undefined && !this.scope.isOwn(name)) {
      this.scope.set(name, [text])
      this.at += 3
      return true
    }
    if (!this.target() || !isAmong(this.token, AUGMENTED)) return false
    this.at++
    return this.several()
  }

  /**
   * `d['x'] = y`: the brackets are an index, and not a list of what is set (`[x] = y`), and no variable of the
   * environment is set.
   */
  #placed(start: number): boolean {
    if (!isAmong(this.token, AUGMENTED)) return true
    const set = this.tokens.slice(start, this.at)
    if (set[0] === '[' || set.at(-1) !== ']' || set.includes('environ')) return false
    this.at++
    return this.several()
  }
}

/** The text between quotes, if it stands for itself. */
function plainText(token = ''): string | undefined {
  const text = token.slice(1, -1)
  return QUOTED.test(token) && PLAIN.test(text) ? text : undefined
}

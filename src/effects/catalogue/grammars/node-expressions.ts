/**
 * Part of the command catalogue: the expressions of JavaScript that only looks up values.
 *
 * INVARIANT: nothing is called except what is named here, and arrow functions in the text, whose bodies belong to the
 * same part.
 */

import { isAmong } from '../among.ts'
import {
  CALLING,
  CLASSES,
  CONVERTERS,
  isReserved,
  knownObject,
  LITERALS,
  METHODS,
  moduleNamed,
  OPERATORS,
} from './node-names.ts'
import type { NodeModule } from './node-names.ts'
import { NodeTokens } from './node-tokens.ts'
import { isShowable, VARIABLE } from './variables.ts'

const MOST_DEPTH = 40

/**
 * Steps upwards must come first: after a name, node resolves them by the text, but the disk resolves them by where a
 * link leads. A file named only `.json` has no ending.
 */
const JSON_FILE = /^\.{0,2}\/(?:\.\.\/)*(?!.*\.\.\/)[\w@./-]*[\w@.-]\.json$/u
const ENCODING = /^utf-?8$/u
const MODULE = /^(?:node:)?[a-z]+$/u
/** Files that the system provides may contain anything, including the variables of processes. */
const FILE = /^(?!.*\b(?:proc|dev|sys)\/)[\w@./ -]+$/u

export abstract class NodeExpressions extends NodeTokens {
  readonly loaded: string[] = []
  readonly read: string[] = []
  #depth = 0
  protected names = new Set<string>()
  /** Names that stand for modules. */
  protected readonly modules = new Map<string, NodeModule>()

  /** `{ … }`, the body of a function. */
  protected abstract block(): boolean

  protected nested(read: () => boolean): boolean {
    if (++this.#depth > MOST_DEPTH) return false
    const fits = read()
    this.#depth--
    return fits
  }

  /** Names that are declared inside are unknown afterwards. */
  protected scoped(read: () => boolean): boolean {
    const outer = this.names
    this.names = new Set(outer)
    const fits = read()
    this.names = outer
    return fits
  }

  /** `x`, `[k, v]`, `{ name, version }`: returns the names in it. */
  protected pattern(): readonly string[] | undefined {
    const close = this.token === '[' ? ']' : this.token === '{' ? '}' : undefined
    if (close !== undefined) this.scan()
    const names: string[] = []
    do {
      const name = this.name()
      // It must not be a name that already means something here.
      if (name === undefined || this.modules.has(name) || isReserved(name)) return undefined
      names.push(name)
      if (close === undefined) return names
    } while (this.take(','))
    return this.take(close) ? names : undefined
  }

  protected expression(): boolean {
    return this.nested(() => {
      if (!this.#operand()) return false
      while (isAmong(this.token, OPERATORS)) {
        this.scan()
        if (!this.#operand()) return false
      }
      return !this.take('?') || (this.expression() && this.take(':') && this.expression())
    })
  }

  #operand(): boolean {
    while (this.take('!') || this.take('typeof'));
    if (this.token === '-') {
      this.scan()
      if (!/^\d/u.test(this.token)) return false
    }
    return this.#primary() && this.#members()
  }

  /**
   * What follows a value. Calling anything but a listed method is refused, and so is a template after the value, which
   * would be a call.
   */
  #members(): boolean {
    for (;;) {
      if (this.token === '(' || this.token === '`' || this.token === '=>') return false
      const optional = this.take('?.')
      if (this.take('[')) {
        if (!this.expression() || !this.take(']')) return false
      } else if (optional || this.take('.')) {
        const name = this.name()
        if (name === undefined) return false
        if (this.token === '(' && !this.#method(name)) return false
      } else return true
    }
  }

  #method(name: string): boolean {
    if (isAmong(name, METHODS)) return this.#arguments()
    if (!isAmong(name, CALLING)) return false
    this.scan()
    if (name === 'sort' && this.take(')')) return true
    return this.#arrow() && (!this.take(',') || this.expression()) && this.take(')')
  }

  /** `x => …`, `([k, v], at) => …` */
  #arrow(): boolean {
    const given: string[] = []
    const several = this.take('(')
    while (this.token !== ')' && this.token !== '=>') {
      const names = this.pattern()
      if (names === undefined) return false
      given.push(...names)
      if (!several || !this.take(',')) break
    }
    if ((several && !this.take(')')) || !this.take('=>')) return false
    return this.scoped(() => {
      for (const name of given) this.names.add(name)
      return this.token === '{' ? this.block() : this.expression()
    })
  }

  #arguments(close = ')', open = '('): boolean {
    if (!this.take(open)) return false
    while (!this.take(close)) {
      this.take('...')
      if (!this.expression()) return false
      if (this.token !== close && !this.take(',')) return false
    }
    return true
  }

  #primary(): boolean {
    const token = this.token
    if (token === '`') return this.#template()
    if (token === '[') return this.#arguments(']', '[')
    if (token === '(') return this.one()
    if (this.take('{')) return this.take('}')
    if (/^["'\d]/u.test(token)) {
      this.scan()
      return true
    }
    const name = this.name()
    if (name === undefined) return false
    if (this.names.has(name) || isAmong(name, LITERALS)) return true
    if (name === 'require') return this.#required()
    if (name === 'new') return isAmong(this.name() ?? '', CLASSES) && this.#arguments()
    // A text that is given with `-e` finds the modules under their names, too.
    const module = this.modules.get(name) ?? moduleNamed(name)
    if (module !== undefined) return this.#ofModule(module)
    return isAmong(name, CONVERTERS) ? this.#arguments() : this.#ofKnown(name)
  }

  #ofKnown(object: string): boolean {
    const known = knownObject(object)
    const name = known !== undefined && this.take('.') ? this.name() : undefined
    if (known === undefined || name === undefined) return false
    if (object === 'JSON') return name === 'stringify' ? this.#stringified() : isAmong(name, known.calls) && this.one()
    if (object === 'Buffer') return isAmong(name, known.calls) && this.#arguments() && this.#text()
    if (object === 'process' && name === 'stdout') return this.take('.') && this.take('write') && this.one()
    if (object === 'process' && name === 'env') return this.#variable()
    return isAmong(name, known.calls) ? this.#arguments() : isAmong(name, known.values)
  }

  /** `process.env.HOME`, `process.env['HOME']` */
  #variable(): boolean {
    if (this.take('.')) return isShowable(this.name())
    return this.take('[') && isShowable(this.quoted(VARIABLE)) && this.take(']')
  }

  /** `(x)` */
  protected one(): boolean {
    return this.take('(') && this.expression() && this.take(')')
  }

  /** `Buffer.from('aGk=', 'base64').toString()`, but not `.buffer`, in which more of the memory is shown. */
  #text(): boolean {
    return this.take('.') && (this.take('length') || (this.take('toString') && this.#arguments()))
  }

  /** `JSON.stringify(x, null, 2)`: a function in the place of null would be called. */
  #stringified(): boolean {
    if (!this.take('(') || !this.expression()) return false
    if (this.take(',') && !((this.take('null') || this.take('undefined')) && this.take(',') && this.expression()))
      return false
    return this.take(')')
  }

  /** `require('./x.json')`, or a call on the module in the same expression. */
  #required(): boolean {
    if (!this.take('(')) return false
    const file = this.quoted(JSON_FILE)
    if (file !== undefined) {
      this.loaded.push(file)
      return this.take(')')
    }
    const module = this.#namedModule()
    return module !== undefined && this.take(')') && this.#ofModule(module)
  }

  #namedModule(): NodeModule | undefined {
    const name = this.quoted(MODULE)
    return name === undefined ? undefined : moduleNamed(name)
  }

  #ofModule({ calls, takes }: NodeModule): boolean {
    if (!this.take('.')) return false
    const name = this.name()
    if (name === undefined || !isAmong(name, calls)) return false
    switch (takes) {
      case 'file':
        return this.take('(') && this.#file() && this.take(')')
      case 'values':
        return this.#arguments()
      case 'value':
        return this.take('(') && (this.take(')') || (this.expression() && this.take(')')))
      case 'nothing':
        return this.take('(') && this.take(')')
    }
  }

  /** A file by its name, or 0, which means its standard input. */
  #file(): boolean {
    if (this.token === '0') this.scan()
    else {
      const file = this.quoted(FILE)
      if (file === undefined) return false
      this.read.push(file)
    }
    return !this.take(',') || this.quoted(ENCODING) !== undefined
  }

  /** The expressions that are filled in belong to the same part of the language. */
  #template(): boolean {
    while (this.toFilling()) if (!this.expression() || this.token !== '}') return false
    return this.take('`')
  }

  /** `require('fs')` and nothing more. */
  protected moduleAhead(): NodeModule | undefined {
    const before = this.place
    if (this.take('require') && this.take('(')) {
      const module = this.#namedModule()
      if (module !== undefined && this.take(')') && this.token !== '.') return module
    }
    this.goTo(before)
    return undefined
  }
}

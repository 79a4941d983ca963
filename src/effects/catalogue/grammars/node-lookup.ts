/**
 * Part of the command catalogue: recognises JavaScript that only looks up values and prints them
 * (`require('./package.json').version`).
 *
 * A small, closed part of the language: JSON files, texts, numbers, lists, some of their methods, and what node says
 * about itself.
 *
 * INVARIANT: nothing is called except what `node-expressions.ts` names, and arrow functions in the text, whose bodies
 * belong to the same part; nothing is assigned except new names. What is in no list, and every place where JavaScript could be read
 * in another way, is refused.
 */

import { NodeExpressions } from './node-expressions.ts'
import { NAME } from './node-tokens.ts'

/**
 * The files that such a text looks at. Those in `loaded` are parsed as JSON only if nothing else has that name: a
 * folder or a link could hold a program.
 */
export interface Lookup {
  readonly loaded: readonly string[]
  readonly read: readonly string[]
}

/** What `node -p` or `node -e` would look at with this text; undefined if it may do anything else. */
export function lookupIn(code: string): Lookup | undefined {
  if (code.length > LONGEST) return undefined
  const reader = new LookupReader(code)
  return reader.isWhole() ? { loaded: reader.loaded, read: reader.read } : undefined
}

const LONGEST = 2000

class LookupReader extends NodeExpressions {
  isWhole(): boolean {
    let any = false
    while (this.token !== '') {
      if (!this.#statement()) return false
      any = true
    }
    return any && this.isAtEnd
  }

  #statement(): boolean {
    if (this.take(';')) return true
    return this.nested(() => (this.token === '{' ? this.scoped(() => this.block()) : this.#simple()))
  }

  protected override block(): boolean {
    if (!this.take('{')) return false
    while (this.token !== '}') if (this.token === '' || !this.#statement()) return false
    return this.take('}')
  }

  #simple(): boolean {
    switch (this.token) {
      case 'const':
      case 'let':
      case 'var':
        this.scan()
        // After `if (…)`, a `let` at the end of a line is a name, and the next line assigns to it.
        return !this.startsLine && this.#declaration() && this.#end()
      case 'for':
        this.scan()
        return this.#loop()
      case 'if':
        this.scan()
        // Whatever `var` names is set only if it is run.
        return this.one() && this.scoped(() => this.#statement())
      default:
        return this.expression() && this.#end()
    }
  }

  /**
   * A statement ends at a sign, or at the end of a line; everything that JavaScript would read on with has been read.
   */
  #end(): boolean {
    if (this.token === '' || this.token === '}') return true
    return this.take(';') || (NAME.test(this.token) && this.startsLine)
  }

  /** From here on the name stands for its value, or for whatever it meant before. */
  #declaration(): boolean {
    const names = this.pattern()
    if (names === undefined || !this.take('=')) return false
    const module = names.length === 1 ? this.moduleAhead() : undefined
    if (module !== undefined) this.modules.set(names[0] as string, module)
    else if (!this.expression()) return false
    else for (const name of names) this.names.add(name)
    return !this.take(',') || this.#declaration()
  }

  /** `for (const [k, v] of Object.entries(x)) …` */
  #loop(): boolean {
    if (!this.take('(') || !(this.take('const') || this.take('let'))) return false
    const names = this.pattern()
    if (names === undefined || !this.take('of') || !this.expression() || !this.take(')')) return false
    return this.scoped(() => {
      for (const name of names) this.names.add(name)
      return this.#statement()
    })
  }
}

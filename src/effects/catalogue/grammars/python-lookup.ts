/**
 * Part of the command catalogue: recognises Python that only looks up values and prints them
 * (`import json, sys; print(json.load(sys.stdin)['x'])`).
 *
 * A small, closed part of the language: JSON, files that are read, texts, numbers, lists, some of their methods, and
 * what python says about itself. Indentation is not looked at: whatever block a statement belongs to, the statement
 * itself is of that part.
 *
 * INVARIANT: nothing is called except what is named here. No value is ever called, or passed to something that would
 * call it, and only new names are assigned. What is in no list is refused. A text that fails also loads modules (to
 * show where), as `import` does, so the caller checks whether the folder contains one.
 */

import { isAmong } from '../among.ts'
import {
  ATTRIBUTES,
  AUGMENTED,
  callsOf,
  CODING,
  FUNCTIONS,
  KEYWORDS,
  LITERALS,
  METHODS,
  OPERATORS,
  RESERVED,
  SEARCHED,
  SYS,
  TYPES,
} from './python-names.ts'
import { FILLED, filledIn, importedBy, MARKED, NAME, pythonTokens, PythonCursor, QUOTED } from './python-tokens.ts'

/** The files that `python3 -c` would read with this text; undefined if it may do anything else. */
export function pythonReads(code: string): readonly string[] | undefined {
  if (code.length > LONGEST) return undefined
  const tokens = pythonTokens(code)
  if (tokens === undefined) return undefined
  const reader = new LookupReader(tokens)
  return reader.isWhole() ? reader.read : undefined
}

const LONGEST = 2000
const MOST_DEPTH = 40

/** Files that the system provides may contain anything, including the variables of processes. */
const FILE = /^(?!.*\b(?:proc|dev|sys)\/)[\w@./ -]+$/u
const READING = /^r[bt]?$/u
const ENCODING = /^utf-?8$/u

class LookupReader extends PythonCursor {
  readonly read: string[] = []
  readonly #names = new Set<string>()
  readonly #used = new Set<string>()
  /** Modules that the text imports anywhere. Their names stand for nothing else. */
  readonly #modules: ReadonlySet<string>
  #depth = 0

  constructor(tokens: readonly string[]) {
    super(tokens)
    this.#modules = importedBy(tokens)
  }

  /** A name may be used before it is set (`x for x in y`): whatever it is until then, it is at most printed. */
  isWhole(): boolean {
    let any = false
    while (this.token !== '') {
      if (!this.#statement()) return false
      any = true
    }
    return any && [...this.#used].every((name) => this.#names.has(name))
  }

  #statement(): boolean {
    if (this.take(';') || this.take('\n')) return true
    if (this.take('import')) return this.#imports() && this.#end()
    if (this.take('for')) return this.#target() && this.take('in') && this.#several() && this.take(':')
    if (this.take('if') || this.take('elif')) return this.#expression() && this.take(':')
    if (this.take('else')) return this.take(':')
    if (this.take('with')) return this.#opened() && this.take('as') && this.#target() && this.take(':')
    if (this.take('pass') || this.take('break') || this.take('continue')) return this.#end()
    return (this.#assigns() ? this.#assigned() : this.#several() && this.#placed()) && this.#end()
  }

  #end(): boolean {
    return this.token === '' || this.take(';') || this.take('\n')
  }

  #imports(): boolean {
    do if (this.#calls() === undefined) return false
    while (this.take(','))
    return true
  }

  /** `json`, `urllib.parse`: what may be called in it. */
  #calls(): string | undefined {
    const name = this.name() ?? ''
    if (this.token !== '.') return callsOf(name)
    const inner = callsOf(`${name}.${this.tokens[this.at + 1] ?? ''}`)
    if (inner !== undefined) this.at += 2
    return inner ?? callsOf(name)
  }

  /** `k`, `k, v`, `(k, v)`, `i, (k, v)`: names that do not mean anything here yet. */
  #target(): boolean {
    do {
      if (this.take('(')) {
        if (!this.#nested(() => this.#target()) || !this.take(')')) return false
        continue
      }
      const name = this.name()
      if (name === undefined || this.#isOwn(name)) return false
      this.#names.add(name)
    } while (this.take(','))
    return true
  }

  /** `x = y`, `k, v = y`, `n += 1` */
  #assigns(): boolean {
    let at = this.at
    while (NAME.test(this.tokens[at] ?? '') && this.tokens[at + 1] === ',') at += 2
    return NAME.test(this.tokens[at] ?? '') && isAmong(this.tokens[at + 1] ?? '', AUGMENTED)
  }

  /**
   * Once a statement looks like an assignment, it is read as nothing else: if reading fails here, the text is refused.
   */
  #assigned(): boolean {
    if (!this.#target() || !isAmong(this.token, AUGMENTED)) return false
    this.at++
    return this.#several()
  }

  /** `d['x'] = y`: the brackets are an index, or a list of names that are set elsewhere as well. */
  #placed(): boolean {
    if (this.tokens[this.at - 1] !== ']' || !isAmong(this.token, AUGMENTED)) return true
    this.at++
    return this.#several()
  }

  #nested(read: () => boolean): boolean {
    if (++this.#depth > MOST_DEPTH) return false
    const fits = read()
    this.#depth--
    return fits
  }

  #several(): boolean {
    do if (!this.#expression()) return false
    while (this.take(','))
    return true
  }

  #expression(): boolean {
    return this.#nested(
      () => this.#chain() && (!this.take('if') || (this.#chain() && this.take('else') && this.#expression())),
    )
  }

  #chain(): boolean {
    for (;;) {
      while (this.take('not') || this.take('-'));
      if (!this.#primary() || !this.#members()) return false
      if (this.token === 'not') this.at++
      if (!isAmong(this.token, OPERATORS)) return this.tokens[this.at - 1] !== 'not'
      this.at++
    }
  }

  /** What follows a value. Only listed methods are called. */
  #members(): boolean {
    for (;;) {
      if (this.token === '(') return false
      if (this.take('[')) {
        if (!this.#nested(() => this.#places()) || !this.take(']')) return false
      } else if (this.take('.')) {
        const name = this.name()
        if (name === undefined) return false
        if (this.token !== '(' ? !isAmong(name, ATTRIBUTES) : !this.#method(name)) return false
      } else return true
    }
  }

  #method(name: string): boolean {
    if (!isAmong(name, CODING)) return isAmong(name, METHODS) && this.#arguments()
    this.at++
    return this.take(')') || (this.quoted(ENCODING) !== undefined && this.take(')'))
  }

  /** `0`, `'x'`, `:3`, `1:-1`, `::2` */
  #places(): boolean {
    let any = false
    while (this.token !== ']') {
      if (!this.take(':') && !this.#expression()) return false
      any = true
    }
    return any
  }

  #primary(): boolean {
    const token = this.token
    if (token === '(' || token === '[' || token === '{') return this.#gathered()
    if (QUOTED.test(token) || MARKED.test(token) || /^\d/u.test(token)) {
      this.at++
      return true
    }
    if (FILLED.test(token)) return this.#filled()
    if (token === 'open') return this.#opened()
    if (token !== 'sys' && this.#modules.has(token)) return this.#called()
    const name = this.name()
    if (name === undefined) return false
    if (isAmong(name, LITERALS)) return true
    if (name === 'sys' && this.#modules.has(name)) return this.take('.') && this.#told(this.name() ?? '')
    if (name === 'isinstance') return this.#compared()
    // With more than one argument, `type` makes a class.
    if (name === 'type') return this.take('(') && this.#expression() && this.take(')')
    if (isAmong(name, FUNCTIONS)) return this.#arguments()
    this.#used.add(name)
    return !this.#isOwn(name)
  }

  /** `json.load(x)`, `datetime.datetime.now()` */
  #called(): boolean {
    const calls = this.#calls() ?? ''
    return this.take('.') && isAmong(this.name() ?? '', calls) && this.#arguments()
  }

  #told(name: string): boolean {
    return isAmong(name, SYS) || (name === SEARCHED && this.#changesNothing())
  }

  /** Whether every `=` gives an argument its name. */
  #changesNothing(): boolean {
    return this.tokens.every(
      (token, at, tokens) => !isAmong(token, AUGMENTED) || (token === '=' && isAmong(tokens[at - 1] ?? '', KEYWORDS)),
    )
  }

  /** `(a, b)`, `[f(x) for x in y if x]`, `{k: v for k, v in y}` */
  #gathered(): boolean {
    const close = { '(': ')', '[': ']', '{': '}' }[this.token] ?? ''
    this.at++
    return this.#nested(() => {
      while (!this.take(close)) {
        this.take('*')
        if (!this.#expression() || (close === '}' && this.take(':') && !this.#expression())) return false
        if (!this.#loops() || (this.token !== close && !this.take(','))) return false
      }
      return true
    })
  }

  #loops(): boolean {
    while (this.take('for')) {
      if (!this.#target() || !this.take('in') || !this.#chain()) return false
      while (this.take('if')) if (!this.#chain()) return false
    }
    return true
  }

  #arguments(): boolean {
    if (!this.take('(')) return false
    return this.#nested(() => {
      while (!this.take(')')) {
        if (this.tokens[this.at + 1] === '=' ? !this.#keyword() : !this.#argument()) return false
        if (this.token !== ')' && !this.take(',')) return false
      }
      return true
    })
  }

  #argument(): boolean {
    this.take('*')
    return this.#expression() && this.#loops()
  }

  /** `sep='\n'`, `key=lambda x: x[1]` */
  #keyword(): boolean {
    const name = this.name() ?? ''
    this.at++
    if (name !== 'key') return isAmong(name, KEYWORDS) && this.#expression()
    return this.take('lambda') && this.#target() && this.take(':') && this.#expression()
  }

  /** `isinstance(x, dict)`, `isinstance(x, (dict, list))` */
  #compared(): boolean {
    if (!this.take('(') || !this.#expression() || !this.take(',')) return false
    if (!this.take('(')) return this.#isType() && this.take(')')
    do if (!this.#isType()) return false
    while (this.take(','))
    return this.take(')') && this.take(')')
  }

  #isType(): boolean {
    return isAmong(this.name() ?? '', TYPES)
  }

  /** `open('x')`, `open('x', 'r', encoding='utf-8')` */
  #opened(): boolean {
    if (!this.take('open') || !this.take('(')) return false
    const file = this.quoted(FILE)
    if (file === undefined) return false
    this.read.push(file)
    while (this.take(',')) {
      if (this.take('encoding')) {
        if (!this.take('=') || this.quoted(ENCODING) === undefined) return false
      } else if (this.quoted(READING) === undefined) return false
    }
    return this.take(')')
  }

  /** The expressions that are filled in belong to the same part of the language. */
  #filled(): boolean {
    const fields = filledIn(this.token)
    this.at++
    return this.#nested(() => fields?.every((field) => this.#isField(field)) === true)
  }

  #isField(text: string): boolean {
    const tokens = this.tokens
    const at = this.at
    this.tokens = pythonTokens(text) ?? ['']
    this.at = 0
    const fits = this.#expression() && this.token === ''
    this.tokens = tokens
    this.at = at
    return fits
  }

  /** A name that Python defines, or may define: it is no value of the text. */
  #isOwn(name: string): boolean {
    return (
      (name.startsWith('_') && name !== '_') ||
      isAmong(name, RESERVED) ||
      this.#modules.has(name) ||
      isAmong(name, FUNCTIONS) ||
      isAmong(name, LITERALS)
    )
  }
}

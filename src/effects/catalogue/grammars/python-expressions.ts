/**
 * Part of the command catalogue: the expressions of Python that only looks up values.
 *
 * INVARIANT: nothing is called except what `python-names.ts` lists and the functions and lambdas of the text itself.
 * No value is ever called, or passed to something that would call it.
 */

import { isAmong } from '../among.ts'
import { ENCODING, PythonFiles } from './python-files.ts'
import {
  ATTRIBUTES,
  callsOf,
  CODING,
  CONSTANTS,
  FUNCTIONS,
  KEYWORDS,
  LISTING,
  LITERALS,
  METHODS,
  mostGiven,
  OPERATORS,
  SEARCHED,
  SYS,
  TYPES,
} from './python-names.ts'
import { FILLED, filledIn, MARKED, NAME, pythonTokens, QUOTED } from './python-tokens.ts'
import { isShowable, VARIABLE } from './variables.ts'

const MOST_DEPTH = 40

export class ExpressionReader extends PythonFiles {
  #depth = 0

  protected nested(read: () => boolean): boolean {
    if (++this.#depth > MOST_DEPTH) return false
    const fits = read()
    this.#depth--
    return fits
  }

  protected several(): boolean {
    do if (!this.expression()) return false
    while (this.take(','))
    return true
  }

  protected expression(): boolean {
    return this.nested(
      () => this.chain() && (!this.take('if') || (this.chain() && this.take('else') && this.expression())),
    )
  }

  /** `k`, `k, v`, `(k, v)`, `i, (k, v)`: names that do not mean anything here yet. */
  protected target(): boolean {
    do {
      if (this.take('(')) {
        if (!this.nested(() => this.target()) || !this.take(')')) return false
        continue
      }
      const name = this.name()
      if (name === undefined || this.scope.isOwn(name)) return false
      this.scope.set(name)
    } while (this.take(','))
    return true
  }

  protected chain(): boolean {
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
        if (!this.nested(() => this.#places()) || !this.take(']')) return false
      } else if (this.take('.')) {
        const name = this.name()
        if (name === undefined) return false
        if (this.token !== '(' ? !isAmong(name, ATTRIBUTES) : !this.#method(name)) return false
      } else return true
    }
  }

  #method(name: string): boolean {
    if (name === 'sub') return this.#replaced(false)
    if (!isAmong(name, CODING)) return isAmong(name, METHODS) && this.#given(name)
    this.at++
    return this.take(')') || (this.quoted(ENCODING) !== undefined && this.take(')'))
  }

  /** `0`, `'x'`, `:3`, `1:-1`, `::2` */
  #places(): boolean {
    if (this.token === ']') return false
    do if (this.token !== ':' && this.token !== ']' && !this.expression()) return false
    while (this.take(':'))
    return this.token === ']'
  }

  #primary(): boolean {
    const token = this.token
    if (token === '(' || token === '[' || token === '{') return this.#gathered()
    if (QUOTED.test(token) || MARKED.test(token) || /^\d/u.test(token)) {
      this.at++
      return true
    }
    if (FILLED.test(token)) return this.#filled()
    if (token === 'open') return this.opened()
    const name = this.name()
    if (name === undefined) return false
    if (isAmong(name, LITERALS)) return true
    const origin = this.scope.originOf(name)
    if (origin !== undefined) return this.#imported(origin)
    if (this.scope.isFunction(name)) return this.arguments(true)
    if (name === 'isinstance') return this.#compared()
    // With more than one argument, `type` makes a class.
    if (name === 'type') return this.take('(') && this.expression() && this.take(')')
    if (name === 'map' || name === 'filter') return this.take('(') && this.#function() && this.#rest()
    if (isAmong(name, FUNCTIONS)) return this.#given(name)
    this.scope.use(name)
    return !this.scope.isOwn(name)
  }

  /** `json.load(x)`, `datetime.datetime.now()`, `load(x)`: what a name that was imported is used for. */
  #imported(origin: string): boolean {
    let name = origin
    while (callsOf(name) !== undefined) {
      const member = this.take('.') ? this.name() : undefined
      if (member === undefined) return false
      if (name === 'sys' && this.token !== '(') return this.#told(member)
      if (name === 'os' && (member === 'environ' || member === 'getenv')) return this.#variable(member)
      name += `.${member}`
      if (!isOfModule(name)) return false
    }
    if (isAmong(name, CONSTANTS)) return true
    if (name === 're.sub') return this.#replaced(true)
    if (name === 'collections.defaultdict') return this.#filledUp()
    if (name === 'pathlib.Path') return this.path()
    return isAmong(name, LISTING) ? this.listed() : this.#given(name)
  }

  /** `os.environ['HOME']`, which is not set, `os.environ.get('HOME', x)`, `os.getenv('HOME')` */
  #variable(member: string): boolean {
    if (member === 'environ' && this.take('[')) return isShowable(this.quoted(VARIABLE)) && this.take(']')
    if (member === 'environ' && !(this.take('.') && this.take('get'))) return false
    if (!this.take('(') || !isShowable(this.quoted(VARIABLE))) return false
    return (!this.take(',') || this.expression()) && this.take(')')
  }

  #told(name: string): boolean {
    return isAmong(name, SYS) || (name === SEARCHED && this.scope.changesNothing)
  }

  /** `re.sub('x', 'y', text)`, `pattern.sub('y', text)`: a function in place of the text would be called. */
  #replaced(behindPattern: boolean): boolean {
    if (!this.take('(') || (behindPattern && !(this.expression() && this.take(',')))) return false
    const isText = QUOTED.test(this.token) || MARKED.test(this.token)
    const after = this.tokens[this.at + 1]
    return isText && (after === ',' || after === ')') && this.#listOf()
  }

  /** `defaultdict(list)`, `defaultdict(lambda: 0)` */
  #filledUp(): boolean {
    if (!this.take('(')) return false
    if (!this.take('lambda')) return this.#isType() && this.take(')')
    return this.take(':') && this.expression() && this.take(')')
  }

  /** `(a, b)`, `[f(x) for x in y if x]`, `{k: v for k, v in y}`, `{**a, **b}` */
  #gathered(): boolean {
    const close = { '(': ')', '[': ']', '{': '}' }[this.token] ?? ''
    this.at++
    return this.nested(() => {
      while (!this.take(close)) {
        if (close !== '}' || !this.take('**')) this.take('*')
        if (!this.expression() || (close === '}' && this.take(':') && !this.expression())) return false
        if (!this.#loops() || (this.token !== close && !this.take(','))) return false
      }
      return true
    })
  }

  #loops(): boolean {
    while (this.take('for')) {
      if (!this.target() || !this.take('in') || !this.chain()) return false
      while (this.take('if')) if (!this.chain()) return false
    }
    return true
  }

  /** `own`: for a function of the text, whose arguments have names of its own. */
  protected arguments(own = false): boolean {
    return this.take('(') && this.#listOf(own)
  }

  /** For this function or method, which may call what it is given in later places. */
  #given(name: string): boolean {
    return this.take('(') && this.#listOf(false, mostGiven(name))
  }

  #rest(): boolean {
    return this.take(',') && this.#listOf()
  }

  /** `most`: without names. How many `*x` stands for is not known. */
  #listOf(own = false, most = Infinity): boolean {
    return this.nested(() => {
      let places = 0
      while (!this.take(')')) {
        if (this.tokens[this.at + 1] === '=') {
          if (!this.#keyword(own)) return false
        } else if (++places > most || !this.#argument(most < Infinity)) return false
        if (this.token !== ')' && !this.take(',')) return false
      }
      return true
    })
  }

  #argument(alone: boolean): boolean {
    if (!alone) this.take('*')
    return this.expression() && this.#loops()
  }

  /** `sep='\n'`, `key=lambda x: x[1]`, `file=sys.stderr` */
  #keyword(own: boolean): boolean {
    const name = this.name() ?? ''
    this.at++
    if (own) return name !== '' && this.expression()
    if (name === 'key') return this.#function()
    if (name === 'file') return /^sys \. std(?:err|out)$/u.test(this.#upTo(3)) && this.expression()
    return isAmong(name, KEYWORDS) && this.expression()
  }

  #upTo(count: number): string {
    return this.tokens.slice(this.at, this.at + count).join(' ')
  }

  /** What will be called: `lambda x: x[1]`, `len`, `d.get`, a function of the text. */
  #function(): boolean {
    if (this.take('lambda')) return this.target() && this.take(':') && this.expression()
    const name = this.name() ?? ''
    const isKnown = isAmong(name, FUNCTIONS) && name !== 'isinstance'
    if (isKnown || this.scope.isFunction(name)) return !/^[.([]$/u.test(this.token)
    if (name === 'None') return true
    this.scope.use(name)
    return !this.scope.isOwn(name) && this.take('.') && this.take('get') && !/^[.([]$/u.test(this.token)
  }

  /** `isinstance(x, dict)`, `isinstance(x, (dict, list))` */
  #compared(): boolean {
    if (!this.take('(') || !this.expression() || !this.take(',')) return false
    if (!this.take('(')) return this.#isType() && this.take(')')
    do if (!this.#isType()) return false
    while (this.take(','))
    return this.take(')') && this.take(')')
  }

  #isType(): boolean {
    return isAmong(this.name() ?? '', TYPES)
  }

  /** The expressions that are filled in belong to the same part of the language. */
  #filled(): boolean {
    const fields = filledIn(this.token)
    this.at++
    return this.nested(() => fields?.every((field) => this.#isField(field)) === true)
  }

  #isField(text: string): boolean {
    const { tokens, at } = this
    this.tokens = pythonTokens(text) ?? ['']
    this.at = 0
    const fits = this.expression() && this.token === ''
    this.tokens = tokens
    this.at = at
    return fits
  }
}

/** A function, value or class that the lists have: `json.load`, `math.pi`, `datetime.datetime`. */
export function isOfModule(name: string): boolean {
  const dot = name.lastIndexOf('.')
  const calls = callsOf(name.slice(0, dot))
  return callsOf(name) !== undefined || isAmong(name, CONSTANTS) || isAmong(name.slice(dot + 1), calls ?? '')
}

/** A name at the start of a statement that assigns to it. */
export function isName(token: string | undefined): token is string {
  return token !== undefined && NAME.test(token)
}

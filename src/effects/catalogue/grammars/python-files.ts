/** Part of the command catalogue: the files that a text of Python names, to read them or to ask about them. */

import { isAmong } from '../among.ts'
import { PATH_READS, PATH_TELLS } from './python-names.ts'
import { PythonScope } from './python-scope.ts'
import { PythonCursor } from './python-tokens.ts'

/** Files that the system provides may contain anything, including the variables of processes. */
export const FILE = /^(?!.*\b(?:proc|dev|sys)\/)[\w@./ -]+$/u
const READING = /^r[bt]?$/u
export const ENCODING = /^utf-?8$/u

export class PythonFiles extends PythonCursor {
  protected readonly scope: PythonScope

  constructor(tokens: readonly string[]) {
    super(tokens)
    this.scope = new PythonScope(tokens)
  }

  /** `open('x')`, `open('x', 'r', encoding='utf-8')`, `open(path)` */
  protected opened(): boolean {
    if (!this.take('open') || !this.take('(')) return false
    const file = this.quoted(FILE)
    if (file !== undefined) this.scope.read.push(file)
    else if (!this.#openedByName()) return false
    while (this.take(',')) {
      if (this.take('encoding')) {
        if (!this.take('=') || this.quoted(ENCODING) === undefined) return false
      } else if (this.quoted(READING) === undefined) return false
    }
    return this.take(')')
  }

  #openedByName(): boolean {
    const name = this.name()
    if (name === undefined || this.scope.isOwn(name)) return false
    this.scope.open(name)
    return true
  }

  /** `Path('x').read_text()`: what may also be renamed or removed is no value. */
  protected path(): boolean {
    const file = this.take('(') ? this.quoted(FILE) : undefined
    if (file === undefined || !this.take(')') || !this.take('.')) return false
    const asked = this.name() ?? ''
    if (isAmong(asked, PATH_TELLS)) this.scope.listed.push(file)
    else if (isAmong(asked, PATH_READS)) this.scope.read.push(file)
    else return false
    if (!this.take('(')) return false
    if (this.take('encoding') && !this.take('=')) return false
    return this.take(')') || (this.quoted(ENCODING) !== undefined && this.take(')'))
  }

  /** `listdir('x')`, behind its name */
  protected listed(): boolean {
    const file = this.take('(') ? this.quoted(FILE) : undefined
    if (file === undefined) return false
    this.scope.listed.push(file)
    return this.take(')')
  }
}

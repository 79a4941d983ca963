/** Part of the command catalogue: what the names of a Python text stand for, as far as `python-lookup.ts` reads it. */

import { isAmong } from '../among.ts'
import { BUILT_IN, CHANGING, FUNCTIONS, KEYWORDS, LITERALS, RESERVED } from './python-names.ts'
import { AUGMENTED, FILLED, NAME } from './python-tokens.ts'

/** The files that a text reads, and those of which it only tells the name, size or time. */
export interface PythonFiles {
  readonly read: readonly string[]
  readonly listed: readonly string[]
}

export class PythonScope implements PythonFiles {
  readonly read: string[] = []
  readonly listed: string[] = []
  readonly #tokens: readonly string[]
  /** By name: the module, or the name in a module (`json.load`), that an import anywhere in the text binds it to. */
  readonly #imported: ReadonlyMap<string, string>
  readonly #functions: ReadonlySet<string>
  /** By name: the texts that it may hold; null if it may hold anything else. */
  readonly #held = new Map<string, string[] | null>()
  readonly #used = new Set<string>()
  readonly #opened = new Set<string>()

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
    this.#imported = importedBy(tokens)
    this.#functions = definedBy(tokens)
  }

  originOf(name: string): string | undefined {
    return this.#imported.get(name)
  }

  isFunction(name: string): boolean {
    return this.#functions.has(name)
  }

  /** A name that Python defines, or may define: it is no value of the text. */
  isOwn(name: string): boolean {
    return (
      (name.startsWith('_') && name !== '_') ||
      isAmong(name, RESERVED) ||
      this.#imported.has(name) ||
      this.#functions.has(name) ||
      isAmong(name, FUNCTIONS) ||
      isAmong(name, LITERALS)
    )
  }

  /** Whether a module may be bound to this name: nothing else has it. */
  mayBeCalled(name: string): boolean {
    return (
      !name.startsWith('_') &&
      ![RESERVED, BUILT_IN, FUNCTIONS, LITERALS].some((names) => isAmong(name, names)) &&
      !this.#functions.has(name)
    )
  }

  /** `texts`: the only ones that it holds from here, if that is certain. */
  set(name: string, texts?: readonly string[]): void {
    const held = this.#held.get(name)
    if (texts === undefined || held === null) this.#held.set(name, null)
    else this.#held.set(name, [...(held ?? []), ...texts])
  }

  use(name: string): void {
    this.#used.add(name)
  }

  /** A file is opened whose name this variable holds. */
  open(name: string): void {
    this.#opened.add(name)
  }

  /**
   * Whether every name has a meaning in the text, and every file a name. A name may be used before it is set
   * (`x for x in y`): whatever it is until then, it is at most printed, because it is never called. A function may be
   * called before it is defined, so it has no name that Python knows.
   */
  isWhole(isFile: RegExp): boolean {
    for (const name of this.#opened) {
      const texts = this.#held.get(name)
      if (texts == null || !texts.every((text) => isFile.test(text))) return false
      this.read.push(...texts)
    }
    for (const name of this.#functions) if (isAmong(name, BUILT_IN)) return false
    for (const name of this.#used) if (!this.#held.has(name)) return false
    return this.#tokens.every((token, at) => token !== 'import' || this.#isOnlyOne(at))
  }

  /** Whether nothing in the text changes a list: every `=` gives an argument its name. */
  get changesNothing(): boolean {
    return this.#tokens.every(
      (token, at, tokens) =>
        (FILLED.test(token) ? token.match(/\w+/gu) : [token])?.every((word) => !isAmong(word, CHANGING)) !== false &&
        (!isAmong(token, AUGMENTED) || (token === '=' && isAmong(tokens[at - 1] ?? '', KEYWORDS))),
    )
  }

  /** Whether the names of this import are bound to nothing else by another one. */
  #isOnlyOne(at: number): boolean {
    return boundBy(this.#tokens, at).every(([name, origin]) => this.#imported.get(name) === origin)
  }
}

function importedBy(tokens: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  tokens.forEach((token, at) => {
    if (token === 'import') for (const [name, origin] of boundBy(tokens, at)) found.set(name, origin)
  })
  return found
}

/**
 * `import json, urllib.parse` binds `json` and `urllib`; `from json import load` binds `load` to `json.load`; `import
 * urllib.parse as u` binds `u` to the inner one.
 */
function boundBy(tokens: readonly string[], at: number): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  let start = at
  while (/^[\w.]+$/u.test(tokens[start - 1] ?? '') && tokens[start - 1] !== 'from') start--
  const module = tokens[start - 1] === 'from' ? tokens.slice(start, at).join('') : undefined
  for (let end = at + 1; NAME.test(tokens[end] ?? ''); end += 2) {
    const first = tokens[end] ?? ''
    let whole = first
    for (; tokens[end + 1] === '.'; end += 2) whole += `.${tokens[end + 2] ?? ''}`
    const other = tokens[end + 1] === 'as' ? (tokens[end + 2] ?? '') : undefined
    if (other !== undefined) end += 2
    const origin = other === undefined ? first : whole
    found.push([other ?? first, module === undefined ? origin : `${module}.${origin}`])
    if (tokens[end + 1] !== ',') break
  }
  return found
}

function definedBy(tokens: readonly string[]): ReadonlySet<string> {
  return new Set(tokens.filter((_, at) => tokens[at - 1] === 'def'))
}

/**
 * Part of reading policy files: YAML and JSON text to a plain value, with the place of every part. Only this module
 * loads the YAML package.
 *
 * INVARIANT: no text makes it crash or hang. A checkout's file is written by strangers, and a gate that dies because of
 * it may let everything through. So nesting, tokens and what aliases expand to are limited before they are processed.
 */

import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, Parser } from 'yaml'
import type { CST, Document, Node, ParsedNode, Scalar } from 'yaml'
import type { Find, Place } from './page.ts'
import { below, quoted } from './problem.ts'

export interface SyntaxProblem extends Place {
  readonly path: string
  readonly message: string
}

export interface Parsed {
  /** Undefined when the text cannot be read. */
  readonly value: unknown
  readonly find: Find
  readonly problems: readonly SyntaxProblem[]
  /** The nodes that the value was made of; null if there are none. */
  readonly contents: Node | null
  readonly place: (offset: number) => Place
}

const MAX_DEPTH = 40
const MAX_TOKENS = 300_000
const MAX_VALUES = 200_000
const MAX_PROBLEMS = 20

/** No tags, no merging, no words that turn into booleans: the text means what it says. */
export const AS_WRITTEN = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  logLevel: 'silent',
} as const
const OPTIONS = { ...AS_WRITTEN, prettyErrors: false, uniqueKeys: false }

export function parseText(text: string): Parsed {
  const lines = new LineCounter()
  const place = (offset: number): Place => lines.linePos(offset)
  const tokens = tokenize(text, lines)
  const failed = (problems: SyntaxProblem[]) => ({
    value: undefined,
    find: () => undefined,
    problems,
    contents: null,
    place,
  })
  if ('message' in tokens) return failed([{ path: '', message: tokens.message, ...place(tokens.offset) }])
  const { all, quotes, open } = tokens
  const [document, second] = firstTwo(new Composer(OPTIONS).compose(all, true, text.length))
  const syntax = [...(document?.errors ?? []), ...(document?.warnings ?? [])].slice(0, MAX_PROBLEMS)
  const problems = firstOfLine(
    syntax.map(({ message, pos: [at] }) => {
      const from = message.startsWith(UNCLOSED) ? quotes.get(at) : OPEN_BRACKET.test(message) ? open : undefined
      return { path: '', message: sayPlainly(message), ...place(from ?? at) }
    }),
  )
  if (second !== undefined) {
    const message = 'a policy is one document; a second one begins here'
    problems.push({ path: '', message, ...place(second.range[0]) })
  }
  if (document === undefined || problems.length > 0) return failed(problems)
  return new Values(place).read(document)
}

interface Tokens {
  readonly all: readonly CST.Token[]
  /**
   * For each quoted text, where it begins, by where it ends: for one that is never closed, the parser reports only the
   * end.
   */
  readonly quotes: ReadonlyMap<number, number>
  /** The last bracket that is never closed. */
  readonly open: number | undefined
}

function tokenize(text: string, lines: LineCounter): Tokens | { message: string; offset: number } {
  const parser = new Parser(lines.addNewLine)
  const all: CST.Token[] = []
  const quotes = new Map<number, number>()
  const brackets: number[] = []
  lines.addNewLine(0)
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    const begins = parser.offset
    all.push(...parser.next(lexeme))
    if (lexeme.startsWith('"') || lexeme.startsWith("'")) quotes.set(begins + lexeme.length, begins)
    if (lexeme === '[' || lexeme === '{') brackets.push(begins)
    if (isClosing(lexeme, text[brackets.at(-1) ?? -1])) brackets.pop()
    if (parser.stack.length > MAX_DEPTH) return { message: 'is nested too deeply for a policy', offset: parser.offset }
    if (++count > MAX_TOKENS) return { message: 'has too many parts for a policy', offset: parser.offset }
  }
  all.push(...parser.end())
  return { all, quotes, open: brackets.at(-1) }
}

function isClosing(lexeme: string, bracket: string | undefined): boolean {
  return (lexeme === ']' && bracket === '[') || (lexeme === '}' && bracket === '{')
}

function firstTwo<T>(values: Iterable<T>): [T?, T?] {
  const found: [T?, T?] = []
  for (const value of values) if (found.push(value) === 2) break
  return found
}

/** Only the first problem of each line: the parser's others on that line follow from it. */
function firstOfLine(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const lines = new Set<number>()
  return problems.filter(({ line }) => !lines.has(line) && lines.add(line))
}

/**
 * Turns nodes into values by hand, so that duplicate keys, aliases and `__proto__` are checked in one place and in
 * linear time.
 */
class Values {
  readonly #place: (offset: number) => Place
  readonly #problems: SyntaxProblem[] = []
  readonly #anchors = new Map<string, Node>()
  readonly #offsets = { key: new Map<string, number>(), value: new Map<string, number>() }
  #count = 0
  /** The alias that is being expanded, if it is written in the text itself and not inside another alias. */
  #alias: { path: string; offset: number } | undefined
  #exhausted = false

  constructor(place: (offset: number) => Place) {
    this.#place = place
  }

  read(document: Document.Parsed | Document<ParsedNode>): Parsed {
    const contents = document.contents as Node | null
    const value = this.#read(contents, '', 0)
    if (this.#exhausted)
      return { value: undefined, find: () => undefined, problems: this.#problems, contents: null, place: this.#place }
    const find: Find = (path, part) => {
      const offset = this.#offsets[part].get(path) ?? this.#offsets.value.get(path)
      return offset === undefined ? undefined : this.#place(offset)
    }
    return { value, find, problems: this.#problems, contents, place: this.#place }
  }

  #read(node: Node | null, path: string, depth: number): unknown {
    if (node === null) return null
    const offset = node.range?.[0] ?? 0
    if (!this.#offsets.value.has(path)) this.#offsets.value.set(path, offset)
    if (this.#exhausted || depth > MAX_DEPTH || ++this.#count > MAX_VALUES) return this.#giveUp(path, offset)
    if (isAlias(node)) return this.#readAlias(node.source, path, offset, depth)
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor) this.#anchors.set(node.anchor, node)
    if (isScalar(node)) {
      if (isCutShort(node) && RULE_PATH.test(path))
        return this.#refuse(path, offset, 'what stands behind ` #` is a comment; a rule with it in it needs quotes')
      return node.value
    }
    if (isSeq(node))
      return node.items.map((item, index) => this.#read(item as Node | null, below(path, index), depth + 1))
    if (isMap(node)) return this.#readMap(node.items as { key: Node | null; value: Node | null }[], path, depth)
    return this.#refuse(path, offset, 'is nothing a policy can hold')
  }

  #readAlias(name: string, path: string, offset: number, depth: number): unknown {
    const target = this.#anchors.get(name)
    if (target === undefined)
      return this.#refuse(path, offset, `a text that begins with \`*\` needs quotes: ${quoted(`"*${name}"`)}`)
    const outer = this.#alias
    this.#alias ??= { path, offset }
    const value = this.#read(target, path, depth + 1)
    this.#alias = outer
    return value
  }

  #readMap(pairs: readonly { key: Node | null; value: Node | null }[], path: string, depth: number): unknown {
    const values = Object.create(null) as Record<string, unknown>
    for (const { key, value } of pairs) {
      const offset = key?.range?.[0] ?? 0
      if (!isScalar(key)) {
        this.#refuse(path, offset, 'the name of a field must be a plain text')
        continue
      }
      const name = String(key.value)
      const at = below(path, name)
      if (Object.hasOwn(values, name)) {
        const first = this.#place(this.#offsets.key.get(at) ?? 0)
        this.#refuse(at, offset, `${quoted(name)} is given twice; the first is on line ${first.line}`)
        continue
      }
      if (!this.#offsets.key.has(at)) this.#offsets.key.set(at, offset)
      if (value === null && !this.#offsets.value.has(at)) this.#offsets.value.set(at, offset)
      values[name] = this.#read(value, at, depth + 1)
    }
    return values
  }

  /** A few lines of aliases of aliases can stand for more than any memory holds. */
  #giveUp(path: string, offset: number): undefined {
    if (this.#exhausted) return
    this.#exhausted = true
    const at = this.#alias ?? { path, offset }
    this.#refuse(at.path, at.offset, this.#alias ? 'this alias expands to too much' : 'has too many parts for a policy')
  }

  #refuse(path: string, offset: number, message: string): undefined {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ path, message, ...this.#place(offset) })
  }
}

/** Where rules are written; in other places a parenthesis may well stay open. */
const RULE_PATH = /^(?:allow|ask|deny)\[\d+\](?:\.rule|\.except(?:\[\d+\])?)?$/

/** For `shell(echo #1)`, of which YAML returns only `shell(echo`. */
function isCutShort({ type, value, comment }: Scalar): boolean {
  if (type !== 'PLAIN' || typeof value !== 'string' || !comment?.includes(')')) return false
  return value.lastIndexOf('(') > value.lastIndexOf(')')
}

/** The beginning of the parser's message about a quote. */
const UNCLOSED = 'Missing closing'
/** For a bracket, too, the parser reports only where it misses the end. */
const OPEN_BRACKET = /^Flow (?:sequence|map)/

/** Other words for messages of the parser that people would not understand. */
const PLAINLY: readonly (readonly [RegExp, string])[] = [
  [/^Tabs are not allowed/, 'a line is indented with a tab; YAML wants blanks'],
  [/^Unresolved tag/, 'a text that begins with `!` is a YAML tag, which means nothing here; put it in quotes'],
  [/reserved character `/, 'a text cannot begin with a backtick; put it in quotes'],
  [/reserved character @/, 'a text cannot begin with `@`; put it in quotes'],
  [/^Nested mappings are not allowed/, 'a text with `: ` in it needs quotes'],
  [new RegExp(`^${UNCLOSED}`), 'a quote is never closed'],
  [
    /must be sufficiently indented and end with a (.)/,
    'a bracket is never closed, or what is inside it is not indented',
  ],
  [
    /^(?:A block sequence may not|Implicit keys need|All (?:mapping|sequence) items)/,
    'the indentation does not fit the lines before',
  ],
  [/^Implicit map keys need/, 'a field needs a `:` and a value'],
  [/ at node end$|^Missing , between/, 'this does not belong here; perhaps a comma is missing before it'],
  [/^Flow (?:sequence|map)[^]* must end with/, 'a bracket is never closed'],
]

function sayPlainly(message: string): string {
  for (const [pattern, words] of PLAINLY) if (pattern.test(message)) return words
  return `cannot be read: ${quoted(message).slice(1, -1)}`
}

/**
 * Part of reading shell lines: the likely values of a word that is not fully known, because the line itself gives them
 * somewhere: a variable set under a condition, more than once, or by `read`, `export` or `set`, or a word passed to a
 * function or a script.
 *
 * For restrictions only: only running the line tells which of these texts it is, if any.
 */

import { isPrinter } from '../dangers/shown-secret.ts'
import type { Line } from '../line.ts'
import type { Part, ShellWord } from '../syntax/script.ts'
import { expandBraces } from '../words/braces.ts'
import { POSITIONAL, sourcesIn } from './given-sources.ts'
import type { Source } from './given-sources.ts'
import { saidInside } from './said.ts'
import { shapedIn } from './shaped.ts'
import { spelledWord } from './spelled.ts'
import { pathTold } from './told-paths.ts'

const MOST = 400
const MOST_SHAPES = 2000
const DEEPEST = 3
const NONE: readonly never[] = []
const WHOLE = /\[[@*]\]/
const DEFAULT = /\$\{\w+(?:\[\w*\])?:?([-=+])([^{}]*(?:\$\{\w+\}[^{}]*)*)\}/g
const VARIABLE = /\$\{?(\w+)\}?/g
/** What a variable most likely holds before it is set: `rm$IFS-rf$IFS/`, `curl … | $SHELL`. */
const BEFOREHAND: ReadonlyMap<string, readonly string[]> = new Map([
  ['IFS', [' ']],
  ['SHELL', ['/bin/sh']],
])
/** The same if only a part of it is taken: `${PATH:0:1}` is a slash. */
const FOLDERS: readonly string[] = ['/usr/bin:/bin']

export class Given {
  readonly #line: Line
  readonly #sources: ReadonlyMap<string, readonly Source[]>
  /** Values that were found before, by depth and name. */
  readonly #values = new Map<string, readonly string[]>()
  /** What stands in for variables that are not set, by depth and place of the word. */
  readonly #defaults = new Map<string, readonly string[]>()
  /** The forms that a word gives to a value, by depth, place of the word and name. */
  readonly #shapesOf = new Map<string, readonly string[]>()
  /** How many values were reshaped (`${x%.txt}`) so far. */
  #shapes = 0
  /** Whether there were more texts than are looked at. */
  isCutShort = false
  #separators: RegExp | null | undefined = undefined

  constructor(line: Line) {
    this.#line = line
    this.#sources = sourcesIn(line.script, line.source)
  }

  /** The texts that the word may become; none if the line tells nothing about any part of it. */
  textsOf(word: ShellWord, home: string, depth = DEEPEST): readonly string[] {
    return word.dynamic ? this.#filled(word, home, depth).texts : written(word, home)
  }

  /** `isLess`: some part of the word was assumed to be empty. */
  #filled(
    word: ShellWord,
    home: string,
    depth: number,
  ): { readonly texts: readonly string[]; readonly isLess: boolean } {
    let texts: readonly string[] = ['']
    let isLess = false
    for (const [at, part] of word.parts.entries()) {
      const given = this.#split(part, this.#options(part, word, home, depth), home)
      const told = word.brace && part.kind !== 'text' ? withoutBraces(given) : given
      const isNothing = mayBeNothing(word, at) && !this.#isTold(part, told, home, depth)
      isLess ||= isNothing
      texts = this.#joined(texts, isNothing ? [...told, ''] : told)
      if (texts.length === 0) return { texts: NONE, isLess }
    }
    if (isLess) texts = texts.filter((text) => text !== '')
    if (word.brace) texts = this.#last([...new Set(texts.flatMap((text) => [text, ...(expandBraces(text) ?? NONE)]))])
    return { texts: word.tilde ? texts.map((text) => atHome(text, home)) : texts, isLess }
  }

  /** For `IFS=,; c=rm,-rf,x; $c`: also with blanks in place of the characters at which the line says that words end. */
  #split({ kind, quoted }: Part, texts: readonly string[], home: string): readonly string[] {
    if (kind === 'text' || quoted) return texts
    const separators = this.#separatorsAt(home)
    return separators === null
      ? texts
      : [...new Set([...texts, ...texts.map((text) => text.replaceAll(separators, ' '))])]
  }

  /** The characters at which words end besides blanks, or null. */
  #separatorsAt(home: string): RegExp | null {
    if (this.#separators !== undefined) return this.#separators
    // The value of `IFS` may itself be split.
    this.#separators = null
    const signs = this.valuesOf('IFS', home, DEEPEST).join('').replaceAll(/\s/gu, '')
    return (this.#separators = signs === '' ? null : new RegExp(`[${signs.replaceAll(/[\\\]^-]/gu, '\\$&')}]`, 'g'))
  }

  /**
   * For a parameter, `told` also contains what may stand in for it (the `y` of `${x:-y}`), so its variable must have
   * values, too.
   */
  #isTold({ kind, text }: Part, told: readonly string[], home: string, depth: number): boolean {
    return told.length > 0 && (kind !== 'parameter' || this.valuesOf(text, home, depth).length > 0)
  }

  #textsOf(source: Source, home: string, depth: number): readonly string[] {
    if (typeof source === 'string') return [atHome(source, home)]
    let texts: readonly string[] = ['']
    for (const word of source) {
      texts = this.#joined(texts, word.dynamic ? this.#held(word, home, depth) : written(word, home))
    }
    return texts
  }

  /** For `c="rm -rf ~ $X"; $c`: an unknown part also stays as it is written. */
  #held(word: ShellWord, home: string, depth: number): readonly string[] {
    const { texts, isLess } = this.#filled(word, home, depth)
    const isOpen = texts.length === 0 || isLess
    return isOpen && /\s/.test(word.value) ? [...texts, spelledWord(word, this.#line.source)] : texts
  }

  #options({ kind, text, scope }: Part, word: ShellWord, home: string, depth: number): readonly string[] {
    switch (kind) {
      case 'text':
        return [text]
      case 'variable':
        return this.valuesOf(text, home, depth)
      case 'list':
      case 'parameter':
        return [...this.#shaped(text, word, home, depth), ...this.#defaultsIn(word, home, depth)]
      case 'special':
        return /^[\d@*]/.test(text) ? this.valuesOf(POSITIONAL, home, depth) : NONE
      case 'command':
        return this.#printedIn(scope, home, depth)
      default:
        return NONE
    }
  }

  /** `${a%.txt}`, or `"${a[@]}"`, which is all of a list. Applied to every place of the name in a word. */
  #shaped(name: string, word: ShellWord, home: string, depth: number): readonly string[] {
    const key = `${depth} ${word.span.start} ${word.span.end} ${name}`
    const known = this.#shapesOf.get(key)
    if (known !== undefined) return known
    const found = [...new Set(this.#shapedIn(name, word, home, depth))]
    this.#shapesOf.set(key, found)
    return found
  }

  #shapedIn(name: string, { span }: ShellWord, home: string, depth: number): readonly string[] {
    const spelled = this.#line.source.slice(span.start, span.end)
    const whole = `${name}[@]`
    const asked = this.#sources.has(whole) && WHOLE.test(spelled)
    const from = asked ? whole : /^[\d@*]/.test(name) ? POSITIONAL : name
    // `${a[@]:1}`, and `${a[1]}` beside another list.
    const some = asked ? this.valuesOf(name, home, depth) : NONE
    const told = this.valuesOf(from, home, depth)
    const named = name === 'PATH' && told.length === 0 ? FOLDERS : told
    // `${!a}` is the value of the variable whose name `a` holds.
    const values = spelled.includes(`\${!${name}}`)
      ? [...named, ...named.flatMap((one) => this.valuesOf(one, home, depth - 1))]
      : named
    this.#shapes += values.length
    this.isCutShort ||= this.#shapes > MOST_SHAPES
    if (this.#shapes > MOST_SHAPES) return values
    return [...some, ...values.flatMap((value) => shapedIn(name, spelled, value) ?? [value])]
  }

  /** For `${X:-~/.bashrc}` and `${X:-$Y}`; and an empty text for `${X:+a}`. */
  #defaultsIn({ span }: ShellWord, home: string, depth: number): readonly string[] {
    const key = `${depth} ${span.start} ${span.end}`
    const known = this.#defaults.get(key)
    if (known !== undefined) return known
    const texts = new Set<string>()
    let spelled = this.#line.source.slice(span.start, span.end)
    // The innermost first, then those around it.
    for (let around = 0; around < DEEPEST; around++) {
      for (const [, sign, text = ''] of spelled.matchAll(DEFAULT)) {
        for (const one of this.#filledIn(text.replaceAll(/["']/g, ''), home, depth)) texts.add(atHome(one, home))
        if (sign === '+') texts.add('')
      }
      spelled = spelled.replaceAll(DEFAULT, '$2')
    }
    const found = this.#last([...texts])
    this.#defaults.set(key, found)
    return found
  }

  /** The text with the values that the line gives to its variables; a variable without one stays as it is written. */
  #filledIn(text: string, home: string, depth: number): readonly string[] {
    let texts: readonly string[] = ['']
    let from = 0
    for (const { 0: spelled, 1: name = '', index } of text.matchAll(VARIABLE)) {
      const values = this.valuesOf(name, home, depth)
      texts = this.#joined(texts, [text.slice(from, index)])
      texts = this.#joined(texts, values.length === 0 ? [spelled] : values)
      from = index + spelled.length
    }
    return this.#joined(texts, [text.slice(from)])
  }

  /** The values of a variable, or of the words that `set`, a function or a script is called with. */
  valuesOf(name: string, home: string, depth: number): readonly string[] {
    const sources = this.#sources.get(name)
    if (sources === undefined)
      return name === 'HOME'
        ? [home]
        : (this.#line.outer?.given.valuesOf(name, home, depth) ?? BEFOREHAND.get(name) ?? NONE)
    // In `IFS=$IFS,`, the old value.
    if (depth <= 0) return BEFOREHAND.get(name) ?? NONE
    const key = `${depth} ${name}`
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const values = new Set(
      this.#last([...new Set(sources)]).flatMap((source) => this.#textsOf(source, home, depth - 1)),
    )
    const found = this.#last([...values])
    this.#values.set(key, found)
    return found
  }

  /** Each head with each tail; if there are too many, the last ones. */
  #joined(heads: readonly string[], tails: readonly string[]): readonly string[] {
    const all = heads.length * tails.length
    const length = Math.min(all, MOST)
    this.isCutShort ||= all > MOST
    return Array.from({ length }, (_, at) => {
      const pair = all - length + at
      return `${heads[Math.floor(pair / tails.length)]}${tails[pair % tails.length]}`
    })
  }

  #last<T>(found: readonly T[]): readonly T[] {
    if (found.length <= MOST) return found
    this.isCutShort = true
    return found.slice(-MOST)
  }

  /** `$(echo .git)/config` */
  #printedIn(scope: number, home: string, depth: number): readonly string[] {
    if (depth <= 0) return NONE
    const textsOf = (word: ShellWord) => this.textsOf(word, home, depth - 1)
    const each = this.#line.script.commands
      .filter((command) => command.scope === scope)
      .flatMap(({ words }) =>
        isPrinter(words[0]?.value ?? '') ? words.slice(1).flatMap(textsOf) : pathTold(words, textsOf),
      )
    const whole = saidInside(scope, this.#line, ({ words }) => words.map((word) => onlyOne(textsOf(word))))
    return [...new Set([...each, ...whole, whole.join('\n')])].filter((text) => text !== '')
  }
}

function onlyOne(texts: readonly string[]): string | null {
  return texts.length === 1 ? (texts[0] ?? null) : null
}

function written({ value, tilde, brace }: ShellWord, home: string): readonly string[] {
  const texts = brace ? (expandBraces(value) ?? NONE) : [value]
  return tilde ? texts.filter((text) => text === '~' || text.startsWith('~/')).map((text) => atHome(text, home)) : texts
}

function atHome(text: string, home: string): string {
  const rest = text.replace(/^\$HOME(?!\w)/, '~')
  return rest === '~' || rest.startsWith('~/') ? home + rest.slice(1) : text
}

/** The braces of a value are not braces of the word it is put into. */
function withoutBraces(texts: readonly string[]): readonly string[] {
  const bare = texts.filter((text) => /[{}]/u.test(text)).map((text) => text.replaceAll(/[{}]/gu, ''))
  return bare.length === 0 ? texts : [...texts, ...bare]
}

/**
 * In `.e${x}nv` and `r$@m`, letters join if the variable is empty. A folder (`$X/a`) or the value of an option
 * (`-p$PW`) is rarely empty.
 */
function mayBeNothing({ parts, brace }: ShellWord, at: number): boolean {
  const [before, after] = [parts[at - 1], parts[at + 1]]
  if (after !== undefined) {
    // `{$x,.env}`: one of several words.
    if (brace && before !== undefined && isOpenTo(before, /[{,]$/u) && isOpenTo(after, /^[,}]/u)) return true
    return isOpenTo(after, /^[\w.{]/u) && (before === undefined || isOpenTo(before, /[\w.=}/:,@]$/u))
  }
  const isOption = parts[0]?.text.startsWith('-') === true && !parts.some(({ text }) => text.includes('='))
  return before !== undefined && isOpenTo(before, /[\w.}]$/u) && !isOption
}

function isOpenTo({ kind, text }: Part, letter: RegExp): boolean {
  return kind !== 'text' || letter.test(text)
}

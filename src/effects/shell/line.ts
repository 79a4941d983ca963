/** Part of reading shell lines: a script with its text, and its commands by their place in pipelines. */

import type { Functions } from './inside/functions.ts'
import type { WholeNames } from './output/whole-names.ts'
import { SETTERS } from './variables/assigns.ts'
import { Given } from './plausible/given.ts'
import { MAX_LENGTH } from './syntax/reader.ts'
import type { Scope, Script, SimpleCommand, Span } from './syntax/script.ts'
import { unquoted } from './words/plain.ts'

const SIGN = /\S/g

export class Line {
  readonly script: Script
  readonly source: string
  /** The line around a script that another command is given. */
  readonly outer: Line | undefined
  /** Whether the shell that reads it lacks bash's own syntax, as far as its name tells. */
  readonly inPlainShell: boolean
  /** The functions that are followed where they are called. */
  readonly functions: Functions | undefined
  readonly whole: WholeNames | undefined
  /** The text of each alias that the line makes, by its name. */
  readonly aliases: ReadonlyMap<string, string> | undefined
  /** These are worked out when first needed. */
  #given: Given | undefined
  #dropsPatterns: boolean | undefined
  #movesHome: boolean | undefined
  #stages: Map<number, StageCommands> | undefined
  /** How many lines have begun so far, not counting the first. */
  #begun = 0
  /** The offset of the first character of the last of them. */
  #first: number | undefined

  constructor(
    script: Script,
    source: string,
    outer: Line | undefined,
    inPlainShell: boolean,
    functions: Functions | undefined,
    whole: WholeNames | undefined,
  ) {
    this.script = script
    this.source = source
    this.functions = functions
    this.whole = whole
    this.outer = outer
    this.inPlainShell = inPlainShell
    this.aliases = aliasesIn(script)
  }

  /** Whether a line that the shell reads separately begins between the command asked about before and this one. */
  beginsBefore({ span }: SimpleCommand): boolean {
    const { lines } = this.script
    const from = this.#begun
    while (this.#begun < lines.length && (lines[this.#begun] as number) <= span.start) this.#begun++
    if (this.#begun === from) return false
    this.#first = undefined
    return true
  }

  /** Whether nothing stands before it in its line, which is the one that began last. */
  isFirst({ start }: Span): boolean {
    if (this.#first === undefined) {
      SIGN.lastIndex = this.#begun === 0 ? 0 : (this.script.lines[this.#begun - 1] as number)
      this.#first = SIGN.exec(this.source)?.index ?? 0
    }
    return start <= this.#first
  }

  /** Whether it has no functions, which may be left halfway. */
  get isPlain(): boolean {
    return this.functions === undefined && this.script.functions.length === 0 && (this.outer?.isPlain ?? true)
  }

  /** Whether a pattern that matches nothing may be dropped, as far as the line tells. */
  get dropsPatterns(): boolean {
    return (this.#dropsPatterns ??=
      this.source.includes('nullglob') ||
      this.outer?.dropsPatterns === true ||
      this.script.commands.some(dropsPatterns))
  }

  get given(): Given {
    return (this.#given ??= new Given(this))
  }

  /**
   * Whether, in `cd x`, x may be a variable that names the folder, or lie in another folder, as far as the line tells.
   */
  get entersVariables(): boolean {
    return this.source.includes('cdable_vars') || ENTERED.test(this.source) || this.outer?.entersVariables === true
  }

  /** Whether a `cd` may follow links before it goes up, as far as the line tells. */
  get followsLinks(): boolean {
    return FOLLOWS_LINKS.test(this.source) || this.outer?.followsLinks === true
  }

  /** Whether a tilde may stand for another folder: `export HOME=x`. */
  get movesHome(): boolean {
    this.#movesHome ??= this.source.includes('HOME') && this.script.commands.some((one) => setsHome(one, this.source))
    return this.#movesHome || this.outer?.movesHome === true
  }

  /** Whether the shell may look for programs in other places than before, as far as the line tells. */
  get movesPrograms(): boolean {
    return PROGRAM_FOLDERS.test(this.source) || this.outer?.movesPrograms === true
  }

  /** Whether shells that it starts may read a file first, as far as the line tells. */
  get startsByFile(): boolean {
    return this.source.includes('BASH_ENV=') || this.outer?.startsByFile === true
  }

  /** Whether words may be joined with another separator, as far as the line tells. */
  get namesSeparator(): boolean {
    return unquoted(this.source).includes('IFS') || this.outer?.namesSeparator === true
  }

  /** The first command of that stage, or of the group that is the stage. */
  stageAt(pipeline: number, stage: number): SimpleCommand | undefined {
    return this.#commandsAt(pipeline, stage)?.own
  }

  /** For `curl "$(cat a)" | sh`: the first commands in the substitutions of that stage. */
  substitutedAt(pipeline: number, stage: number): readonly SimpleCommand[] {
    return this.#commandsAt(pipeline, stage)?.substituted ?? []
  }

  #commandsAt(pipeline: number, stage: number): StageCommands | undefined {
    this.#stages ??= stagesOf(this.script)
    return this.#stages.get(keyOf(pipeline, stage))
  }
}

/** `CDPATH= cd x`, which many write to be safe, looks nowhere else. */
const ENTERED = /\bCDPATH\+?=(?!""|'')[^\s;&|)]/u
const FOLLOWS_LINKS = /\bset\s+-\w*P|physical/u
const HOME = /^["']?HOME\+?=/u

function setsHome({ words }: SimpleCommand, source: string): boolean {
  return (
    words.some(({ value }) => SETTERS.has(value)) &&
    words.some(({ span }) => HOME.test(source.slice(span.start, span.end)))
  )
}

const PROGRAM_FOLDERS = /\bPATH\+?=/u

/**
 * Whether it sets that option: by its name in one of its spellings, by zsh's letter for it, or by a word that nobody
 * knows.
 */
function dropsPatterns({ words: [name, ...rest] }: SimpleCommand): boolean {
  if (!SET_OPTIONS.has(name?.value ?? '')) return false
  return rest.some(({ dynamic, brace, value }) => dynamic || brace || NULLGLOB.test(value) || LETTER.test(value))
}

const SET_OPTIONS = new Set(['shopt', 'setopt', 'unsetopt', 'set', 'builtin', 'command'])
const NULLGLOB = /n_*u_*l_*l_*g_*l_*o_*b/iu
const LETTER = /^-\w*G/u

function aliasesIn({ commands }: Script): ReadonlyMap<string, string> | undefined {
  let aliases: Map<string, string> | undefined
  for (const { words } of commands) {
    let at = 0
    while (words[at]?.value === 'builtin' || words[at]?.value === 'command') at++
    if (words[at]?.value !== 'alias') continue
    for (const { value } of words.slice(at + 1)) {
      const equals = value.indexOf('=')
      if (equals > 0) (aliases ??= new Map()).set(value.slice(0, equals), value.slice(equals + 1))
    }
  }
  return aliases
}

/** There are fewer pipelines and stages than characters in a line. */
function keyOf(pipeline: number, stage: number): number {
  return pipeline * MAX_LENGTH + stage
}

interface StageCommands {
  own: SimpleCommand | undefined
  readonly substituted: SimpleCommand[]
}

function stagesOf(script: Script): Map<number, StageCommands> {
  const stages = new Map<number, StageCommands>()
  const stageOf = (pipeline: number, stage: number) => {
    const key = keyOf(pipeline, stage)
    const known = stages.get(key) ?? { own: undefined, substituted: [] }
    stages.set(key, known)
    return known
  }
  for (const command of script.commands) {
    if (command.words.length === 0) continue
    stageOf(command.pipeline, command.stage).own ??= command
    let isSubstituted = false
    for (
      let scope: Scope | undefined = script.scopes[command.scope];
      scope !== undefined;
      scope = scope.parent < 0 ? undefined : script.scopes[scope.parent]
    ) {
      isSubstituted ||= scope.kind === 'substitution' || scope.kind === 'process'
      if (scope.kind !== 'pipe') continue
      const around = stageOf(scope.pipeline, scope.stage)
      if (!isSubstituted) around.own ??= command
      else if (around.substituted.length < MOST_SUBSTITUTED) around.substituted.push(command)
    }
  }
  return stages
}

const MOST_SUBSTITUTED = 8

/**
 * Part of the strict shell parser: its result.
 *
 * INVARIANT: every simple command bash would parse out of the text is in `Script.commands`, however deeply nested, and
 * a word that is not `dynamic` holds exactly the text bash would see after quote removal.
 */

import type { Span } from '../../../engine/effect.ts'

export type { Span }

/**
 * One piece of a word that has an expansion.
 * `variable`: plain `$NAME` or `${NAME}`. `list`: `${NAME[@]}`. `parameter`: any other `${…}`. `special`: `$1 $@ $? …`.
 */
export type PartKind = 'text' | 'variable' | 'list' | 'parameter' | 'special' | 'command' | 'process' | 'arithmetic'

export interface Part {
  readonly kind: PartKind
  /** The literal text, or the name of the variable; empty for commands and arithmetic. */
  readonly text: string
  /** An expansion inside double quotes. */
  readonly quoted: boolean
  /** For `command` and `process`: the scope that holds its commands; else -1. */
  readonly scope: number
}

export interface ShellWord {
  /** The text after quote removal, without its expansions. Complete only if `dynamic` is false. */
  readonly value: string
  /** Contains an expansion whose value the text does not tell. */
  readonly dynamic: boolean
  /** Some of it was quoted or escaped. */
  readonly quoted: boolean
  /** Has an unquoted `*`, `?` or `[`. */
  readonly glob: boolean
  /** May be a brace expansion: one word here, several when run. */
  readonly brace: boolean
  /**
   * Whether, beside its braces, a character is quoted that would otherwise mean something to them or to a pattern: the
   * value does not show which.
   */
  readonly hides: boolean
  /** Has an unquoted `~` where bash expands it. */
  readonly tilde: boolean
  /** An unquoted expansion, or `"$@"`: may become several words, or none. */
  readonly splits: boolean
  /** The pieces in order; empty when the word has no expansion. */
  readonly parts: readonly Part[]
  /** Set on arguments of `declare`, `export` and their like that assign. */
  readonly assign: Assign | undefined
  readonly span: Span
}

export interface Assign {
  readonly name: string
  /** `a[i]=`: the text between the brackets. */
  readonly subscript: string | undefined
  readonly value: ShellWord | undefined
  readonly array: readonly ShellWord[] | undefined
  readonly append: boolean
  readonly span: Span
}

export type RedirectOp = '<' | '>' | '>>' | '>|' | '<>' | '&>' | '&>>' | '<&' | '>&' | '<<<' | '<<' | '<<-'

export interface Redirect {
  readonly op: RedirectOp
  /** As written before the operator; undefined for the operator's own default. */
  readonly fd: number | undefined
  /** `{name}>`: bash picks the descriptor and assigns its number. */
  readonly variable: string | undefined
  /** The file, or the text of a here-string. */
  readonly target: ShellWord | undefined
  /** `>&1`, `<&-`: the descriptor that is copied, or `-`. */
  readonly duplicate: string | undefined
  /** The text of a here-document; `quoted` when its delimiter was, so that nothing in it is expanded. */
  readonly body: ShellWord | undefined
  readonly span: Span
}

export type ScopeKind = 'top' | 'subshell' | 'substitution' | 'process' | 'background' | 'pipe' | 'function'

/**
 * An environment that commands run in: their assignments and `cd`s have no effect outside of it (functions excepted).
 */
export interface Scope {
  readonly kind: ScopeKind
  /** Index of the scope around it; -1 for the top. */
  readonly parent: number
  /** For `pipe`: the pipeline and the stage whose input and output it has; else -1. */
  readonly pipeline: number
  readonly stage: number
}

export type Connector = 'first' | ';' | '&&' | '||' | '|' | '&'

export interface SimpleCommand {
  readonly assigns: readonly Assign[]
  readonly words: readonly ShellWord[]
  readonly redirects: readonly Redirect[]
  /** Whether it is not a command itself, but the redirections of the compound command that ends here. */
  readonly compound: boolean
  /** Index into `Script.stages`. */
  readonly pipeline: number
  readonly stage: number
  /** Index into `Script.scopes`. */
  readonly scope: number
  /** How it follows the previous command of its list; a newline is `;`. */
  readonly connector: Connector
  /**
   * Commands with the same number are joined only by `&&`: a later one runs only if the earlier ones succeeded. -1 if
   * there are none.
   */
  readonly chain: number
  /**
   * May or may not run: after `&&` or `||`, anywhere in if, while, until, for, select, case or a function, or where a file must be
   * opened first.
   */
  readonly conditional: boolean
  /** Index into `Script.blocks`: what comes after it in that block runs only after it did. -1 if there is none. */
  readonly block: number
  readonly span: Span
}

/** A list that, if it runs at all, runs from its beginning: a body, a branch, a group, or commands joined by `&&`. */
export interface Block {
  readonly scope: number
  readonly span: Span
}

/** An expansion that bash evaluates: if that fails, bash gives up the line, and goes on with the next. */
export interface Evaluated {
  readonly scope: number
  readonly at: number
  /** The expression; undefined for another expansion that may fail: `${x:?}`. */
  readonly text: string | undefined
}

export interface Loop {
  readonly kind: 'for' | 'select'
  readonly name: string
  /** Undefined for the positional parameters. */
  readonly words: readonly ShellWord[] | undefined
  readonly scope: number
  /** Whether it is known only when the line runs if it runs at all. */
  readonly conditional: boolean
  readonly span: Span
}

/** What a `for`, `while`, `until` or `select` may repeat: its condition and its body. */
export interface Repeated {
  readonly scope: number
  readonly span: Span
  /** `for ((i = 0; …; i++))`: the variable that counts up, and how often the head names it. */
  readonly counter: { readonly name: string; readonly times: number } | undefined
}

export interface FunctionDefinition {
  readonly name: string
  /** The scope of its body. */
  readonly scope: number
  /** Whether it is known only when the line runs if it is defined at all. */
  readonly conditional: boolean
  /** The group or subshell that it runs, with its redirections. */
  readonly body: Span
  readonly span: Span
}

export interface Script {
  /**
   * In the order they end: the commands of a substitution come before the command whose word holds it, those in the
   * body of a here-document after the line that announced it.
   */
  readonly commands: readonly SimpleCommand[]
  readonly scopes: readonly Scope[]
  /** Number of stages of each pipeline. */
  readonly stages: readonly number[]
  /** Pipelines with a `|&`, which hands over errors as well. */
  readonly merged: readonly number[]
  readonly functions: readonly FunctionDefinition[]
  readonly loops: readonly Loop[]
  readonly repeated: readonly Repeated[]
  readonly blocks: readonly Block[]
  readonly evaluations: readonly Evaluated[]
  /** Where the lines begin that bash reads, and runs, one by one; without the first. */
  readonly lines: readonly number[]
  /** Variables that an expansion or arithmetic may set: `${x:=v}`, `$((x = 1))`, `{x}>file`. */
  readonly assigned: readonly string[]
  /** Those of them that are set to numbers: by arithmetic, or as in `${x:=0}`. */
  readonly counted: readonly string[]
  /** Variables whose length is used: `${#x}`. */
  readonly measured: readonly string[]
  /**
   * Variables whose value bash evaluates again as arithmetic, and so runs what a subscript in it holds; `$` and
   * its scope for what a substitution prints, empty for another value without a name (`$1`).
   */
  readonly evaluated: readonly string[]
  /** Those of them that alone say which element of a list is meant, written with the list: `a[i` for `${a[$i]}`. */
  readonly keys: readonly string[]
  /** Whether it contains `${!name}`, where a variable names the variable. */
  readonly indirect: boolean
  /** Whether it contains `$_`, the last word of the command before. */
  readonly repeats: boolean
  /**
   * Whether it has a comment that would do something in a shell without comments: one behind a command, or with more
   * than words.
   */
  readonly commented: boolean
  /**
   * Whether a loop starts commands for which nobody waits: surely without end, or with no end in sight; or runs idly
   * without end.
   */
  readonly spawning: 'surely' | 'maybe' | 'idly' | undefined
}

export type Parsed =
  | {
      readonly ok: true
      readonly script: Script
      /** A second opinion would not differ; see `plain.ts`. */
      readonly plain: boolean
    }
  | {
      readonly ok: false
      readonly reason: string
      /** Offset into the source at which reading stopped. */
      readonly at: number
    }

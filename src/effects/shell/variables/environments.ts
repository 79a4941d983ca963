/** Part of reading shell lines: the environments of a script, by the scopes in which its commands stand. */

import type { Scope, Script, SimpleCommand } from '../syntax/script.ts'
import type { Environment } from './state.ts'

/**
 * Whether zsh runs it in the shell itself: the last stage of a pipe, and in a background list (`cd a && ls &`) all
 * commands but the last.
 */
export function staysInShell({ kind, pipeline, stage }: Scope, { stages }: Script): boolean {
  return kind === 'background' || (kind === 'pipe' && stage === (stages[pipeline] ?? 1) - 1)
}

/** The environments of a script, created when their scopes are entered. */
export class Environments {
  readonly #script: Script
  readonly #byScope: (Environment | undefined)[]

  constructor(script: Script, top: Environment) {
    this.#script = script
    this.#byScope = [top]
  }

  of(command: SimpleCommand): Environment {
    return this.open(command.scope, command)
  }

  /** The environment of a scope in which, or around which, the command stands. */
  open(scope: number, command: SimpleCommand): Environment {
    // V8 is slow to read beyond the end of a list.
    const known = scope < this.#byScope.length ? this.#byScope[scope] : undefined
    if (known !== undefined) return known
    const parent = this.open(Math.max(0, this.#script.scopes[scope]?.parent ?? 0), command)
    const around = this.#script.scopes[scope]
    const made = parent.copyFor(command, around !== undefined && staysInShell(around, this.#script))
    if (around?.kind === 'function') made.given = undefined
    this.#byScope[scope] = made
    return made
  }
}

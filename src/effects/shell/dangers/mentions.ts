/**
 * Part of reading shell lines: texts that the line gives to variables, or to `read`. If a reader gets a variable, it
 * most likely means one of them.
 */

import { expandBraces } from '../words/braces.ts'
import type { Environment } from '../variables/state.ts'
import type { Part, ShellWord, SimpleCommand } from '../syntax/script.ts'
import { valueOf } from '../words/values.ts'

const MORE_NAMES = /[{},=]/

function isSeparator({ kind, text, quoted }: Part): boolean {
  return text === 'IFS' && kind !== 'text' && !quoted
}

export class Mentions {
  readonly texts: string[] = []
  /** Whether a group or a loop reads what a process prints that comes after it. */
  isFedLate = false

  /** The files that the text of a word may name: `$X{.env,b}`, `--file=.env$X`. */
  add({ dynamic, value, parts }: ShellWord): void {
    this.texts.push(value)
    // `a$IFS.env` is two words.
    if (parts.some(isSeparator)) this.texts.push(parts.map((part) => (isSeparator(part) ? ' ' : part.text)).join(''))
    if (dynamic && MORE_NAMES.test(value)) this.texts.push(value.replaceAll(/[{},=]/g, ' '))
  }

  /** If the variable is not set, `$X.env` is `.env`. */
  addFrom(
    { words, redirects, compound }: SimpleCommand,
    isWritten: boolean,
    environment: Environment,
    home: string,
  ): void {
    for (const { target } of redirects)
      if (target?.dynamic === true) {
        this.texts.push(target.value)
        this.isFedLate ||= compound && target.parts.some(({ kind }) => kind === 'process')
      }
    if (isWritten) return
    for (const word of words) {
      if (!word.dynamic) continue
      if (word.value !== '') this.add(word)
      // `x=env; cat {.$x,b}`
      if (word.brace)
        for (const text of valueOf(word, environment, home)?.texts ?? []) this.texts.push(...(expandBraces(text) ?? []))
    }
  }
}

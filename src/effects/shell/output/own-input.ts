/**
 * Part of reading shell lines: commands in a loop that do not touch the loop's input, which all belongs to the `read`
 * at its beginning.
 */

import { isWritten } from '../words/plain.ts'
import type { ShellWord, SimpleCommand } from '../syntax/script.ts'

const QUIET = new Set(['echo', 'printf', 'test', '[', ':', 'true', 'basename', 'dirname', 'continue', 'break', 'ls'])

/** Whether it reads nothing of the input from which the loop reads this variable. */
export function keepsInput({ words, redirects, stage, compound, assigns }: SimpleCommand, name: string): boolean {
  if (stage > 0 || redirects.some((redirect) => isOwnInput(redirect, name))) return true
  const [program, ...rest] = words
  if (program === undefined) return compound || assigns.length > 0
  if (program.dynamic) return false
  const verbs = QUIET_VERBS.get(program.value)
  return verbs === undefined ? QUIET.has(program.value) : isQuietVerb(rest, verbs, name)
}

const QUIET_VERBS: ReadonlyMap<string, RegExp> = new Map([
  ['git', /^(?:show|log|diff|diff-tree|rev-list|rev-parse|merge-base|describe|branch|ls-tree|name-rev)$/],
  ['docker', /^(?:inspect|logs|port|top)$/],
  ['podman', /^(?:inspect|logs|port|top)$/],
  ['kubectl', /^(?:describe|logs|top)$/],
])

/** Whether it gets no word that stands for its input: `-`, `--stdin`, `-f -`. */
function isQuietVerb([verb, ...rest]: SimpleCommand['words'], verbs: RegExp, name: string): boolean {
  const isKnown = (word: SimpleCommand['words'][number]) =>
    isWritten(word)
      ? word.value !== '-' && !/stdin|^-[fk]|^--(?:filename|kustomize)/.test(word.value)
      : !word.glob && !word.brace && word.parts.every(({ kind, text }) => kind === 'text' || text === name)
  return verb !== undefined && isWritten(verb) && verbs.test(verb.value) && rest.every(isKnown)
}

/** Whether it reads a text or another file, and not something that is open already (`<&0`, `< //dev/stdin`). */
function isOwnInput({ op, fd, target }: SimpleCommand['redirects'][number], name: string): boolean {
  if (!op.startsWith('<') || op === '<&' || op === '<>' || (fd ?? 0) !== 0) return false
  if (op !== '<') return true
  if (target === undefined || target.glob || target.brace || target.tilde || OPEN.test(target.value)) return false
  return target.parts.every(({ kind, text }) => kind === 'text' || (kind === 'variable' && text === name))
}

const OPEN = /(?:^|\/)(?:dev|proc|\.\.)(?:\/|$)/

interface Takes {
  /** How many words stand before the files. */
  readonly before: number
  /** Options without a value. */
  readonly options: RegExp
  /** Options with a number as their value. */
  readonly counts?: RegExp
}

const NO_OPTION = /(?!)/
const FIRST: Takes = { before: 0, options: /^-(?:\d+|[qvz]+|[nc]\+?\d+)$/, counts: /^-[nc]$/ }
const SUM: Takes = { before: 0, options: /^-[btz]+$/ }
const TAKES_FILES: ReadonlyMap<string, Takes> = new Map([
  ['cat', { before: 0, options: /^-[AbeEnstTuv]+$/ }],
  ['head', FIRST],
  ['tail', FIRST],
  ['wc', { before: 0, options: /^-[clmLw]+$/ }],
  ['file', { before: 0, options: /^-[bihLk]+$/ }],
  ['stat', { before: 0, options: /^-[Lt]+$/ }],
  ['md5sum', SUM],
  ['sha1sum', SUM],
  ['sha256sum', SUM],
  ['grep', { before: 1, options: /^-[cnilLhHoqsvwxEFP]+$/ }],
  ['sed', { before: 1, options: /^-[nEr]+$/ }],
  ['awk', { before: 1, options: NO_OPTION }],
  ['jq', { before: 1, options: /^-[rce]+$/ }],
])

/** For `wc -l "$f"` and `grep -c x "$f"`: if the variable holds the name of a file, that file is read. */
export function readsFile({ words: [program, ...rest], assigns }: SimpleCommand, name: string): boolean {
  const takes = TAKES_FILES.get(program?.value ?? '')
  if (takes === undefined || program?.dynamic === true || assigns.length > 0) return false
  let [before, files] = [takes.before, 0]
  for (const [at, word] of rest.entries()) {
    const isCount = takes.counts?.test(rest[at - 1]?.value ?? '') === true
    if (isVariable(word, name)) {
      if (before > 0 || isCount) return false
      files++
    } else if (!isWritten(word)) return false
    else if (isCount) {
      if (!/^\+?\d+$/.test(word.value)) return false
    } else if (word.value.startsWith('-')) {
      if (!takes.options.test(word.value) && takes.counts?.test(word.value) !== true) return false
    } else if (before-- === 0) return false
  }
  return files > 0
}

function isVariable({ parts: [part, ...others], glob, brace }: ShellWord, name: string): boolean {
  return part?.kind === 'variable' && part.text === name && others.length === 0 && !glob && !brace
}

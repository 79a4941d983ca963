/**
 * Part of reading shell lines: redirections, which are reads and writes of their own: no allow for a program covers
 * them.
 */

import type { Effect, Span, Word } from '../../engine/effect.ts'
import { FileUse, fileEffect } from '../file.ts'
import { unknownEffect } from '../make.ts'
import { connectEffects } from './arguments.ts'
import type { Line } from './line.ts'
import type { Standing } from './setting.ts'
import { linkedEffects } from './context.ts'
import type { ShellContext } from './context.ts'
import type { Redirect, ShellWord, SimpleCommand } from './syntax/script.ts'
import { eachOf } from './variables/state.ts'
import { isFile, openedBy } from './words/kinds.ts'
import { FOUND, foundEffects } from './words/found.ts'
import { resolveWord } from './words/words.ts'

/** Writing there changes nothing. */
const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty', '/dev/zero'])
const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/]*)\/?([^/]*)/

/**
 * The effects, and what the command learns from them: the text on its standard input, the files it reads and writes.
 */
export interface Redirected {
  readonly effects: readonly Effect[]
  readonly stdin: Word | undefined
  /** The same, if it is certain, and nothing else may be its input. */
  readonly given: string | undefined
  readonly reads: readonly string[] | undefined
  readonly writes: readonly string[] | undefined
}

/** Whether its output goes into a file, so that the text on its input is not a list of names. */
export function isKept({ writes }: Redirected): boolean {
  return writes?.some((path) => !path.startsWith('/dev/')) === true
}

export const NOT_REDIRECTED: Redirected = {
  effects: [],
  stdin: undefined,
  given: undefined,
  reads: undefined,
  writes: undefined,
}

/** A file that is opened, and by whom. */
interface Opening {
  readonly types: readonly ('read' | 'write')[]
  readonly span: Span
  readonly setting: Standing
  readonly context: ShellContext
}

/** The names of the files, as far as they are known. */
interface Named {
  readonly reads: string[]
  readonly writes: string[]
}

export function redirectEffects(
  command: SimpleCommand,
  line: Line,
  setting: Standing,
  context: ShellContext,
): Redirected {
  const effects: Effect[] = []
  const named: Named = { reads: [], writes: [] }
  let stdin: Word | undefined
  let given: string | undefined
  for (const redirect of command.redirects) {
    if (redirect.variable !== undefined)
      effects.push(unknownEffect('a redirection that sets a variable', [], setting.of, redirect.span))
    if (redirect.body !== undefined || redirect.op === '<<<') {
      const text = redirect.body ?? redirect.target
      const isInput = redirect.fd === undefined || redirect.fd === 0
      if (text === undefined || !isInput) continue
      const { word, alternatives } = resolveWord(text, setting.environment, context.around.home)
      stdin = word
      if (word !== null && alternatives === undefined && isOnlyInput(redirect, command)) given = word
      continue
    }
    if (redirect.target === undefined) continue
    const types = redirect.op === '<' ? READ : redirect.op === '<>' ? BOTH : WRITE
    effects.push(...targetEffects(redirect.target, line, { types, span: redirect.span, setting, context }, named))
  }
  const { reads, writes } = named
  return {
    effects,
    stdin,
    given,
    reads: reads.length === 0 ? undefined : reads,
    writes: writes.length === 0 ? undefined : writes,
  }
}

/** In zsh, a pipe in front is read as well. */
function isOnlyInput(text: Redirect, { stage, redirects }: SimpleCommand): boolean {
  if (stage > 0 || text.variable !== undefined) return false
  return redirects.every((one) => one === text || (one.variable === undefined && one.fd !== 0 && isOutput(one.op)))
}

function isOutput(op: string): boolean {
  return op.startsWith('>') || op.startsWith('&>')
}

function targetEffects(target: ShellWord, line: Line, opening: Opening, named: Named): readonly Effect[] {
  const { types, span, setting, context } = opening
  const { home } = context.around
  const { word, alternatives, traits, shape, found } = resolveWord(target, setting.environment, home)
  const several = types === READ ? word === null || traits.glob : traits.glob
  const opened = types === READ && word === null ? openedBy(target, setting.environment) : undefined
  const texts = alternatives ?? opened ?? (word === null ? undefined : [word])
  // Where the file is only read, it does not matter which one a pattern becomes. If several are listed, each counts.
  if (texts === undefined || (several && types !== READ)) {
    const why = 'the file of a redirection is only known when it runs'
    const harmless = types === READ && isFile(target, setting.environment)
    if (harmless && found !== undefined)
      return [
        unknownEffect(FOUND, [], setting.of, span, { harmless }),
        ...foundEffects(found, { ...setting, span, shown: true }, context),
      ]
    // `< /dev/tcp/$host/80`
    const could = shape?.startsWith('/dev/') === true ? [...types, 'connect' as const] : types
    const unknown = unknownEffect(why, could, setting.of, span, { harmless, path: shape })
    const guess = (text: string) => guessed(text, opening)
    if (types !== READ) named.writes.push(...(texts ?? (shape === undefined ? [] : [shape])))
    const given = (texts ?? line.given.textsOf(target, home)).flatMap(guess)
    if (shape === undefined) return [unknown, ...given]
    if (!harmless) return [unknown, ...given, ...guess(shape)]
    // What is known about the name is examined where a program gets the file.
    named.reads.push(shape)
    return [unknown, ...given, ...fileEffects(shape, true, false, opening)]
  }
  if (types !== WRITE) named.reads.push(...texts)
  if (types !== READ) named.writes.push(...texts)
  const [only] = texts
  if (only !== undefined && texts.length === 1) return fileEffects(only, several, !several, opening)
  return texts.flatMap((text) => fileEffects(text, several, !several, opening))
}

/** The values that the line may give to the variables of a target. For a pattern, only what may be protected counts. */
function guessed(text: string, opening: Opening): readonly Effect[] {
  const glob = /[*?[]/.test(text)
  const effects = fileEffects(text, glob, false, opening)
  return glob ? effects.filter(({ finding }) => finding !== undefined) : effects
}

function fileEffects(
  word: string,
  several: boolean,
  certain: boolean,
  { types, span, setting, context }: Opening,
): readonly Effect[] {
  if (SINKS.has(word)) return []
  const socket = word.startsWith('/dev/') ? SOCKET.exec(word) : null
  if (socket !== null) return connectEffects(`${socket[1]}:${socket[2]}`, certain, setting.of, span)
  const effects: Effect[] = []
  for (const type of types) {
    let first = true
    for (const cwd of eachOf(setting.folders)) {
      const use = new FileUse(type, word, setting.of, cwd, span)
      use.certain = first && certain
      use.glob = several
      use.how = 'modify'
      effects.push(fileEffect(use, context.around))
      if (several) effects.push(...linkedEffects(use, context))
      first = false
    }
  }
  return effects
}

const READ = ['read'] as const
const WRITE = ['write'] as const
const BOTH = ['read', 'write'] as const

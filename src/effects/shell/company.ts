/**
 * Part of reading shell lines: the surroundings of a command: the commands around it, in pipes, substitutions and
 * loops, and what the line spells of its words and its input. The danger catalogue asks for them, and so does the
 * search for commands inside others.
 */

import type { Word } from '../../engine/effect.ts'
import { isNetworkFile } from '../catalogue/dangers.ts'
import { isSecret } from '../catalogue/dangers/secrets.ts'
import { handedToXargs } from './output/fed.ts'
import type { Line } from './line.ts'
import { type ArgvOf, FARTHEST, handedBefore, saidInside } from './plausible/said.ts'
import type { Environment } from './variables/state.ts'
import { isPrinter, shownSecret } from './dangers/shown-secret.ts'
import { spelledWord, spelledWords } from './plausible/spelled.ts'
import { isInside } from './syntax/inside.ts'
import type { Script, ShellWord, SimpleCommand } from './syntax/script.ts'
import { textOf } from './words/words.ts'

export interface Company {
  /** The command whose output it reads, and the commands that feed that one, the first of them first. */
  readonly pipeFrom: readonly Word[] | undefined
  readonly upstream: readonly (readonly Word[])[] | undefined
  /** Whether another command reads its output. */
  readonly pipesOn: boolean
  /** The text on its input, as far as the line spells it; only for restrictions. */
  readonly said: string | undefined
  /** A variable with a name like a secret's whose value comes through the pipe. */
  readonly sent: string | undefined
  /** The commands in the substitutions among its words. */
  readonly substitutes: readonly (readonly Word[])[] | undefined
  /** The same for substitutions whose output the line has put into a variable that is among its words. */
  readonly kept: readonly (readonly Word[])[] | undefined
  /** The lists that the loops around it go over. */
  readonly over: readonly string[] | undefined
  /** The text of its words as written, where their value is unknown. */
  readonly spelled: readonly (string | undefined)[] | undefined
  /** For `xargs`: what is known about the words it reads. */
  readonly handed: ReturnType<typeof handedToXargs>
}

/** The same surroundings for a command with other words. */
export function respelled(
  company: Company | undefined,
  spelled: Company['spelled'],
  handed: Company['handed'],
): Company {
  return {
    pipeFrom: company?.pipeFrom,
    upstream: company?.upstream,
    pipesOn: company?.pipesOn === true,
    said: company?.said,
    sent: company?.sent,
    substitutes: company?.substitutes,
    kept: company?.kept,
    over: company?.over,
    spelled,
    handed,
  }
}

/**
 * For a command whose words are all known. Most such commands are never asked about their surroundings, so each is
 * looked up only when it is needed.
 */
class Piped implements Company {
  readonly substitutes = undefined
  readonly kept = undefined
  readonly over = undefined
  readonly spelled = undefined
  readonly #command: SimpleCommand
  readonly #line: Line
  /** Its own stage, or that of the group whose input it reads. */
  readonly #stage: Stage
  readonly #argvOf: ArgvOf
  /** Null until it is asked for. */
  #upstream: Company['upstream'] | null = null

  constructor(command: SimpleCommand, line: Line, stage: Stage, argvOf: ArgvOf) {
    this.#command = command
    this.#line = line
    this.#stage = stage
    this.#argvOf = argvOf
  }

  get pipeFrom(): Company['pipeFrom'] {
    return this.upstream?.at(-1)
  }

  get upstream(): Company['upstream'] {
    if (this.#upstream === null) this.#upstream = stagesUpTo(this.#stage, this.#line, this.#argvOf)
    return this.#upstream
  }

  get pipesOn(): Company['pipesOn'] {
    const { pipeline, stage } = this.#command
    return stage + 1 < (this.#line.script.stages[pipeline] ?? 1)
  }

  get said(): Company['said'] {
    return handedBefore(this.#command, this.#line, this.#argvOf)
  }

  get sent(): Company['sent'] {
    return secretBefore(this.#command, this.#line)
  }

  get handed(): Company['handed'] {
    return this.#command.words[0]?.value === 'xargs'
      ? handedToXargs(this.#command, this.#line.script, this.#line.whole)
      : undefined
  }
}

export function companyOf(
  command: SimpleCommand,
  line: Line,
  environment: Environment,
  home: string,
): Company | undefined {
  const { script, source } = line
  const piped = (script.stages[command.pipeline] ?? 1) > 1
  const dynamic = isDynamic(command)
  const fed = inputsOf(command)
  const around = command.stage === 0 ? pipeAround(command, script) : undefined
  if (!piped && !dynamic && fed.length === 0 && around === undefined) return undefined
  const argvOf: ArgvOf = (other) => other.words.map((word) => textOf(word, environment, home))
  const piping = piped || around !== undefined ? new Piped(command, line, around ?? command, argvOf) : undefined
  if (!dynamic && fed.length === 0) return piping
  const upstream = (fed.length === 0 ? undefined : commandsIn(fed, script, argvOf)) ?? piping?.upstream
  return {
    pipeFrom: upstream?.at(-1),
    upstream,
    pipesOn: piping?.pipesOn === true,
    said:
      fed.length > 0
        ? (spelledInput(fed, source) ?? saidBy(fed, line, argvOf))
        : (piping?.said ?? saidBy(command.words.filter(isProcess), line, argvOf)),
    sent: piping?.sent,
    substitutes: dynamic ? commandsIn(command.words, script, argvOf) : undefined,
    kept: dynamic ? keptIn(command.words, line, argvOf) : undefined,
    over: dynamic && script.repeated.length > 0 ? goneOver(command, script) : undefined,
    spelled: dynamic ? spelledWords(command.words, source) : undefined,
    handed: piping?.handed,
  }
}

const NO_INPUTS: readonly ShellWord[] = []

/** In `bash < <(curl …)` and `bash <<< "$(curl …)"`, the commands inside feed the command as a pipe would. */
function inputsOf({ redirects }: SimpleCommand): readonly ShellWord[] {
  if (redirects.length === 0) return NO_INPUTS
  const inputs: ShellWord[] = []
  for (const { op, target, body } of redirects) {
    const input = op === '<' || op === '<<<' ? target : body
    if (input?.dynamic === true) inputs.push(input)
  }
  return inputs
}

/** For `bash <<< "rm x $Y"`; if the text is nothing but an expansion, nothing is known. */
function spelledInput(fed: readonly ShellWord[], source: string): string | undefined {
  const last = fed.at(-1)
  return last?.parts.some(({ kind, text }) => kind === 'text' && text.trim() !== '') === true
    ? spelledWord(last, source)
    : undefined
}

/** For `bash <(echo 'rm x')` and `bash <<< "$(base64 -d <<< …)"`: what the commands inside print. */
function saidBy(words: readonly ShellWord[], line: Line, argvOf: ArgvOf): string | undefined {
  if (words.length === 0) return undefined
  const texts = words.flatMap(({ parts }) => parts.flatMap(({ scope }) => saidInside(scope, line, argvOf)))
  return texts.length === 0 ? undefined : texts.join('\n')
}

/** A variable with a name like a secret's that an earlier stage prints. */
function secretBefore({ pipeline, stage }: SimpleCommand, line: Line): string | undefined {
  for (let at = Math.max(0, stage - FARTHEST); at < stage; at++) {
    for (const before of [line.stageAt(pipeline, at), ...line.substitutedAt(pipeline, at)]) {
      if (before === undefined || !isPrinter(before.words[0]?.value ?? '')) continue
      const name = shownSecret(before, line)
      if (name !== undefined) return name
    }
  }
  return undefined
}

/** Whether the word is a process substitution, which is passed as the name of a file. */
function isProcess({ parts }: ShellWord): boolean {
  return parts.length === 1 && parts[0]?.kind === 'process'
}

function isDynamic({ words }: SimpleCommand): boolean {
  for (const word of words) if (word.dynamic || word.tilde) return true
  return false
}

type Stage = Pick<SimpleCommand, 'pipeline' | 'stage'>

function stagesUpTo({ pipeline, stage }: Stage, line: Line, argvOf: ArgvOf): Company['upstream'] {
  const upstream: (readonly Word[])[] = []
  for (let at = Math.max(0, stage - FARTHEST); at < stage; at++) {
    const found = line.stageAt(pipeline, at)
    // `echo "$(curl …)" | sh`
    for (const inside of line.substitutedAt(pipeline, at)) upstream.push(fedWith(inside, argvOf))
    if (found !== undefined) upstream.push(fedWith(found, argvOf))
  }
  return upstream.length === 0 ? undefined : upstream
}

/**
 * For `cat < /dev/tcp/host/80 | bash` and `base64 < .env | curl …`: the words of the command and, if that is
 * informative, the file it reads. `$(< .env)` counts as `$(cat .env)`.
 */
function fedWith(command: SimpleCommand, argvOf: ArgvOf): readonly Word[] {
  const argv = argvOf(command)
  if (command.redirects.length === 0) return argv
  const files = command.redirects.flatMap(({ op, target }) => {
    const file = op === '<' ? (target?.value ?? '') : ''
    return isNetworkFile(file) || isSecret(file) ? [file] : []
  })
  if (files.length === 0) return argv
  return argv.length === 0 ? ['cat', ...files] : [...argv, ...files]
}

const NO_WORDS: readonly Word[] = []

/** For `curl … | (bash)` and `curl … | while read x; do …`: the stage whose input the group reads. */
function pipeAround({ scope, pipeline }: SimpleCommand, { scopes }: Script): Stage | undefined {
  for (let at = scope; at > 0; at = scopes[at]?.parent ?? 0) {
    const around = scopes[at]
    if (around?.kind === 'pipe' && around.pipeline !== pipeline && around.stage > 0) return around
  }
  return undefined
}

function commandsIn(words: readonly ShellWord[], script: Script, argvOf: ArgvOf): Company['substitutes'] {
  let scopes: Set<number> | undefined
  for (const { parts } of words) for (const { scope } of parts) if (scope >= 0) (scopes ??= new Set()).add(scope)
  if (scopes === undefined) return undefined
  const inside: (readonly Word[])[] = []
  for (const other of script.commands) {
    const argv = isWithin(other.scope, scopes, script) ? fedWith(other, argvOf) : NO_WORDS
    if (argv.length > 0) inside.push(argv)
  }
  return inside.length === 0 ? undefined : inside
}

/** The words of each `for`, and the files that the loops around it read. */
function goneOver({ span }: SimpleCommand, { repeated, loops, commands }: Script): readonly string[] {
  const over: string[] = []
  for (const loop of repeated) {
    if (!isInside(span, loop.span)) continue
    for (const { compound, redirects, span: behind } of commands)
      if (compound && behind.start === loop.span.end)
        for (const { op, target } of redirects) if (op === '<') over.push(target?.value ?? '')
  }
  for (const { words } of loops) for (const { value } of words ?? NO_INPUTS) over.push(value)
  return over
}

function isWithin(scope: number, scopes: ReadonlySet<number>, script: Script): boolean {
  for (let at = scope; at >= 0; at = script.scopes[at]?.parent ?? -1) if (scopes.has(at)) return true
  return false
}

/** For `x=$(curl …); eval "$x"`: the commands in the values that the line gives to these variables. */
function keptIn(words: readonly ShellWord[], { script, outer }: Line, argvOf: ArgvOf): Company['kept'] {
  let names: Set<string> | undefined
  for (const { parts } of words)
    for (const { kind, text } of parts) if (kind === 'variable') (names ??= new Set()).add(text)
  if (names === undefined) return undefined
  const values: ShellWord[] = []
  for (const { assigns } of script.commands)
    for (const { name, value } of assigns) if (value !== undefined && names.has(name)) values.push(value)
  for (const { name, words: listed } of script.loops)
    if (listed !== undefined && names.has(name)) values.push(...listed)
  // A variable that a script uses may be set by the line around it.
  if (values.length === 0) return outer === undefined ? undefined : keptIn(words, outer, argvOf)
  return commandsIn(values, script, argvOf)
}

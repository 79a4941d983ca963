/** Part of reading shell lines: one simple command to effects. */

import type { Danger, Effect, Finding, Run, Span, Unknown, Word } from '../../engine/effect.ts'
import { PLAIN_TRAITS } from '../catalogue/draft.ts'
import { readCommand } from '../catalogue/read.ts'
import type { CommandReading } from '../catalogue/read.ts'
import { scriptFromStdin, unwrapBy } from '../catalogue/wrappers.ts'
import type { Unwrapped, Wrapper } from '../catalogue/wrappers.ts'
import { argumentEffects } from './arguments.ts'
import { assignEffects } from './assigns.ts'
import { companyOf } from './company.ts'
import type { ShellContext, ShellReading } from './context.ts'
import { dangersIn } from './dangers.ts'
import { fileEffect } from '../file.ts'
import { changeFolder, withoutOwnFolder } from './folder.ts'
import { offersFor } from './offers.ts'
import { programOf } from './program.ts'
import { findingOf, isInside, isTransparent } from './proof.ts'
import { NOT_REDIRECTED, redirectEffects } from './redirect.ts'
import { selfProtection } from './self.ts'
import type { Setting, Standing } from './setting.ts'
import { shownSecret } from './shown-secret.ts'
import type { Script, SimpleCommand } from './syntax/script.ts'
import { NO_TRAITS, filledIn, formsOf, traitsOf, variantsOf } from './variants.ts'
import { resolveWords } from './words.ts'
import type { Resolved } from './words.ts'

/** Where a script stands that is read with the same reader. */
export interface ScriptUse {
  readonly reader: CommandReader
  readonly of: number
  readonly cwd: string | null
  readonly depth: number
}

export type ReadScript = (text: string, shell: string, use: ScriptUse) => void

/** What something that is not understood may hide. */
export const EVERYTHING: Unknown['could'] = ['run', 'read', 'write', 'connect']
const TRUSTED_FOLDER = /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/
const MOST_WRAPPERS = 40
const MOST_EFFECTS = 3000

export class CommandReader {
  readonly context: ShellContext
  readonly dangers: Danger[] = []
  readonly #effects: Effect[] = []
  /** Files the line itself has written so far. */
  readonly #written = new Set<string>()
  readonly #readScript: ReadScript

  /** `readScript` reads a script inside a command (`bash -c`) with this same reader. */
  constructor(context: ShellContext, readScript: ReadScript) {
    this.context = context
    this.#readScript = readScript
  }

  finish(): ShellReading {
    return { effects: this.#effects, dangers: this.dangers }
  }

  unknown(why: string, of: number, could: Unknown['could'], span?: Span, harmless = false, finding?: Finding): void {
    this.#effects.push({ type: 'unknown', why, could, certain: true, harmless, of, span, finding })
  }

  add(effect: Effect): void {
    if (effect.type === 'write') this.#written.add(effect.path)
    this.#effects.push(effect)
  }

  readSimple(command: SimpleCommand, script: Script, source: string, standing: Standing): void {
    const { home } = this.context.around
    const { environment, of, placed } = standing
    const redirected =
      command.redirects.length === 0 ? NOT_REDIRECTED : redirectEffects(command, standing, this.context)
    for (const effect of redirected.effects) this.add(effect)
    const words = resolveWords(command.words, environment, home)
    if (command.assigns.length > 0) {
      const effects = assignEffects(command, words[0]?.word ?? null, standing, home)
      for (const effect of effects) this.#effects.push(effect)
    }
    if (words.length === 0) return
    this.#showsSecret(command, of)
    this.#run(words, {
      of,
      environment,
      folders: standing.folders,
      depth: standing.depth,
      guess: false,
      elsewhere: false,
      span: command.span,
      stdin: redirected.stdin,
      company: companyOf(command, script, environment, home, source),
      reads: redirected.reads,
      writes: redirected.writes,
      inFunction: standing.inFunction,
      background: standing.background,
      placed,
    })
  }

  /** Printing a variable that is named like a secret shows it. */
  #showsSecret(command: SimpleCommand, of: number): void {
    const name = shownSecret(command)
    if (name === undefined) return
    const why = `Shows the value of ${name}, which is named like a secret`
    this.unknown(why, of, [], command.span, false, { says: 'ask', code: 'secret-read', why })
  }

  readArgv(argv: readonly Word[], setting: Setting): void {
    const words = argv.map((word): Resolved => ({
      word,
      alternatives: undefined,
      traits: PLAIN_TRAITS,
      shape: undefined,
    }))
    this.#run(words, setting)
  }

  #run(given: readonly Resolved[], setting: Setting): void {
    if (this.#effects.length > MOST_EFFECTS)
      return this.unknown('more commands than are looked at', setting.of, EVERYTHING)
    const spelled = given.map((resolved) => resolved.word)
    const argv = withoutOwnFolder(spelled, setting, this.context)
    const words = argv === spelled ? given : given.filter((_, at) => at !== 1 && at !== 2)
    const variants = variantsOf(words, argv)
    const name = words[0]?.traits.glob === true ? null : (argv[0] ?? null)
    if (name === null) return this.#runUnknown(argv, variants, setting)
    const { guess, of, span } = setting
    const slash = name.lastIndexOf('/')
    const program = slash < 0 ? name : name.slice(slash + 1)
    const known = programOf(program)
    const trusted = slash < 0 || TRUSTED_FOLDER.test(name)
    const called = slash < 0 ? argv : [program, ...argv.slice(1)]
    const traits = traitsOf(words)
    const readings: CommandReading[] = []
    for (const variant of variants)
      readings.push(readCommand(slash < 0 ? variant : [program, ...variant.slice(1)], traits))
    const index = this.context.first + this.#effects.length
    const { wrapper } = known
    const inner: readonly Unwrapped[] =
      wrapper === undefined
        ? NONE
        : unwrapBy(wrapper, called, traits === NO_TRAITS ? words.map((word) => word.traits) : traits)
    const carries = known.carries ? of : index
    const owned = setting.elsewhere ? NONE : argumentEffects(readings, index, carries, setting, this.context)
    const proven = known.moves
      ? changeFolder(program, argv, setting, this.context)
      : isTransparent(inner) || readings.every((reading) => reading.readOnly)
    const dangers = guess ? NONE : dangersIn(argv, program, known, setting, this, proven && inner.length === 0)
    let forms: ReturnType<typeof formsOf> | undefined
    const run: Run = {
      type: 'run',
      argv,
      program,
      trusted,
      certain: !guess,
      harmless: proven && trusted && !guess && !(setting.environment.moved && known.obeys),
      inside: trusted && isInside(readings, owned),
      of,
      span,
      forms: () => (forms ??= formsOf(readings, variants)),
      finding: findingOf(selfProtection(known, argv), dangers),
      offers: guess ? undefined : () => offersFor(argv, readings[0], inner, this.context.tool),
    }
    this.#effects.push(run)
    for (const effect of owned) this.add(effect)
    if (slash >= 0)
      this.add({ ...this.#file(name, index, setting), certain: false, harmless: true, finding: undefined })
    if (this.#written.size > 0 && this.#runsWritten(name, inner, setting)) {
      this.unknown('runs a file that the line itself has written', index, EVERYTHING, span)
    }
    if (readings.some((reading) => reading.known && reading.unknownOperands))
      this.#operands(words, readings, run, carries, setting)
    for (const one of inner) this.#inside(one, carries, setting)
    if (wrapper !== undefined && !run.harmless && !guess)
      this.#standardInput(wrapper, called, inner, program, index, setting)
  }

  /** A file that is read, maybe. */
  #file(text: string, of: number, setting: Setting): Effect {
    return fileEffect(
      { type: 'read', text, of, cwd: onlyFolder(setting), certain: false, span: setting.span, tilde: false },
      this.context.around,
    )
  }

  #runsWritten(name: string, inner: readonly Unwrapped[], setting: Setting): boolean {
    const files = [
      ...(name.includes('/') ? [name] : []),
      ...inner.flatMap(({ file }) => (typeof file === 'string' ? [file] : [])),
    ]
    return files.some((text) => {
      const effect = this.#file(text, 0, setting)
      return effect.type === 'read' && this.#written.has(effect.path)
    })
  }

  /** Words nobody knows whole: what is known of a path is looked at as a pattern, the rest may be anything. */
  #operands(
    words: readonly Resolved[],
    readings: readonly CommandReading[],
    run: Run,
    of: number,
    setting: Setting,
  ): void {
    const shapes = words.flatMap(({ word, shape }, at) =>
      at > 0 && word === null && shape !== undefined ? [shape] : [],
    )
    const told = shapes.filter((shape) => /[^*/]/.test(shape))
    for (const text of setting.elsewhere ? NONE : told) {
      const cwd = setting.folders?.[0] ?? '/'
      this.#effects.push(
        fileEffect(
          { type: 'read', text, of, cwd, certain: false, glob: true, span: setting.span, tilde: false },
          this.context.around,
        ),
      )
    }
    // What a substitution is given often is what it prints.
    const printed = (setting.company?.substitutes ?? []).flatMap((argv) => argv.slice(1))
    for (const text of setting.elsewhere ? NONE : printed) {
      if (typeof text === 'string' && !text.startsWith('-')) this.add(this.#file(text, of, setting))
    }
    const unknown = words.filter(({ word }, at) => at > 0 && word === null).length
    if (run.harmless && unknown > 0 && told.length === unknown) return
    const could = run.harmless ? READ : readings.some((reading) => reading.connects) ? ALL_BUT_RUN : READ_WRITE
    this.unknown('what it is given is only known when it runs', of, could, setting.span, run.harmless)
  }

  /** Which program runs is decided when it runs. */
  #runUnknown(argv: readonly Word[], variants: readonly (readonly Word[])[], setting: Setting): void {
    const index = this.context.first + this.#effects.length
    const { guess, of, span } = setting
    this.#effects.push({
      type: 'run',
      argv: argv[0] === null ? argv : [null, ...argv.slice(1)],
      program: null,
      trusted: false,
      certain: !guess,
      harmless: false,
      of,
      span,
      forms: () => variants,
    })
    this.unknown('the name of the program is only known when it runs', index, EVERYTHING, span)
    if (guess) return
    for (const variant of variants) {
      if (variant[0] !== null && variant !== argv) this.readArgv(variant, { ...setting, of: index, guess: true })
    }
  }

  /** The command inside a wrapper. */
  #inside(one: Unwrapped, index: number, setting: Setting): void {
    const { guess, span } = setting
    if (one.guess === true && guess) return
    if (one.dynamic) this.unknown(one.unresolved ?? 'what it runs is only known when it runs', index, EVERYTHING, span)
    if (setting.depth > MOST_WRAPPERS) return this.unknown('wrappers nested too deep', index, EVERYTHING, span)
    const depth = setting.depth + 1
    if (one.inner !== undefined) {
      const elsewhere = setting.elsewhere || one.elsewhere !== undefined
      this.#run(filledIn(one.inner, one), {
        ...setting,
        of: index,
        depth,
        guess: guess || one.guess === true,
        elsewhere,
      })
    } else if (typeof one.script === 'string') {
      this.#readScript(one.script, 'bash', { reader: this, of: index, cwd: onlyFolder(setting), depth })
    }
  }

  /** A shell that is given its script on standard input. */
  #standardInput(
    wrapper: Wrapper,
    argv: readonly Word[],
    inner: readonly Unwrapped[],
    program: string,
    index: number,
    setting: Setting,
  ): void {
    const reads = scriptFromStdin(wrapper, argv, inner)
    if (reads === false) return
    if (reads === 'other')
      return this.unknown(`${program} runs the code it reads from its input`, index, EVERYTHING, setting.span)
    if (typeof setting.stdin !== 'string') {
      return this.unknown(`${program} runs what it reads from its input`, index, EVERYTHING, setting.span)
    }
    this.#readScript(setting.stdin, 'bash', {
      reader: this,
      of: index,
      cwd: onlyFolder(setting),
      depth: setting.depth + 1,
    })
  }
}

const NONE: readonly never[] = []

const READ: Unknown['could'] = ['read']
const READ_WRITE: Unknown['could'] = ['read', 'write']
const ALL_BUT_RUN: Unknown['could'] = ['read', 'write', 'connect']

function onlyFolder({ folders }: Setting): string | null {
  return folders?.length === 1 ? (folders[0] ?? null) : null
}

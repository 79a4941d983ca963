/** Part of reading shell lines: one simple command to effects. */

import type { Danger, Effect, Run, Span, Unknown, Word } from '../../engine/effect.ts'
import { dangersAcross, dangersOf } from '../catalogue/dangers.ts'
import type { Found, PlacedCommand } from '../catalogue/dangers.ts'
import { envEffect } from '../catalogue/environment.ts'
import { readCommand } from '../catalogue/read.ts'
import type { CommandReading } from '../catalogue/read.ts'
import { readsScriptFromStdin, unwrap } from '../catalogue/wrappers.ts'
import type { Unwrapped } from '../catalogue/wrappers.ts'
import { argumentEffects } from './arguments.ts'
import { companyOf } from './company.ts'
import type { Company } from './company.ts'
import { changeFolder, obeysFolder } from './folder.ts'
import { offersFor } from './offers.ts'
import type { ShellContext, ShellReading } from './context.ts'
import { redirectEffects } from './redirect.ts'
import { selfProtection } from './self.ts'
import type { Environment, Folders } from './state.ts'
import type { Script, SimpleCommand } from './syntax/script.ts'
import { PLAIN_TRAITS, resolveWord, resolveWords } from './words.ts'
import type { Resolved } from './words.ts'

/** Where and how a command stands. */
export interface Setting {
  /** Index of the effect it belongs to: the wrapper around it, or the call. */
  readonly of: number
  readonly environment: Environment
  readonly folders: Folders
  readonly depth: number
  /** One plausible reading among others, for restrictions only. */
  readonly guess?: boolean
  /** Runs in a container or on another machine: its paths are not ours. */
  readonly elsewhere?: boolean
  readonly span?: Span
  /** What it reads on standard input, when the line says so. */
  readonly stdin?: Word
  readonly company?: Company
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly inFunction?: string
  readonly background?: boolean
  /** Collects the script's commands for what only several of them do together. */
  readonly placed?: PlacedCommand[]
}

/** Where a script stands that is read with the same reader. */
export interface ScriptUse {
  readonly reader: CommandReader
  readonly of: number
  readonly cwd: string | null
  readonly depth: number
}

export type ReadScript = (text: string, shell: string, use: ScriptUse) => void

const EVERYTHING: Unknown['could'] = ['run', 'read', 'write', 'connect']
const TRUSTED_FOLDER = /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/
/** Programs that are no wrappers but can be told to run or delete: a rule that names them does not name that. */
const CARRIERS = new Set([
  'find',
  'gfind',
  'fd',
  'fdfind',
  'tar',
  'gtar',
  'bsdtar',
  'git',
  'awk',
  'gawk',
  'mawk',
  'vim',
  'vi',
  'nvim',
  'gdb',
  'rsync',
])
const MOST_VARIANTS = 8
const MOST_WRAPPERS = 40
const MOST_EFFECTS = 3000

export class CommandReader {
  readonly context: ShellContext
  readonly #effects: Effect[] = []
  readonly #dangers: Danger[] = []
  readonly #readScript: ReadScript

  /** `readScript` reads a script inside a command (`bash -c`) with this same reader. */
  constructor(context: ShellContext, readScript: ReadScript) {
    this.context = context
    this.#readScript = readScript
  }

  finish(): ShellReading {
    return { effects: this.#effects, dangers: this.#dangers }
  }

  unknown(why: string, of: number, could: Unknown['could'], span?: Span, harmless = false): void {
    this.#effects.push({
      type: 'unknown',
      why,
      could,
      certain: true,
      harmless,
      of,
      ...(span === undefined ? {} : { span }),
    })
  }

  readSimple(command: SimpleCommand, script: Script, source: string, setting: Setting): void {
    const { home } = this.context
    const redirects = redirectEffects(command, setting, this.context)
    this.#effects.push(...redirects.effects)
    const words = resolveWords(command.words, setting.environment, home)
    this.#assigns(command, words[0]?.word ?? null, setting)
    if (words.length === 0) return
    this.#run(words, {
      ...setting,
      ...redirects.setting,
      company: companyOf(command, script, setting.environment, home, source),
      ...whereabouts(command, script),
      span: command.span,
    })
  }

  readArgv(argv: readonly Word[], setting: Omit<Setting, 'folders'> & { readonly folders?: Folders }): void {
    const words = argv.map((word): Resolved => ({
      word,
      alternatives: word === null ? undefined : [word],
      traits: PLAIN_TRAITS,
    }))
    this.#run(words, { folders: setting.environment.folders, ...setting })
  }

  #run(words: readonly Resolved[], setting: Setting): void {
    if (this.#effects.length > MOST_EFFECTS)
      return this.unknown('more commands than are looked at', setting.of, EVERYTHING)
    const argv = words.map(({ word }) => word)
    const variants = variantsOf(words)
    const name = words[0]?.traits.glob === true ? null : (argv[0] ?? null)
    if (name === null) return this.#runUnknown(argv, variants, setting)
    const program = name.slice(name.lastIndexOf('/') + 1)
    const trusted = !name.includes('/') || TRUSTED_FOLDER.test(name)
    const traits = words.map((word) => word.traits)
    const readings = variants.map((variant) => readCommand([program, ...variant.slice(1)], traits))
    const index = this.context.first + this.#effects.length
    const inner = unwrap([program, ...argv.slice(1)], program)
    const named = CARRIERS.has(program) ? setting.of : index
    const owned =
      setting.elsewhere === true ? [] : argumentEffects(readings, { run: index, writes: named }, setting, this.context)
    const dangers = this.#dangersIn(argv, program, setting)
    const moved = changeFolder(program, argv, setting, this.context)
    const sees = inner.length > 0 && inner.every((one) => one.strict)
    const harmless =
      trusted && setting.guess !== true && (moved?.harmless ?? (sees || readings.every((reading) => reading.readOnly)))
    const run: Run = {
      type: 'run',
      argv,
      program,
      trusted,
      certain: setting.guess !== true,
      harmless: harmless && !(setting.environment.moved && obeysFolder(program)),
      inside: trusted && isInside(readings, owned),
      of: setting.of,
      ...(setting.span === undefined ? {} : { span: setting.span }),
      ...formsOf(readings, variants),
      ...findingOf(selfProtection(program, argv), dangers),
      ...(setting.guess === true ? {} : { offers: offersFor(argv, readings[0], inner, this.context.tool) }),
    }
    this.#effects.push(run, ...owned)
    this.#operandsUnknown(readings, index, run.harmless, setting)
    for (const one of inner) this.#inside(one, named, setting)
    if (!run.harmless) this.#script([program, ...argv.slice(1)], program, inner, index, setting)
  }

  /** Which program runs is decided when it runs. */
  #runUnknown(argv: readonly Word[], variants: readonly (readonly Word[])[], setting: Setting): void {
    const index = this.context.first + this.#effects.length
    const common = {
      certain: setting.guess !== true,
      harmless: false,
      of: setting.of,
      ...(setting.span === undefined ? {} : { span: setting.span }),
    }
    const unknownName = argv[0] === null ? argv : [null, ...argv.slice(1)]
    this.#effects.push({
      ...common,
      type: 'run',
      argv: unknownName,
      program: null,
      trusted: false,
      ...formsOf([], variants),
    })
    this.unknown('the name of the program is only known when it runs', index, EVERYTHING, setting.span)
    for (const variant of variants) {
      if (variant[0] !== null && variant !== argv && setting.guess !== true) {
        this.readArgv(variant, { ...setting, of: index, guess: true })
      }
    }
  }

  #assigns(command: SimpleCommand, program: Word, setting: Setting): void {
    const bare = command.words.length === 0
    for (const assign of command.assigns) {
      const { name, span } = assign
      const value =
        assign.value === undefined ? '' : resolveWord(assign.value, setting.environment, this.context.home).word
      const effect =
        assign.array === undefined && assign.subscript === undefined ? envEffect(name, value, program) : 'unknown'
      if (effect === 'harmless' || (bare && effect === 'unknown' && /^[a-z_][a-z0-9_]*$/.test(name))) continue
      const why = effect === 'dangerous' ? `sets ${name}, which can change what runs` : `sets ${name}`
      this.unknown(why, setting.of, effect === 'dangerous' ? EVERYTHING : [], span)
    }
  }

  #dangersIn(argv: readonly Word[], program: string, setting: Setting): readonly Found[] {
    if (setting.guess === true) return []
    const input = this.#place(argv, program, setting)
    if (setting.placed !== undefined) setting.placed.push(input)
    const dangers = dangersOf(input)
    this.#note(dangers, setting.span)
    return dangers
  }

  #place(argv: readonly Word[], program: string, setting: Setting): PlacedCommand {
    const { company, reads, writes, folders, inFunction, background } = setting
    return {
      argv,
      program,
      cwd: folders?.[0] ?? '',
      home: this.context.home,
      root: this.context.root,
      ...company,
      ...(reads === undefined ? {} : { reads }),
      ...(writes === undefined ? {} : { writes }),
      ...(inFunction === undefined ? {} : { inFunction }),
      ...(background === true ? { background } : {}),
    }
  }

  #note(dangers: readonly Found[], span?: Span): void {
    for (const { category, severity, why } of dangers) {
      this.#dangers.push({ category, severity, why, ...(span === undefined ? {} : { span }) })
    }
  }

  /** What only several commands of a script do together. */
  readTogether(placed: readonly PlacedCommand[], of: number): void {
    if (placed.length < 2) return
    const dangers = dangersAcross(placed)
    this.#note(dangers)
    const safety = dangers.find((danger) => danger.safety)
    if (safety === undefined) return
    const finding = { says: 'safety', code: `danger-${safety.category}`, why: safety.why } as const
    this.#effects.push({ type: 'unknown', why: safety.why, could: [], certain: true, harmless: false, of, finding })
  }

  #operandsUnknown(readings: readonly CommandReading[], index: number, harmless: boolean, setting: Setting): void {
    if (!readings.some((reading) => reading.known && reading.unknownOperands)) return
    this.unknown(
      'which files it is given is only known when it runs',
      index,
      harmless ? ['read'] : ['read', 'write'],
      setting.span,
      harmless,
    )
  }

  /** The command inside a wrapper. */
  #inside(one: Unwrapped, index: number, setting: Setting): void {
    if (one.guess === true && setting.guess === true) return
    const next = {
      ...setting,
      of: index,
      depth: setting.depth + 1,
      guess: setting.guess === true || one.guess === true,
      elsewhere: setting.elsewhere === true || one.elsewhere !== undefined,
    }
    if (one.dynamic)
      this.unknown(one.unresolved ?? 'what it runs is only known when it runs', index, EVERYTHING, setting.span)
    if (setting.depth > MOST_WRAPPERS) return this.unknown('wrappers nested too deep', index, EVERYTHING, setting.span)
    if (one.inner !== undefined) this.readArgv(one.inner, next)
    else if (typeof one.script === 'string') {
      const cwd = setting.folders?.length === 1 ? (setting.folders[0] ?? null) : null
      this.#readScript(one.script, 'bash', { reader: this, of: index, cwd, depth: setting.depth + 1 })
    }
  }

  /** A shell that is given its script on standard input. */
  #script(argv: readonly Word[], program: string, inner: readonly Unwrapped[], index: number, setting: Setting): void {
    if (setting.guess === true || !(inner.some((one) => one.kind === 'stdin') || readsScriptFromStdin(argv, program)))
      return
    if (typeof setting.stdin !== 'string') {
      return this.unknown(`${program} runs what it reads from its input`, index, EVERYTHING, setting.span)
    }
    const cwd = setting.folders?.length === 1 ? (setting.folders[0] ?? null) : null
    this.#readScript(setting.stdin, 'bash', { reader: this, of: index, cwd, depth: setting.depth + 1 })
  }
}

function whereabouts(command: SimpleCommand, script: Script): Pick<Setting, 'inFunction' | 'background'> {
  for (let at = command.scope; at > 0; at = script.scopes[at]?.parent ?? 0) {
    const kind = script.scopes[at]?.kind
    if (kind === 'background') return { ...whereaboutsOf(at, script), background: true }
    if (kind === 'function') return whereaboutsOf(at, script)
  }
  return {}
}

function whereaboutsOf(scope: number, script: Script): Pick<Setting, 'inFunction'> {
  for (let at = scope; at > 0; at = script.scopes[at]?.parent ?? 0) {
    const found = script.functions.find((definition) => definition.scope === at)
    if (found !== undefined) return { inFunction: found.name }
  }
  return {}
}

/** Every way the listed alternatives can fall; what is unknown stays unknown. */
function variantsOf(words: readonly Resolved[]): readonly (readonly Word[])[] {
  let variants: Word[][] = [[]]
  for (const { word, alternatives } of words) {
    const options: readonly Word[] = alternatives ?? [word]
    if (variants.length * options.length > MOST_VARIANTS) return [words.map((resolved) => resolved.word)]
    variants = variants.flatMap((head) => options.map((option) => [...head, option]))
  }
  return variants
}

function formsOf(readings: readonly CommandReading[], variants: readonly (readonly Word[])[]) {
  const forms: (readonly Word[])[] = readings.flatMap((reading) => reading.forms)
  if (variants.length > 1 || readings.length === 0) forms.push(...variants)
  return forms.length === 0 ? {} : { forms }
}

function isInside(readings: readonly CommandReading[], owned: readonly Effect[]): boolean {
  return readings.every((reading) => reading.fileCommand) && owned.every((effect) => effect.inside === true)
}

function findingOf(own: string | undefined, dangers: readonly Found[]) {
  if (own !== undefined) return { finding: { says: 'deny', code: 'self-protection', why: own } } as const
  const danger = dangers.find(({ safety }) => safety)
  return danger === undefined
    ? {}
    : ({ finding: { says: 'safety', code: `danger-${danger.category}`, why: danger.why } } as const)
}

/** Part of reading shell lines: one simple command to effects. */

import type { Effect, Run, Word } from '../../engine/effect.ts'
import { argumentEffects, followedEffects } from './arguments.ts'
import { assignEffects, toldEffects } from './variables/assigns.ts'
import { nameOf, readCalled } from './called.ts'
import type { CalledCommand } from './called.ts'
import { isTooMany } from './words/braces.ts'
import { companyOf } from './company.ts'
import type { ShellContext, ShellReading } from './context.ts'
import { dangersIn } from './dangers/dangers.ts'
import { readAssigned, readExported } from './inside/assigned.ts'
import { calledBy, readCalls } from './inside/functions.ts'
import { isFitting, whereInside, withoutOwnFolder } from './folders/cd.ts'
import { readAliased } from './plausible/aliased.ts'
import { fillIn, readGuesses, readWithoutNothing, readWithoutPatterns } from './plausible/given-commands.ts'
import { readAsSpelled, readInside, readStarted } from './inside/inside.ts'
import { readStandardInput } from './inside/standard-input.ts'
import { keptEffects } from './kept-settings.ts'
import { Ledger } from './ledger.ts'
import type { Line } from './line.ts'
import { settleHeld } from './held.ts'
import { loadedBy } from './dangers/loaded.ts'
import { ledThere, Obedient } from './dangers/astray.ts'
import { ENDLESS, readsWithoutEnd } from './dangers/endless.ts'
import type { Led } from './dangers/astray.ts'
import { readFromTop } from './folders/around.ts'
import { lists, spelledOut } from './folders/spelled-out.ts'
import { isAway, Visits } from './folders/visits.ts'
import { changed } from '../make.ts'
import { Handed } from './words/handed.ts'
import { readOperands } from './words/operands.ts'
import { mayPrint, programOf } from './program.ts'
import type { Program } from './program.ts'
import { findingOf, RUNS_OTHERS } from './proof.ts'
import { isKept, NOT_REDIRECTED, redirectEffects } from './redirect.ts'
import { runOf } from './run.ts'
import { settingOf } from './setting.ts'
import type { Setting, Standing } from './setting.ts'
import { askIfSecretShown, repeatsInput } from './dangers/shown-secret.ts'
import type { ShellWord, SimpleCommand } from './syntax/script.ts'
import { runUnnamed } from './inside/unnamed.ts'
import { takesList } from './inside/xargs.ts'
import { variantsOf } from './words/variants.ts'
import { givenWords, isOpen, resolveWords, unsplitWords } from './words/words.ts'
import type { CommandWords } from './words/words.ts'
import { readsPipe, runsOn } from './waits.ts'
import { WholeNames } from './output/whole-names.ts'
import type { ReadScript } from './script-use.ts'

const MOST_EFFECTS = 3000
const NONE: readonly never[] = []
const READ_WRITE = ['read', 'write'] as const

export class CommandReader extends Ledger {
  /** Reads a script inside a command (`bash -c`) with this same reader. */
  readonly readScript: ReadScript
  /** The script that is being read. */
  line: Line | undefined = undefined
  /** Whether the reading relied on something that holds only if the line does nothing but look. */
  isTrusting = false
  /** Whether the line waits while others may change the disk. */
  waits = false
  readonly whole: WholeNames | undefined = undefined
  /** How many calls of functions were followed. */
  calls = 0
  #obedient: Obedient | undefined
  readonly visits = new Visits()
  readonly handed = new Handed()

  constructor(context: ShellContext, readScript: ReadScript) {
    super(context)
    this.readScript = readScript
    const { around } = context
    if (around.fs.entriesIn !== undefined && context.wary !== true)
      this.whole = new WholeNames(around.isAskedAgain === true ? around : undefined, context.tool)
  }

  get takesForGranted(): boolean {
    return this.isTrusting || this.whole?.areAssumed === true
  }

  /** Whether it goes on while others may change the disk. */
  get runsOn(): boolean {
    const { fs } = this.context.around
    return this.waits || this.effects.some((effect) => runsOn(effect) || readsPipe(effect, fs))
  }

  /** To be called once the whole line is read. */
  settle(): void {
    this.visits.settle(this.effects, this.onlyLooks, this.context)
  }

  finish(): ShellReading {
    if (this.#obedient !== undefined && !this.onlyLooks) this.#obedient.settle(this.effects)
    this.handed.settle(this.effects, this.context)
    const { present } = this.context
    const waits = (present !== undefined || this.whole?.areAssumed === true) && this.runsOn
    const names = waits && this.whole?.areAssumed === true ? 'split' : this.whole?.conclude()
    const isHeld = present === undefined || settleHeld(this.effects, waits)
    // Patterns are compared with rules as if no name they stand for were hidden: then the disk must say which there are.
    return { effects: this.effects, dangers: this.dangers, names: names === 'whole' && !isHeld ? 'split' : names }
  }

  readSimple(command: SimpleCommand, line: Line, standing: Standing): void {
    const { home } = this.context.around
    const { environment, of } = standing
    const first = this.effects.length
    this.whole?.meet(command, standing.folders)
    const redirected =
      command.redirects.length === 0 ? NOT_REDIRECTED : redirectEffects(command, line, standing, this.context)
    for (const effect of redirected.effects) this.add(effect)
    if (typeof redirected.stdin === 'string' && !isKept(redirected)) this.mentions.texts.push(redirected.stdin)
    const words = resolveWords(command.words, environment, home)
    this.mentions.addFrom(command, words.resolved === undefined, environment, home)
    if (line.movesHome && hasTilde(command))
      this.unknown('where a tilde leads is only known when it runs', of, READ_WRITE, command.span)
    if (command.assigns.length > 0) {
      for (const { value, array } of command.assigns)
        for (const one of array ?? [value]) if (one !== undefined) this.mentions.add(one)
      const { around, fresh = false } = this.context
      const effects = assignEffects(command, words.argv[0] ?? null, standing, around, fresh)
      for (const effect of effects) this.effects.push(effect)
    }
    if (words.argv.length === 0 && redirected.writes === undefined) return
    const called = line.functions === undefined ? undefined : calledBy(command, line.functions)
    const prints = called !== undefined || repeatsInput(command)
    if (prints || (words.resolved !== undefined && mayPrint(command.words))) askIfSecretShown(command, line, of, this)
    const setting = settingOf(command, standing, redirected, companyOf(command, line, environment, home))
    if (words.argv.length === 0) return this.#onlyRedirects(setting)
    if (words.resolved !== undefined && command.words.some(isTooMany))
      this.cutShort('words in braces', of, command.span)
    const at = this.effects.length
    const unsplit = unsplitWords(command.words, environment, home)
    if (called !== undefined) return readCalls(called, command, [words, unsplit], setting, this)
    this.run(words, setting)
    if (command.assigns.length > 0) readAssigned(command, setting, at, this)
    if (unsplit !== undefined) readGuesses([unsplit], setting, at, this)
    this.written?.keep(words.argv, setting, this.effects.slice(first))
    if (words.resolved?.some(isOpen) === true) {
      fillIn(command, line, setting, at, this)
      readWithoutNothing(words.resolved, setting, at, this)
    }
    if (words.resolved !== undefined && line.dropsPatterns) readWithoutPatterns(words.resolved, setting, at, this)
    if (line.aliases !== undefined) readAliased(command, line, line.aliases, setting, at, this)
    readExported(command, line, setting, at, this)
  }

  /** A redirection without a command empties its file, just as one after `:` does. */
  #onlyRedirects(setting: Setting): void {
    const finding = findingOf(undefined, dangersIn([':'], programOf(':'), setting, this))
    if (finding !== undefined) this.raise(finding, setting.of, setting.span)
  }

  readArgv(argv: readonly Word[], setting: Setting): void {
    this.run(givenWords(argv), setting)
  }

  run(spelled: CommandWords, setting: Setting): void {
    if (this.effects.length > MOST_EFFECTS) return this.cutShort('commands', setting.of, setting.span)
    this.whole?.give(spelled.argv)
    const words = withoutOwnFolder(spelled, setting, this)
    const variants = variantsOf(words)
    const name = nameOf(words)
    if (name === null) return runUnnamed(words, variants, setting, this)
    const called = readCalled(name, words, variants, setting.told, setting.given)
    const index = this.context.first + this.effects.length
    const led = words.argv[1] === '-C' ? ledThere(words, index, setting, this) : undefined
    const owned = this.#ownEffects(
      setting.environment.moved ? this.#whereItStands(called, setting) : called,
      index,
      setting,
      led,
    )
    if (!setting.guess && !setting.elsewhere && readsWithoutEnd(called, owned, setting))
      this.dangers.push({ ...ENDLESS, span: setting.span })
    const loads = loadedBy(called.program.name, variants, setting.given)
    const run = runOf(called, spelled, owned, { setting, led, loads, reader: this })
    const { program } = called
    const fits = program.moves && isFitting(words)
    const follows = fits || (program.obeys ? setting.environment.moved || led !== undefined : loads.length > 0)
    if (run.harmless && follows) (this.#obedient ??= new Obedient()).add(this.effects.length, setting, this.line)
    this.effects.push(run)
    for (const effect of owned) this.add(effect)
    if (led !== undefined) for (const effect of led.effects) this.add(effect)
    this.#addUnsaid(called, run, index, setting)
    this.#readInner(called, run, index, setting)
  }

  /** After a `cd`: with the folder spelled out, if it looks at that. */
  #whereItStands(called: CalledCommand, setting: Setting): CalledCommand {
    const away = isAway(setting, this.context)
    const spelled = setting.folders === null ? undefined : spelledOut(called, setting)
    if (away && spelled === undefined) this.visits.disturb()
    return spelled !== undefined && (away || lists(called)) ? spelled : called
  }

  /** The paths and hosts among its words. */
  #ownEffects(called: CalledCommand, index: number, setting: Setting, led: Led | undefined): readonly Effect[] {
    const { words, program, readings, inner, transparent } = called
    // All words of a wrapper that is seen through are known; the command it wraps is read separately.
    if (transparent && program.table === undefined) return NONE
    const writer = program.reads && readings.some(({ changes }) => !changes) ? setting.of : index
    const at = this.#at(words.argv, program, setting, led)
    const from = transparent ? Math.min(...inner.map((one) => one.at ?? Infinity)) : undefined
    const named = argumentEffects(readings, index, writer, at, this.context, from)
    const { follows } = program
    const followed = follows === undefined ? NONE : followedEffects(readings, follows, index, at, this.context)
    const effects = followed.length === 0 ? named : named.concat(followed)
    const fromTop = program.name === 'git' ? readFromTop(words, index, at, this.context.around) : NONE
    return fromTop.length === 0 ? effects : effects.concat(fromTop)
  }

  /**
   * Adds what its words do not say directly: what it tells other programs, which file is run, and what nobody can know.
   */
  #addUnsaid(called: CalledCommand, run: Run, index: number, setting: Setting): void {
    const { name, words, program, bare, readings } = called
    const { argv, resolved } = words
    const { of, span } = setting
    if (!run.harmless) {
      for (const effect of toldEffects(argv, of, span)) this.effects.push(effect)
      if (program.keeps) this.effects.push(...keptEffects(program.name, bare, index, setting, this.context))
    }
    if (program.placed) this.add(changed(this.file(name, index, setting), { harmless: true, finding: undefined }))
    this.written?.readBy(called, index, setting, this)
    const isTold = name !== 'xargs' || takesList(argv, called.inner)
    if ((!run.harmless && argv.includes(null)) || (isTold && readings.some(({ unknownOperands }) => unknownOperands)))
      readOperands(resolved ?? NONE, readings, run, { of: program.carries ? of : index, setting, reader: this })
  }

  /** Reads the commands and scripts that it runs. */
  #readInner(called: CalledCommand, run: Run, index: number, setting: Setting): void {
    const { words, program, inner, transparent } = called
    for (const one of inner) {
      const folders = whereInside(words.argv, one.at, setting, this.context)
      const isSame = folders === setting.folders && setting.given === undefined
      const inside = isSame ? setting : { ...setting, folders, given: undefined }
      const lent = program.lends || one.lent === true || (program.told && !one.dynamic)
      readInside(one, called, lent ? setting.of : index, inside, this)
    }
    if (!run.harmless && (program.starts || program.tools.length > 0)) readStarted(called, index, setting, this)
    if (words.resolved !== undefined && program.wrapper !== undefined && !run.harmless)
      readAsSpelled(words, inner, index - this.context.first, setting, this)
    if (transparent && inner.some(({ onlyLooks }) => onlyLooks)) this.#weigh(run, index - this.context.first)
    if (!run.harmless && !setting.guess) readStandardInput(called, index, setting, this)
  }

  /** Such a wrapper is seen through if what it runs only reads. */
  #weigh(wrapper: Run, at: number): void {
    for (let next = at + 1; next < this.effects.length; next++) {
      if (this.effects[next]?.harmless === true) continue
      this.effects[at] = changed(wrapper, { harmless: false, why: () => RUNS_OTHERS })
      return
    }
  }

  /** In `git -C src blame x`, x means src/x. */
  #at(argv: readonly Word[], { obeys }: Program, setting: Setting, led: Led | undefined): Setting {
    if (led !== undefined) return { ...setting, folders: [...(setting.folders ?? NONE), ...led.folders] }
    if (!obeys || argv.length < 4 || argv[1]?.startsWith('-') !== true) return setting
    return { ...setting, folders: whereInside(argv, undefined, setting, this.context) }
  }
}

/** Whether a word begins with the home. */
function hasTilde({ words, redirects, assigns }: SimpleCommand): boolean {
  const isTilde = (word: ShellWord | undefined) => word?.tilde === true
  if (words.some(isTilde) || redirects.some(({ target }) => isTilde(target))) return true
  return assigns.some(({ value, array }) => isTilde(value) || array?.some(isTilde) === true)
}

/**
 * What a shell line would really do: every command of it, with what its words, redirections, assignments and wrappers
 * make it run, read, write and talk to.
 *
 * INVARIANT: never throws. What the strict parser refuses, or the second opinion contradicts, is an `unknown` effect,
 * beside every command that can plausibly be read out of it.
 */

import type { PlacedCommand } from '../catalogue/dangers.ts'
import { EVERYTHING, placeAt } from '../make.ts'
import { CommandReader } from './command.ts'
import { startsElsewhere } from './context.ts'
import type { ShellContext, ShellReading } from './context.ts'
import { dangersTogether } from './dangers/dangers.ts'
import { withNamedSecrets } from './dangers/named-secret.ts'
import { leaveToCalls, onlyCalled } from './fresh.ts'
import { functionsOf, leaveOpen, setsForCaller } from './inside/functions.ts'
import { Line } from './line.ts'
import { assignsOtherwise, endsInBrackets, isPlainShell, recalls, setsPathOfZsh } from './other-shells.ts'
import { isShellAround, readOwnShell } from './own-shell.ts'
import { setAside } from './plausible/given-sources.ts'
import { MOST_DEPTH, notUnderstood } from './plausible/not-understood.ts'
import { readableInstead } from './plausible/otherwise.ts'
import type { ScriptUse } from './script-use.ts'
import { bareSetting } from './setting.ts'
import { parseShell } from './syntax/parse.ts'
import type { Loop, Script, SimpleCommand } from './syntax/script.ts'
import { agrees } from './syntax/second-opinion.ts'
import { isOwnSetting, setEffects } from './variables/assigns.ts'
import { withGivenUp } from './variables/given-up.ts'
import { evaluatesUnknown } from './variables/numbers.ts'
import { changesWords, givenAfter, keepsTrack, setsWords } from './variables/positional.ts'
import { namesSetAside } from './variables/setters.ts'
import { Environments } from './variables/environments.ts'
import { mayWait } from './waits.ts'
import { Environment } from './variables/state.ts'
import { NO_VARIABLES } from './variables/survey.ts'
import type { Folders } from './variables/state.ts'
import type { Survey } from './variables/survey.ts'
import { enterAssigns, enterFed, enterLocals, enterLoops, surveyVariables, usedNames } from './variables/variables.ts'
import { wanderingLoops, waysOf } from './folders/loops.ts'
import type { Wandering } from './folders/loops.ts'

export function readShell(
  command: { readonly text: string } | { readonly argv: readonly string[] },
  context: ShellContext,
): ShellReading {
  if ('argv' in command) return readWords(command.argv, context)
  const { memory } = context.around
  return memory === undefined ? readText(command.text, context) : memory.recall(command.text, context, readText)
}

function readText(text: string, context: ShellContext): ShellReading {
  const readLine = (reader: CommandReader) =>
    readScript(text, context.shell, {
      reader,
      of: 0,
      folders: foldersOf(context.cwd),
      depth: 0,
      span: undefined,
      moved: startsElsewhere(context),
      begins: undefined,
    })
  return finished(readWith(readLine, context), text, context)
}

/** What is assumed holds only if the line does nothing but look. */
function readWith(read: (reader: CommandReader) => void, context: ShellContext): CommandReader {
  const reader = new CommandReader(context, readInside)
  read(reader)
  reader.settle()
  if (!reader.takesForGranted || reader.onlyLooks) return reader
  const wary = new CommandReader({ ...context, wary: true }, readInside)
  read(wary)
  wary.settle()
  return wary
}

function finished(reader: CommandReader, source: string, context: ShellContext): ShellReading {
  const reading = reader.finish()
  return reader.readsWhatever
    ? withNamedSecrets(reading, reader.mentions, source, context, reader.onlyLooks && !reader.runsOn)
    : reading
}

const MOST_WORDS = 4096

function readWords(argv: readonly string[], given: ShellContext): ShellReading {
  const isWrapped = given.ownShell === true && isShellAround(argv)
  const context = isWrapped ? { ...given, mayBeZsh: false } : given
  const tooMany = argv.length > MOST_WORDS
  const read = (reader: CommandReader) => {
    if (tooMany) reader.cutShort('words', 0)
    const environment = new Environment(foldersOf(context.cwd), NO_VARIABLES, undefined, startsElsewhere(context))
    const setting = bareSetting(0, environment, 0, tooMany)
    if (isWrapped) readOwnShell(argv, setting, reader)
    else reader.readArgv(tooMany ? argv.slice(0, MOST_WORDS) : argv, setting)
  }
  return finished(readWith(read, context), argv.join(' '), context)
}

/** Offsets in a script that the line runs are offsets in another text: what it does is shown at the command that runs it. */
function readInside(text: string, shell: string, use: ScriptUse): void {
  const { effects, dangers } = use.reader
  const [first, firstDanger] = [effects.length, dangers.length]
  readScript(text, shell, use)
  for (const found of [...effects.slice(first), ...dangers.slice(firstDanger)]) placeAt(found, use.span)
}

function readScript(text: string, shell: string, use: ScriptUse): void {
  const { reader, of } = use
  if (use.depth > MOST_DEPTH) return notUnderstood(text, 'commands nested too deep', use)
  if (shell === 'powershell' || shell === 'unknown') return notUnderstood(text, `no reading of ${shell} commands`, use)
  const parsed = parseShell(text)
  if (!parsed.ok) return readOtherwise(text, parsed.reason, shell, use)
  const { plain } = parsed
  if (!plain && !agrees(text, parsed.script)) return readOtherwise(text, 'two parsers read it differently', shell, use)
  const script = withGivenUp(parsed.script)
  const inPlainShell = isPlainShell(shell) || reader.line?.inPlainShell === true
  if (inPlainShell && endsInBrackets(text))
    reader.unknown('a shell that is not bash takes [[ for a program', of, EVERYTHING)
  if (inPlainShell && assignsOtherwise(script))
    reader.unknown('a shell that is not bash sets no such variable, and may run a program of that name', of, EVERYTHING)
  const own = script.functions.length === 0 ? undefined : functionsOf(script, text, inPlainShell)
  if (isOdd(script)) readOddities(script, text, own !== undefined, use)
  if (reader.context.typed === true && use.depth === 0) readTyped(script, text, use)
  if (script.commands.length === 0) return readNoCommand(text, use)
  const line = new Line(script, text, reader.line, inPlainShell, own ?? use.call?.functions, reader.whole)
  reader.line = line
  const survey = surveyVariables(script, own !== undefined, reader.whole)
  if (reader.context.mayBeZsh === true && setsPathOfZsh(script, survey.touched))
    reader.unknown('sets path, where zsh looks for programs; another name would do', of, EVERYTHING)
  const seen = use.depth === 0 ? survey : insideOf(survey, line, use)
  const top = new Environment(use.folders, seen, undefined, use.moved)
  const elsewhere = own !== undefined && use.depth === 0 && reader.context.fresh === true
  readCommands(line, top, elsewhere ? onlyCalled(script, text, own) : NO_NAMES, use)
  top.beginLine()
  if (top.folders !== use.folders) use.within?.mayBeIn(top.folders)
  reader.line = line.outer
  if (reader.effects.length === 0) reader.unknown('it only sets variables, or opens files', of, [])
}

/** Not understood; for restrictions, it is also read as it would be without the part in question. */
function readOtherwise(text: string, why: string, shell: string, use: ScriptUse): void {
  const { effects, dangers } = use.reader
  notUnderstood(text, why, use)
  const other = readableInstead(text)
  if (other === undefined) return
  const [first, firstDanger] = [effects.length, dangers.length]
  readScript(other, shell, { ...use, depth: use.depth + 1 })
  // An offset in that text is not an offset in this one.
  for (const effect of effects.slice(first)) Object.assign(effect, { certain: false, span: undefined })
  for (const danger of dangers.slice(firstDanger)) placeAt(danger, undefined)
}

/** An interactive zsh knows no comments, and in either shell `!` recalls a line that was typed before. */
function readTyped({ commented }: Script, text: string, { reader, of }: ScriptUse): void {
  if (commented)
    reader.unknown('a terminal may run what stands behind #, for zsh has no comments there', of, EVERYTHING)
  if (recalls(text)) reader.unknown('a terminal puts an earlier line where ! stands', of, EVERYTHING)
}

/**
 * Reads each command where it stands, with what the earlier ones have set and where they have led. `called`: functions
 * whose calls are read instead.
 */
function readCommands(
  line: Line,
  top: Environment,
  called: ReadonlySet<string>,
  { reader, of, depth, call }: ScriptUse,
): void {
  const { script } = line
  const { home, fs } = reader.context.around
  if (fs.entriesIn !== undefined) reader.waits ||= mayWait(script, line.source)
  if (script.loops.length > 0) enterLoops(script, top, home)
  if (script.repeated.length > 0) enterFed(script, top, reader.whole)
  const goesOverVariables = script.loops.length < MOST_LOOPS && script.loops.some(isOverVariable)
  for (const { words } of script.loops) for (const word of words ?? []) reader.mentions.add(word)
  const environments = script.scopes.length === 1 ? undefined : new Environments(script, top)
  const tracks = script.commands.some(changesWords) && keepsTrack(line)
  const placed: PlacedCommand[] | undefined = script.commands.length > 1 ? [] : undefined
  let wandering = script.repeated.length === 0 ? NO_LOOPS : wanderingLoops(script, reader.context)
  for (const command of script.commands) {
    if (wandering.length > 0)
      wandering = wandering.filter(({ loop, to }) => {
        const begun = command.span.start >= loop.span.start
        if (begun) enterLoop({ loop, to }, script, environments?.open(loop.scope, command) ?? top, reader)
        return !begun
      })
    if (line.beginsBefore(command)) top.beginLine()
    const environment = environments?.of(command) ?? top
    const { inFunction, background } = script.functions.length === 0 ? NOWHERE : whereabouts(command, script)
    const first = reader.effects.length
    const mentioned = reader.mentions.texts.length
    const folders = environment.enter(command)
    reader.readSimple(command, line, { of, environment, folders, depth, inFunction, background, placed })
    if (inFunction !== undefined && called.has(inFunction)) leaveToCalls(reader, first, mentioned)
    else if (inFunction !== undefined) leaveOpen(reader.effects, first)
    if (command.assigns.length > 0) {
      enterAssigns(command, script, environment, home)
      if (goesOverVariables) enterLoops(script, top, home)
    } else if (tracks && changesWords(command)) {
      environment.given = givenAfter(command, environment, home, !line.namesSeparator)
      enterLoops(script, top, home)
    } else if (command.words[0]?.value === (call === undefined ? 'readonly' : 'local'))
      enterLocals(command, environment, home)
  }
  if (placed !== undefined) dangersTogether(placed, of, reader)
}

/** A loop that comes back each time leads nobody further away. */
function enterLoop(wandering: Wandering, script: Script, environment: Environment, reader: CommandReader): void {
  const ways = waysOf(wandering, script, environment, reader)
  if (ways === undefined) return environment.mayBeIn(wandering.to)
  environment.ways = [...environment.ways, ...ways]
  reader.isTrusting = true
}

const MOST_LOOPS = 16

/** For `for d in $dirs`: the list is known only once the variable is set. */
function isOverVariable({ words }: Loop): boolean {
  return words?.some(({ parts }) => parts.some(({ kind }) => kind === 'variable' || kind === 'list')) === true
}

/** What is known about variables in a script that a command gets, or in the body of a function. */
function insideOf(survey: Survey, line: Line, { begins, below, call }: ScriptUse): Survey {
  const { script } = line
  const given = call === undefined || !keepsTrack(line) ? undefined : call.given
  const blind = survey.blind || (call !== undefined && setsForCaller(script, survey, call.functions))
  const found = begins !== undefined && !script.commands.some(setsWords)
  return { ...survey, blind, nested: true, found, below: found ? below : undefined, given }
}

/** A lone `[[ … ]]`, `(( … ))` or comment runs nothing; a text without even that is not a line. */
function readNoCommand(text: string, { reader, of }: ScriptUse): void {
  reader.unknown('no command in it', of, [], undefined, text.trim() !== '')
}

function isOdd({ indirect, repeats, spawning, evaluated, loops, assigned, functions }: Script): boolean {
  if (indirect || repeats || spawning !== undefined) return true
  return evaluated.length + loops.length + assigned.length + functions.length > 0
}

/** Reports what changes the meaning of everything else in the line. */
function readOddities(script: Script, source: string, follows: boolean, { reader, of }: ScriptUse): void {
  if (script.spawning === 'idly')
    reader.dangers.push({ category: 'resource', severity: 'low', why: 'Runs without end and without a pause' })
  else if (script.spawning !== undefined)
    reader.unknown('a loop of no known end starts work that nobody waits for', of, [])
  if (script.indirect) reader.unknown('a variable whose name is in another variable', of, EVERYTHING)
  if (script.repeats) reader.unknown('the last word of the command before, whatever that was', of, EVERYTHING)
  if (script.spawning === 'surely')
    reader.dangers.push({ category: 'resource', severity: 'high', why: 'Starts more and more processes without end' })
  if (script.evaluated.length > 0 && evaluatesUnknown(script, source)) {
    reader.unknown('a value that bash evaluates again as an expression', of, EVERYTHING)
  }
  if (script.assigned.length > 0) for (const [, , text = ''] of setAside(source)) reader.mentions.texts.push(text)
  const aside = namesSetAside(script)
  const used = aside.length === 0 ? NO_NAMES : usedNames(script)
  for (const name of aside)
    if (!isOwnSetting(name, null, used)) for (const effect of setEffects(name, null, of)) reader.add(effect)
  for (const { name, span } of follows ? [] : script.functions) {
    reader.unknown(`defines the function ${name}, which changes what that name means`, of, EVERYTHING, span)
  }
}

function foldersOf(cwd: string | null): Folders {
  return cwd === null ? null : [cwd]
}

/** For fork bombs: the function in which a command stands, and whether nobody waits for it. */
function whereabouts(
  command: SimpleCommand,
  script: Script,
): { readonly inFunction: string | undefined; readonly background: boolean } {
  let background = false
  for (let at = command.scope; at > 0; at = script.scopes[at]?.parent ?? 0) {
    background ||= script.scopes[at]?.kind === 'background'
    const found = script.functions.find((definition) => definition.scope === at)
    if (found !== undefined) return { inFunction: found.name, background }
  }
  return { inFunction: undefined, background }
}

const NO_NAMES: ReadonlySet<string> = new Set()
const NO_LOOPS: readonly Wandering[] = []
const NOWHERE = { inFunction: undefined, background: false }

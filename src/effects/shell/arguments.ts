/** Part of reading shell lines: the paths and hosts among a program's arguments, as effects that belong to its run. */

import type { Connect, Effect, Span, Unknown, Word } from '../../engine/effect.ts'
import { isTold } from '../catalogue/followers.ts'
import type { ArgEffect, CommandReading } from '../catalogue/read.ts'
import { startsWith } from '../code-at.ts'
import type { Surroundings } from '../context.ts'
import { FileUse, fileEffect, locateUse } from '../file.ts'
import { changed, connectEffect, KEYS, unknownEffect } from '../make.ts'
import { fileUrlPath, mayBeKeyAddress, readHost } from '../url.ts'
import { mayReplace, namesBrought } from './brought.ts'
import type { Setting } from './setting.ts'
import { linkedEffects } from './context.ts'
import type { ShellContext } from './context.ts'
import { eachOf } from './variables/state.ts'
import { addSearches, heldBy } from './searches.ts'

/**
 * `run` and `writer` are the indexes of the effects that these belong to: what is written or deleted belongs to another
 * than the run where naming the program does not name that. Elsewhere the paths are not ours; a host is a host. From
 * `inner` on, the words are another command's: which hosts they name is for that to say.
 */
export function argumentEffects(
  readings: readonly CommandReading[],
  run: number,
  writer: number,
  setting: Setting,
  context: ShellContext,
  inner = Infinity,
): readonly Effect[] {
  const [only] = readings
  if (readings.length === 1 && only?.effects.length === 0 && only.searches === undefined) return NONE
  const effects: Effect[] = []
  const seen = readings.length > 1 ? new Set<string>() : undefined
  for (const reading of readings) {
    if (reading.searches !== undefined && !setting.elsewhere) addSearches(reading, run, setting, context, effects)
    for (const argument of reading.effects) {
      if (argument.type === 'connect' && !argument.certain && argument.index >= inner) continue
      if (seen !== undefined) {
        const key = keyOf(argument)
        if (seen.has(key)) continue
        seen.add(key)
      }
      const of = argument.type === 'write' ? writer : run
      if (argument.type === 'connect') addConnect(argument, of, setting, context, effects)
      else if (!setting.elsewhere) addFile(argument, reading, of, setting, context, effects)
    }
  }
  return effects
}

const NONE: readonly never[] = []

/** Equal for arguments that differ only in the place where they stand. */
function keyOf({ type, value, certain, how, tree, glob, meta, partial }: ArgEffect): string {
  return `${type} ${how} ${certain} ${tree} ${glob} ${meta} ${partial} ${value}`
}

function addConnect(argument: ArgEffect, of: number, setting: Setting, context: ShellContext, effects: Effect[]): void {
  const { span } = setting
  const certain = argument.certain && !setting.guess && !setting.elsewhere
  const file = setting.elsewhere ? undefined : fileUrlPath(argument.value)
  if (file !== undefined) {
    const use = new FileUse('read', file, of, null, span)
    use.certain = certain
    effects.push(fileEffect(use, context.around))
  }
  effects.push(...connectEffects(argument.value, certain, of, span))
}

/** The host; if programs would read the text differently, every host it may mean. */
export function connectEffects(
  text: string,
  certain: boolean,
  of: number,
  span: Span | undefined,
): (Connect | Unknown)[] {
  const found = readHost(text)
  if (found.ok) return [connectEffect(found.target, certain, of, span)]
  const guesses = found.guesses.map((target) => connectEffect(target, false, of, span))
  const finding = mayBeKeyAddress(text) ? KEYS : undefined
  return [unknownEffect(`${found.why}: ${text}`, ['connect'], of, span, { certain, finding }), ...guesses]
}

function addFile(
  argument: ArgEffect,
  reading: CommandReading,
  of: number,
  setting: Setting,
  context: ShellContext,
  effects: Effect[],
): void {
  const taken = argument.glob && argument.type === 'write' ? splitGlob(argument.value) : undefined
  const whole = taken?.everything === true
  const text = whole ? taken.parent : argument.value
  const certain = argument.certain && !setting.guess
  const folders = eachOf(setting.folders)
  // Absolute paths are the same wherever the command runs.
  const count = startsWith(text, '/') ? 1 : folders.length
  const all = startsWith(text, '~/') && isOfOption(reading.argv, argument.index) ? count + 1 : count
  for (let at = 0; at < all; at++) {
    const use = new FileUse(argument.type as 'read' | 'write', text, of, folders[at] ?? null, setting.span)
    use.certain = certain && at === 0
    use.supposed = argument.certain && at === 0
    use.tilde = at === count
    // `mv x/.* ~` creates hidden files whose names are not known.
    const hidden = argument.how === 'create' && argument.value.endsWith('/.*')
    use.how = whole && (hidden || isRenamed(argument, reading, setting, context)) ? 'modify' : argument.how
    use.reach = whole || argument.tree ? 'tree' : 'exact'
    use.glob = argument.glob && !whole
    use.partial = argument.partial
    use.brings = whole ? hidden : merges(argument, reading)
    use.mayWrite = argument.type === 'read' && !argument.meta && (!reading.known || argument.how !== undefined)
    if (argument.type === 'read' && argument.partial && !isAtHand(use, context.around)) continue
    if (whole && argument.how === 'create' && !hidden) addBrought(use, reading, context, effects)
    if (mayReplace(argument, reading, use, context.around)) addReplaced(use, reading, context, effects)
    use.holds = heldBy(use, argument, reading, context)
    effects.push(softened(fileEffect(use, context.around), argument, reading))
    if (argument.glob) addLinked(use, argument, reading, context, effects)
  }
}

/** What a star brings into a folder. */
function addBrought(use: FileUse, reading: CommandReading, { around }: ShellContext, effects: Effect[]): void {
  const brought = namesBrought(reading, use, around)
  if (brought === undefined) use.brings = true
  else effects.push(...brought)
}

/** What a rule names below a linked folder is looked for where the link leads. */
function addReplaced(use: FileUse, reading: CommandReading, context: ShellContext, effects: Effect[]): void {
  const tree = wholeOf(use, context)
  // Modules are linked everywhere, and the link itself is looked at.
  if (reading.stem[0] === 'mv' || (tree.finding !== undefined && !MODULES.test(use.text))) effects.push(tree)
}

const MODULES = /(?:^|\/)node_modules\/?$/

/** The same place with everything below it, which restrictions look at. */
function wholeOf({ text, of, cwd, span }: FileUse, { around }: ShellContext): Effect {
  const use = new FileUse('write', text, of, cwd, span)
  use.certain = false
  use.how = 'create'
  use.reach = 'tree'
  return fileEffect(use, around)
}

/** What the program does through links that its pattern stands for. */
function addLinked(
  { type, of, cwd, span, supposed, tilde, mayWrite }: FileUse,
  argument: ArgEffect,
  reading: CommandReading,
  context: ShellContext,
  effects: Effect[],
): void {
  // A program that walks through a folder by itself leaves links alone, and so does git; a guess about names is for rules.
  if (argument.partial || (!argument.certain && (argument.meta || reading.stem[0] === 'git'))) return
  const use = new FileUse(type, argument.value, of, cwd, span)
  use.certain = false
  use.supposed = supposed
  use.tilde = tilde
  use.how = argument.how
  use.reach = argument.tree ? 'tree' : 'exact'
  use.glob = true
  use.mayWrite = mayWrite
  for (const effect of linkedEffects(use, context)) effects.push(softened(effect, argument, reading))
}

/**
 * What a program does through links that it finds below its folders: `grep -R`, `cp -rL`. If it names none, it walks
 * through the one in which it runs. What `cp -r` writes may lie behind links that are there already.
 */
export function followedEffects(
  readings: readonly CommandReading[],
  told: RegExp,
  of: number,
  setting: Setting,
  context: ShellContext,
): readonly Effect[] {
  if (setting.elsewhere || context.around.fs.entriesIn === undefined) return NONE
  const effects: Effect[] = []
  for (const { argv, effects: own } of readings) {
    const program = argv[0] ?? ''
    const follows = isTold(told, argv)
    if (!follows && !COPIES.has(program)) continue
    const reads = ({ type, tree, meta }: ArgEffect) => type === 'read' && !meta && (tree || ALWAYS_WALK.has(program))
    const merges = ({ type, tree, how }: ArgEffect) => type === 'write' && tree && how !== 'delete'
    const walked = [...(follows ? own.filter(reads) : NONE), ...(COPIES.has(program) ? own.filter(merges) : NONE)]
    const uses = walked.map(({ type, value, how, glob }) => ({ type, text: value, how, glob }))
    if (follows && SEARCHES_HERE.has(program) && !own.some(({ type, meta }) => type === 'read' && !meta))
      uses.push({ type: 'read', text: '.', how: undefined, glob: false })
    for (const { type, text, how, glob } of uses)
      for (const cwd of eachOf(setting.folders)) {
        const use = new FileUse(type as 'read' | 'write', text, of, cwd, setting.span)
        use.certain = false
        use.how = how
        use.glob = glob
        use.reach = 'tree'
        effects.push(...linkedEffects(use, context, FOLLOWS))
      }
  }
  return effects
}

const FOLLOWS = { follows: true } as const
/** Without a folder these search the one in which they run. */
const SEARCHES_HERE: ReadonlySet<string> = new Set(
  `grep egrep fgrep rgrep ggrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep lzgrep pcregrep ugrep rg ag ack ack-grep`.split(
    ' ',
  ),
)
/** Other programs replace a link by the file that they bring. */
const COPIES: ReadonlySet<string> = new Set(['cp', 'gcp'])
const ALWAYS_WALK: ReadonlySet<string> = new Set(['diff', 'gdiff'])

/** `cp -a x/. y` merges into a folder what comes from elsewhere. */
function merges({ certain, how, tree }: ArgEffect, reading: CommandReading): boolean {
  return certain && how === 'modify' && tree && MERGING.has(reading.stem[0] ?? '')
}

const MERGING: ReadonlySet<string> = new Set(['cp', 'rsync'])

/** In `--file=~/x` and `-i '~/x'`, bash leaves the tilde as it is, but many programs read it as the home folder. */
function isOfOption(argv: readonly Word[], index: number): boolean {
  return [argv[index], argv[index - 1]].some((word) => typeof word === 'string' && startsWith(word, '-'))
}

/** For `mv * old/` and `for f in *; do mv "$f" "x-$f"; done`: what is renamed within the project is not lost. */
function isRenamed(
  { value, how }: ArgEffect,
  { stem, effects }: CommandReading,
  { company, folders }: Setting,
  { around: { root } }: ShellContext,
): boolean {
  if (value !== '*' || how !== 'delete' || stem.at(-1) !== 'mv') return false
  if (folders?.every((folder) => folder === root || folder.startsWith(`${root}/`)) !== true) return false
  const to = effects.findLast((effect) => effect.type === 'write' && effect.how !== 'delete')?.value
  const name = to ?? renamedTo(company?.spelled ?? NONE)
  return /^[\w*-]/.test(name) && !/[$`]|(?:^|\/)\.\.(?:\/|$)/.test(name)
}

/**
 * The last word, with one letter in place of the name it is made from: `x-$f`, `${f// /_}`. A word that may become
 * another path stays as it is.
 */
function renamedTo(spelled: readonly (string | undefined)[]): string {
  const name = /^\$\{(\w+)\}$/.exec(spelled.at(-2) ?? '')?.[1]
  if (name === undefined) return ''
  const whole = new RegExp(`\\$(?:\\{${name}\\}|${name}(?!\\w))`, 'g')
  const shaped = new RegExp(`\\$\\{${name}(?:[,^]{1,2}|[%#]{1,2}[^{}$\`]*|//?[^{}$\`/]+/[\\w-]*)\\}(?!/)`, 'g')
  return (spelled.at(-1) ?? '').replaceAll(whole, 'x').replaceAll(shaped, 'x')
}

/** Whether the file is in the project's root, or in a folder around it, or nobody knows where. */
function isAtHand(use: FileUse, around: Surroundings): boolean {
  const located = locateUse(use, around)
  if (!located.ok) return true
  const root = `${around.root}/`
  return [located.path, located.real].some((path) => root.startsWith(path.slice(0, path.lastIndexOf('/') + 1)))
}

/** Looking at names and sizes does not reveal a secret. */
function softened(effect: Effect, argument: ArgEffect, reading: CommandReading): Effect {
  if (argument.meta && effect.finding?.code === 'secret-read')
    return changed(effect, { finding: undefined, harmless: true })
  if (effect.type === 'unknown' && reading.readOnly && argument.meta) return changed(effect, { harmless: true })
  return effect
}

/** The folder in which a pattern starts, and whether it takes everything in it. */
function splitGlob(text: string): { readonly parent: string; readonly everything: boolean } {
  const segments = text.split('/')
  const first = segments.findIndex((segment) => /[*?[]/.test(segment))
  const parent = segments.slice(0, first).join('/')
  const everything = first === segments.length - 1 && /^(?:\*+|\.\*)$/.test(segments[first] as string)
  return { parent: parent !== '' ? parent : text.startsWith('/') ? '/' : '.', everything }
}

/**
 * Part of reading shell lines: loops that lead a step further each time, and loops that come back
 * (`do cd "$d"; ls; cd ..; done`).
 *
 * INVARIANT: in a loop that comes back, the disk says that the way out surely works, and the way back is taken whenever
 * the way out was: neither `continue` nor an expansion that fails comes in between. That holds as long as the line does
 * nothing but look; if it does more, it is read anew.
 */

import { folderAt } from '../../file.ts'
import type { CommandReader } from '../command.ts'
import type { ShellContext } from '../context.ts'
import { isInside } from '../syntax/inside.ts'
import type { Repeated, Script, SimpleCommand } from '../syntax/script.ts'
import { staysInShell } from '../variables/environments.ts'
import type { Environment, Folders } from '../variables/state.ts'
import { areSilencing, behindPrefix, isWritten } from '../words/plain.ts'
import { variantsOf } from '../words/variants.ts'
import { resolveWords } from '../words/words.ts'
import { foldersEntered, isMover, isPlainFolder, namesMover } from './cd.ts'

/** A loop with a `cd` in it, and where its commands may run in later rounds. */
export interface Wandering {
  readonly loop: Repeated
  readonly to: Folders
}

/**
 * Loops that may lead a step further each time round (`while …; do cd ..; done`): from their first command on, nobody
 * can tell where anything runs. A `cd` to a full path leads to the same place every time, also for what stands before
 * it; a `cd` in a subshell of its own leads nowhere else the second time.
 */
export function wanderingLoops(script: Script, context: ShellContext): readonly Wandering[] {
  if (!script.commands.some(moves)) return NO_LOOPS
  return script.repeated.flatMap((loop) => {
    const targets = moversIn(loop, script).map(fullTarget)
    if (targets.length === 0) return []
    const paths = targets.flatMap((target) =>
      target === null ? [] : (folderAt(target, null, context.around)?.path ?? []),
    )
    return [{ loop, to: paths.length < targets.length ? null : paths }]
  })
}

const NO_LOOPS: readonly Wandering[] = []

/** The commands by which a loop moves the shell that it runs in. */
function moversIn({ scope, span }: Repeated, script: Script): readonly SimpleCommand[] {
  return script.commands.filter(
    (command) => isInside(command.span, span) && moves(command) && isRunBy(command.scope, scope, script),
  )
}

/** Whether the same shell runs it, at least in zsh. */
function isRunBy(scope: number, around: number, script: Script): boolean {
  if (scope === around) return true
  const own = script.scopes[scope]
  return own !== undefined && staysInShell(own, script) && isRunBy(own.parent, around, script)
}

/** `eval "cd x"` as well. */
function moves({ words }: SimpleCommand): boolean {
  const [name, ...others] = behindPrefix(words)
  return isMover(name?.value ?? '') || (name?.value === 'eval' && others.some(({ value }) => namesMover(value)))
}

/** The full path that a `cd` leads to; null for any other place. */
function fullTarget({ words }: SimpleCommand): string | null {
  const [name, target] = behindPrefix(words)
  const isFull = target !== undefined && isWritten(target) && target.value.startsWith('/')
  return isFull && name?.value !== 'eval' ? target.value : null
}

/** The way out and the way back, in a loop that is about to be read; undefined if it is not known to come back. */
export function waysOf(
  { loop }: Wandering,
  script: Script,
  environment: Environment,
  reader: CommandReader,
): readonly SimpleCommand[] | undefined {
  const { context } = reader
  const [start, another] = environment.folders ?? []
  const [out, back, ...others] = moversIn(loop, script)
  if (context.wary === true || start === undefined || another !== undefined) return undefined
  if (out === undefined || back === undefined || others.length > 0 || !isGoneBack(out, back, script)) return undefined
  const words = resolveWords(out.words, environment, context.around.home)
  const program = out.words[0]?.value ?? ''
  const entered = foldersEntered(program, words, variantsOf(words), [start], reader)
  if (entered?.inside !== true || !entered.paths.every((path) => isPlainFolder(path, context))) return undefined
  return leadsBack(program, back, entered.paths, start, context) ? [out, back] : undefined
}

function leadsBack(
  out: string,
  { words }: SimpleCommand,
  from: readonly string[],
  start: string,
  { around }: ShellContext,
): boolean {
  const [name, target, more] = words.map(({ value }) => value)
  if (more !== undefined || !words.every(isWritten)) return false
  if (out === 'pushd') return name === 'popd' && target === undefined
  if (name !== 'cd' || target === undefined) return false
  return target === '-' || from.every((path) => folderAt(target, path, around)?.path === start)
}

/** Whether one stands after the other in the same list, and nothing between them, or in the line, ends that list. */
function isGoneBack(out: SimpleCommand, back: SimpleCommand, script: Script): boolean {
  const { blocks, commands, functions, evaluations } = script
  const isPlain = ({ assigns, redirects }: SimpleCommand) => assigns.length === 0 && areSilencing(redirects)
  if (out.scope !== back.scope || out.block < 0 || out.block !== back.block || blocks[out.block]?.scope !== out.scope)
    return false
  if (functions.length + evaluations.length > 0 || !isPlain(out) || !isPlain(back)) return false
  const between = commands.filter(({ span }) => isInside(span, { start: out.span.end, end: back.span.start }))
  // This command runs only if the way out fails; after `! cd`, only if it does not.
  const next = out.chain < 0 ? undefined : between[0]
  return between.every(
    (command) =>
      command.words[0]?.dynamic !== true &&
      ((command === next && command.connector === '||') || !command.words.some(({ value }) => ENDS.test(value))),
  )
}

const ENDS = /^(?:continue|break|return)$/

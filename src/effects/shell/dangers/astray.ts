/**
 * Part of reading shell lines: programs that obey files of their folder, when a `cd` leads them to a folder that nobody
 * has looked at.
 *
 * The folder of the call is where somebody put the agent to work. A `cd` leads to other folders, which anybody may have
 * filled: a package, an archive, a branch. There such a program is harmless only if the disk shows that it finds
 * nothing to obey that it would not have found without the `cd`: none of the files it looks for is there, or in the
 * folders between.
 *
 * INVARIANT: files about which the disk does not tell, and files that do not exist yet, count as obeyed.
 */

import type { Effect, Run } from '../../../engine/effect.ts'
import { obeyedBy } from '../../catalogue/obeyed.ts'
import type { CommandReading } from '../../catalogue/read.ts'
import { folderAt } from '../../file.ts'
import { changed } from '../../make.ts'
import type { FileSystem } from '../../paths/file-system.ts'
import { argumentEffects } from '../arguments.ts'
import { readCalled } from '../called.ts'
import type { CommandReader } from '../command.ts'
import { isMover, toldFolders } from '../folders/cd.ts'
import { startsElsewhere } from '../context.ts'
import type { ShellContext } from '../context.ts'
import type { Line } from '../line.ts'
import { MAY_LEAD_AWAY } from '../proof.ts'
import type { Program } from '../program.ts'
import { isRunInOrder } from '../setting.ts'
import type { Setting } from '../setting.ts'
import { variantsOf } from '../words/variants.ts'
import type { CommandWords } from '../words/words.ts'

const OBEYS_ANOTHER = 'obeys the configuration of a folder that a cd led to'
const OBEYS_PROJECT = 'obeys a file of the project that can name another program to run'
const OBEYS_PLANTED = 'obeys a repository without a .git, which may have come with the files'

/** Why a program that obeys files of its folder may obey files that nobody has looked at; undefined if it does not. */
export function whyAstray({ name, replacedBy }: Program, setting: Setting, reader: CommandReader): string | undefined {
  const { moved, atTop } = setting.environment
  if (name === 'git' && isPlanted(reader.context)) return OBEYS_PLANTED
  if (replacedBy !== undefined && mayBeReplaced(replacedBy, reader.context)) return OBEYS_PROJECT
  if (!moved || (name === 'git' && atTop && reader.onlyLooks)) return undefined
  return obeysTheSame(name, setting, reader) ? undefined : OBEYS_ANOTHER
}

/** Whether a file of the project, where the call runs or above, may name another program to run instead. */
function mayBeReplaced(names: readonly string[], { around, cwd }: ShellContext): boolean {
  const { root, fs } = around
  if (fs.isThere?.(root) !== true) return false
  const top = folderAt(root, null, around)?.real
  const here = folderAt(cwd ?? root, null, around)?.real
  if (top === undefined || here === undefined) return true
  return [...foldersBelow(top, here), top].some((at) => names.some((one) => mayLie(`${at}/${one}`, fs)))
}

/**
 * Whether it obeys the same files in each folder in which it may run as where the call runs, and nothing before it in
 * the line did more than read.
 */
function obeysTheSame(program: string, { folders }: Setting, reader: CommandReader): boolean {
  const { around, cwd } = reader.context
  const names = obeyedBy(program) ?? []
  const start = cwd === null ? undefined : folderAt(cwd, null, around)?.real
  if (folders === null || names.length === 0 || start === undefined || !reader.onlyLooks) return false
  if (startsElsewhere(reader.context)) return false
  return folders.every((folder) => {
    const there = folderAt(folder, null, around)?.real
    return there !== undefined && isBare(there, start, names, around.fs)
  })
}

/**
 * What `git -C sub log` amounts to, by its words and the paths among them; undefined unless git obeys the same files
 * there.
 */
export function ledThere(words: CommandWords, of: number, setting: Setting, reader: CommandReader): Led | undefined {
  const { context } = reader
  const told = words.argv[0] === 'git' ? toldFolders(words, setting, reader) : undefined
  if (told === undefined) return undefined
  const folders = told.folders.map(({ path }) => path)
  const there = { ...setting, folders }
  if (!obeysTheSame('git', there, reader) || isPlanted(context)) return undefined
  const { readings } = readCalled('git', told.rest, variantsOf(told.rest), setting.told)
  return { folders, readings, effects: argumentEffects(readings, of, of, there, context) }
}

export interface Led {
  readonly folders: readonly string[]
  readonly readings: readonly CommandReading[]
  readonly effects: readonly Effect[]
}

/** Commands that are harmless as long as nothing writes the files they would obey before they run. */
export class Obedient {
  /** Their indexes among the effects. */
  readonly #runs: number[] = []

  add(place: number, setting: Setting, line: Line | undefined): void {
    if (!isRunInOrder(setting, line)) this.#runs.push(place)
  }

  /** Must be called if the line does more than read: what comes after these commands may still run before them. */
  settle(effects: Effect[]): void {
    for (const at of this.#runs) {
      const run = effects[at] as Run
      const why = isMover(run.program ?? '') ? MAY_LEAD_AWAY : OBEYS_ANOTHER
      effects[at] = changed(run, { harmless: false, why: () => why })
    }
  }
}

/**
 * Whether the call runs in a folder of the project that is a repository itself, or is below one. Nobody works in such a
 * folder, and a branch or a package can bring it: an agent whose shell is kept may have gone there in an earlier call.
 */
function isPlanted({ around, cwd }: ShellContext): boolean {
  const { root, fs } = around
  if (cwd === null || cwd === root || fs.isThere?.(root) !== true) return false
  const top = folderAt(root, null, around)?.real
  const here = folderAt(cwd, null, around)?.real
  if (top === undefined || here === undefined) return true
  const isRepository = (folder: string) =>
    mayLie(`${folder}/HEAD`, fs) && (mayLie(`${folder}/objects`, fs) || mayLie(`${folder}/commondir`, fs))
  return foldersBelow(top, here).some(isRepository)
}

/** The folder and those above it, as long as they are below `top`. */
function foldersBelow(top: string, folder: string): readonly string[] {
  const within = top === '/' ? '/' : `${top}/`
  const folders: string[] = []
  for (let at = folder; at.startsWith(within); at = at.slice(0, at.lastIndexOf('/'))) folders.push(at)
  return folders
}

/** Whether none of the names is in the folder, which exists, or in any folder on the way up to `start`. */
function isBare(folder: string, start: string, names: readonly string[], fs: FileSystem): boolean {
  if (folder === start) return true
  const between = foldersBelow(start, folder)
  if (between.length === 0 || fs.isThere?.(folder) !== true) return false
  return !between.some((at) => names.some((name) => mayLie(`${at}/${name}`, fs)))
}

/** A link that leads nowhere counts as existing as well: git accepts such a HEAD. */
function mayLie(path: string, fs: FileSystem): boolean {
  try {
    return fs.isThere?.(path) !== false || fs.readlink(path) !== undefined
  } catch {
    return true
  }
}

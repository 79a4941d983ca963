/** Part of reading shell lines: `cd` and its effect on the commands after it. */

import type { Word } from '../../../engine/effect.ts'
import { folderAt } from '../../file.ts'
import type { CommandReader } from '../command.ts'
import type { ShellContext } from '../context.ts'
import { isPlainShell } from '../other-shells.ts'
import { isRunInOrder } from '../setting.ts'
import type { Setting } from '../setting.ts'
import { capped, eachOf } from '../variables/state.ts'
import type { Folders } from '../variables/state.ts'
import type { CommandWords } from '../words/words.ts'
import { foldersLike } from './fitting.ts'
import { comesBack } from './visits.ts'

const MOVERS = new Set(['cd', 'chdir', 'pushd', 'popd'])
const MOVER = new RegExp(`\\b(?:${[...MOVERS].join('|')})\\b`)

export function isMover(program: string): boolean {
  return MOVERS.has(program)
}

export function namesMover(text: string): boolean {
  return MOVER.test(text)
}

/** The words of a `cd`. A pattern does not name a folder yet, and neither do several words. */
function foldersNamed(
  { resolved }: CommandWords,
  variants: readonly (readonly Word[])[],
): readonly (readonly Word[])[] {
  if (resolved?.some(({ traits }) => traits.glob) !== true) return variants
  return variants.map((argv) => argv.map((word, at) => (resolved[at]?.traits.glob === true ? null : word)))
}

/** For `cd "$d"`, where the value is one name that fits a pattern. */
export function isFitting({ resolved }: CommandWords): boolean {
  return resolved?.at(-1)?.traits.single === true
}

/** What the last word may stand for in this folder, by its text; undefined if nobody can tell. */
function fittingHere(target: string, cwd: string | null, reader: CommandReader): readonly string[] | undefined {
  // The names that fit are known only as long as nothing is created.
  return cwd === null || !reader.onlyLooks ? undefined : foldersLike(target, cwd, reader.context.around)
}

/**
 * For `cd` and similar commands: enters the new folder, or one of several if the words are not certain. Harmless if the
 * folder is certainly inside a working directory.
 */
export function changeFolder(
  program: string,
  words: CommandWords,
  all: readonly (readonly Word[])[],
  setting: Setting,
  reader: CommandReader,
): boolean {
  const { context, line } = reader
  const { environment, folders } = setting
  if (line?.entersVariables === true) return getLost(environment)
  if (line?.movesHome === true && all.some((argv) => argv.length === 1)) return getLost(environment)
  const variants = foldersNamed(words, all)
  if (setting.guess) return mayChangeFolder(program, variants, setting, context)
  if (program === 'cd' && words.resolved?.length === 2 && words.resolved[1]?.top === true && folders !== null) {
    environment.mayPush(null)
    environment.move([...new Set(folders.flatMap(upFrom))], false, true)
    return true
  }
  const isRun = isSurelyRun(setting, reader) && movesAnyShell(program, all, reader)
  if (isRun && (setting.span === undefined || line?.isFirst(setting.span) !== true)) environment.stayBehind()
  if (program === 'popd')
    return environment.back(
      variants.every((argv) => argv.length === 1),
      isRun,
    )
  if (program === 'cd' && variants.every((argv) => argv.length === 2 && argv[1] === '-')) {
    environment.mayPush(environment.before ?? null)
    return enterAll(environment.before, isRun, environment, context)
  }
  const entered = foldersEntered(program, words, all, folders, reader)
  if (entered === undefined) return getLost(environment)
  const surely = isRun && entered.inside && entered.paths.every((path) => isPlainFolder(path, context))
  if (program === 'pushd') environment.remember(folders, entered.paths, surely)
  else environment.mayPush(entered.paths)
  environment.move(entered.paths, surely)
  if (entered.inside || isFitting(words) || !comesBack(setting, context)) return entered.inside
  reader.visits.begin(reader.effects.length)
  return true
}

const IN_ANY_SHELL: ReadonlySet<Word> = new Set(['-L', '-P', '--', '-'])

/**
 * Whether each shell that may read the line goes there. dash has no `pushd` and no `builtin`, bash no `chdir`, and to zsh
 * `cd -e x` has two folders: then the line goes on where it was.
 */
function movesAnyShell(
  program: string,
  variants: readonly (readonly Word[])[],
  { context, line }: CommandReader,
): boolean {
  const isPlain = isPlainShell(context.shell) || line?.inPlainShell === true
  if (program === 'chdir' || (isPlain && (program !== 'cd' || line?.source.includes('builtin') !== false))) return false
  if (program !== 'cd') return true
  return variants.every((argv) =>
    argv.every((word, at) => at === 0 || !(word?.startsWith('-') ?? false) || IN_ANY_SHELL.has(word)),
  )
}

/**
 * The folders that it leads to from these folders, and whether all are inside a working directory; undefined if nobody
 * can tell.
 */
export function foldersEntered(
  program: string,
  words: CommandWords,
  all: readonly (readonly Word[])[],
  from: Folders,
  reader: CommandReader,
): { readonly paths: readonly string[]; readonly inside: boolean } | undefined {
  const { context } = reader
  const fitting = isFitting(words)
  const paths: string[] = []
  let inside = true
  for (const argv of fitting ? all : foldersNamed(words, all)) {
    const target = targetOf(program, argv, context)
    if (target === null) return undefined
    for (const cwd of eachOf(from)) {
      const texts = fitting ? fittingHere(target, cwd, reader) : [target]
      const found = texts?.map((text) => folderAt(text, cwd, context.around))
      for (const folder of found ?? NOT_FOUND) {
        if (folder === undefined) return undefined
        paths.push(folder.path)
        if (folder.real !== folder.path && mayGoUpFromLink(argv, folder.path, reader)) paths.push(folder.real)
        inside &&= folder.inside
      }
    }
  }
  return { paths, inside }
}

/** With `cd -P link/..`, or if the spelled folder does not exist, bash follows the link before it goes up. */
function mayGoUpFromLink(argv: readonly Word[], path: string, { context, line }: CommandReader): boolean {
  if (argv.includes('-P') || line?.followsLinks === true) return true
  return argv.at(-1)?.includes('..') === true && context.around.fs.isThere?.(path) !== true
}

/**
 * Whether the command runs in any case if everything before it only looked; or whether it is what brings a loop back.
 */
function isSurelyRun(setting: Setting, reader: CommandReader): boolean {
  const { isRun, isWay } = setting.environment
  const { context, line } = reader
  if (isWay || !isRun) return isWay
  if (isRunInOrder(setting, line) && reader.onlyLooks) return true
  if (context.wary === true || line?.isPlain !== true) return false
  reader.isTrusting = true
  return true
}

/** Whether the disk says that it can be entered and that no link is on the way. */
export function isPlainFolder(path: string, { around }: ShellContext): boolean {
  return folderAt(path, null, around)?.real === path && around.fs.isThere?.(`${path}/.`) === true
}

/**
 * A command that only may be a `cd`, or may not have run: from here on, commands run in its folder, or where they ran
 * before.
 */
function mayChangeFolder(
  program: string,
  variants: readonly (readonly Word[])[],
  { environment, folders }: Setting,
  context: ShellContext,
): false {
  const targets = variants.map((argv) => targetOf(program, argv, context))
  const entered = targets.flatMap((target) =>
    eachOf(folders).map((cwd) => (target === null ? undefined : folderAt(target, cwd, context.around)?.path)),
  )
  const known = entered.filter((path) => path !== undefined)
  environment.mayBeIn(known.length < entered.length ? null : known)
  return false
}

/** Adds folders in which the line has been; inside only as far as all of them are. */
function enterAll(
  left: Folders | undefined,
  surely: boolean,
  environment: Setting['environment'],
  { around }: ShellContext,
): boolean {
  const folders = left ?? null
  environment.move(folders, surely && folders !== null)
  return folders?.every((folder) => folderAt(folder, null, around)?.inside === true) ?? false
}

/** The folder and those around it, since a repository begins in one of them. */
function upFrom(folder: string): readonly string[] {
  const up = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  return up === '' ? [folder, '/'] : [folder, ...upFrom(up)]
}

const NOT_FOUND = [undefined]

function getLost(environment: Setting['environment']): false {
  environment.mayPush(null)
  environment.move(null)
  return false
}

const FOLDER_OPTION =
  /^(?:--(?:chdir|directory|cwd|wd|working-directory|workdir|work-tree|prefix|dir)(?:=(.*))?|-[CD](.*))$/s

/**
 * `env -C src cat x`, `git -C src blame x`: the command inside may run there. That folder is only added to the others,
 * because for some programs these letters mean something else.
 */
export function whereInside(
  argv: readonly Word[],
  end: number | undefined,
  setting: Setting,
  context: ShellContext,
): Folders {
  let { folders } = setting
  for (let at = 1; at < (end ?? argv.length) && folders !== null; at++) {
    const found = FOLDER_OPTION.exec(argv[at] ?? '')
    const told = argv[at] === 'chdir' && argv[at - 1] === '-E'
    if (found === null && !told) continue
    const glued = found?.[1] ?? found?.[2] ?? ''
    const folder = glued === '' ? argv[at + 1] : glued
    if (folder === undefined) continue
    folders = folder === null ? null : withFolder(folder, folders, context)
  }
  return folders
}

function withFolder(folder: string, folders: readonly string[], context: ShellContext): Folders {
  const paths = folders.flatMap((cwd) => folderAt(folder, cwd, context.around)?.path ?? [])
  return capped([...new Set([...folders, ...paths])])
}

/** In `git -C <the folder it is in anyway>`, the option changes nothing. */
export function withoutOwnFolder(words: CommandWords, setting: Setting, reader: CommandReader): CommandWords {
  if (words.argv[0] !== 'git' || words.argv[1] !== '-C' || setting.environment.moved) return words
  const told = toldFolders(words, setting, reader)
  const [only, ...others] = told?.folders ?? NOT_FOUND
  const isOwn = only?.path === setting.folders?.[0] && only?.real === only?.path && others.length === 0
  return told !== undefined && isOwn ? told.rest : words
}

/** For `git -C x log`: each of the places that this may be, and the words without the option. */
export function toldFolders(
  { argv, resolved }: CommandWords,
  { folders }: Setting,
  reader: CommandReader,
): { readonly folders: readonly Folder[]; readonly rest: CommandWords } | undefined {
  const { around } = reader.context
  const [cwd = null, another] = eachOf(folders)
  if (argv[1] !== '-C' || another !== undefined || cwd === null) return undefined
  const told = resolved?.[2]
  const named = typeof argv[2] === 'string' ? [argv[2]] : told?.alternatives
  const isPattern = told?.traits.glob === true
  if (named === undefined || (isPattern && told.traits.single !== true)) return undefined
  const texts = isPattern ? named.map((text) => fittingHere(text, cwd, reader)) : [named]
  const found = texts.flatMap((some) => some?.map((text) => folderAt(text, cwd, around)) ?? NOT_FOUND)
  const there = found.filter((folder) => folder !== undefined)
  if (there.length < found.length) return undefined
  const isKept = (_: unknown, at: number) => at !== 1 && at !== 2
  return { folders: there, rest: { argv: argv.filter(isKept), resolved: resolved?.filter(isKept) } }
}

type Folder = NonNullable<ReturnType<typeof folderAt>>

function targetOf(program: string, argv: readonly Word[], context: ShellContext): string | null {
  if (program === 'pushd') return argv.length === 2 && !/^[-+]/.test(argv[1] ?? '-') ? (argv[1] ?? null) : null
  if (program !== 'cd') return null
  let at = 1
  while (argv[at] === '-L' || argv[at] === '-P' || argv[at] === '-e') at++
  if (argv[at] === '--') at++
  const target = argv[at]
  if (target === undefined) return context.around.home
  return target === null || target.startsWith('-') || argv.length > at + 1 ? null : target
}

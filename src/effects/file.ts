/** Part of reading calls: one path that is read or written, and what the built-in checks say about it. */

import type { FileAccess, Finding, Span, Unknown } from '../engine/effect.ts'
import { WILD } from '../engine/match/segment.ts'
import { startsWith } from './code-at.ts'
import type { Surroundings } from './context.ts'
import type { Protected } from './paths/protected.ts'
import { unknownEffect } from './make.ts'
import { locate } from './paths/locate.ts'
import type { Located } from './paths/locate.ts'
import { patternFolders, patternRemoval } from './paths/critical.ts'
import { OWN_PROGRAM, PROGRAMS } from './paths/protected-list.ts'
import { isOwn } from './paths/protected.ts'
import { raised } from './paths/raised.ts'

/** A path that is read or written, as it is spelled in the call. */
export class FileUse {
  readonly type: 'read' | 'write'
  readonly text: string
  readonly of: number
  /** Null after a `cd` whose target is not known. */
  readonly cwd: string | null
  span: Span | undefined = undefined
  certain = true
  /** Not certain, but only because it is not known whether that command runs. */
  supposed = false
  how: 'create' | 'modify' | 'delete' | undefined = undefined
  reach: 'exact' | 'tree' = 'exact'
  /** Only some files below it: the folder itself stays. */
  partial = false
  /** Files from elsewhere arrive there, under names that the command does not show. */
  brings = false
  /** The text is a pattern that the shell still has to expand. */
  glob = false
  /** See `FileAccess`. */
  mayWrite = false
  /** A leading `~` means home. False if it was quoted in a shell. */
  tilde = false

  constructor(type: 'read' | 'write', text: string, of: number, cwd: string | null, span?: Span) {
    this.type = type
    this.text = text
    this.of = of
    this.cwd = cwd
    this.span = span
  }
}

/** A wildcard among the folders may match a link that leads elsewhere. */
const LEADS_ON = /[*?[].*\//
/** After such a link, `..` is another folder, too. */
const LEADS_UP = /[*?[].*\/\.\.(?:\/|$)/

function leadsOn(path: string, text: string): boolean {
  return LEADS_ON.test(path) || LEADS_UP.test(text)
}

/** A program that walks a folder by itself does not follow the links it finds there. */
const WALKED = /\/\*\*\/[^/]*$/

export function fileEffect(use: FileUse, context: Surroundings): FileAccess | Unknown {
  const located = locateUse(use, context)
  if (located.ok) return accessTo(use, located, findingOf(use, located, context), context)
  // A name that is protected in every folder is also protected in an unknown one (`cd $X; echo y > .bashrc`).
  return nowhere(use, located, use.cwd === null ? checkPattern(use.type, `/*/${use.text}`, context) : undefined)
}

/** Without the built-in checks: only rules count. */
export function uncheckedEffect(use: FileUse, context: Surroundings): FileAccess | Unknown {
  const located = locateUse(use, context)
  return located.ok ? accessTo(use, located, undefined, context) : nowhere(use, located, undefined)
}

type Found = Extract<Located, { ok: true }>

function accessTo(use: FileUse, located: Found, finding: Finding | undefined, context: Surroundings): FileAccess {
  const { type, of, span, certain, how, reach, glob, partial, mayWrite } = use
  const { path, real } = located
  return {
    type,
    path,
    real,
    how,
    reach,
    glob,
    mayWrite,
    certain,
    harmless: type === 'read' && finding === undefined,
    inside:
      isInside(path, real, context) &&
      !(glob && leadsOn(partial ? path.replace(WALKED, '') : path, textOf(use))) &&
      !mayHide(use, path, real, context),
    of,
    span,
    finding,
    offers: () => offersFor(type, path, (finding ?? findingOf(use, located, context))?.nameable === true, context),
  }
}

/**
 * `cp -a x/. .` brings files under names that the command does not show into a folder where git and agents keep
 * settings. The mode that accepts edits does not accept those; an allow rule for the program does.
 */
function mayHide({ brings }: FileUse, path: string, real: string, context: Surroundings): boolean {
  if (!brings) return false
  const { fs, workingDirectories } = context
  return (
    workingDirectories.some((folder) => folder.path === path || folder.real === real) ||
    fs.isThere?.(`${real}/.git`) === true
  )
}

function nowhere(
  { type, text, of, span, certain }: FileUse,
  { why }: Exclude<Located, Found>,
  finding: Finding | undefined,
): Unknown {
  return unknownEffect(`${why}: ${text}`, [type], of, span, { certain, finding, path: text })
}

function findingOf(use: FileUse, { path, real }: Found, context: Surroundings): Finding | undefined {
  const { type, certain, supposed, how, reach, glob, partial } = use
  // The file is searched for, and the path has no wildcard: only that name itself can be meant.
  if (glob && type === 'read' && !WILD.test(path)) return checkRead(path, real, 'exact', context)
  if (glob) {
    return (
      (type === 'write' && reach === 'tree' && !partial ? checkPatternTree(path, how, context) : undefined) ??
      checkPattern(type, path, context, how, reach) ??
      (real === path ? undefined : checkPattern(type, real, context, how, reach))
    )
  }
  return type === 'write'
    ? checkWrite(path, real, partial ? undefined : how, partial ? 'exact' : reach, context, certain || supposed)
    : checkRead(path, real, reach, context)
}

export function locateUse(use: FileUse, { home, fs }: Surroundings): Located {
  return locate(textOf(use), { cwd: use.cwd, home, fs }, use.tilde ? TILDE : LITERAL)
}

function textOf({ glob, text }: FileUse): string {
  return glob ? raised(text) : text
}

/**
 * Where a folder lies that is entered, and whether it is inside a working directory; undefined if that is not known.
 */
export function folderAt(
  text: string,
  cwd: string | null,
  context: Surroundings,
): { readonly path: string; readonly real: string; readonly inside: boolean } | undefined {
  const located = locate(text, { cwd, home: context.home, fs: context.fs }, LITERAL)
  if (!located.ok) return undefined
  const { path, real } = located
  return { path, real, inside: isInside(path, real, context) }
}

const SLASH = 0x2f
const TILDE = { tilde: true }
const LITERAL = { tilde: false }

/** Checks what any folder that fits the pattern could be, with everything in it. */
function checkPatternTree(pattern: string, how: FileUse['how'], context: Surroundings): Finding | undefined {
  const place = placeOf(context, 'tree')
  if (how === 'delete') {
    const found = patternRemoval(pattern, place)
    return found && { says: 'safety', code: 'critical-removal', why: found.why }
  }
  for (const folder of patternFolders(pattern, place)) {
    const finding = checkWrite(folder, folder, how, 'tree', context, false)
    if (finding !== undefined) return finding
  }
  return undefined
}

/** Checks what any name that fits the pattern could be. */
function checkPattern(
  type: 'read' | 'write',
  path: string,
  { protectedPaths, home }: Surroundings,
  how?: FileUse['how'],
  reach?: FileUse['reach'],
): Finding | undefined {
  const found =
    type === 'write'
      ? protectedPaths.patternWrite(path, home)
      : protectedPaths.patternRead(path, home, reach === 'tree')
  if (found === undefined || mayGo(found, how)) return undefined
  if (type === 'read') return { says: 'ask', code: 'secret-read', why: found.why, nameable: true }
  return asProtected(found)
}

function asProtected({ category, why }: Protected): Finding {
  return { says: 'safety', code: isOwn(category) ? 'self-protection' : 'dangerous-path', why }
}

function checkWrite(
  path: string,
  real: string,
  how: FileUse['how'],
  reach: FileUse['reach'],
  context: Surroundings,
  isSure: boolean,
): Finding | undefined {
  const { protectedPaths } = context
  const place = placeOf(context, reach)
  if (how === 'delete') {
    const critical = protectedPaths.criticalRemoval(path, real, place)
    if (critical !== undefined) return { says: 'safety', code: 'critical-removal', why: critical.why }
  }
  const found = protectedPaths.protectedWrite(path, real, place)
  if (found === undefined && how !== 'delete') {
    const own = checkOwnProgram(path, real, reach, context)
    if (own !== undefined) return own
  }
  // Unpacking or merging writes names that the command does not show: one of them may be a start-up file.
  if (found === undefined && reach === 'tree' && how === 'modify') return checkHome(path, real, context.home)
  // `ln -s /usr/bin/python3 x` creates a second name for a program; few programs write to it.
  if (found === undefined || mayGo(found, how)) return undefined
  if (found.category === PROGRAMS && how === 'modify' && !isSure) return undefined
  return asProtected(found)
}

function mayGo({ category }: Protected, how: FileUse['how']): boolean {
  return category === OWN_PROGRAM && how === 'delete'
}

const HOLDS_IT = /(?:^|\/)node_modules$/i

/**
 * Files are merged, under names that the command does not show, into the folder that holds Countersign's own program,
 * or replace a link to that folder. If the program is not in there, nothing is lost.
 */
function checkOwnProgram(
  path: string,
  real: string,
  reach: FileUse['reach'],
  { fs }: Surroundings,
): Finding | undefined {
  if (!HOLDS_IT.test(path) && !HOLDS_IT.test(real)) return undefined
  if (reach !== 'tree' && fs.readlink(path) === undefined) return undefined
  if (fs.isThere?.(`${real}/countersign`) === false) return undefined
  const why = `Writes whatever it likes below ${path}, where the program of Countersign lies, which decides what agents may do`
  return { says: 'safety', code: 'self-protection', why }
}

function checkHome(path: string, real: string, home: string): Finding | undefined {
  if (!isAbove(path, home) && !isAbove(real, home)) return undefined
  const why = `Writes whatever it likes below ${path}, the start-up files and keys of your home with it`
  return { says: 'safety', code: 'dangerous-path', why }
}

function checkRead(path: string, real: string, reach: FileUse['reach'], context: Surroundings): Finding | undefined {
  const secret = context.protectedPaths.secretRead(path, real, placeOf(context, reach))
  if (secret !== undefined) return { says: 'ask', code: 'secret-read', why: secret.why, nameable: true }
  if (reach !== 'tree' || !(isAbove(path, context.home) || isAbove(real, context.home))) return undefined
  return {
    says: 'ask',
    code: 'secret-read',
    why: `Reads everything below ${path}, your keys and credentials with it`,
    nameable: true,
  }
}

function isAbove(path: string, folder: string): boolean {
  return path === '/' || path === folder || (folder.startsWith(path) && folder.charCodeAt(path.length) === SLASH)
}

function placeOf(context: Surroundings, reach: FileUse['reach']) {
  return { home: context.home, root: context.root, caseInsensitive: context.fs.caseInsensitive, tree: reach === 'tree' }
}

/**
 * The real path lies below a working directory, and so does the path as spelled: below the directory's name or below
 * its real path.
 */
function isInside(path: string, real: string, context: Surroundings): boolean {
  for (const folder of context.workingDirectories) {
    if (!isBelow(path, folder.path) && (folder.real === folder.path || !isBelow(path, folder.real))) continue
    if ((real === path && folder.real === folder.path) || isBelow(real, folder.real)) return true
  }
  return false
}

/** Equal or below. The root of the file system never counts as a working directory. */
function isBelow(path: string, folder: string): boolean {
  if (folder === '/' || folder === '' || !startsWith(path, folder)) return false
  const { length } = folder
  return path.length === length || folder.charCodeAt(length - 1) === SLASH || path.charCodeAt(length) === SLASH
}

/** The file, its folder, and for reading the whole project; for a secret only the file itself. */
function offersFor(type: 'read' | 'write', path: string, secret: boolean, context: Surroundings): readonly string[] {
  const tool = type === 'read' ? 'Read' : 'Write'
  const { root } = context
  if (path === root) return type === 'read' ? ['Read(./**)'] : []
  const inProject = isBelow(path, root)
  const spelled = inProject ? `./${escapeGlob(path.slice(root.length + 1))}` : `/${escapeGlob(path)}`
  if (secret) return [`${tool}(${spelled})`]
  const offers = [`${tool}(${spelled})`]
  const folder = path.slice(0, path.lastIndexOf('/'))
  if (folder !== root && !holdsSecrets(folder, context))
    offers.push(`${tool}(${spelled.slice(0, spelled.lastIndexOf('/'))}/**)`)
  if (inProject && type === 'read') offers.push('Read(./**)')
  return offers
}

/**
 * Folders that are too much to allow with one click: the home, everything above it, and folders with protected files in
 * them.
 */
function holdsSecrets(folder: string, context: Surroundings): boolean {
  if (folder === '' || isAbove(folder, context.home)) return true
  const { protectedPaths } = context
  const place = placeOf(context, 'tree')
  return (
    protectedPaths.secretRead(folder, folder, place) !== undefined ||
    protectedPaths.protectedWrite(folder, folder, place) !== undefined
  )
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()]/g, '\\$&')
}

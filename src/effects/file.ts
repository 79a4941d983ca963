/**
 * Part of reading calls: one path that is read or written. Where it lies, and the effect that becomes of it;
 * `file-finding.ts` says what is held against it.
 *
 * INVARIANT: a path counts as inside a working directory only if both its forms are, as spelled and as the disk resolves
 * it. A path that cannot be located is an unknown effect.
 */

import type { FileAccess, Finding, Held, Offer, Span, Unknown } from '../engine/effect.ts'
import { startsWith } from './code-at.ts'
import type { Surroundings } from './context.ts'
import { findingAnywhere, findingOf, holdsSecrets } from './file-finding.ts'
import { unknownEffect } from './make.ts'
import { locate } from './paths/locate.ts'
import type { Found, Located } from './paths/locate.ts'
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
  /** See `FileAccess`. */
  holds: Held | undefined = undefined
  found = false

  constructor(type: 'read' | 'write', text: string, of: number, cwd: string | null, span?: Span) {
    this.type = type
    this.text = text
    this.of = of
    this.cwd = cwd
    this.span = span
  }
}

export function fileEffect(use: FileUse, context: Surroundings): FileAccess | Unknown {
  const located = locateUse(use, context)
  if (located.ok) return accessTo(use, located, findingOf(use, located, context), context)
  return nowhere(use, located, use.cwd === null ? findingAnywhere(use, context) : undefined)
}

/** Without the built-in checks: only rules count. */
export function uncheckedEffect(use: FileUse, context: Surroundings): FileAccess | Unknown {
  const located = locateUse(use, context)
  return located.ok ? accessTo(use, located, undefined, context) : nowhere(use, located, undefined)
}

function accessTo(use: FileUse, located: Found, finding: Finding | undefined, context: Surroundings): FileAccess {
  const { type, of, span, certain, how, reach, glob, partial, mayWrite, holds, found } = use
  const { path, real } = located
  return {
    type,
    finding,
    harmless: type === 'read' && finding === undefined,
    of,
    place: undefined,
    certain,
    path,
    real,
    reach,
    glob,
    mayWrite,
    holds,
    looked: false,
    found,
    how,
    inside:
      isInside(path, real, context) &&
      !(glob && leadsOn(partial ? path.replace(WALKED, '') : path, textOf(use))) &&
      !mayHide(use, path, real, context),
    span,
    offers: () => offersFor(type, located, (finding ?? findingOf(use, located, context))?.nameable === true, context),
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

export function locateUse(use: FileUse, { home, fs }: Surroundings): Located {
  return locate(textOf(use), { cwd: use.cwd, home, fs }, use.tilde ? TILDE : LITERAL)
}

const TILDE = { tilde: true }
const LITERAL = { tilde: false }

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

/**
 * The real path lies below a working directory, and so does the path as spelled: below a directory's name or below its
 * real path.
 */
function isInside(path: string, real: string, context: Surroundings): boolean {
  let spelled = false
  let led = false
  for (const folder of context.workingDirectories) {
    led ||= isBelow(real, folder.real)
    spelled ||= isBelow(path, folder.path) || isBelow(path, folder.real)
    if (spelled && led) return true
  }
  return false
}

const SLASH = 0x2f

/** Equal or below. The root of the file system never counts as a working directory. */
function isBelow(path: string, folder: string): boolean {
  if (folder === '/' || folder === '' || !startsWith(path, folder)) return false
  const { length } = folder
  return path.length === length || folder.charCodeAt(length - 1) === SLASH || path.charCodeAt(length) === SLASH
}

/** Behind a link, what lies there may need a rule of its own, beside one for the link or without. */
function offersFor(
  type: 'read' | 'write',
  { path, real }: Found,
  secret: boolean,
  context: Surroundings,
): readonly Offer[] {
  const spelled = rulesFor(type, path, secret, context)
  if (real === path || secret) return spelled
  const led = rulesFor(type, real, secret, context)
  return spelled.flatMap((rule, level): Offer[] => {
    const other = led[Math.min(level, led.length - 1)]
    return other === undefined ? [rule] : [rule, other, [rule, other]]
  })
}

/** The file, its folder, and for reading the whole project; for a secret only the file itself. */
function rulesFor(type: 'read' | 'write', path: string, secret: boolean, context: Surroundings): readonly string[] {
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

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()]/g, '\\$&')
}

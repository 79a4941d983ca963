/**
 * Part of reading shell lines: the folders that fit a pattern, as the disk tells.
 *
 * The shell expands a pattern in one folder, and a `cd` that is given one of the names may stand in another. That makes no difference: what
 * is entered is there, and its name fits the pattern, so it is among all that fit where the `cd` stands.
 *
 * INVARIANT: all that may be entered by a name that fits are listed, or none is.
 */

import type { Surroundings } from '../../context.ts'
import { folderAt } from '../../file.ts'

/** Signs that mean the same to every shell, whatever it was told before. */
const PLAIN = /^[\w.@/*-]+$/
const LEADS_UP = /\/\.\.(?:\/|$)/
const MOST = 24

/** As they are spelled there; undefined where nobody can tell, or there are many. Of patterns, those with one star are known. */
export function foldersLike(pattern: string, cwd: string, around: Surroundings): readonly string[] | undefined {
  if (!PLAIN.test(pattern)) return undefined
  const star = pattern.indexOf('*')
  if (star < 0) return [pattern]
  const end = pattern.indexOf('/', star) < 0 ? pattern.length : pattern.indexOf('/', star)
  const [name, rest] = [pattern.slice(pattern.lastIndexOf('/', star) + 1, end), pattern.slice(end)]
  // Behind a link that fits, `..` is another folder.
  if (pattern.includes('*', star + 1) || LEADS_UP.test(rest)) return undefined
  const head = pattern.slice(0, end - name.length)
  const within = folderAt(head === '' ? '.' : head, cwd, around)
  const names = within && around.fs.namesIn?.(within.real)
  // An older bash takes these for names as well.
  const found = names && ['.', '..', ...names].filter((one) => fits(one, name)).map((one) => head + one + rest)
  const folders = found?.filter((text) => isFolder(text, cwd, around))
  // `cd -P`, `cd +1`
  const isOption = folders?.some((text) => /^[-+]/.test(text)) === true
  return folders === undefined || folders.length === 0 || folders.length > MOST || isOption ? undefined : folders
}

/** Some shells are told to make no difference between capitals and small letters. */
function fits(name: string, pattern: string): boolean {
  const star = pattern.indexOf('*')
  if (name.length < pattern.length - 1 || (star === 0 && name.startsWith('.'))) return false
  const [low, like] = [name.toLowerCase(), pattern.toLowerCase()]
  return low.startsWith(like.slice(0, star)) && low.endsWith(like.slice(star + 1))
}

/** Something that certainly is not a folder cannot be entered. */
function isFolder(text: string, cwd: string, around: Surroundings): boolean {
  const folder = folderAt(text, cwd, around)
  return folder === undefined || around.fs.isThere?.(`${folder.real}/.`) !== false
}

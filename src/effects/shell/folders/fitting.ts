/**
 * Part of reading shell lines: the folders that fit a pattern, according to the disk.
 *
 * The shell expands a pattern in one folder, and a `cd` that gets one of the names may stand in another. That makes no
 * difference: the folder that is entered exists there and its name fits the pattern, so it is among all that fit where
 * the `cd` stands.
 *
 * INVARIANT: either every folder that may be entered by a fitting name is listed, or none is.
 */

import type { Surroundings } from '../../context.ts'
import { folderAt } from '../../file.ts'

/** Characters that mean the same in every shell, whatever options are set. */
const PLAIN = /^[\w.@/*-]+$/
const LEADS_UP = /\/\.\.(?:\/|$)/
const MOST = 24

/**
 * As they are spelled there; undefined if nobody can tell, or there are many. Only patterns with one star are followed.
 */
export function foldersLike(pattern: string, cwd: string, around: Surroundings): readonly string[] | undefined {
  if (!PLAIN.test(pattern)) return undefined
  const star = pattern.indexOf('*')
  if (star < 0) return [pattern]
  const end = pattern.indexOf('/', star) < 0 ? pattern.length : pattern.indexOf('/', star)
  const [name, rest] = [pattern.slice(pattern.lastIndexOf('/', star) + 1, end), pattern.slice(end)]
  // If the matching name is a link, `..` behind it is another folder.
  if (pattern.includes('*', star + 1) || LEADS_UP.test(rest)) return undefined
  const head = pattern.slice(0, end - name.length)
  const within = folderAt(head === '' ? '.' : head, cwd, around)
  const names = within && around.fs.namesIn?.(within.real)
  // An older bash matches these names as well.
  const found = names && ['.', '..', ...names].filter((one) => fits(one, name)).map((one) => head + one + rest)
  const folders = found?.filter((text) => isFolder(text, cwd, around))
  // `cd -P`, `cd +1`
  const isOption = folders?.some((text) => /^[-+]/.test(text)) === true
  return folders === undefined || folders.length === 0 || folders.length > MOST || isOption ? undefined : folders
}

/** Some shells are set to ignore the difference between capitals and small letters. */
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

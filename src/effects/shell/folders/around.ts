/**
 * Part of reading shell lines: paths that git takes from the top of its repository (`HEAD:src/a.ts`, `:(top)src`, `:/src`), which
 * may be any folder around the one it runs in. For rules only, and only what is read.
 */

import type { Effect, Word } from '../../../engine/effect.ts'
import { includes } from '../../code-at.ts'
import type { Surroundings } from '../../context.ts'
import { FileUse, folderAt, uncheckedEffect } from '../../file.ts'
import type { Setting } from '../setting.ts'
import type { CommandWords } from '../words/words.ts'

/** A revision, whose braces may hold anything (`HEAD@{1 day ago}`), and the path behind it; none that begins where git runs. */
const OF_REVISION = /^(?!-)(?:[^\s:{]|\{[^}]*\})+:(?!\.{1,2}\/|\/\/)([^:].*)$/su
/** `:x`, `:2:x`, `:/x`, `:(top)x`; not what is left out (`:!x`, `:(exclude)x`). */
const FROM_TOP = /^:(?:\/|\d:|\((?![^)]*exclude)[^)]*top[^)]*\)|(?![!^/(\d]))(.+)$/su
/** What stands behind these is no path. */
const VALUED: ReadonlySet<Word | undefined> = new Set(
  '-m -S -G -L -F --grep --format --pretty --author --message -c'.split(' '),
)
/** To these a colon stands between two names, or in an address or a text. */
const OTHERWISE: ReadonlySet<Word> = new Set('push fetch pull clone remote commit ls-remote submodule'.split(' '))

const NONE: readonly Effect[] = []

/** `of`: the effect of the command. */
export function readFromTop(
  { argv, resolved }: CommandWords,
  of: number,
  { folders, span }: Setting,
  around: Surroundings,
): readonly Effect[] {
  // Of `"$x:src/a.ts"` that is known which stands behind the colon.
  const words = resolved?.map(({ word, shape }) => word ?? shape) ?? argv
  if (folders === null || !words.some((word) => word != null && includes(word, ':'))) return NONE
  if (argv.some((word) => OTHERWISE.has(word))) return NONE
  const paths = words.flatMap((word, at) =>
    word == null || VALUED.has(argv[at - 1]) ? [] : ((FROM_TOP.exec(word) ?? OF_REVISION.exec(word))?.[1] ?? []),
  )
  if (paths.length === 0) return NONE
  const effects: Effect[] = []
  for (const top of new Set(folders.flatMap((folder) => topsAround(folder, around))))
    for (const path of paths) {
      const use = new FileUse('read', path, of, top, span)
      use.certain = false
      use.reach = 'tree'
      effects.push({ ...uncheckedEffect(use, around), harmless: true })
    }
  return effects
}

/** Those that the folder lies in, as it is spelled and where it truly is, up to the one that holds a repository, where the disk tells. */
function topsAround(folder: string, around: Surroundings): readonly string[] {
  const real = folderAt(folder, folder, around)?.real ?? folder
  return [...new Set([folder, real])].flatMap((below) => {
    const tops: string[] = []
    for (let top = below; top !== ''; top = top.slice(0, Math.max(0, top.lastIndexOf('/')))) {
      if (top !== folder) tops.push(top)
      if (around.fs.isThere?.(`${top}/.git`) === true) break
    }
    return tops
  })
}

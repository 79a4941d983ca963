/**
 * Part of reading shell lines: what the disk holds where a program searches, or where a pattern among its words may find
 * it. The effects carry it along; `held.ts` settles it once the line has been read.
 */

import type { Effect, Held } from '../../engine/effect.ts'
import { followsLinks } from '../catalogue/followers.ts'
import type { ArgEffect, CommandReading } from '../catalogue/read.ts'
import { FileUse, fileEffect } from '../file.ts'
import { changed } from '../make.ts'
import type { Setting } from './setting.ts'
import { presentIn } from './context.ts'
import type { ShellContext } from './context.ts'
import { eachOf } from './variables/state.ts'
import { readsFilesOnly, showsContent } from './words/takes-files.ts'

/** A search of which the words say nothing but which files are searched (`grep -r x --include=*.ts`). */
export function addSearches(
  { searches, argv }: CommandReading,
  of: number,
  setting: Setting,
  context: ShellContext,
  effects: Effect[],
): void {
  const present = presentIn(context)
  if (present === undefined) return
  const follows = followsLinks(argv)
  for (const { folder, glob, searching } of searches?.() ?? [])
    for (const cwd of eachOf(setting.folders)) {
      const use = new FileUse('read', folder, of, cwd, setting.span)
      use.certain = !setting.guess
      use.reach = 'tree'
      use.glob = glob
      use.holds = present.holds(use, { ...searching, follows })
      use.certain = false
      const effect = fileEffect(use, context.around)
      effects.push(changed(effect, { finding: undefined, harmless: true }))
    }
}

/** What the disk holds where a pattern of the shell, or a search, may find it; undefined if it was not asked. */
export function heldBy(
  use: FileUse,
  argument: ArgEffect,
  { searches, argv }: CommandReading,
  context: ShellContext,
): Held | undefined {
  if (!argument.glob || argument.type !== 'read' || use.mayWrite) return undefined
  const present = presentIn(context)
  if (present === undefined) return undefined
  const search = searches?.().find(({ index }) => index === argument.index)
  if (search === undefined)
    return argument.certain
      ? present.holds(use, { shown: !argument.meta && showsContent(argv), filesOnly: readsFilesOnly(argv) })
      : undefined
  const searched = new FileUse('read', search.folder, use.of, use.cwd, use.span)
  searched.reach = 'tree'
  searched.glob = search.glob
  return present.holds(searched, { ...search.searching, follows: followsLinks(argv) })
}

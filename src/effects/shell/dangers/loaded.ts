/**
 * Part of reading shell lines: files that node is told to load, and takes for JSON by their names.
 *
 * INVARIANT: of a folder, or behind a link to another kind of file, it would run a program instead: where the disk does not tell that it
 * is a file of that name, or something else in the line may have put it there, it counts as one.
 */

import type { Word } from '../../../engine/effect.ts'
import { lookedUpBy } from '../../catalogue/grammars/node-words.ts'
import { folderAt } from '../../file.ts'
import type { CommandReader } from '../command.ts'
import type { Setting } from '../setting.ts'

const LOADS = 'loads a file that may hold a program'
/** A name that is nothing but `.json` has no ending to node: it runs. */
const DATA = /[^/]\.json$/u

/** The files that the command, in whichever of its spellings, loads by their names. */
export function loadedBy(program: string, spellings: readonly (readonly Word[])[]): readonly string[] {
  if (program !== 'node' && program !== 'nodejs') return NONE
  return spellings.flatMap((argv) => lookedUpBy(argv)?.loaded ?? NONE)
}

const NONE: readonly string[] = []

/** Why one of them may be something else than data; undefined where none is. */
export function whyLoads(files: readonly string[], { folders }: Setting, reader: CommandReader): string | undefined {
  if (files.length === 0) return undefined
  const { around } = reader.context
  const { root, fs } = around
  if (folders === null || !reader.onlyLooks) return LOADS
  if (fs.isThere?.(root) !== true) return undefined
  const isData = (folder: string) => (file: string) => {
    const real = folderAt(file, folder, around)?.real
    return real !== undefined && DATA.test(real) && fs.isThere?.(real) === true && fs.isThere(`${real}/.`) === false
  }
  return folders.every((folder) => files.every(isData(folder))) ? undefined : LOADS
}

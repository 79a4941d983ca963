/**
 * Part of reading shell lines: names that a command brings somewhere without spelling them out. `cp x/* .` brings what
 * lies in x, and `mv x .github` everything below x.
 */

import type { Effect } from '../../engine/effect.ts'
import type { ArgEffect, CommandReading } from '../catalogue/read.ts'
import type { Surroundings } from '../context.ts'
import { FileUse, fileEffect, folderAt } from '../file.ts'

/** Programs after which the last operand may be what the other one was, with all that lies in it. */
const REPLACING: ReadonlySet<string> = new Set(['mv', 'ln'])
const WHOLE_FOLDER = /^(.*\/)?\*$/su
const MOST = 400

/** Whether this is the place of a folder that is moved or linked, and no folder into which it goes. */
export function mayReplace(
  { type, certain, how }: ArgEffect,
  { stem, argv }: CommandReading,
  use: FileUse,
  around: Surroundings,
): boolean {
  if (type !== 'write' || !certain || how !== 'modify' || !REPLACING.has(stem[0] ?? '')) return false
  const there = folderAt(use.text, use.cwd, around)?.real
  const isPlaced = argv.some((word) => word === '-T' || word === '--no-target-directory')
  return isPlaced || there === undefined || around.fs.isThere?.(`${there}/.`) !== true
}

/**
 * What is held against the names in the folders that a star takes, in their new place: one effect for each that is
 * protected there. Undefined if nobody can tell the names.
 */
export function namesBrought(
  { effects }: CommandReading,
  use: FileUse,
  around: Surroundings,
): readonly Effect[] | undefined {
  const found: Effect[] = []
  for (const { type, how, glob, value } of effects) {
    if (!glob || (type === 'write' && how !== 'delete') || type === 'connect') continue
    const source = WHOLE_FOLDER.exec(value)
    if (source === null) continue
    const folder = folderAt(source[1] ?? '.', use.cwd, around)
    const names = folder && around.fs.namesIn?.(folder.real)
    if (names === undefined || names.length > MOST) return undefined
    for (const name of names) {
      const one = new FileUse('write', `${use.text}/${name}`, use.of, use.cwd, use.span)
      one.how = 'create'
      one.certain = false
      const effect = fileEffect(one, around)
      if (effect.finding !== undefined) found.push(effect)
    }
  }
  return found
}

/**
 * Part of reading shell lines: what lies on the disk where a pattern or a search may find it.
 *
 * INVARIANT: that no other file is there counts only if the line does nothing but look, and does not wait: otherwise one
 * could be made first. That a file is there counts always.
 */

import type { Effect, FileAccess } from '../../engine/effect.ts'
import { changed } from '../make.ts'

/**
 * Once a line has been read: makes effects of the files that were found, and settles the patterns. Returns whether all
 * of them were looked at.
 */
export function settleHeld(effects: Effect[], waits: boolean): boolean {
  const holders = [...effects.keys()].filter((at) => isHolder(effects[at] as Effect))
  if (holders.length === 0) return true
  let isWhole = true
  const isWaiting = waits || holders.some((at) => (effects[at] as FileAccess).holds?.waits === true)
  const isLooking =
    !isWaiting && effects.every((effect) => effect.harmless || (effect.type === 'read' && effect.mayWrite !== true))
  const told = new Set<string>()
  for (const at of holders) {
    const holder = effects[at] as FileAccess
    const { holds } = holder
    isWhole &&= holds?.isWhole === true
    const looked = isLooking && holds?.isWhole === true
    // The secrets that are really there are effects of their own.
    const isFree = looked && holder.finding?.code === 'secret-read'
    const { finding, harmless } = isFree ? { finding: undefined, harmless: true } : holder
    effects[at] = changed(holder, { holds: undefined, looked, finding, harmless })
    for (const file of holds?.files ?? []) {
      const key = `${holder.of} ${file.type === 'unknown' ? file.why : file.path}`
      if (!told.has(key)) effects.push(changed(file, { of: holder.of }))
      told.add(key)
    }
  }
  return isWhole
}

function isHolder(effect: Effect): boolean {
  return effect.type === 'read' && effect.holds !== undefined
}

/** Part of merging: which settings can only take permissions away. A stranger's file may change a setting to these. */

import type { Mode } from '../engine/mode.ts'
import type { Behavior } from '../engine/rule.ts'
import { isStricter } from '../engine/verdict.ts'

/**
 * Per mode, the others that allow nothing it would not. `explore` is no stricter than `default`: it lets every reading
 * tool pass unasked. Neither is it than `bypass`, which still hears a tool's own check where `explore` does not.
 */
const STRICTER_MODES: Readonly<Record<Mode, readonly Mode[]>> = {
  bypass: ['default', 'dontAsk'],
  acceptEdits: ['default', 'dontAsk', 'explore'],
  default: ['dontAsk'],
  explore: [],
  dontAsk: [],
}

export interface Settings {
  readonly mode: Mode
  readonly otherwise: Behavior
  readonly enforce: boolean
}

/** Would changing one setting from what it is to `value` only take permissions away? */
export function isTighter<K extends keyof Settings>(name: K, value: Settings[K], than: Settings[K]): boolean {
  if (name === 'mode') return STRICTER_MODES[than as Mode].includes(value as Mode)
  if (name === 'otherwise') return isStricter(value as Behavior, than as Behavior)
  return value === true
}

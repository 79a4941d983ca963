/**
 * Part of merging: which changes of a setting can only take permissions away. Files of strangers may make only these.
 */

import type { Mode } from '../engine/mode.ts'
import type { Behavior } from '../engine/rule.ts'
import { isStricter } from '../engine/verdict.ts'

/**
 * For each mode, the other modes that allow nothing it would not allow. `explore` is not stricter than `default`, since
 * it lets every reading tool pass without a question. It is not stricter than `bypass` either, which still obeys a
 * tool's own check where `explore` does not.
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

/** Whether changing this setting from what it is to `value` would only take permissions away. */
export function isTighter<K extends keyof Settings>(name: K, value: Settings[K], than: Settings[K]): boolean {
  if (name === 'mode') return STRICTER_MODES[than as Mode].includes(value as Mode)
  if (name === 'otherwise') return isStricter(value as Behavior, than as Behavior)
  return value === true
}

/** Part of reading shell lines: what setting variables does to the commands that see them. */

import type { Unknown, Word } from '../../engine/effect.ts'
import { envEffect } from '../catalogue/environment.ts'
import type { Setting } from './setting.ts'
import type { SimpleCommand } from './syntax/script.ts'
import { resolveWord } from './words.ts'

const EVERYTHING: Unknown['could'] = ['run', 'read', 'write', 'connect']
/** A variable of the line's own: nothing outside it looks at lower-case names that are on no list. */
const OWN_NAME = /^[a-z_][a-z0-9_]*$/

export function assignEffects(
  command: SimpleCommand,
  program: Word,
  setting: Setting,
  home: string,
): readonly Unknown[] {
  if (command.assigns.length === 0) return NONE
  const bare = command.words.length === 0
  const effects: Unknown[] = []
  for (const { name, value, array, subscript, span } of command.assigns) {
    const text = value === undefined ? '' : resolveWord(value, setting.environment, home).word
    const effect = array === undefined && subscript === undefined ? envEffect(name, text, program) : 'unknown'
    if (effect === 'harmless' || (bare && effect === 'unknown' && OWN_NAME.test(name))) continue
    const dangerous = effect === 'dangerous'
    const why = dangerous ? `sets ${name}, which can change what runs` : `sets ${name}`
    effects.push({
      type: 'unknown',
      why,
      could: dangerous ? EVERYTHING : NONE,
      certain: true,
      harmless: false,
      of: setting.of,
      span,
    })
  }
  return effects
}

const NONE: readonly never[] = []

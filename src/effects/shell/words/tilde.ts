/** Part of reading shell lines: a tilde that bash expands to a home. */

import type { Word } from '../../../engine/effect.ts'
import type { Part, ShellWord } from '../syntax/script.ts'

/** `~`, `~/x` and `of=~/x`; null for another user's home, which is not known. */
export function expandTilde(text: string, home: string): Word {
  if (text === '~') return home
  if (text.startsWith('~/')) return home + text.slice(1)
  const later = text.startsWith('~') ? undefined : LATER_TILDE.exec(text)
  return later == null ? null : `${later[1]}${home}${later[2] ?? ''}`
}

/** `of=~/x`: bash reads it as an assignment. If more tildes follow, or no slash, it is not known what it becomes. */
const LATER_TILDE = /^([A-Za-z_]\w*(?:\[[^\]]*\])?\+?=)~(\/[^~]*)?$/su

/**
 * `~/$f` and `of=~/$f` with the home written out; what any other tilde stands for (`~root/$f`, `~+/$f`) is not known.
 */
export function atHome(word: ShellWord, home: string): ShellWord {
  const [first, ...rest] = word.parts
  const text = first?.kind === 'text' ? first.text : ''
  const known = text.includes('/') ? expandTilde(text, home) : null
  const written = known ?? text.slice(Math.max(0, text.indexOf('/')))
  const begin: Part = { kind: 'text', text: written, quoted: false, scope: -1 }
  return { ...word, tilde: false, parts: known === null ? [SOMEWHERE, begin, ...rest] : [begin, ...rest] }
}

const SOMEWHERE: Part = { kind: 'parameter', text: '', quoted: true, scope: -1 }

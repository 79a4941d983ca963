/**
 * Part of the Claude Code dialect: its path patterns in ours. They are gitignore patterns with anchors: `//` the disk,
 * `~/` home, `/` the folder of the settings, anything else the working directory.
 */

import type { Behavior, Layer } from '../../engine/rule.ts'

/**
 * Our specifiers for one of theirs; none when a permission has no exact counterpart.
 *
 * @param braces `{a,b}` are alternatives, as they are to ours, and no part of a name
 */
export function pathSpecifiers(
  pattern: string,
  behavior: Behavior,
  layer: Layer,
  { braces = false } = {},
): readonly string[] {
  const escaped = braces ? pattern : pattern.replaceAll(/[{}]/gu, '\\$&')
  // `./x` is `x` there, at any depth where `x` is.
  const text = escaped.replace(/^(?:\.\/)+/u, '')
  if (behavior === 'allow' && /^\/{2,}$/u.test(text)) return []
  // There it is a name like any other.
  if (behavior !== 'allow' && text === '~') return ['~', '**/~']
  if (text.startsWith('//')) return [text.slice(1)]
  if (text.startsWith('~')) return behavior === 'allow' && !text.startsWith('~/') ? [] : [text]
  if (text.startsWith('/')) return fromSettings(text, behavior, layer)
  // It never matches there; a restriction is kept all the same.
  if (text.startsWith('../')) return behavior === 'allow' ? [] : [text]
  const isAllow = behavior === 'allow'
  if (isAllow && /^\.\/?$/u.test(text)) return []
  if (text.startsWith('**/')) return [isAllow ? `./${text}` : text]
  const folder = /^([^/]+)\/(?:\*\*)?$/u.exec(text)?.[1]
  // A folder by its name alone: permissions mean the one here, restrictions every one.
  if (folder !== undefined) return [isAllow ? `./${folder}/**` : `**/${folder}/**`]
  return [text.includes('/') ? `./${text}` : text]
}

function fromSettings(text: string, behavior: Behavior, layer: Layer): readonly string[] {
  if (layer === 'user') return [`~/.claude${text}`]
  if (layer !== 'managed') return [`.${text}`]
  return behavior === 'allow' ? [] : [`.${text}`, text, `/etc/claude-code${text}`]
}

/**
 * Part of the Claude Code dialect: translates its path patterns to ours. They are gitignore patterns with anchors: `//`
 * is the disk, `~/` home, `/` the folder of the settings, anything else the working directory.
 */

import type { Behavior, Layer } from '../../engine/rule.ts'

/**
 * Our specifiers for one of its patterns; none if a permission has no exact counterpart.
 *
 * @param braces whether `{a,b}` are alternatives, as in our patterns, instead of part of a name
 */
export function pathSpecifiers(
  pattern: string,
  behavior: Behavior,
  layer: Layer,
  { braces = false } = {},
): readonly string[] {
  const escaped = braces ? pattern : pattern.replaceAll(/[{}]/gu, '\\$&')
  // In Claude Code `./x` is the same as `x`, at any depth if `x` is.
  const text = escaped.replace(/^(?:\.\/)+/u, '')
  if (behavior === 'allow' && /^\/{2,}$/u.test(text)) return []
  // In Claude Code `~` alone is a name like any other.
  if (behavior !== 'allow' && text === '~') return ['~', '**/~']
  if (text.startsWith('//')) return [text.slice(1)]
  if (text.startsWith('~')) return behavior === 'allow' && !text.startsWith('~/') ? [] : [text]
  if (text.startsWith('/')) return fromSettings(text, behavior, layer)
  // In Claude Code this never matches; a restriction is kept all the same.
  if (text.startsWith('../')) return behavior === 'allow' ? [] : [text]
  const isAllow = behavior === 'allow'
  if (isAllow && /^\.\/?$/u.test(text)) return []
  if (text.startsWith('**/')) return [isAllow ? `./${text}` : text]
  const folder = /^([^/]+)\/(?:\*\*)?$/u.exec(text)?.[1]
  // A folder given only by name: a permission means the one here, a restriction every one.
  if (folder !== undefined) return [isAllow ? `./${folder}/**` : `**/${folder}/**`]
  return [text.includes('/') ? `./${text}` : text]
}

function fromSettings(text: string, behavior: Behavior, layer: Layer): readonly string[] {
  if (layer === 'user') return [`~/.claude${text}`]
  if (layer !== 'managed') return [`.${text}`]
  return behavior === 'allow' ? [] : [`.${text}`, text, `/etc/claude-code${text}`]
}

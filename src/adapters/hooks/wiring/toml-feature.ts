/** Part of wiring: one switch in the `[features]` of Codex's config.toml, set and removed as a line of its own. */

import { parse } from 'smol-toml'
import { Unwirable } from './json-hooks.ts'

const MARK = '# by `countersign init`'
/** The former value is kept behind this mark, so that it can be restored. */
const BEFORE = `${MARK}, before: `

/** Undefined if the file does not set it. Throws `Unwirable` if it is not TOML. */
export function featureIn(text: string, name: string): boolean | undefined {
  const features = tableOf(text)['features']
  const value =
    typeof features === 'object' && features !== null ? (features as Record<string, unknown>)[name] : undefined
  return typeof value === 'boolean' ? value : undefined
}

/** The text with the feature switched off. Throws `Unwirable` if its line cannot be found. */
export function withFeatureOff(text: string, name: string): string {
  const before = featureIn(text, name)
  if (before === false) return text
  const line = `${name} = false ${MARK}`
  const changed = before === true ? replaced(text, name, line) : inserted(text, line)
  if (changed === undefined || !isOff(changed, name))
    throw new Unwirable(`could not be changed: set \`${name} = false\` under [features] by hand`)
  return changed
}

/** The text without our line; undefined if nothing is left. */
export function withoutFeature(text: string, name: string): string | undefined {
  const lines = text.split('\n')
  const index = lines.findIndex((line) => line.startsWith(name) && line.includes(MARK))
  if (index === -1) return text
  const [, ...before] = (lines[index] ?? '').split(BEFORE)
  if (before.length > 0) return checked(lines.with(index, before.join(BEFORE)).join('\n'))
  const isAlone = /^\[features\]\s*$/.test(lines[index - 1] ?? '') && /^(?:\[.*)?$/.test(lines[index + 1] ?? '')
  const first = isAlone ? index - 1 : index
  const gap = isAlone && first > 0 && lines[first - 1] === '' ? 1 : 0
  lines.splice(first - gap, index - first + 1 + gap)
  const rest = checked(lines.join('\n'))
  return rest.trim() === '' ? undefined : rest
}

/** Throws `Unwirable` if it is not TOML. */
function checked(text: string): string {
  tableOf(text)
  return text
}

export function tableOf(text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    throw new Unwirable(
      `is not valid TOML: ${error instanceof Error ? error.message.split('\n')[0] : 'it cannot be read'}`,
    )
  }
}

function inserted(text: string, line: string): string {
  const header = /^\[features\][^\n]*\n/m.exec(text)
  if (header !== null) {
    const end = header.index + header[0].length
    return `${text.slice(0, end)}${line}\n${text.slice(end)}`
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  return `${text}${gap}[features]\n${line}\n`
}

function replaced(text: string, name: string, line: string): string | undefined {
  const found = new RegExp(`^${name}[ \\t]*=[ \\t]*true[^\\n]*$`, 'm').exec(text)
  if (found === null) return undefined
  const kept = line.replace(MARK, () => BEFORE + found[0])
  return text.slice(0, found.index) + kept + text.slice(found.index + found[0].length)
}

function isOff(text: string, name: string): boolean {
  try {
    return featureIn(text, name) === false
  } catch {
    return false
  }
}

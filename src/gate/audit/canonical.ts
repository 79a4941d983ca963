/**
 * Part of the audit: one spelling for one value (RFC 8785), so that equal values have equal hashes.
 *
 * INVARIANT: never throws and always ends, whatever the value is; a value that JSON cannot express is written as text.
 */

const DEEPEST = 200

export function canonicalJson(value: unknown): string {
  try {
    return written(value, 0) ?? 'null'
  } catch (error) {
    return JSON.stringify(`[unreadable: ${error instanceof Error ? error.message : 'looking at it threw'}]`)
  }
}

/** As `canonicalJson`, for a value without members; undefined for a value that JSON leaves out. */
export function writtenScalar(value: unknown): string | undefined {
  return written(value, 0)
}

/** Undefined for a value that JSON leaves out. */
function written(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    case 'bigint':
      return JSON.stringify(String(value))
    case 'object':
      break
    default:
      return undefined
  }
  if (value === null) return 'null'
  if (depth > DEEPEST) return '"[too deep]"'
  if (Array.isArray(value)) return writtenList(value, depth)
  if (value instanceof Date) return JSON.stringify(Number.isNaN(value.getTime()) ? null : value)
  return writtenMapping(value as Readonly<Record<string, unknown>>, depth)
}

function writtenList(list: readonly unknown[], depth: number): string {
  let json = ''
  for (const item of list) json += `${json === '' ? '' : ','}${written(item, depth + 1) ?? 'null'}`
  return `[${json}]`
}

/** Keys in the order of their UTF-16 code units, which is how `sort` compares texts. */
function writtenMapping(value: Readonly<Record<string, unknown>>, depth: number): string {
  let json = ''
  for (const key of inOrder(Object.keys(value))) {
    const member = written(value[key], depth + 1)
    if (member !== undefined) json += `${json === '' ? '' : ','}${quotedKey(key)}:${member}`
  }
  return `{${json}}`
}

/** Most keys are in order already: code that writes many records names their fields in order. */
export function inOrder(keys: string[]): string[] {
  for (let index = 1; index < keys.length; index++)
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort()
  return keys
}

/** Kept because the same field names recur. */
const quotedKeys = new Map<string, string>()
const MOST_KEYS = 1000

export function quotedKey(key: string): string {
  const known = quotedKeys.get(key)
  if (known !== undefined) return known
  const made = quoted(key)
  if (quotedKeys.size < MOST_KEYS) quotedKeys.set(key, made)
  return made
}

/** Text in which no character needs an escape. */
const PLAIN = /^[ !#-[\]-~]*$/

export function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

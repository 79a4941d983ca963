/**
 * Part of the gateways and the command hooks: JSON that every reader reads alike.
 *
 * If an object has one key twice, some parsers use the first and others the last value, so what was decided on need not
 * be what runs. INVARIANT: the time is linear in the text, and the stack never gets deeper than the value is nested.
 */

export type Strict =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: string; readonly value?: unknown }

const DEEPEST = 200

/** If there is a problem, the value is what most parsers would read, or absent where the text is not JSON. */
export function parseStrict(text: string): Strict {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'it is not JSON' }
  }
  const problem = ambiguityOf(text)
  return problem === undefined ? { value } : { problem, value }
}

/** Why readers may differ about a text, which must be valid JSON. */
export function ambiguityOf(text: string): string | undefined {
  /** For each open object, its keys so far; undefined for an open list. */
  const open: (Set<string> | undefined)[] = []
  let expectsKey = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        open.push(new Set())
        expectsKey = true
        break
      case 0x5b: // [
        open.push(undefined)
        expectsKey = false
        break
      case 0x7d: // }
      case 0x5d: // ]
        open.pop()
        expectsKey = false
        break
      case 0x2c: // ,
        expectsKey = open.at(-1) !== undefined
        break
      case 0x22: {
        const end = endOfText(text, at)
        const keys = open.at(-1)
        if (expectsKey && keys !== undefined) {
          const key = keyOf(text.slice(at, end + 1))
          if (keys.has(key)) return `it says ${JSON.stringify(key.slice(0, 80))} twice`
          keys.add(key)
          expectsKey = false
        }
        at = end
        break
      }
    }
    if (open.length > DEEPEST) return `it is nested more than ${DEEPEST} deep`
  }
  return undefined
}

/** The index of the closing quote. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  return text.length
}

function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}

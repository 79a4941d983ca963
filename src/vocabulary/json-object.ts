/** Part of the vocabularies: JSON text from outside that should hold an object, as inputs and payloads do. */

import { isObject } from '../engine/call.ts'
import type { Input } from '../engine/call.ts'

/** Undefined if the text is not JSON, or is anything but an object. */
export function objectIn(text: string): Input | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

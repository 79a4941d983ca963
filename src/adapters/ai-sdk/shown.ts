/**
 * Part of the AI SDK adapter: whether an input shows everything it contains.
 *
 * A tool's schema may turn what the model gave into anything. INVARIANT: what JSON would not show (the members of a
 * Map, the inside of an object of some class) was not part of the decision, so it does not reach the tool.
 */

const DEEPEST = 100

export function isShownByJson(value: unknown, levels = DEEPEST): boolean {
  if (typeof value === 'function') return false
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === Array.prototype || prototype === null
  // A date or an address is shown completely by its JSON text; a plain object with `toJSON` may show something else.
  // The input itself must be a plain object.
  if ('toJSON' in value && typeof value.toJSON === 'function') return !isPlain && levels < DEEPEST
  return isPlain && Object.values(value).every((member) => isShownByJson(member, levels - 1))
}

/**
 * Part of reading calls: fast string operations.
 *
 * Calling a method on the text itself makes V8 look the method up each time, which costs more than the operation: V8
 * has more kinds of strings (whole, joined, sliced, shared) than its inline caches hold. Called through the prototype,
 * the method is known beforehand.
 */

/**
 * Same as `text.charCodeAt(at)`. Never call it with an index outside the text: V8 would drop its optimisation for good.
 */
export function codeAt(text: string, at: number): number {
  return String.prototype.charCodeAt.call(text, at)
}

export function startsWith(text: string, start: string): boolean {
  return String.prototype.startsWith.call(text, start)
}

export function includes(text: string, part: string): boolean {
  return String.prototype.includes.call(text, part)
}

/**
 * Part of reading calls: looks at a text, quickly.
 *
 * A method of the text itself would have to be looked up each time, which costs more than what it does: V8 keeps strings in
 * more ways (whole, joined, cut out, shared) than its caches of methods hold. Called so, the methods are known beforehand.
 */

/** What `text.charCodeAt(at)` is; never asked beyond the ends of a text, or V8 gives up its short cut for good. */
export function codeAt(text: string, at: number): number {
  return String.prototype.charCodeAt.call(text, at)
}

export function startsWith(text: string, start: string): boolean {
  return String.prototype.startsWith.call(text, start)
}

export function includes(text: string, part: string): boolean {
  return String.prototype.includes.call(text, part)
}

/**
 * Part of matching: a text as a whole URL; undefined if it is none.
 *
 * Not by `URL.canParse`: once V8 has optimised its caller, that of Node 20 takes `ü` for a broken text.
 */
export function wholeUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Part of the engine's nouns: text for a thrown value, which may be anything. */

const NOTHING = 'no reason given'

/** The message in words; never throws itself. */
export function messageOf(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : String(error)
    if (text !== '') return text
    // An AggregateError of a refused connection has no message, only a code.
    const { code } = error as { readonly code?: unknown }
    return typeof code === 'string' ? code : NOTHING
  } catch {
    return NOTHING
  }
}

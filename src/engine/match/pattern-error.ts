/** Part of matching: a specifier that cannot be read. The message is for the person who wrote the rule. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** Part of reading shell lines: lines so plain that a second parser has nothing to say. */

const PLAIN = /^[\w./:,@%+=^ |&;'"*?~>$-]*$/
/** Begins something else than the name of a variable. */
const OTHER_EXPANSION = /\$(?![A-Za-z_])/

/** Words, quotes, variables, names with wildcards, pipes, lists and outputs, and no command inside a word. `plain.test.ts` holds the two parsers to agree on these. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text) && !OTHER_EXPANSION.test(text)
}

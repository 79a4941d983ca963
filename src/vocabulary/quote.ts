/** Part of the vocabularies: a word as every POSIX shell reads it back, whatever is in it. */

export function singleQuoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

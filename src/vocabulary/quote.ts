/** Part of the vocabularies: quotes a word so that every POSIX shell reads it back unchanged, whatever it contains. */

export function singleQuoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

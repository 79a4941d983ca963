/** Part of the test against a real bash: a name of which some letters are left to the shell, as patterns. */

import fc from 'fast-check'

/** What may stand for one letter, for none, or for more. `{L}` is the letter, `{B}` the one before it, `{Z}` the one behind. */
const LETTERS: readonly string[] = [
  '? * ** {L}* *{L} {L}[{L}]* [{L}] [{L}-] []{L}] [{L}[] [[{L}] [!@] [^@] [!]@] [{B}-{Z}] [{B}{L}{Z}] []-{Z}]',
  '[z-a{L}] [{L}z-a] [a-Z{L}] [[:alpha:]] [[:alpha:]@] [@[:lower:]] [![:digit:]] [[:nope:]{L}] [[:graph:][:space:]]',
  '[[.{L}.]] [[={L}=]] [[.{L}.]@] [@[={L}=]] [[.{B}.]-{Z}] [{B}-[.{Z}.]] [[.hyphen.]{L}] [![.@.]]',
  `["{L}"] ['{B}'-'{Z}'] [$'{L}'] [\\{L}] [@\\]{L}] [{B}"]"{L}] [@']'{L}[x] [@$'\\x5d'{L}] ["!"{L}] [\\!{L}] ['^'{L}]`,
  '?(@){L} @({L}|@) +({L}) *([{L}]) !(@) @([[.{L}.]]) {L}?(@)',
].flatMap((row) => row.split(' '))

/** The word with some of its letters, but not the first, spelled so. */
export function patterned(word: string): fc.Arbitrary<string> {
  const spellings = Array.from(word.slice(1), (letter) =>
    fc
      .oneof({ weight: 2, arbitrary: fc.constant('{L}') }, fc.constantFrom(...LETTERS))
      .map((text) => filled(text, letter)),
  )
  return fc.tuple(...spellings).map((texts) => word.charAt(0) + texts.join(''))
}

function filled(text: string, letter: string): string {
  const beside = (by: number) => String.fromCharCode(letter.charCodeAt(0) + by)
  return text.replaceAll('{L}', letter).replaceAll('{B}', beside(-1)).replaceAll('{Z}', beside(1))
}

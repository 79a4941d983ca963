/**
 * Part of reading other systems: writes a literal text as a value of `where`, in which `/…/` and `< 5` have another
 * meaning.
 */

export function literal(text: string): unknown {
  return /^(?:\/.*\/[a-z]*|[<>]=?\s*-?\d.*)$/su.test(text) ? [`${text}*`] : text
}

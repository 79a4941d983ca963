/** Part of reading other systems: a text of theirs as a value of `where`, in which `/…/` and `< 5` mean something else. */

export function literal(text: string): unknown {
  return /^(?:\/.*\/[a-z]*|[<>]=?\s*-?\d.*)$/su.test(text) ? [`${text}*`] : text
}

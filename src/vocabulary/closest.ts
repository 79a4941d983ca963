/** Part of the vocabularies: "did you mean". */

const LONGEST = 40

/**
 * The meaning of the candidate spelled most like `name`, ignoring case; the first if several are equally close. At most
 * two letters may differ (missing, added, changed or swapped with a neighbour), in short names one.
 */
export function closest(name: string, candidates: readonly (readonly [string, string])[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const wanted = name.toLowerCase()
  let limit = wanted.length > 4 ? 2 : 1
  let best: string | undefined
  for (const [spelling, meant] of candidates) {
    if (Math.abs(spelling.length - wanted.length) > limit) continue
    const off = distance(wanted, spelling.toLowerCase())
    if (off > limit) continue
    if (off === 0) return meant
    best = meant
    limit = off - 1
  }
  return best
}

/** The same for candidates that are only names. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  return closest(
    text,
    names.map((name) => [name, name]),
  )
}

/** The Damerau-Levenshtein distance, with neighbours swapped at most once each. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const changed = at(above, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      let cost = Math.min(changed, at(above, column) + 1, at(current, column - 1) + 1)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(before, column - 2) + 1)
      }
      current.push(cost)
    }
    before = above
    above = current
  }
  return at(above, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}

/** Part of the command catalogue: the lists that curl reads in an address, `{one,two}`, `[1-9]` and `[a-z]`. */

const LIST = /\{([^{}]*)\}|\[(\w+)-(\w+)(?::\d+)?\]/gu
const MOST = 64

/** All that a text with lists stands for; where they are too many, a star stands for one. */
export function spread(text: string): readonly string[] {
  let all = ['']
  let from = 0
  for (const list of text.matchAll(LIST)) {
    const between = text.slice(from, list.index)
    all = combined(all, list, (head, one) => head + between + one)
    from = list.index + list[0].length
  }
  return all.map((head) => head + text.slice(from))
}

/** `#1` in the name of an output stands for what was taken from the first list of the address. */
export function spreadInto(output: string, address: string): readonly string[] {
  let all = [output]
  let number = 0
  for (const list of address.matchAll(LIST)) {
    number++
    const place = new RegExp(`#(?:${number}(?!\\d)|\\[${number}\\])`, 'gu')
    if (output.search(place) >= 0) all = combined(all, list, (name, one) => name.replace(place, () => one))
  }
  return all
}

function combined(
  all: readonly string[],
  list: RegExpExecArray,
  join: (one: string, other: string) => string,
): string[] {
  const others = alternatives(list)
  const taken = all.length * others.length > MOST ? ['*'] : others
  return all.flatMap((one) => taken.map((other) => join(one, other)))
}

function alternatives([, words, first = '', last = '']: RegExpExecArray): readonly string[] {
  if (words !== undefined) return words.split(',')
  const isNumber = /^\d+$/u.test(first)
  const from = isNumber ? Number(first) : (first.codePointAt(0) ?? 0)
  const to = isNumber ? Number(last) : (last.codePointAt(0) ?? 0)
  return Array.from({ length: Math.min(Math.max(to - from + 1, 1), MOST) }, (_, at) =>
    isNumber ? String(from + at).padStart(first.length, '0') : String.fromCodePoint(from + at),
  )
}

/** Part of the command catalogue: the lists that curl reads in an address: `{one,two}`, `[1-9]` and `[a-z]`. */

const LIST = /\{([^{}]*)\}|\[(\w+)-(\w+)(?::\d+)?\]/gu
const MOST = 64

/** Everything that a text with lists stands for; if that is too much, one star stands for all the remaining lists. */
export function spread(text: string): readonly string[] {
  const lists = [...text.matchAll(LIST)]
  let all = ['']
  let from = 0
  for (const list of lists) {
    const between = text.slice(from, list.index)
    const others = alternatives(list)
    const isTooMany = all.length * others.length > MOST
    const last = isTooMany ? (lists.at(-1) ?? list) : list
    from = last.index + last[0].length
    all = all.flatMap((head) => (isTooMany ? ['*'] : others).map((one) => head + between + one))
    if (isTooMany) break
  }
  return all.map((head) => head + text.slice(from))
}

/** `#1` in the name of an output stands for the text taken from the first list of the address. */
export function spreadInto(output: string, address: string): readonly string[] {
  let all = [output]
  let number = 0
  for (const list of address.matchAll(LIST)) {
    number++
    const place = new RegExp(`#(?:${number}(?!\\d)|\\[${number}\\])`, 'gu')
    if (output.search(place) < 0) continue
    const others = alternatives(list)
    const taken = all.length * others.length > MOST ? ['*'] : others
    all = all.flatMap((name) => taken.map((one) => name.replace(place, () => one)))
  }
  return all
}

function alternatives([, words, first = '', last = '']: RegExpExecArray): readonly string[] {
  if (words !== undefined) return words.split(',')
  const isNumber = /^\d+$/u.test(first)
  const from = isNumber ? Number(first) : (first.codePointAt(0) ?? 0)
  const to = isNumber ? Number(last) : (last.codePointAt(0) ?? 0)
  return Array.from({ length: Math.min(Math.max(to - from + 1, 1), MOST + 1) }, (_, at) =>
    isNumber ? String(from + at).padStart(first.length, '0') : String.fromCodePoint(from + at),
  )
}

/** `%61` is `a` in an address, also in that of a file. */
export function percentDecoded(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

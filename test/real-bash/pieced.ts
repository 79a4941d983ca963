/**
 * Part of the test against a real bash: one word, put together of pieces that are each spelled in a way of their own. `{W}` and its like as
 * in `pieces.ts`; `{V}` is a variable of the piece's own.
 */

import fc from 'fast-check'
import { filled } from './lines.ts'

export interface Pieced {
  /** What is done before, one statement each. */
  readonly before: readonly string[]
  readonly word: string
}

/** Nobody has set `none`. */
const PIECES: readonly (readonly [text: string, before?: string])[] = [
  ['{W}'],
  ["'{W}'"],
  ['"{W}"'],
  ["$'{X}'"],
  ["$'{O}'"],
  ['$"{W}"'],
  ['\\\n{W}'],
  ["''{W}"],
  ['{W}""'],
  ["$''{W}"],
  ['$@{W}'],
  ['{W}"$@"'],
  ['${none}{W}'],
  ['{W}${none}'],
  ['$(true){W}'],
  ['``{W}'],
  ['${none:+q}{W}'],
  ['${none#x}{W}'],
  ['{{W},}'],
  ['${none:-{W}}'],
  ['"${none-{W}}"'],
  ['${none:-${void:-{W}}}'],
  ['${{V}:={W}}'],
  ['${HOME:+{W}}'],
  ['"${PWD+{W}}"'],
  ['${{V}}', '{V}={W}'],
  ['"${{V}}"', "{V}='{W}'"],
  ['${{V}}', 'export {V}={W}'],
  ['${{V}}', 'declare {V}={W}'],
  ['${{V}}', '{V}={A}; {V}+={Z}'],
  ['${{V}}', 'x{V}={W}; {V}=$x{V}'],
  ['${none:-${V}}', '{V}={W}'],
  ['${none:-${{V}}}', '{V}={W}'],
  ['${!{V}}', 'x{V}={W}; {V}=x{V}'],
  ['${{V}[0]}', '{V}=({W})'],
  ['"${{V}[*]}"', '{V}=({W})'],
  ['${{V}[1]}', '{V}=(junk {W})'],
  ['${{V}[@]:1}', '{V}=(junk {W})'],
  ['"${{V}[-1]}"', '{V}=(junk {W})'],
  ['${{V}:2:{N}}', '{V}=xy{W}z'],
  ['${{V}: -{N}}', '{V}=xy{W}'],
  ['${{V}##JUNK}', '{V}=JUNK{W}'],
  ['${{V}#*@}', '{V}=JUNK@{W}'],
  ['${{V}%%@*}', '{V}={W}@JUNK'],
  ['${{V}//@}', '{V}={A}@@{Z}'],
  ['${{V}/@@@/{W}}', '{V}=@@@'],
  ['${{V},,}', '{V}={U}'],
  ['${{V}@E}', '{V}={W}'],
  ['$(echo {W})'],
  ['`echo {W}`'],
  ['$(printf %s {W})'],
  ["$(printf '{X}')"],
  ["$(printf '{O}')"],
  ["$(echo -e '{X}')"],
  ['$(cat <<< {W})'],
  ['${{V}}', 'printf -v {V} %s {W}'],
  ['${{V}}', 'read {V} <<< {W}'],
]
const MOST_PIECES = 4

export function pieced(word: string): fc.Arbitrary<Pieced> {
  const cuts = fc.array(fc.integer({ min: 1, max: word.length - 1 }), { maxLength: MOST_PIECES - 1 })
  return fc.tuple(cuts, fc.infiniteStream(fc.constantFrom(...PIECES))).map(([at, stream]) => {
    const ends = [...new Set(at), word.length].toSorted((a, b) => a - b)
    const before: string[] = []
    const texts = ends.map((end, index) => {
      const [text, set] = stream.next().value
      const fill = (one: string) => filled(one.replaceAll('{V}', `v${index}`), word.slice(ends[index - 1] ?? 0, end))
      if (set !== undefined) before.push(fill(set))
      return fill(text)
    })
    return { before, word: texts.join('') }
  })
}

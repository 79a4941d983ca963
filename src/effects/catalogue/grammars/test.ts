/**
 * Part of the command catalogue: `test` and `[`. `-v` and `-R` evaluate a subscript, `$( )` in it included, even when
 * quoted, so a word that could become one of them spoils the proof.
 */

import { type Draft, spoil, traits } from '../draft.ts'

const UNARY = new Set(`-a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S -n -z -o !`.split(' '))
const BINARY = new Set(`= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef -a -o`.split(' '))

export function testWords(draft: Draft, from: number): void {
  const { argv } = draft
  for (let i = from; i < argv.length; i++) {
    const word = argv[i]
    draft.operands.push(i)
    if (traits(draft, i).splits) return spoil(draft, 'an unquoted expansion could become an operator')
    if (word === '-v' || word === '-R') return spoil(draft, `test ${word} evaluates its operand`)
    if (word != null) continue
    const left = argv[i - 1]
    const right = argv[i + 1]
    const placed =
      (left != null && i > from && (UNARY.has(left) || BINARY.has(left))) || (right != null && BINARY.has(right))
    if (!placed && argv.length - from > 2) spoil(draft, 'a dynamic word could be an operator')
  }
}

/** `printf -v name` evaluates the name's subscript. */
export function printfWords(draft: Draft, from: number): void {
  const first = draft.argv[from]
  for (let i = from; i < draft.argv.length; i++) draft.operands.push(i)
  if (first === undefined) return
  if (traits(draft, from).splits || first?.startsWith('-v')) return spoil(draft, 'printf -v sets a variable')
  if (first === null && draft.argv.length > from + 1 && !draft.words[from]?.prefix)
    spoil(draft, 'a dynamic format could be -v')
}

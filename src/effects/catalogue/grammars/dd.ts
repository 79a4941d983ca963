/** Part of the command catalogue: dd and its `name=value` words. */

import { type Draft, short, spoil } from '../draft.ts'
import { addValue } from '../values.ts'

const PLAIN = new Set('bs cbs conv count ibs iflag iseek obs oflag oseek seek skip status'.split(' '))

export function ddWords(draft: Draft, from: number): void {
  for (let i = from; i < draft.argv.length; i++) {
    const word = draft.argv[i]
    if (word == null) {
      draft.unknown = true
      spoil(draft, 'a dynamic operand')
      continue
    }
    const mark = word.indexOf('=')
    const name = word.slice(0, Math.max(mark, 0))
    if (name === 'if') addValue(draft, 'r', i, word.slice(mark + 1))
    else if (name === 'of') addValue(draft, 'w', i, word.slice(mark + 1))
    else if (!PLAIN.has(name) && word !== '--help' && word !== '--version')
      spoil(draft, `unknown operand ${short(word)}`)
  }
}

/** Part of the catalogue: names written as one text, which is searched as it is. The command line starts for every call,
 * and to make a table of hundreds of names takes longer than to look one or two of them up. */

import { codeAt } from '../code-at.ts'

/** Whether the text lists that very name; blanks and line ends stand between names. */
export function isAmong(name: string, names: string): boolean {
  if (name === '') return false
  for (let at = names.indexOf(name); at >= 0; at = names.indexOf(name, at + 1)) {
    const end = at + name.length
    if ((at === 0 || isBlank(names, at - 1)) && (end === names.length || isBlank(names, end))) return !/\s/u.test(name)
  }
  return false
}

function isBlank(text: string, at: number): boolean {
  return codeAt(text, at) <= 32
}

/** Part of reading texts: offsets to lines and columns, both from 1. */

import type { Place } from '../../policy/page.ts'

export function linesOf(text: string): (offset: number) => Place {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, col: offset - (starts[low] as number) + 1 }
  }
}

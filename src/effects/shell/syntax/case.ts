/** Part of the strict shell parser: `case`. */

import * as c from './chars.ts'
import { IN_CLAUSE, isClauseEnd, readBlock } from './list.ts'
import type { Reader } from './reader.ts'
import { expectReserved, reservedAt } from './reserved.ts'
import { readWord } from './words.ts'

/** Reads from after `case` to after `esac`. */
export function readCase(r: Reader): void {
  r.skipBlanks()
  const start = r.at
  readWord(r, 'operand')
  if (r.at === start) r.refuse('subject of case', start)
  expectReserved(r, 'in')
  for (;;) {
    r.skipLines()
    if (readEsac(r)) return
    readPatterns(r)
    r.skipLines()
    if (readEsac(r)) return
    if (!isClauseEnd(r)) readBlock(r, IN_CLAUSE)
    if (readEsac(r)) return
    readClauseEnd(r)
  }
}

function readEsac(r: Reader): boolean {
  if (reservedAt(r) !== 'esac') return false
  r.at += 'esac'.length
  return true
}

/** `[(] pattern [| pattern …] )` */
function readPatterns(r: Reader): void {
  if (r.code(r.at) === c.OPEN) r.at++
  for (;;) {
    r.skipBlanks()
    const start = r.at
    if (reservedAt(r) === 'esac') r.refuse('esac as a pattern', start)
    readWord(r, 'operand')
    if (r.at === start) r.refuse('pattern of case', start)
    r.skipBlanks()
    const code = r.code(r.at)
    if (code !== c.PIPE && code !== c.CLOSE) r.refuse('pattern of case', r.at)
    r.at++
    if (code === c.CLOSE) return
  }
}

function readClauseEnd(r: Reader): void {
  if (r.text.startsWith(';;&', r.at)) r.at += 3
  else if (isClauseEnd(r)) r.at += 2
  else r.refuse('expected ;;', r.at)
}

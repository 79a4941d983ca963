/** Part of the gate: ids of decisions and questions, in the order of time. */

import { randomFillSync } from 'node:crypto'
import { V7Generator } from 'uuidv7'

/** Asking for random numbers costs more than making an id of them: many are asked for at once. */
const pool = new Uint32Array(1024)
let used = pool.length

const generator = new V7Generator({
  nextUint32() {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    return pool[used++] as number
  },
})

export function newId(): string {
  return generator.generate().toString()
}

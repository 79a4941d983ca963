/** Part of the gate: ids of decisions and questions, which sort by time. */

import { randomFillSync } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { V7Generator } from 'uuidv7'

/** Getting random numbers costs more than making an id from them, so many are fetched at once. */
const pool = new Uint32Array(1024)
let used = pool.length

const generator = new V7Generator({
  nextUint32() {
    if (used === pool.length) {
      fillAtRandom(pool)
      used = 0
    }
    return pool[used++] as number
  },
})

/** Where the system offers random numbers as a file, reading them is much quicker than loading Node's crypto. */
function fillAtRandom(numbers: Uint32Array): void {
  if (process.platform === 'win32' || !isFilledFrom('/dev/urandom', numbers)) randomFillSync(numbers)
}

function isFilledFrom(file: string, numbers: Uint32Array): boolean {
  try {
    const descriptor = openSync(file, 'r')
    try {
      return readSync(descriptor, numbers) === numbers.byteLength
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
}

const DIGITS = Buffer.from('0123456789abcdef')
/** The position of each byte's first digit. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const spelled = Buffer.alloc(36, '-')

/**
 * Builds the text in one piece. The package's own `toString` returns a text made of 36 parts, which the first reader
 * must join.
 */
export function newId(): string {
  const { bytes } = generator.generate()
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    const place = PLACES[at] as number
    spelled[place] = DIGITS[byte >> 4] as number
    spelled[place + 1] = DIGITS[byte & 15] as number
  }
  return spelled.toString('latin1')
}

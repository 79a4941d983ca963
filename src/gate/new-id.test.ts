/** Ids: no two are equal, each is later than the one before, and they are spelled in the usual way. */

import { UUID } from 'uuidv7'
import { expect, it } from 'vitest'
import { newId } from './new-id.ts'

it('no two are alike, and each comes after the one before', () => {
  const ids = Array.from({ length: 5_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

it('is spelled as the bytes it was made of', () => {
  const began = Date.now()
  for (let n = 0; n < 1_000; n++) {
    const id = newId()
    const read = UUID.parse(id)
    expect(read.toString()).toBe(id)
    expect(read.getVersion()).toBe(7)
    expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBeGreaterThanOrEqual(began)
  }
})

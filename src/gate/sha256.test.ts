/** SHA-256 in our own words: the same as Node's, for every length around the ends of blocks and of what is short. */

import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hmacSha256, sha256 } from './sha256.ts'

const hex = (text: string) => sha256(Buffer.from(text)).toString('hex')

it('is what the standard says', () => {
  expect(hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

it('is the same as Node’s for every length', () => {
  for (let length = 0; length < 2_200; length++) {
    const bytes = Buffer.alloc(length, `${length} \u00fc`)
    expect(sha256(bytes)).toEqual(createHash('sha256').update(bytes).digest())
  }
})

it('is the same as Node’s with any key', () => {
  const bytes = (most: number) => fc.uint8Array({ minLength: 0, maxLength: most })
  fc.assert(
    fc.property(bytes(200), bytes(3_000), (key, text) => {
      expect(hmacSha256(key, text)).toEqual(createHmac('sha256', key).update(text).digest())
    }),
  )
})

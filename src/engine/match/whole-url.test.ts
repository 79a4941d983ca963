import { expect, test } from 'vitest'
import { wholeUrl } from './whole-url.ts'

test('a letter beyond ASCII makes no difference, however often it was read before', () => {
  let other = 0
  for (let time = 0; time < 100_000; time++) {
    if (wholeUrl('https://b\u00fccher.example/')?.hostname !== 'xn--bcher-kva.example') other++
    if (wholeUrl('https://github.com/')?.hostname !== 'github.com') other++
  }
  expect(other).toBe(0)
  expect(wholeUrl('b\u00fccher.example')).toBeUndefined()
})

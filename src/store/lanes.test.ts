import { expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

test('no more than so many run at once, in the order they came, and a failure makes way', async () => {
  const lanes = new Lanes(2)
  const began: number[] = []
  let running = 0
  let most = 0
  const done = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) =>
      lanes.run(async () => {
        began.push(n)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 1))
        running--
        if (n % 3 === 0) throw new Error('failed')
        return n
      }),
    ),
  )
  expect([began, most]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 2])
  expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(await lanes.run(async () => 'free')).toBe('free')
})

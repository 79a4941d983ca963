import { expect, test } from 'vitest'
import { persist } from './retry.ts'

const passing = (error: unknown) => (error as Error).message === 'passing'

test('what passes is tried again, what does not is not', async () => {
  let runs = 0
  const work = (failures: number, message: string) => () =>
    ++runs <= failures ? Promise.reject(new Error(message)) : Promise.resolve(runs)
  expect(await persist(work(3, 'passing'), passing)).toBe(4)
  runs = 0
  await expect(persist(work(1, 'for good'), passing)).rejects.toThrow('for good')
  expect(runs).toBe(1)
})

test('a failure that never passes is given up when patience ends', async () => {
  let runs = 0
  const work = () => {
    runs++
    return Promise.reject(new Error('passing'))
  }
  const began = performance.now()
  await expect(persist(work, passing, 100)).rejects.toThrow('passing')
  expect(performance.now() - began).toBeGreaterThanOrEqual(100)
  runs = 0
  await expect(persist(work, passing, 0)).rejects.toThrow('passing')
  expect(runs).toBe(1)
})

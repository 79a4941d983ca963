import { expect, test } from 'vitest'
import type { Changed } from './api/permissions.ts'
import { Undo } from './undo.ts'

const CHANGED: Changed = { changed: true, file: null, undo: null, note: null }

test('what is taken back twice at once is taken back once', async () => {
  const undo = new Undo()
  let times = 0
  const id = undo.keep(async () => {
    times++
    await new Promise((resolve) => setImmediate(resolve))
    return CHANGED
  })
  const taken = await Promise.allSettled([undo.take(id, 'ann'), undo.take(id, 'ann')])
  expect(taken.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(times).toBe(1)
})

test('an undo that failed can be tried again', async () => {
  const undo = new Undo()
  let isBroken = true
  const id = undo.keep(async () => {
    if (isBroken) throw new Error('disk full')
    return CHANGED
  })
  await expect(undo.take(id, 'ann')).rejects.toThrow('disk full')
  isBroken = false
  expect(await undo.take(id, 'ann')).toEqual(CHANGED)
  await expect(undo.take(id, 'ann')).rejects.toThrow('no longer')
})

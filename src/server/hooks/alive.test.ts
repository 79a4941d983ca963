import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileAlive } from './alive.ts'

const told = vi.hoisted((): { parent: number | undefined } => ({ parent: 1 }))

vi.mock('node:fs', () => ({
  readFileSync: () => {
    if (told.parent === undefined) throw new Error('EMFILE: too many open files')
    return `7 (a) b) S ${told.parent} 7 7 0 -1 4194560 1`
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  told.parent = 1
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const ended = vi.fn<() => void>()
  whileAlive(process.pid, ended)
  vi.advanceTimersByTime(1_000)
  return ended
}

test('another parent is the end of a hook', () => {
  const ended = watched()
  expect(ended).not.toHaveBeenCalled()
  told.parent = 2
  vi.advanceTimersByTime(5_000)
  expect(ended).toHaveBeenCalledOnce()
})

test('nobody is given up because the system does not tell for a while whose it is', () => {
  const ended = watched()
  told.parent = undefined
  vi.advanceTimersByTime(2_000)
  told.parent = 1
  vi.advanceTimersByTime(2_000)
  expect(ended).not.toHaveBeenCalled()
})

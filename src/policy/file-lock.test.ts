/** Of several processes that find the lock of a dead one, only one goes on. */

import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdingLock } from './file-lock.ts'

/** What another process does right after this one has looked at the lock. */
const other = vi.hoisted(() => ({ acts: undefined as (() => void) | undefined }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const statSync = (...given: Parameters<typeof fs.statSync>) => {
    const found = fs.statSync(...given)
    const { acts } = other
    other.acts = undefined
    acts?.()
    return found
  }
  return { ...fs, statSync }
})

let folder: string
let file: string
let lock: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lock-'))
  file = join(folder, 'policy.yaml')
  lock = `${file}.lock`
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function leaveBehind(): void {
  writeFileSync(lock, '')
  utimesSync(lock, 1, 1)
}

/** The new lock is a little older than it would be: a file system may not tell two files apart that are made at once. */
const takenOver = () => {
  rmSync(lock)
  writeFileSync(lock, '')
  const second = Date.now() / 1000 - 1
  utimesSync(lock, second, second)
}

test('a lock that another process has just taken over is not taken from it', async () => {
  // However long the machine takes for all this, the one that waits does not give up.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  leaveBehind()
  other.acts = takenOver
  let isHeld = false
  const holding = holdingLock(file, async () => (isHeld = true))
  expect(other.acts).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(isHeld).toBe(false)
  rmSync(lock)
  expect(await holding).toBe(true)
})

test('of many that find it at once, one goes on at a time, and nothing is left behind', async () => {
  leaveBehind()
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise(setImmediate)
    inside--
  }
  await Promise.all(Array.from({ length: 8 }, () => holdingLock(file, work)))
  expect(most).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

test('whoever was taken for dead leaves the lock to the one that took over', async () => {
  await holdingLock(file, async () => takenOver())
  expect(existsSync(lock)).toBe(true)
})

import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cameLate, putToRest, readAtRest } from './at-rest.ts'
import { loadPolicy } from './load.ts'

const POLICY = 'allow: [ shell ]\ndeny: [ "shell(git push:*)" ]\n'
const FIRST_LINE = POLICY.slice(0, POLICY.indexOf('\n') + 1)

/** The clock stands still: however slow this machine is, nothing comes to rest by itself. And all that is made was made long ago. */
const NOW = Date.now() + 3_600_000

let folder: string
let file: string
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
  folder = mkdtempSync(join(tmpdir(), 'countersign-rest-'))
  file = join(folder, 'countersign.yaml')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const touch = (seconds: number) => utimesSync(file, seconds, seconds)
/** Whoever waits lets the next of these happen. */
const meanwhile = (...steps: (() => void)[]) =>
  vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    const step = steps.shift()
    if (step === undefined) throw new Error('it waits for nothing')
    step()
    return 'timed-out'
  })
const read = (...steps: (() => void)[]) => {
  meanwhile(...steps)
  return readAtRest(file, 1000).toString()
}

const rest = () => touch(NOW / 1000 - 1)
const justNow = () => touch(NOW / 1000)

describe('a file that is being written', () => {
  test.each([
    ['emptied', ''],
    ['half written', FIRST_LINE],
  ])('is not read while it is %s', (_, half) => {
    writeFileSync(file, half)
    justNow()
    const finish = () => {
      writeFileSync(file, POLICY)
      rest()
    }
    expect(read(justNow, justNow, finish)).toBe(POLICY)
  })

  test('is waited for longer while it is empty, and then is', () => {
    writeFileSync(file, '')
    touch(NOW / 1000 - 0.1)
    const finish = () => {
      writeFileSync(file, POLICY)
      rest()
    }
    expect(read(finish)).toBe(POLICY)
    writeFileSync(file, '')
    touch(NOW / 1000 - 0.1)
    expect(read(rest)).toBe('')
  })

  test('all the time is not read at all', () => {
    writeFileSync(file, '')
    justNow()
    const writeMore = () => {
      appendFileSync(file, '#')
      justNow()
    }
    expect(() => read(...Array<() => void>(1000).fill(writeMore))).toThrow('written all the time')
  })

  test('is read at once when it has been at rest, or comes from the future', () => {
    writeFileSync(file, POLICY)
    rest()
    expect(read()).toBe(POLICY)
    touch(NOW / 1000 + 3_600)
    expect(read()).toBe(POLICY)
  })

  test('was put there whole: it is at rest from the first moment', () => {
    const draft = `${file}.draft`
    writeFileSync(draft, POLICY)
    const descriptor = openSync(draft, 'r+')
    putToRest(descriptor)
    closeSync(descriptor)
    renameSync(draft, file)
    expect(read()).toBe(POLICY)
  })
})

test('a pipe that took the place of a file is not waited for', () => {
  execFileSync('mkfifo', [file])
  expect(() => read()).toThrow('not a plain file')
})

describe('a policy that was moved away', () => {
  const denied = () => {
    const { policy } = loadPolicy({ cwd: folder, home: folder, managedDir: join(folder, 'managed') })
    return policy.rules.map(({ rule }) => rule)
  }

  test('to be written anew is waited for', () => {
    utimesSync(folder, NOW / 1000, NOW / 1000)
    meanwhile(() => {
      writeFileSync(file, POLICY)
      rest()
    })
    expect(denied()).toContain('shell(git push:*)')
  })

  test('was none in a folder that was only just made', () => {
    const waits = meanwhile()
    vi.spyOn(Date, 'now').mockRestore()
    const made = join(folder, 'made')
    mkdirSync(made)
    expect(cameLate([join(made, 'policy.yaml')], false)).toBe(false)
    expect(waits).not.toHaveBeenCalled()
  })

  test('for good is not, however busy its folder is', () => {
    utimesSync(folder, NOW / 1000, NOW / 1000)
    const waits = meanwhile(...Array<() => void>(100).fill(() => undefined))
    expect(denied()).toEqual([])
    expect(waits.mock.calls.length).toBeLessThan(20)
    utimesSync(folder, NOW / 1000 - 1, NOW / 1000 - 1)
    waits.mockClear()
    expect(denied()).toEqual([])
    expect(waits).not.toHaveBeenCalled()
  })
})

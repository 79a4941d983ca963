import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
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
import { putToRest, readAtRest } from './at-rest.ts'

const POLICY = 'allow: [ shell ]\ndeny: [ "shell(git push:*)" ]\n'
const FIRST_LINE = POLICY.slice(0, POLICY.indexOf('\n') + 1)

/** The clock stands still: however slow this machine is, nothing comes to rest by itself. */
const NOW = 1_700_000_000_000

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
const read = (...steps: (() => void)[]) =>
  readAtRest(file, 1000, () => {
    const step = steps.shift()
    if (step === undefined) throw new Error('it waits for nothing')
    step()
  }).toString()

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

  test('all the time is not read at all', () => {
    expect(() =>
      readAtRest(writeAnew(), 1000, () => {
        appendFileSync(file, '#')
        justNow()
      }),
    ).toThrow('written all the time')
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
  expect(() => read()).toThrow('no plain file')
})

function writeAnew(): string {
  writeFileSync(file, '')
  justNow()
  return file
}

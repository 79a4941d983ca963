import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const top = mkdtempSync(join(tmpdir(), 'countersign-folder-'))
afterAll(() => rmSync(top, { recursive: true }))

test('a folder is made with those around it, each for its owner alone', () => {
  makeFolder(join(top, 'a/b/c'), 0o700)
  makeFolder(join(top, 'a/b/c'), 0o700)
  for (const folder of ['a', 'a/b', 'a/b/c']) expect(statSync(join(top, folder)).mode & 0o777).toBe(0o700)
})

test('a file in place of a folder is an error', () => {
  writeFileSync(join(top, 'file'), '')
  expect(() => makeFolder(join(top, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(top, 'file/below'))).toThrow('ENOTDIR')
})

test.runIf(process.platform === 'linux')('a disk that takes no folders ends it with an error, not in a hang', () => {
  expect(() => makeFolder('/proc/countersign/x/y')).toThrow('ENOENT')
})

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readText } from './replace-file.ts'

test('a link of a checkout that leads to a device is not read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-replace-'))
  try {
    symlinkSync('/dev/zero', join(folder, 'countersign.yaml'))
    expect(() => readText(join(folder, 'countersign.yaml'))).toThrow('not a plain file')
    expect(() => readText(folder)).toThrow('not a plain file')
    expect(readText(join(folder, 'missing.yaml'))).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { locate } from '../effects/path.ts'
import { NODE_DISK } from './node-fs.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-disk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = { cwd: folder, home: '/home/user', fs: NODE_DISK }

describe('the real disk', () => {
  it('tells links from everything else', () => {
    writeFileSync(join(folder, 'file'), '')
    symlinkSync('../elsewhere', join(folder, 'link'))
    expect(NODE_DISK.readlink(join(folder, 'link'))).toBe('../elsewhere')
    for (const name of ['file', 'missing', 'file/below', '.'])
      expect(NODE_DISK.readlink(join(folder, name))).toBeUndefined()
  })

  it('a name that cannot be looked up is never taken as spelled', () => {
    expect(locate(`${'x'.repeat(300)}/a`, place).ok).toBe(false)
  })

  it('a link to bytes that are no text is never followed', () => {
    symlinkSync(Buffer.from([0x61, 0xff, 0x62]), join(folder, 'bytes'))
    expect(locate('bytes/../x', place).ok).toBe(false)
  })
})

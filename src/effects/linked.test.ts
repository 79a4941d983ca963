/** How far links are looked for, and what happens beyond. */

import { describe, expect, it } from 'vitest'
import { createEngine } from '../index.ts'
import type { FileSystem } from '../index.ts'

/** The verdict in a project on that disk. */
function decide(command: string, disk: Partial<FileSystem>, policy: object = {}) {
  const fs: FileSystem = { readlink: () => undefined, caseInsensitive: false, isThere: () => true, ...disk }
  const engine = createEngine({ policy, cwd: '/srv/project', root: '/srv/project', home: '/home/user', fs })
  return engine.decide({ tool: 'Bash', input: { command } })
}

const FOLDER = { name: 'a', kind: 'folder' } as const

function folders(count: number) {
  return Array.from({ length: count }, (_, at) => ({ name: `n${at}`, kind: 'folder' as const }))
}

describe('links that a pattern may stand for', () => {
  it('are looked for in some thousand folders', () => {
    const entriesIn = (path: string) => (path === '/srv/project' ? folders(3000) : [])
    expect(decide('wc -l **/*.ts', { entriesIn }).behavior).toBe('allow')
  })

  it('are asked about beyond a limit', () => {
    const entriesIn = (path: string) => (path === '/srv/project' ? folders(5000) : [])
    expect(decide('wc -l **/*.ts', { entriesIn }).code).toBe('not-understood')
    expect(decide('wc -l */*.ts', { entriesIn }).code).toBe('not-understood')
    expect(decide('wc -l *.ts', { entriesIn }).behavior).toBe('allow')
  })

  it('are looked for in a folder without end, for all words together', () => {
    let asked = 0
    const entriesIn = () => (asked++, [FOLDER])
    expect(decide('cat **/a1 **/a2 **/a3 **/a4 | grep x **/a5', { entriesIn }).code).toBe('not-understood')
    expect(asked).toBeLessThan(10_000)
  })

  it('are asked about where a folder cannot be listed', () => {
    expect(decide('cat docs/*.md', { entriesIn: () => undefined }).code).toBe('not-understood')
    expect(decide('cat docs/*.md', { entriesIn: () => undefined, isThere: () => false }).behavior).toBe('allow')
  })

  it('are asked about where the disk does not tell where they lead', () => {
    const entriesIn = () => [{ name: 'x.md', kind: 'link' } as const]
    const readlink = (path: string) => {
      if (path.endsWith('x.md')) throw new Error('no permission')
      return undefined
    }
    expect(decide('cat docs/*.md', { entriesIn, readlink }).behavior).toBe('ask')
  })

  it('are asked about if their name is no text', () => {
    expect(decide('cat docs/*', { entriesIn: () => [{ name: 'a\uFFFD', kind: 'link' }] }).behavior).toBe('ask')
    expect(decide('cat docs/*', { entriesIn: () => [{ name: 'a\uFFFD', kind: 'other' }] }).behavior).toBe('allow')
  })

  it('need no look where a rule permits the program', () => {
    const entriesIn = (path: string) => (path === '/srv/project' ? folders(5000) : [])
    expect(decide('wc -l **/*.ts', { entriesIn }, { allow: ['Bash(wc:*)'] }).behavior).toBe('allow')
  })
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { NODE_DISK } from '../../gate/node-fs.ts'
import { describedFileSystem } from './file-system.ts'
import { readIndex, trackedBelow } from './git-index.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-index-')))
const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
const git = (folder: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync('git', ['-C', join(root, folder), ...words], { encoding: 'utf8', env })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
const FILES = ['a.ts', 'deep/er/b b.ts', 'deep/c.ts', 'deeper', 'ä.md', `${'long/'.repeat(60)}x`, '.env', 'src/[id].ts']

function repository(folder: string, ...init: string[]): string {
  mkdirSync(join(root, folder))
  git(folder, 'init', '-q', ...init)
  for (const file of FILES) {
    mkdirSync(dirname(join(root, folder, file)), { recursive: true })
    writeFileSync(join(root, folder, file), file)
  }
  git(folder, 'add', '.')
  return join(root, folder)
}

const listed = (folder: string) => git(folder, 'ls-files', '-z').split('\0').slice(0, -1)

afterAll(() => rmSync(root, { recursive: true }))

describe('the names that git tracks', () => {
  it.each([
    ['as it writes them', []],
    ['compressed', ['update-index', '--index-version', '4']],
    ['with marks', ['update-index', '--skip-worktree', 'a.ts']],
    ['that are meant to be added', ['rm', '--cached', '-q', 'deeper']],
  ])('are those that it lists: %s', (name, words) => {
    const path = repository(name.replaceAll(' ', '-'))
    if (words.length > 0) git(name.replaceAll(' ', '-'), ...words)
    if (words[0] === 'rm') git(name.replaceAll(' ', '-'), 'add', '--intent-to-add', 'deeper')
    expect(trackedBelow(path, NODE_DISK)).toEqual(listed(name.replaceAll(' ', '-')))
    expect(trackedBelow(join(path, 'deep'), NODE_DISK)).toEqual(['c.ts', 'er/b b.ts'])
  })

  it('are those that it lists where hashes are longer', () => {
    const path = repository('longer', '--object-format=sha256')
    expect(trackedBelow(path, NODE_DISK)).toEqual(listed('longer'))
  })

  it('are none where nothing was ever added, and those of the other work tree in another work tree', () => {
    mkdirSync(join(root, 'fresh'))
    git('fresh', 'init', '-q')
    expect(trackedBelow(join(root, 'fresh'), NODE_DISK)).toEqual([])
    const path = repository('first')
    git('first', '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x')
    git('first', 'worktree', 'add', '-q', '../second')
    git('second', 'rm', '-q', 'deeper')
    expect(trackedBelow(path, NODE_DISK)).toContain('deeper')
    expect(trackedBelow(join(root, 'second'), NODE_DISK)).toEqual(listed('second'))
  })

  it('are not known where the index is split or sparse, cut short, or not there', () => {
    const path = repository('split')
    const whole = readFileSync(join(path, '.git/index'))
    for (let end = 0; end < whole.length; end += 7)
      expect(readIndex(whole.subarray(0, end)), String(end)).toBeUndefined()
    git('split', 'update-index', '--split-index')
    expect(trackedBelow(path, NODE_DISK)).toBeUndefined()
    expect(trackedBelow('/x', describedFileSystem({}))).toBeUndefined()
    expect(trackedBelow('/x', describedFileSystem({ files: ['/x/a'] }))).toBeUndefined()
    expect(
      trackedBelow('/x', describedFileSystem({ files: ['/x/.git'], contents: { '/x/.git': 'gitdir: /y' } })),
    ).toBeUndefined()
  })
})

/**
 * What git really does is the judge: wherever it finds another repository than it finds in the project, a question to git there is
 * put before a person, since the configuration of that one may run programs.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { NODE_DISK } from '../src/gate/node-fs.ts'
import { createEngine } from '../src/index.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-git-')))
const git = (cwd: string, ...words: string[]) =>
  spawnSync('git', words, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
  })
const repositoryAt = (folder: string) => git(folder, 'rev-parse', '--absolute-git-dir').stdout.trim()

const write = (path: string, text = '') => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const bare = (folder: string) => {
  write(`${folder}/HEAD`, 'ref: refs/heads/main\n')
  mkdirSync(join(root, folder, 'objects'))
  mkdirSync(join(root, folder, 'refs'))
}

/** By folder, what is put there. */
const LAYOUTS: Readonly<Record<string, () => void>> = {
  plain: () => write('plain/a.ts'),
  'plain/deep/deeper': () => write('plain/deep/deeper/a.ts'),
  'head-only': () => write('head-only/HEAD', 'ref: refs/heads/main\n'),
  own: () => void git(root, 'init', '-q', 'own'),
  'own/below': () => write('own/below/a.ts'),
  planted: () => bare('planted'),
  'planted/refs/below': () => write('planted/refs/below/a.ts'),
  pointed: () => write('pointed/.git', 'gitdir: ../planted\n'),
  thin: () => {
    write('thin/HEAD', 'ref: refs/heads/main\n')
    write('thin/commondir', '../planted\n')
  },
  'dangling-head': () => {
    bare('dangling-head')
    rmSync(join(root, 'dangling-head/HEAD'))
    symlinkSync('refs/heads/main', join(root, 'dangling-head/HEAD'))
  },
  linked: () => symlinkSync('planted', join(root, 'linked')),
  'broken-own': () => {
    bare('broken-own')
    mkdirSync(join(root, 'broken-own/.git'))
  },
}

describe('git in a folder of the project', () => {
  git(root, 'init', '-q')
  const project = repositoryAt(root)
  for (const put of Object.values(LAYOUTS)) put()
  afterAll(() => rmSync(root, { recursive: true }))

  const behaviorOf = (command: string, cwd = root) => {
    const engine = createEngine({ cwd, root, home: '/nonexistent', fs: NODE_DISK, policy: {} })
    return engine.decide({ tool: 'Bash', input: { command } }).behavior
  }
  const isOther = (folder: string) => repositoryAt(join(root, folder)) !== project

  test('has its own repository in most of these layouts, and the project’s in some', () => {
    expect(project).toBe(join(root, '.git'))
    const others = Object.keys(LAYOUTS).filter(isOther)
    expect(others).toContain('planted')
    expect(others).toContain('dangling-head')
    expect(others).toContain('thin')
    expect(others.length).toBeGreaterThanOrEqual(8)
    expect(others).not.toContain('plain')
  })

  for (const folder of Object.keys(LAYOUTS)) {
    test(`is harmless in ${folder} only where it is the project’s`, () => {
      for (const command of [`cd ${folder} && git log`, `git -C ${folder} log`]) {
        if (isOther(folder)) expect(behaviorOf(command), command).toBe('ask')
        else if (folder.startsWith('plain')) expect(behaviorOf(command), command).toBe('allow')
      }
    })
  }

  for (const folder of ['planted', 'planted/refs/below', 'thin', 'dangling-head', 'broken-own'])
    test(`is asked about where the call before has left the shell in ${folder}`, () => {
      expect(isOther(folder)).toBe(true)
      expect(behaviorOf('git log', join(root, folder))).toBe('ask')
    })
})

/** Attacks on policies that only a real disk can show: folders around, links, devices, broken files. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine, loadPolicy } from '../src/index.ts'
import type { Call, Engine } from '../src/index.ts'
import { NODE_DISK } from '../src/gate/node-fs.ts'
import { cpuNow } from './cpu.ts'

const disk = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-attacks-')))
afterAll(() => rmSync(disk, { recursive: true, force: true }))

function file(path: string, text = ''): void {
  mkdirSync(dirname(join(disk, path)), { recursive: true })
  writeFileSync(join(disk, path), text)
}

/** The engine a hook would decide with, in a folder of the disk. */
function engineIn(folder: string): Engine {
  const cwd = join(disk, folder)
  const home = join(disk, 'home')
  const { policy, root } = loadPolicy({ cwd, home, managedDir: join(disk, 'managed') })
  return createEngine({ policy, cwd, root, home, fs: NODE_DISK })
}

const bash = (command: string): Call => ({ tool: 'Bash', input: { command } })

describe('policies on a real disk', () => {
  test('a policy in a folder below does not shed the denies of the project around it', () => {
    file('outer/countersign.yaml', 'deny: ["read(secret.txt)"]\nask: ["shell(git push:*)"]\n')
    file('outer/vendor/x/countersign.yaml', '{}\n')
    const engine = engineIn('outer/vendor/x')
    expect(engine.decide(bash('cat ../../secret.txt')).behavior).toBe('deny')
    expect(engine.decide(bash('git push')).behavior).toBe('ask')
  })

  test('git init in a folder below does not shed the denies of the project around it', () => {
    file('repo/countersign.yaml', 'deny: ["read(secret.txt)"]\n')
    file('repo/sub/.git/HEAD')
    expect(engineIn('repo/sub').decide(bash('cat ../secret.txt')).behavior).toBe('deny')
  })

  test('every form a policy file may have is protected from writing', () => {
    file('forms/src/a')
    const engine = engineIn('forms')
    for (const name of ['countersign.yaml', 'countersign.yml', 'countersign.json', '.countersign/local.json']) {
      const { behavior, safety } = engine.decide({ tool: 'Write', input: { file_path: name, content: '{}' } })
      expect({ name, behavior, safety }).toEqual({ name, behavior: 'ask', safety: true })
    }
  })

  test('a broken policy allows nothing, and two forms of one are broken', () => {
    file('broken/countersign.yaml', 'alow: []\n')
    file('twice/countersign.yaml', '{}\n')
    file('twice/countersign.json', '{}\n')
    for (const folder of ['broken', 'twice']) expect(engineIn(folder).decide(bash('ls')).behavior).toBe('deny')
  })

  test('a policy that is a link into nothing, a folder or a device is broken, not missing', () => {
    for (const [name, target] of Object.entries({ gone: 'nowhere', zero: '/dev/zero', loop: 'countersign.yaml' })) {
      file(`${name}/a`)
      symlinkSync(target, join(disk, name, 'countersign.yaml'))
      expect(engineIn(name).decide(bash('ls')).behavior, name).toBe('deny')
    }
    mkdirSync(join(disk, 'folder/countersign.yaml'), { recursive: true })
    expect(engineIn('folder').decide(bash('ls')).behavior).toBe('deny')
  })

  test('a project reached through a link is the project under both names', () => {
    file('data/p/countersign.yaml', 'deny: ["write(conf/**)"]\nmode: dontAsk\n')
    symlinkSync(join(disk, 'data/p'), join(disk, 'link'))
    const cwd = join(disk, 'link')
    const engine = createEngine({ policy: { allow: ['Write(src/**)'], deny: ['write(conf/**)'] }, cwd, fs: NODE_DISK })
    const write = (path: string) => engine.decide({ tool: 'Write', input: { file_path: path, content: 'x' } }).behavior
    expect(write(join(disk, 'link/conf/a'))).toBe('deny')
    expect(write(join(disk, 'data/p/src/a'))).toBe('allow')
    expect(write(join(disk, 'link/src/a')), 'an agent spells the folder as its shell does').toBe('allow')
  })

  test('a checkout cannot make the gate slow with braces', () => {
    const rules = Array.from({ length: 1500 }, (_, at) => `  - read({a,b}{a,b}{a,b}{a,b}{a,b}{a,b}${at}/**/x)`)
    file('slow/countersign.yaml', `deny:\n${rules.join('\n')}\n`)
    const start = cpuNow()
    engineIn('slow').decide(bash('ls'))
    expect(cpuNow() - start).toBeLessThan(2000)
  })
})

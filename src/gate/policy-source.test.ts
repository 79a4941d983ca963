import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PolicySource } from './policy-source.ts'
import { World } from './testing.ts'

let world: World
let policies: PolicySource
beforeEach(() => {
  world = new World()
  policies = source(world.root)
})
afterEach(() => world.end())

function source(cwd: string): PolicySource {
  const { home, managedDir } = world
  return new PolicySource({ cwd, home, managedDir, session: [], tools: new Set() })
}

const rules = () => policies.current().policy.rules.map(({ rule }) => rule)

/**
 * Waits until the files have been unchanged for a while: changes must count at once then, too, and that is what could
 * go wrong.
 */
const settle = () => new Promise((resolve) => setTimeout(resolve, 120))

describe('the policy in force', () => {
  it.each(['user', 'project', 'local', 'managed'] as const)(
    'follows the %s file, coming, changing and going',
    async (layer) => {
      expect(rules()).toEqual([])
      await settle()
      expect(rules()).toEqual([])
      for (const rule of ['shell(a)', 'shell(b)', 'shell(c)']) {
        world.write(world[layer], `deny: [ "${rule}" ]\n`)
        expect(rules()).toEqual([rule])
        expect(rules()).toEqual([rule])
        await settle()
        expect(rules()).toEqual([rule])
      }
      rmSync(world[layer])
      expect(rules()).toEqual([])
    },
  )

  it('tells trust, locks and warnings as they are now, though it decides as before', async () => {
    world.write(world.managed, 'mode: default\n')
    world.write(world.project, 'deny: [ "shell(a)" ]\n')
    await settle()
    const before = policies.current()
    expect(before).toMatchObject({ trusted: false, problems: [] })
    await world.trust()
    expect(policies.current()).toMatchObject({ trusted: true, version: before.version })
    world.write(world.managed, 'mode: default\nlocked: [ mode ]\n')
    expect(policies.current().locks).toEqual(new Set(['mode']))
    world.write(world.project, 'deny: [ "shell(a)" ]\nprotectedPaths: { remove: [ .git ] }\n')
    expect(policies.current().problems).toHaveLength(1)
    expect(policies.current().version).toBe(before.version)
  })

  it('sees an edit that keeps size and time', async () => {
    world.write(world.user, 'deny: [ "shell(a)" ]\n')
    utimesSync(world.user, 1_000, 1_000)
    await settle()
    expect(rules()).toEqual(['shell(a)'])
    writeFileSync(world.user, 'deny: [ "shell(b)" ]\n')
    utimesSync(world.user, 1_000, 1_000)
    expect(rules()).toEqual(['shell(b)'])
  })

  it('sees many edits within one tick of the clock', () => {
    for (let round = 0; round < 50; round++) {
      world.write(world.user, `deny: [ "shell(x${round % 10})" ]\n`)
      expect(rules()).toEqual([`shell(x${round % 10})`])
    }
  })

  it('sees another file moved into its place, and a link turned elsewhere', async () => {
    world.write(world.user, 'deny: [ "shell(a)" ]\n')
    const other = join(world.base, 'other.yaml')
    writeFileSync(other, 'deny: [ "shell(b)" ]\n')
    writeFileSync(join(world.base, 'third.yaml'), 'deny: [ "shell(c)" ]\n')
    await settle()
    expect(rules()).toEqual(['shell(a)'])
    renameSync(other, world.user)
    expect(rules()).toEqual(['shell(b)'])
    await settle()
    rules()
    rmSync(world.user)
    symlinkSync(join(world.base, 'third.yaml'), world.user)
    expect(rules()).toEqual(['shell(c)'])
  })

  it('sees the target of a link that led nowhere', async () => {
    mkdirSync(join(world.home, '.config', 'countersign'), { recursive: true })
    symlinkSync(join(world.base, 'later.yaml'), world.user)
    expect(policies.current().policy.broken).toContain('leads nowhere')
    await settle()
    policies.current()
    writeFileSync(join(world.base, 'later.yaml'), 'deny: [ "shell(a)" ]\n')
    expect(rules()).toEqual(['shell(a)'])
    expect(policies.current().policy.broken).toBeUndefined()
  })

  it('sees a policy that comes nearer, or further up', async () => {
    const cwd = join(world.root, 'a', 'b')
    mkdirSync(cwd, { recursive: true })
    policies = source(cwd)
    expect(policies.current().root).toBe(cwd)
    await settle()
    policies.current()
    world.write(world.project, 'deny: [ "shell(up)" ]\n')
    expect([policies.current().root, rules()]).toEqual([world.root, ['shell(up)']])
    await settle()
    policies.current()
    world.write(join(world.root, 'a', '.countersign', 'local.yaml'), 'deny: [ "shell(near)" ]\n')
    expect([policies.current().root, rules()]).toEqual([join(world.root, 'a'), ['shell(up)', 'shell(near)']])
  })

  it('sees what a folder holds that is a link, though it led nowhere at first', async () => {
    symlinkSync(join(world.home, 'elsewhere'), join(world.root, '.countersign'))
    expect(rules()).toEqual([])
    for (let time = 0; time < 3; time++) {
      await settle()
      expect(rules()).toEqual([])
    }
    world.write(join(world.home, 'elsewhere', 'local.yaml'), 'deny: [ "shell(a)" ]\n')
    expect(rules()).toEqual(['shell(a)'])
  })

  it.each(['user', 'project', 'managed'] as const)(
    'sees a %s file that is a link, though it led nowhere at first',
    async (layer) => {
      const target = join(world.home, 'elsewhere.yaml')
      const isBroken = () => policies.current().policy.broken !== undefined
      mkdirSync(dirname(world[layer]), { recursive: true })
      for (let time = 0; time < 3; time++) {
        expect(isBroken()).toBe(false)
        await settle()
      }
      symlinkSync(target, world[layer])
      for (let time = 0; time < 3; time++) {
        expect(isBroken()).toBe(true)
        await settle()
      }
      world.write(target, 'deny: [ "shell(a)" ]\n')
      expect(rules()).toEqual(['shell(a)'])
      await settle()
      rmSync(target)
      expect(isBroken()).toBe(true)
      await settle()
      rmSync(world[layer])
      expect([isBroken(), rules()]).toEqual([false, []])
    },
  )

  it('sees a folder that comes with old times, however long there was none', async () => {
    const made = join(world.home, 'made')
    world.write(join(made, 'local.yaml'), 'deny: [ "shell(a)" ]\n')
    for (const path of [join(made, 'local.yaml'), made]) utimesSync(path, 1_000, 1_000)
    for (let time = 0; time < 3; time++) {
      await settle()
      expect(rules()).toEqual([])
    }
    renameSync(made, join(world.root, '.countersign'))
    utimesSync(world.root, 1_000, 1_000)
    expect(rules()).toEqual(['shell(a)'])
    await settle()
    expect(rules()).toEqual(['shell(a)'])
  })

  it('sees that a folder is trusted', async () => {
    world.write(world.project, 'allow: [ "shell(a)" ]\n')
    expect([rules(), policies.holding().project]).toEqual([[], false])
    await settle()
    rules()
    await world.trust()
    expect([rules(), policies.holding().project]).toEqual([['shell(a)'], true])
  })

  it('is the same object as long as nothing changes', async () => {
    world.write(world.user, 'deny: [ "shell(a)" ]\n')
    const first = policies.current()
    await settle()
    expect(policies.current()).toBe(first)
    writeFileSync(join(world.root, 'unrelated'), '')
    expect(policies.current()).toBe(first)
  })
})

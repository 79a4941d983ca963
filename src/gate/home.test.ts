import { homedir, userInfo } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { ownHome } from './home.ts'

afterEach(() => vi.unstubAllEnvs())

it.each(['', '.', 'project'])('no folder of the project is taken for the home, which is said to be %j', (home) => {
  vi.stubEnv('HOME', home)
  expect(ownHome()).toBe(userInfo().homedir)
})

it('what is said is believed where it is a place of its own', () => {
  vi.stubEnv('HOME', '/home/somebody')
  expect(ownHome()).toBe(homedir())
})

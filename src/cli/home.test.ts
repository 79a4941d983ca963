import { homedir } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { homeFolder } from './home.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each(['/home/somebody', '/', '', 'relative', '~', undefined])('is what Node says it is: %j', (home) => {
  vi.stubEnv('HOME', home)
  expect(homeFolder()).toBe(homedir())
})

import { expect, test } from 'vitest'
import { readToml } from './toml.ts'

test('JSON in the place of TOML, an agent’s settings for one, is told as what it is', () => {
  const { problems } = readToml('{ "tools": {} }', {
    layer: 'project',
    file: 'settings.json',
    root: '/srv',
    home: '/home/user',
  })
  expect(problems.map(({ message }) => message)).toEqual(['is JSON; a policy in TOML is wanted'])
})

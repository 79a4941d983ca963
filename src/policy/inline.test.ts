import { expect, test } from 'vitest'
import { EMPTY_POLICY } from '../engine/policy.ts'
import { PolicyError, policyFrom } from './inline.ts'

const PLACE = { cwd: '/srv/project', root: '/srv/project', home: '/home/user' }

test('a policy given by a program counts in full', () => {
  const policy = policyFrom(
    { mode: 'bypass', allow: ['Deploy(x)'], workingDirectories: ['../lib'] },
    { ...PLACE, tools: ['Deploy'] },
  )
  expect(policy).toMatchObject({ mode: 'bypass', workingDirectories: ['/srv/lib'] })
  expect(policy.rules).toEqual([{ behavior: 'allow', rule: 'Deploy(x)', source: { layer: 'session', file: 'policy' } }])
})

test('all its errors come in one, and warnings do not', () => {
  const wrong = { deny: ['Bsh', 'shell(git)'], mode: 'bypas' }
  expect(() => policyFrom(wrong as never, PLACE)).toThrow(PolicyError)
  expect(() => policyFrom(wrong as never, PLACE)).toThrow(
    'policy mode: `bypas` is not a mode; did you mean `bypass`?\npolicy deny[0]: `Bsh` is not a tool known here; did you mean `Bash`?',
  )
})

test('a policy that was merged before is passed on as it is', () => {
  expect(policyFrom(EMPTY_POLICY, PLACE)).toBe(EMPTY_POLICY)
})

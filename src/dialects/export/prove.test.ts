import { expect, test } from 'vitest'
import { EMPTY_POLICY } from '../../engine/policy.ts'
import type { WriteContext } from '../dialect.ts'
import { exportPolicy } from './prove.ts'

const CONTEXT: WriteContext = {
  root: '/srv/project',
  home: '/home/ann',
  scope: 'project',
  existing: () => undefined,
  judge: () => 'ask',
  now: 0,
}

test('a text that the target could not read is not given out to be written', () => {
  const written = exportPolicy<string>(EMPTY_POLICY, CONTEXT, {
    title: 'Somebody',
    agent: 'somebody',
    canAsk: true,
    spell: () => undefined,
    render: () => [{ path: 'settings.json', text: '{"allow":["' }],
    model: () => undefined,
  })
  expect(written.files).toEqual([])
  expect(written.problems).toMatchObject([{ severity: 'error', file: 'settings.json' }])
})

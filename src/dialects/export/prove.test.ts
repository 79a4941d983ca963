import { expect, test } from 'vitest'
import { EMPTY_POLICY } from '../../engine/policy.ts'
import type { Rule } from '../../engine/rule.ts'
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

test('of many permissions those are withheld that let a call slip, each with its call, and few readings find them', () => {
  const [first, second] = ['npm run task7', 'npm run task123']
  const rules = Array.from({ length: 200 }, (_, at): Rule => ({
    behavior: 'allow',
    rule: `Bash(npm run task${at}:*)`,
    source: { layer: 'session' },
  }))
  const isKept = (command: unknown) => command === `${first} x` || command === `${second} x`
  let readings = 0
  const { files, findings } = exportPolicy<string>(
    { ...EMPTY_POLICY, rules },
    { ...CONTEXT, judge: ({ input }) => (isKept(input['command']) ? 'deny' : 'allow') },
    {
      title: 'Somebody',
      agent: 'somebody',
      canAsk: true,
      spell: (subject) => (subject.about === 'command' ? [subject.pattern.words.join(' ')] : undefined),
      render: (entries) => [{ path: 'settings.txt', text: entries.map(({ entry }) => entry).join('\n') }],
      model: ([file]) => {
        readings++
        const known = file?.text.split('\n') ?? []
        return ({ input }) => (known.some((entry) => input['command'] === `${entry} x`) ? 'allow' : 'none')
      },
    },
  )
  expect(findings.map(({ message }) => message)).toEqual(
    [first, second].map(
      (command) => `allow \`Bash(${command}:*)\` is not written: Somebody would also allow \`${command} x\``,
    ),
  )
  expect(files[0]?.text.split('\n')).toHaveLength(198)
  expect(readings).toBeLessThan(100)
})

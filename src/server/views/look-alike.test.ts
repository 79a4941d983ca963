import { expect, test } from 'vitest'
import { createEngine } from '../../index.ts'
import { shownOf } from '../../gate/shown.ts'
import { riskOf } from './approval.ts'

const HOLDING = { project: true, always: true }

const riskOfUrl = (url: string) => {
  const verdict = createEngine({ cwd: '/srv/project' }).decide({ tool: 'WebFetch', input: { url, prompt: 'x' } })
  return riskOf(shownOf(verdict, [], '', HOLDING))
}

test.each(['https://\u0261ithub.com/', 'https://g\u0456thub.com/x', 'https://xn--gthub-n2e.com'])(
  'a host that looks like github.com is worth a second look: %s',
  (url) => {
    const { level, sentence } = riskOfUrl(url)
    expect({ level, sentence }).toEqual({ level: 'medium', sentence: expect.stringContaining('github.com') as string })
  },
)

test.each(['https://github.com/', 'https://b\u00fccher.example/', 'https://\u0430\u0444\u0438\u0448\u0430.example/'])(
  'a host that looks like itself is not: %s',
  (url) => expect(riskOfUrl(url).level).toBe('low'),
)

test('one among several effects is found', () => {
  const verdict = createEngine({ cwd: '/srv/project' }).decide({
    tool: 'Bash',
    input: { command: 'curl https://example.com && curl https://g\u0456thub.com' },
  })
  expect(riskOf(shownOf(verdict, [], '', HOLDING)).level).not.toBe('low')
})

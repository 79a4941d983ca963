import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { BadUse } from './bad-use.ts'
import { agrees } from './consent.ts'

/** What comes of typing this at the question, and what the person has then seen. */
async function typed(keys: string): Promise<unknown> {
  const input = new PassThrough()
  const asked = agrees('Change it?', new PassThrough(), input)
  input.write(keys)
  return asked.catch((error: unknown) => error)
}

test.each(['y', 'Y', ' yes '])('%o is a yes', async (answer) => {
  expect(await typed(`${answer}\r`)).toBe(true)
})

test.each(['', 'n', 'yess', 'no y'])('%o is not taken for a yes', async (answer) => {
  expect(await typed(`${answer}\r`)).toBe(false)
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s stops with a message, not as a failure of ours', async (_, key) => {
  const stopped = await typed(key)
  expect(stopped).toBeInstanceOf(BadUse)
  expect((stopped as BadUse).message).toBe('stopped before an answer')
})

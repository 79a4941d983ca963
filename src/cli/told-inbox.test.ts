import { expect, it } from 'vitest'
import type { Question } from '../gate/asker.ts'
import { toldInbox } from './told-inbox.ts'

it('tells what waits, once, and answers nothing itself', async () => {
  const told: string[] = []
  const question = { call: { tool: 'bash', input: {} } } as unknown as Question
  const stop = new AbortController()
  const asked = toldInbox((note) => told.push(note)).ask(question, stop.signal)
  expect(told).toEqual(['bash waits for an answer: countersign inbox'])
  stop.abort()
  const reply = await Promise.resolve(asked).catch(() => undefined)
  expect(reply).toBeUndefined()
})

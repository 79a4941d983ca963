import { expect, it } from 'vitest'
import { askerContract, sampleQuestion } from '../asker-contract.ts'
import type { Reply } from '../asker.ts'
import { askBy } from './callback.ts'
import { INBOX } from './inbox.ts'
import { NOBODY } from './none.ts'

askerContract('none', () => ({ asker: NOBODY, allow: () => false }))
askerContract('inbox', () => ({ asker: INBOX, allow: () => false }))
askerContract('callback', () => {
  const open = new Map<string, (reply: Reply) => void>()
  const asker = askBy(({ id }) => new Promise((resolve) => void open.set(id, resolve)))
  return {
    asker,
    allow: async ({ id }) => {
      await Promise.resolve()
      open.get(id)?.({ behavior: 'allow' })
      return true
    },
  }
})

it('nobody is known to be nobody at once', async () => {
  expect(await NOBODY.ask(sampleQuestion('a'), new AbortController().signal)).toBeUndefined()
})

it('the inbox waits for as long as the question is open', async () => {
  const over = new AbortController()
  let isOver = false
  const asking = INBOX.ask(sampleQuestion('a'), over.signal).then(() => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isOver).toBe(false)
  over.abort()
  await asking
})

it('a function that throws is a channel that failed, not a crash', async () => {
  const asker = askBy(() => {
    throw new Error('no')
  })
  await expect(asker.ask(sampleQuestion('a'), new AbortController().signal)).rejects.toThrow('no')
})

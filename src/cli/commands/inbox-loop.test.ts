import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Approvals } from '../../gate/questions/approvals.ts'
import type { Asker, Question, Reply } from '../../gate/asker.ts'
import { Grants } from '../../gate/grants/grants.ts'
import { createMemoryStore } from '../../store/memory-store.ts'
import { answerPending } from './inbox-loop.ts'

let store: ReturnType<typeof createMemoryStore>
let inbox: { approvals: Approvals; watch: typeof store.watch }
const told: string[] = []

beforeEach(() => {
  store = createMemoryStore()
  const audit = { append: () => Promise.resolve() }
  const now = () => 1000
  const grants = new Grants({ grants: store.grants, audit, home: '/nowhere', now })
  inbox = { approvals: new Approvals({ store, audit, grants, now }), watch: store.watch.bind(store) }
  told.length = 0
})
afterEach(() => store.close())

const options = { watch: false, tell: (note: string) => void told.push(note) }

describe('the inbox', () => {
  it('asks for each, the oldest first, and what was left open is not asked again', async () => {
    for (const id of ['q1', 'q2', 'q3']) await ask(id)
    const seen: string[] = []
    const person = asker(({ id, digest }) => {
      seen.push(id)
      return id === 'q2' ? undefined : { behavior: 'deny', digest, by: 'me' }
    })
    expect(await answerPending(inbox, person, options)).toBe(1)
    expect(seen).toEqual(['q1', 'q2', 'q3'])
    expect((await store.approvals.pending()).map(({ id }) => id)).toEqual(['q2'])
  })

  it('who leaves is asked nothing more, also where it would wait for more', async () => {
    for (const id of ['q1', 'q2', 'q3']) await ask(id)
    const over = new AbortController()
    const person = asker(({ id, digest }) => {
      if (id === 'q2') over.abort()
      return id === 'q2' ? undefined : { behavior: 'allow', digest, by: 'me' }
    })
    expect(await answerPending(inbox, person, { ...options, watch: true, left: over.signal })).toBe(2)
    expect((await store.approvals.pending()).map(({ id }) => id)).toEqual(['q2', 'q3'])
  })

  it('takes a question away that was answered elsewhere', async () => {
    await ask('q1')
    const slow: Asker = {
      name: 'slow',
      ask: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined))),
    }
    const done = answerPending(inbox, slow, options)
    await new Promise((resolve) => setImmediate(resolve))
    await inbox.approvals.answer('q1', { behavior: 'allow', digest: 'd-q1', by: 'another face' })
    expect(await done).toBe(0)
  })

  it('takes a question away that ended before anybody watched', async () => {
    await ask('q1')
    const slow: Asker = {
      name: 'slow',
      ask: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined))),
    }
    const pending: typeof inbox.approvals.pending = async (filter) => {
      const found = await Approvals.prototype.pending.call(inbox.approvals, filter)
      if (found.length > 0) await store.approvals.end('q1', { state: 'cancelled', note: 'given up' }, 1000)
      return found
    }
    inbox.approvals.pending = pending
    expect(await answerPending(inbox, slow, options)).toBe(0)
  })

  it('an answer that came too late is told, and the next question is asked', async () => {
    await ask('q1')
    await ask('q2')
    const person = asker(({ id, digest }) => ({ behavior: 'allow', digest: id === 'q1' ? 'other' : digest, by: 'me' }))
    const once: Asker = {
      name: 'once',
      ask: async (question, signal) => {
        const reply = await person.ask(question, signal)
        if (question.id === 'q1') await store.approvals.end('q1', { state: 'expired', note: 'too late' }, 1000)
        return reply
      },
    }
    expect(await answerPending(inbox, once, options)).toBe(0)
    expect((await store.approvals.get('q2'))?.answer?.behavior).toBe('allow')
    expect((await store.approvals.get('q1'))?.state).toBe('expired')
  })

  it('a question that cannot be shown is told, and does not stand in the way', async () => {
    await ask('q1')
    await ask('q2')
    const person = asker(({ id, digest }) => {
      if (id === 'q1') throw new TypeError('no dangers')
      return { behavior: 'deny', digest, by: 'me' }
    })
    expect(await answerPending(inbox, person, options)).toBe(1)
    expect(told).toEqual(['Question q1 cannot be shown: no dangers'])
  })

  it('waits for more when it is told to', async () => {
    const answered: string[] = []
    const person = asker(({ id, digest }) => {
      answered.push(id)
      if (id === 'q2') inbox.approvals.pending = () => Promise.reject(new Error('enough'))
      return { behavior: 'deny', digest, by: 'me' }
    })
    const done = answerPending(inbox, person, { ...options, watch: true })
    await new Promise((resolve) => setImmediate(resolve))
    expect(told, 'whoever sees nothing would think that nothing runs').toEqual([
      'Nothing waits for an answer. What comes is shown here; Ctrl-C ends.',
    ])
    await ask('q1')
    await ask('q2')
    await expect(done).rejects.toThrow('enough')
    expect(answered).toEqual(['q1', 'q2'])
  })
})

function asker(reply: (question: Question) => Reply | undefined): Asker {
  return { name: 'person', ask: async (question) => reply(question) }
}

function ask(id: string): Promise<void> {
  return store.approvals.ask({
    id,
    session: 's',
    agent: null,
    project: '/srv',
    digest: `d-${id}`,
    call: { tool: 'Bash', input: { command: 'x' } },
    shown: { suggestions: [] },
    askedAt: Number(id.slice(1)),
    expiresAt: 5000,
  })
}

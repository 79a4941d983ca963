/** What every asker must do. Its tests call this with a way to open one and to play the person. */

import { describe, expect, it } from 'vitest'
import { checkAnswer } from './questions/answer.ts'
import type { Asker, Question, Reply } from './asker.ts'

export interface AskerStage {
  readonly asker: Asker
  /** The person allows this question, once; false where this asker reaches nobody. */
  readonly allow: (question: Question) => Promise<boolean> | boolean
}

/** The limit for things that happen at once, even on a busy machine. */
const SOON = 60_000

export function askerContract(name: string, open: () => AskerStage | Promise<AskerStage>): void {
  describe(`as an asker: ${name}`, () => {
    it('has a short and plain name', async () => {
      expect((await open()).asker.name).toMatch(/^[a-z][a-z0-9-]{0,30}$/)
    })

    it('what it gives back counts as an answer to the question', async () => {
      const { asker, allow } = await open()
      const question = sampleQuestion('a')
      const over = new AbortController()
      const asking = asker.ask(question, over.signal)
      const isReached = await allow(question)
      if (!isReached) over.abort('over')
      const reply = await soon(asking)
      if (isReached) expect(accepted(question, reply, asker)).toMatchObject({ behavior: 'allow', lasts: 'once' })
      else expect(reply).toBeUndefined()
    })

    it('leaves the question as it was', async () => {
      const { asker, allow } = await open()
      const question = sampleQuestion('a')
      const over = new AbortController()
      const asking = asker.ask(question, over.signal)
      if (!(await allow(question))) over.abort('over')
      await soon(asking)
      expect(question).toEqual(sampleQuestion('a'))
    })

    it('takes the question away when it has ended elsewhere', async () => {
      const { asker } = await open()
      const over = new AbortController()
      const asking = asker.ask(sampleQuestion('a'), over.signal)
      over.abort('It was denied by ann.')
      await soon(asking.catch(() => undefined))
    })

    it('does not put one that has ended already', async () => {
      const { asker } = await open()
      await soon(asker.ask(sampleQuestion('a'), AbortSignal.abort('over')).catch(() => undefined))
    })

    it('keeps two questions apart', async () => {
      const { asker, allow } = await open()
      const [a, b] = [sampleQuestion('a'), sampleQuestion('b')]
      const [overA, overB] = [new AbortController(), new AbortController()]
      const [askingA, askingB] = [asker.ask(a, overA.signal), asker.ask(b, overB.signal)]
      overA.abort('over')
      await soon(askingA.catch(() => undefined))
      const isReached = await allow(b)
      if (!isReached) overB.abort('over')
      const reply = await soon(askingB)
      if (isReached) expect(accepted(b, reply, asker).digest).toBe(b.digest)
    })
  })
}

/** The reply as the gate accepts it. */
function accepted(question: Question, reply: Reply | undefined, { name }: Asker) {
  if (reply === undefined) throw new Error('nothing was answered')
  return checkAnswer(question, { digest: question.digest, by: name, ...reply }, question.askedAt)
}

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${SOON} ms`)), SOON)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export function sampleQuestion(id: string): Question {
  const askedAt = Date.UTC(2030, 0, 1)
  return {
    id,
    session: 's1',
    agent: 'claude-code',
    project: '/srv/project',
    digest: `digest of ${id}`,
    call: { tool: 'Bash', input: { command: 'npm publish' }, cwd: '/srv/project', agent: 'claude-code', session: 's1' },
    askedAt,
    expiresAt: askedAt + 60_000,
    shown: {
      reason: 'No rule covers `npm publish`.',
      code: 'no-rule',
      rule: null,
      safety: false,
      mode: 'default',
      tool: 'Bash',
      kind: 'shell',
      effects: [{ type: 'run', text: '`npm publish`', certain: true, harmless: false, span: { start: 0, end: 11 } }],
      dangers: [],
      suggestions: [{ rules: ['Bash(npm publish)'], lasts: ['session', 'project', 'always'] }],
      limits: null,
      policy: '0123456789abcdef',
    },
  }
}

/** What happens if several things happen at once, or if nothing does. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../store/approval.ts'
import type { Store } from '../store/port.ts'
import type { Reply } from './asker.ts'
import { askBy } from './askers/callback.ts'
import { INBOX } from './askers/inbox.ts'
import { NOBODY } from './askers/none.ts'
import { openGate } from './gate.ts'
import type { Gate } from './gate.ts'
import { Refused } from './questions/answer.ts'
import { altered, bash, eventually, replies, World } from './testing.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

const pending = () => world.store.approvals.pending()

/** Answers the oldest pending question through the store, as another face would. */
async function answer(gate: Gate, reply: Reply, at = 0) {
  await eventually(async () => (await pending()).length > at)
  const asked = (await pending())[at]!
  return gate.approvals.answer(asked.id, { digest: asked.digest, by: 'page', ...reply })
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => 'taken',
    (thrown: unknown) => thrown,
  )
  return error instanceof Refused ? error.refusal : String(error)
}

describe('several faces', () => {
  it('the first answer counts, and all the others learn of it', async () => {
    const closed: unknown[] = []
    const slow = askBy(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            closed.push(signal.reason)
            resolve({ behavior: 'allow' })
          })
        }),
      'slow',
    )
    const gate = await world.open({ asker: [slow, INBOX, NOBODY, replies({ behavior: 'deny', by: 'ann' })] })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', by: 'ann' })
    expect(closed).toEqual(['It was denied by ann.'])
  })

  it('of two that answer at the very same time one wins, and both are told', async () => {
    const gate = await world.open({ asker: INBOX })
    const other = await world.open({ asker: INBOX })
    for (let round = 0; round < 20; round++) {
      const deciding = gate.authorize(bash(`npm publish ${round}`))
      await eventually(async () => (await pending()).length === 1)
      const answers = await Promise.all([
        refusal(answer(gate, { behavior: 'allow', by: 'ann' })),
        refusal(answer(other, { behavior: 'deny', by: 'bob' })),
      ])
      expect(answers.toSorted()).toEqual(['ended', 'taken'])
      expect((await deciding).by).toBe(answers[0] === 'taken' ? 'ann' : 'bob')
    }
  })

  it('an answer taken by another process reaches the one that waits', async () => {
    const gate = await world.open({ asker: INBOX })
    const server = await world.open({ session: 'server' })
    const deciding = gate.authorize(bash('npm publish'))
    await answer(server, { behavior: 'allow', by: 'ann', words: 'go' })
    expect(await deciding).toMatchObject({ behavior: 'allow', by: 'ann', words: 'go' })
  })

  it('word of it that was lost is found out', async () => {
    const { store } = world
    const gate = await world.open({ asker: INBOX, store: { ...store, watch: () => () => undefined } })
    const server = await world.open()
    const deciding = gate.authorize(bash('npm publish'))
    await answer(server, { behavior: 'allow' })
    expect((await deciding).behavior).toBe('allow')
  })
})

describe('answers that do not count', () => {
  it('to an unknown question, for another digest, to one that has ended', async () => {
    const gate = await world.open({ asker: INBOX })
    expect(await refusal(gate.approvals.answer('nothing', { behavior: 'allow', digest: 'x', by: 'ann' }))).toBe(
      'unknown',
    )
    const deciding = gate.authorize(bash('npm publish'))
    expect(await refusal(answer(gate, { behavior: 'allow', digest: 'another' }))).toBe('digest')
    expect(await refusal(answer(gate, { behavior: 'allow', digest: undefined }))).toBe('digest')
    expect(await refusal(answer(gate, { behavior: 'allow', by: '' }))).toBe('invalid')
    expect(await refusal(answer(gate, { behavior: 'allow', lasts: 'session', uses: 0 }))).toBe('invalid')
    expect(await refusal(answer(gate, { behavior: 'allow', lasts: 'always', uses: 2 }))).toBe('not-offered')
    expect(await refusal(answer(gate, { behavior: 'deny', input: {} }))).toBe('invalid')
    const [asked] = await pending()
    await answer(gate, { behavior: 'deny' })
    expect((await deciding).behavior).toBe('deny')
    expect(await refusal(gate.approvals.answer(asked!.id, { ...asked!, behavior: 'allow', by: 'ann' }))).toBe('ended')
    expect(await gate.grants.list()).toHaveLength(1)
  })

  it('after its time, even when nobody has noticed yet', async () => {
    let time = 1_000
    const gate = await world.open({ asker: INBOX, now: () => time, timeout: 60_000 })
    const deciding = gate.authorize(bash('npm publish'))
    await eventually(async () => (await pending()).length === 1)
    time = 61_000
    expect(await refusal(answer(gate, { behavior: 'allow' }))).toBe('expired')
    expect(await deciding).toMatchObject({ behavior: 'deny', code: 'no-answer' })
  })
})

describe('no answer', () => {
  it('in time is a deny, and an answer that comes later does not count', async () => {
    const late = askBy(
      (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({ behavior: 'allow' }))),
    )
    const gate = await world.open({ asker: late, timeout: 20 })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'no-answer' })
    expect(await gate.grants.list()).toEqual([])
  })

  it('in time is a deny also when the clock goes back', async () => {
    let time = 1_000_000
    const gate = await world.open({ asker: INBOX, timeout: 40, now: () => time })
    const deciding = gate.authorize(bash('npm publish'))
    time = 5
    expect(await deciding).toMatchObject({ behavior: 'deny', code: 'no-answer' })
  })

  it('because nobody is there is a deny at once, and says so', async () => {
    const gate = await world.open({
      asker: [NOBODY, askBy(() => Promise.reject(new Error('no terminal')), 'terminal')],
    })
    const { code, reason } = await gate.authorize(bash('npm publish'))
    expect(code).toBe('no-channel')
    expect(reason).toContain('Nobody could be asked (terminal: no terminal).')
    const nobody = await world.open({ asker: NOBODY })
    expect((await nobody.authorize(bash('npm publish'))).reason).toContain('Nobody could be asked. Go on without it')
    const none = await world.open({ asker: [] })
    expect(await none.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'no-channel' })
  })

  it('because the call was given up cancels the question', async () => {
    const gate = await world.open({ asker: INBOX })
    const giving = new AbortController()
    const deciding = gate.authorize(bash('npm publish'), { signal: giving.signal })
    await eventually(async () => (await pending()).length === 1)
    const [asked] = await pending()
    giving.abort()
    expect(await deciding).toMatchObject({ behavior: 'deny', code: 'cancelled' })
    expect(await world.store.approvals.get(asked!.id)).toMatchObject({ state: 'cancelled' })
    expect((await gate.authorize(bash('npm publish'), { signal: AbortSignal.abort() })).behavior).toBe('deny')
  })

  it('because the gate closes denies all that is asked', async () => {
    const gate = await world.open({ asker: INBOX })
    const deciding = [1, 2, 3].map((n) => gate.authorize(bash(`npm publish ${n}`)))
    await eventually(async () => (await pending()).length === 3)
    await gate.close()
    for (const { behavior, code } of await Promise.all(deciding))
      expect([behavior, code]).toEqual(['deny', 'cancelled'])
    expect(await pending()).toEqual([])
  })

  it('because the gate closes while it begins to ask', async () => {
    const gate = await world.open({ asker: INBOX })
    const deciding = gate.authorize(bash('npm publish'))
    await gate.close()
    const { behavior, code } = await deciding
    // At once, not when its time limit is over.
    expect([behavior, code === 'no-answer']).toEqual(['deny', false])
    expect(await pending()).toEqual([])
  })
})

describe('the same call twice at once', () => {
  it('is one question, whose single answer lets one of them pass', async () => {
    const gate = await world.open({ asker: INBOX })
    const deciding = [1, 2].map(() => gate.authorize(bash('npm publish')))
    await eventually(async () => (await pending()).length === 1)
    await answer(gate, { behavior: 'allow' })
    await answer(gate, { behavior: 'deny' })
    expect((await Promise.all(deciding)).map(({ behavior }) => behavior).toSorted()).toEqual(['allow', 'deny'])
  })

  it('a denial is for both', async () => {
    const gate = await world.open({ asker: INBOX })
    const deciding = [1, 2].map(() => gate.authorize(bash('npm publish')))
    await answer(gate, { behavior: 'deny' })
    for (const { behavior } of await Promise.all(deciding)) expect(behavior).toBe('deny')
  })

  it('one that is given up leaves the question to the other', async () => {
    const gate = await world.open({ asker: INBOX })
    const giving = new AbortController()
    const first = gate.authorize(bash('npm publish'), { signal: giving.signal })
    const second = gate.authorize(bash('npm publish'))
    await eventually(async () => (await pending()).length === 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    giving.abort()
    expect((await first).behavior).toBe('deny')
    await answer(gate, { behavior: 'allow' })
    expect((await second).behavior).toBe('allow')
  })

  it('one that is given up elsewhere does not take the question from the other, who asks it again', async () => {
    const gate = await world.open({ asker: INBOX })
    const twin = await world.open({ asker: INBOX })
    const giving = new AbortController()
    const first = gate.authorize(bash('npm publish'), { signal: giving.signal })
    await eventually(async () => (await pending()).length === 1)
    let joined = ''
    twin.on('asked', ({ id }) => (joined = id))
    const second = twin.authorize(bash('npm publish'))
    await eventually(() => joined !== '')
    const [asked] = await pending()
    expect(joined).toBe(asked?.id)
    giving.abort()
    expect((await first).behavior).toBe('deny')
    await answer(gate, { behavior: 'allow' })
    expect((await second).behavior).toBe('allow')
  })
})

describe('an answer that covers other questions', () => {
  it('resolves those of the session, and only those', async () => {
    const gate = await world.open({ asker: INBOX })
    const other = await world.open({ session: 's2', asker: INBOX })
    const covered = [1, 2, 3].map(() => gate.authorize(bash('npm publish')))
    const mine = gate.authorize(bash('make install'))
    await eventually(async () => (await pending()).length === 2)
    const theirs = other.authorize(bash('npm publish'))
    await eventually(async () => (await pending()).length === 3)
    await answer(gate, { behavior: 'allow', lasts: 'session' })
    for (const { behavior } of await Promise.all(covered)) expect(behavior).toBe('allow')
    expect((await pending()).map(({ call }) => String(call.input['command'])).toSorted()).toEqual([
      'make install',
      'npm publish',
    ])
    await gate.close()
    await other.close()
    expect([(await mine).behavior, (await theirs).behavior]).toEqual(['deny', 'deny'])
  })

  it('also where another process waits, and says by what they were resolved', async () => {
    const gate = await world.open({ asker: INBOX })
    const twin = await world.open({ asker: INBOX })
    const first = gate.authorize(bash('npm publish'))
    await eventually(async () => (await pending()).length === 1)
    const second = twin.authorize({ ...bash('npm publish'), cwd: world.home })
    await eventually(async () => (await pending()).length === 2)
    const [, asked] = await pending()
    await answer(gate, { behavior: 'deny', lasts: 'session' })
    expect(await first).toMatchObject({ behavior: 'deny', by: 'page' })
    expect(await second).toMatchObject({ behavior: 'deny', code: 'answered' })
    expect(await world.store.approvals.get(asked!.id)).toMatchObject({ state: 'superseded' })
  })

  it('a denial of one of them that comes in the same moment is not lost', async () => {
    const { grants } = world.store
    const other = await world.open({ asker: INBOX })
    let first: Approval | undefined
    const taken: string[] = []
    const claim: Store['grants']['claim'] = async (id, now) => {
      const claimed = await grants.claim(id, now)
      // The question of the call that was only covered is about to be taken back, unless the other one came here first.
      const denied = { digest: first?.digest ?? '', by: 'page', behavior: 'deny' } as const
      if ((await refusal(other.approvals.answer(first?.id ?? '', denied))) === 'taken') taken.push(id)
      return claimed
    }
    const gate = await world.open({ asker: INBOX, store: { ...world.store, grants: altered(grants, { claim }) } })
    for (let round = 0; round < 50 && taken.length === 0; round++) {
      const covered = gate.authorize(bash(`npm publish ${round}`))
      await eventually(async () => (await pending()).length === 1)
      ;[first] = await pending()
      const asked = gate.authorize({ ...bash(`npm publish ${round}`), cwd: world.home })
      await eventually(async () => (await pending()).length === 2)
      const second = (await pending()).find(({ id }) => id !== first?.id)!
      await gate.approvals.answer(second.id, { digest: second.digest, by: 'page', behavior: 'allow', lasts: 'session' })
      expect((await asked).behavior).toBe('allow')
      expect(await covered).toMatchObject(taken.length > 0 ? { behavior: 'deny', by: 'page' } : { behavior: 'allow' })
    }
    expect(taken).toHaveLength(1)
  })

  it('a rule written for always resolves them as well', async () => {
    const gate = await world.open({ asker: INBOX })
    const first = gate.authorize(bash('npm publish'))
    const second = gate.authorize({ ...bash('npm publish'), cwd: `${world.root}/src` })
    await eventually(async () => (await pending()).length === 2)
    await answer(gate, { behavior: 'allow', lasts: 'always' })
    expect((await first).behavior).toBe('allow')
    expect(await second).toMatchObject({ behavior: 'allow', code: 'allow-rule' })
  })

  it('but none that would run outside the project, where the same words do something else', async () => {
    const gate = await world.open({ asker: INBOX })
    const first = gate.authorize(bash('npm publish'))
    const elsewhere = gate.authorize({ ...bash('npm publish'), cwd: world.home })
    await eventually(async () => (await pending()).length === 2)
    await answer(gate, { behavior: 'allow', lasts: 'always' })
    expect((await first).behavior).toBe('allow')
    expect(await pending()).toMatchObject([{ call: { cwd: world.home } }])
    await answer(gate, { behavior: 'deny' })
    expect((await elsewhere).behavior).toBe('deny')
  })

  it('a policy edited by hand while it is asked resolves it, too', async () => {
    const gate = await world.open({ asker: INBOX })
    const deciding = gate.authorize(bash('npm publish'))
    await eventually(async () => (await pending()).length === 1)
    world.write(world.user, 'allow: [ "shell(npm publish)" ]\n')
    expect(await deciding).toMatchObject({ behavior: 'allow', code: 'allow-rule' })
    expect(await pending()).toEqual([])
  })
})

describe('a process that died', () => {
  /** The question stays pending in the store, and nobody waits for it. */
  async function orphan(): Promise<void> {
    const { store, kill } = mortal(world.store)
    const { root: cwd, home, managedDir } = world
    const dying = await openGate({ cwd, home, managedDir, store, session: 's1', asker: INBOX, timeout: 120_000 })
    void dying.authorize(bash('npm publish'))
    await eventually(async () => (await pending()).length === 1)
    kill()
  }

  it('its question is joined by the same call, not asked twice', async () => {
    await orphan()
    const gate = await world.open({ asker: INBOX })
    const deciding = gate.authorize(bash('npm publish'))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(await pending()).toHaveLength(1)
    await answer(gate, { behavior: 'allow' })
    expect((await deciding).behavior).toBe('allow')
  })

  it('an answer that came while nobody waited is there for the same call, once', async () => {
    await orphan()
    const gate = await world.open({ asker: replies({ behavior: 'deny' }, { behavior: 'deny' }, { behavior: 'deny' }) })
    await answer(gate, { behavior: 'allow', by: 'ann' })
    expect((await gate.authorize({ ...bash('npm publish'), session: 's2' })).behavior).toBe('deny')
    expect((await gate.authorize(bash('npm publish --tag x'))).behavior).toBe('deny')
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', by: 'ann' })
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('deny')
  })

  it('an answer that changed the input lets nothing pass that was not changed', async () => {
    await orphan()
    const gate = await world.open({ asker: replies({ behavior: 'deny', by: 'bob' }) })
    await answer(gate, { behavior: 'allow', input: { command: 'npm publish --dry-run' } })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', by: 'bob' })
  })

  it('its answer without a grant is made up for by whoever waits', async () => {
    const { store } = world
    const gate = await world.open({ asker: INBOX })
    const deciding = gate.authorize(bash('npm publish'))
    await eventually(async () => (await pending()).length === 1)
    const { id, digest } = (await pending())[0]!
    const given = { behavior: 'allow', lasts: 'once', digest, by: 'ann', rules: [] } as const
    await store.approvals.end(id, { state: 'answered', answer: given }, Date.now())
    expect(await deciding).toMatchObject({ behavior: 'allow', by: 'ann' })
  })

  it('its overdue question expires, and is asked anew', async () => {
    let time = 1_000
    const asker = replies({ behavior: 'allow' })
    await orphan()
    const [asked] = await pending()
    time = asked!.expiresAt
    const gate = await world.open({ asker, now: () => time })
    expect(await world.store.approvals.get(asked!.id)).toMatchObject({ state: 'expired' })
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('allow')
  })
})

/** A store that from a certain moment on answers and reports nothing. */
function mortal(store: Store): { store: Store; kill: () => void } {
  let dead = false
  const mortalPort = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...given: unknown[]) => unknown
        return (...given: unknown[]) => (dead ? new Promise(() => undefined) : method.apply(target, given))
      },
    })
  const { approvals, grants, audit, profiles } = store
  return {
    store: {
      approvals: mortalPort(approvals),
      grants: mortalPort(grants),
      audit: mortalPort(audit),
      profiles,
      watch: (listener) => store.watch((change) => dead || listener(change)),
      close: () => Promise.resolve(),
    },
    kill: () => {
      dead = true
    },
  }
}

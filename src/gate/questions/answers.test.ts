/** Asking and answering, rule by rule (semantics, section 7). */

import { chmodSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bash, replies, World } from '../testing.ts'

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.end())

describe('once', () => {
  it('holds for this one call and is used up by it', async () => {
    const asker = replies({ behavior: 'allow', by: 'ann', words: 'fine' }, { behavior: 'deny' })
    const gate = await world.open({ asker })
    const first = await gate.authorize(bash('npm publish'))
    expect(first).toMatchObject({ behavior: 'allow', code: 'answered', by: 'ann', words: 'fine' })
    expect(first.reason).toBe('Allowed once by ann. They wrote: fine')
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', by: 'test' })
    expect(asker.questions).toHaveLength(2)
  })

  it('is on record before it leaves: the answer, then the decision', async () => {
    const gate = await world.open({ asker: replies({ behavior: 'allow', by: 'ann' }) })
    const { approval } = await gate.authorize(bash('npm publish'))
    expect(world.records.map(({ kind }) => kind)).toEqual(['answer', 'decision'])
    expect(world.records[0]?.body).toMatchObject({ approval, behavior: 'allow', by: 'ann', lasts: 'once' })
    expect(world.records[1]?.body).toMatchObject({ approval, by: 'ann', verdict: 'ask', behavior: 'allow' })
  })

  it('a denial tells the model what the person wrote', async () => {
    const gate = await world.open({ asker: replies({ behavior: 'deny', by: 'ann', words: 'Use pnpm.' }) })
    const { reason } = await gate.authorize(bash('npm publish'))
    expect(reason).toBe('Denied once by ann. They wrote: Use pnpm.')
  })
})

describe('for the session', () => {
  const forSession = { behavior: 'allow', lasts: 'session' } as const

  it('stands in for asking again, and says whose rule it is', async () => {
    const asker = replies(forSession)
    const gate = await world.open({ asker })
    await gate.authorize(bash('npm publish'))
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', code: 'answered' })
    expect(asker.questions).toHaveLength(1)
    expect(await gate.grants.list()).toMatchObject([{ lasts: 'session', session: 's1', useCount: 2 }])
  })

  it('a denial is remembered, too', async () => {
    const asker = replies({ behavior: 'deny', lasts: 'session' })
    const gate = await world.open({ asker })
    await gate.authorize(bash('npm publish'))
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'answered' })
    expect(asker.questions).toHaveLength(1)
  })

  it('stands in for a rule that asks', async () => {
    const asker = replies(forSession)
    const gate = await world.open({ asker, policy: { ask: ['shell(git push:*)'], allow: ['shell'] } })
    await gate.authorize(bash('git push'))
    expect(await gate.authorize(bash('git push'))).toMatchObject({ behavior: 'allow', code: 'answered' })
  })

  it('never beats a deny rule that comes later', async () => {
    const gate = await world.open({ asker: replies(forSession) })
    await gate.authorize(bash('npm publish'))
    world.write(world.user, 'deny: [ "shell(npm publish)" ]\n')
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
  })

  it.each([
    ['another session', { session: 's2' }],
    ['another agent', { agent: 'codex' }],
    ['an agent that does not say its name', { agent: undefined }],
  ])('does not leak to %s', async (_, other) => {
    const gate = await world.open({ asker: replies(forSession, { behavior: 'deny' }), session: 's1' })
    const call = { ...bash('npm publish'), session: 's1', agent: 'claude-code' }
    expect((await gate.authorize(call)).behavior).toBe('allow')
    expect((await gate.authorize({ ...call, ...other })).behavior).toBe('deny')
  })

  it('does not leak to another project that uses the same name for its session', async () => {
    const gate = await world.open({ asker: replies(forSession) })
    await gate.authorize(bash('npm publish'))
    const cwd = join(world.base, 'other')
    mkdirSync(cwd)
    const other = await world.open({ cwd, asker: replies({ behavior: 'deny' }) })
    expect((await other.authorize(bash('npm publish'))).behavior).toBe('deny')
  })

  it('is shared with another gate of the same session', async () => {
    const gate = await world.open({ asker: replies(forSession) })
    await gate.authorize(bash('npm publish'))
    const other = await world.open({ asker: replies() })
    expect((await other.authorize(bash('npm publish'))).behavior).toBe('allow')
  })

  it('gives way to a wider denial that came later, here and in another gate of the session', async () => {
    const asker = replies(forSession, ({ shown }) => {
      const { rules } = shown.suggestions.at(-1)!
      return { behavior: 'deny', lasts: 'session', rules: [...rules] }
    })
    const gate = await world.open({ asker })
    const other = await world.open({ asker: replies() })
    expect((await gate.authorize(bash('npm run build'))).behavior).toBe('allow')
    expect((await other.authorize(bash('npm run build'))).behavior).toBe('allow')
    expect((await gate.authorize(bash('npm run deploy'))).behavior).toBe('deny')
    expect(asker.questions[1]?.shown.suggestions.at(-1)?.rules).toEqual(['Bash(npm run:*)'])
    expect(await gate.authorize(bash('npm run build'))).toMatchObject({ behavior: 'deny', code: 'answered' })
    expect(await other.authorize(bash('npm run build'))).toMatchObject({ behavior: 'deny', code: 'answered' })
  })

  it('revoked, it counts nowhere any more, at once', async () => {
    const gate = await world.open({ asker: replies(forSession, { behavior: 'deny' }) })
    const other = await world.open({ asker: replies({ behavior: 'deny' }) })
    await gate.authorize(bash('npm publish'))
    await other.authorize(bash('npm publish'))
    const [grant] = await gate.grants.list()
    expect(await gate.grants.revoke(grant!.id, 'ann')).toMatchObject({ ok: true })
    expect((await other.authorize(bash('npm publish'))).behavior).toBe('deny')
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('deny')
    expect(await gate.grants.revoke(grant!.id, 'ann')).toMatchObject({ ok: false })
    expect(await gate.grants.revoke('nothing', 'ann')).toMatchObject({ ok: false })
  })
})

describe('for a number of uses, until a time', () => {
  it('two uses are two calls', async () => {
    const asker = replies({ behavior: 'allow', lasts: 'session', uses: 2 }, { behavior: 'deny' })
    const gate = await world.open({ asker })
    const behaviors: string[] = []
    for (let call = 0; call < 3; call++) behaviors.push((await gate.authorize(bash('npm publish'))).behavior)
    expect(behaviors).toEqual(['allow', 'allow', 'deny'])
  })

  it('two counted answers that cover one call together are both used', async () => {
    const counted = { behavior: 'allow', lasts: 'session', uses: 2 } as const
    const gate = await world.open({ asker: replies(counted, counted, { behavior: 'deny' }) })
    await gate.authorize(bash('npm publish'))
    await gate.authorize(bash('make install'))
    expect((await gate.authorize(bash('npm publish && make install'))).behavior).toBe('allow')
    expect((await gate.grants.list()).map(({ usesLeft }) => usesLeft)).toEqual([0, 0])
  })

  it('also when they cover two effects of one and the same command', async () => {
    const gate = await world.open({ asker: replies() })
    for (const rule of ['shell(scp:*)', 'read(.env)'])
      await world.store.grants.add({
        id: rule,
        behavior: 'allow',
        lasts: 'session',
        rules: [rule],
        digest: null,
        session: 's1',
        project: world.root,
        agent: null,
        grantedAt: 1,
        grantedBy: 'ann',
        approval: null,
        until: null,
        usesLeft: 1,
      })
    expect((await gate.authorize(bash('scp .env host:'))).behavior).toBe('allow')
    expect((await gate.grants.list()).map(({ usesLeft }) => usesLeft)).toEqual([0, 0])
    expect((await gate.authorize(bash('scp .env host:'))).behavior).toBe('deny')
  })

  it('of parallel calls on the last use one passes', async () => {
    const deny = { behavior: 'deny' } as const
    const asker = replies({ behavior: 'allow', lasts: 'session', uses: 2 }, deny, deny, deny, deny)
    const gate = await world.open({ asker })
    await gate.authorize(bash('npm publish'))
    const all = await Promise.all(Array.from({ length: 5 }, () => gate.authorize(bash('npm publish'))))
    expect(all.filter(({ behavior }) => behavior === 'allow')).toHaveLength(1)
  })

  it('past its time it is asked again, also when the clock goes back afterwards', async () => {
    let time = 1_000_000
    const asker = replies({ behavior: 'allow', lasts: 'session', until: 1_000_500 }, { behavior: 'deny' })
    const gate = await world.open({ asker, now: () => time })
    await gate.authorize(bash('npm publish'))
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('allow')
    time = 1_000_500
    await gate.authorize(bash('ls'))
    time = 1_000_100
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('deny')
  })
})

describe('in the project and always', () => {
  it('always is a rule of the user, comments kept, and counts in other sessions', async () => {
    world.write(world.user, '# mine\nmode: default\n')
    const gate = await world.open({ asker: replies({ behavior: 'allow', lasts: 'always' }) })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow' })
    expect(readFileSync(world.user, 'utf8')).toMatch(/^# mine\nmode: default\nallow:\n {2}- ".*npm publish.*"\n$/)
    const other = await world.open({ session: 's2', asker: replies() })
    expect(await other.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', code: 'allow-rule' })
  })

  it('project is a rule of the local file, in a folder that is trusted', async () => {
    await world.trust()
    const gate = await world.open({ asker: replies({ behavior: 'allow', lasts: 'project' }) })
    await gate.authorize(bash('npm publish'))
    expect(readFileSync(world.local, 'utf8')).toContain('npm publish')
    const other = await world.open({ session: 's2', asker: replies() })
    expect(await other.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', code: 'allow-rule' })
  })

  it('a denial is written as well', async () => {
    const gate = await world.open({ asker: replies({ behavior: 'deny', lasts: 'always' }) })
    await gate.authorize(bash('npm publish'))
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
  })

  it('is written for the agent that asked, and until the time that was said', async () => {
    const until = Date.now() + 60_000
    const gate = await world.open({ agent: 'codex', asker: replies({ behavior: 'allow', lasts: 'always', until }) })
    await gate.authorize(bash('npm publish'))
    const other = await world.open({ session: 's2', agent: 'claude-code', asker: replies() })
    expect((await other.authorize(bash('npm publish'))).behavior).toBe('deny')
    const same = await world.open({ session: 's3', agent: 'codex', asker: replies() })
    expect((await same.authorize(bash('npm publish'))).rule).toMatchObject({ agents: ['codex'], expires: until })
  })

  it('a file that cannot be written falls back to the session, and says so', async () => {
    world.write(world.user, 'mode: default\n')
    chmodSync(world.user, 0o400)
    const gate = await world.open({ asker: replies({ behavior: 'allow', lasts: 'always' }, { behavior: 'deny' }) })
    const first = await gate.authorize(bash('npm publish'))
    expect(first).toMatchObject({ behavior: 'allow', reason: 'Allowed for this session by test.' })
    expect(world.records.find(({ kind }) => kind === 'grant')?.body).toMatchObject({
      lasts: 'session',
      note: expect.stringMatching(/policy\.yaml cannot be written \(it is read-only\).*session only/),
    })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'allow', code: 'answered' })
    expect((await gate.authorize({ ...bash('npm publish'), session: 's2' })).behavior).toBe('deny')
  })

  it('a file that got broken while the person thought is left alone', async () => {
    world.write(world.user, 'mode: default\n')
    const asker = replies(() => {
      writeFileSync(world.user, 'mode: defau')
      return { behavior: 'allow', lasts: 'always' }
    })
    const gate = await world.open({ asker })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'policy-broken' })
    expect(readFileSync(world.user, 'utf8')).toBe('mode: defau')
  })

  it('uses are counted, and revoking takes the rule out of the file', async () => {
    const gate = await world.open({ asker: replies({ behavior: 'allow', lasts: 'always' }) })
    await gate.authorize(bash('npm publish'))
    for (let call = 0; call < 3; call++) await gate.authorize(bash('npm publish'))
    const other = await world.open({ session: 's2', asker: replies({ behavior: 'deny' }) })
    await other.authorize(bash('npm publish'))
    await gate.close()
    await other.close()
    const later = await world.open({ asker: replies({ behavior: 'deny' }) })
    const [grant] = await later.grants.list()
    expect(grant).toMatchObject({ lasts: 'always', session: null, project: null, grantedBy: 'test' })
    expect(grant?.useCount).toBeGreaterThanOrEqual(4)
    expect(await later.grants.revoke(grant!.id, 'ann')).toEqual({ ok: true, grant: expect.anything() })
    expect((await later.authorize(bash('npm publish'))).behavior).toBe('deny')
  })

  it('revoking tells of a rule that stays, since somebody has changed it: what it covers is still allowed', async () => {
    const call = { ...bash('npm publish'), agent: 'claude-code' }
    const gate = await world.open({ asker: replies({ behavior: 'allow', lasts: 'always' }) })
    await gate.authorize(call)
    writeFileSync(world.user, readFileSync(world.user, 'utf8').replace('"claude-code"', '"claude-code", "codex"'))
    const [grant] = await gate.grants.list()
    expect(await gate.grants.revoke(grant!.id, 'ann')).toMatchObject({
      ok: true,
      note: expect.stringMatching(/Bash\(npm publish\).*stays in .*policy\.yaml/),
    })
    expect((await gate.authorize(call)).behavior).toBe('allow')
  })

  it.each(['always', 'project'] as const)(
    'revoking one denial leaves another of the same in the file: %s',
    async (lasts) => {
      await world.trust()
      const file = lasts === 'always' ? world.user : world.local
      const denied = { behavior: 'deny', lasts } as const
      const gate = await world.open({ asker: replies(denied, denied, denied) })
      await Promise.all(['a', 'b'].map((session) => gate.authorize({ ...bash('npm publish'), session })))
      const [one, other, none] = await gate.grants.list()
      expect(none).toBeUndefined()
      expect(await gate.grants.revoke(one!.id, 'ann')).toMatchObject({ ok: true })
      expect(readFileSync(file, 'utf8')).toContain('npm publish')
      expect(await gate.grants.revoke(other!.id, 'ann')).toMatchObject({ ok: true })
      expect(readFileSync(file, 'utf8')).not.toContain('npm publish')
    },
  )
})

describe('what prompted limits what is offered', () => {
  const lasting = (...kinds: ('session' | 'project' | 'always')[]) =>
    kinds.map((lasts) => ({ behavior: 'allow', lasts }) as const)

  it('an ordinary question offers all, where the files can allow', async () => {
    await world.trust()
    const asker = replies({ behavior: 'deny' })
    await (await world.open({ asker })).authorize(bash('npm publish'))
    const shown = asker.questions[0]?.shown
    expect(shown?.suggestions[0]).toEqual({ rules: ['Bash(npm publish)'], lasts: ['session', 'project', 'always'] })
    expect(shown?.limits).toBeNull()
  })

  it('a folder nobody trusts does not offer its own file', async () => {
    const asker = replies({ behavior: 'allow', lasts: 'project' })
    expect((await (await world.open({ asker })).authorize(bash('npm publish'))).behavior).toBe('deny')
    expect(asker.questions[0]?.shown.suggestions[0]?.lasts).toEqual(['session', 'always'])
    expect(asker.questions[0]?.shown.limits).toContain('not trusted')
  })

  it.each(lasting('session', 'always'))(
    'a shell that runs its input is answered once only, not $lasts',
    async (reply) => {
      await world.trust()
      const asker = replies(reply, { behavior: 'allow' })
      const gate = await world.open({ asker })
      for (const behavior of ['deny', 'allow'])
        expect(await gate.authorize(bash('cat notes | sh'))).toMatchObject({ behavior })
      expect(asker.questions[0]?.shown.suggestions).toEqual([])
      expect(asker.questions[0]?.shown.limits).toContain('handed on its input')
    },
  )

  it('a rule on files of the project is for the project, and what is said agrees with what is on offer', async () => {
    const write = { tool: 'Write', input: { file_path: join(world.root, 'src/a.js'), content: 'x' } }
    const asker = replies({ behavior: 'deny' }, { behavior: 'deny' })
    await (await world.open({ asker })).authorize(write)
    await world.trust()
    await (await world.open({ asker })).authorize(write)
    const [untrusted, trusted] = asker.questions.map(({ shown }) => shown)
    expect(untrusted?.suggestions[0]?.lasts).toEqual(['session'])
    expect(untrusted?.limits).toMatch(/not trusted.*this session at most/)
    expect(trusted?.suggestions[0]?.lasts).toEqual(['session', 'project'])
    expect(trusted?.limits).toMatch(/files of this project/)
    expect(trusted?.limits).not.toMatch(/session at most/)
  })

  it('where no rule would cover the call, a rule that asks does not promise a session', async () => {
    world.write(world.user, 'deny: [ "read(.env)" ]\n')
    const asker = replies({ behavior: 'deny' })
    await (await world.open({ asker })).authorize(bash('psql "$DATABASE_URL" -c x'))
    expect(asker.questions[0]?.shown).toMatchObject({ suggestions: [], limits: expect.stringContaining('only once') })
  })

  it('a managed policy that locks the rules leaves the session', async () => {
    world.write(world.managed, 'locked: [ rules ]\n')
    const asker = replies({ behavior: 'allow', lasts: 'always' })
    expect((await (await world.open({ asker })).authorize(bash('npm publish'))).behavior).toBe('deny')
    expect(asker.questions[0]?.shown.suggestions[0]?.lasts).toEqual(['session'])
    expect(asker.questions[0]?.shown.limits).toContain('do not count here')
  })

  it.each(lasting('session', 'project', 'always'))(
    'a safety question is answered once only, not $lasts',
    async (reply) => {
      await world.trust()
      const asker = replies(reply, { behavior: 'allow' })
      const gate = await world.open({ asker })
      const write = { tool: 'Write', input: { file_path: join(world.root, '.git/hooks/pre-commit'), content: 'x' } }
      expect(await gate.authorize(write)).toMatchObject({ behavior: 'deny', code: 'no-channel' })
      expect(await gate.authorize(write)).toMatchObject({ behavior: 'allow' })
      expect(asker.questions[0]?.shown).toMatchObject({ safety: true, suggestions: [] })
    },
  )

  it.each(lasting('project', 'always'))('a rule that asks is not answered for $lasts', async (reply) => {
    await world.trust()
    world.write(world.user, 'ask: [ "shell(git push:*)" ]\n')
    const asker = replies(reply)
    const gate = await world.open({ asker })
    expect(await gate.authorize(bash('git push'))).toMatchObject({ behavior: 'deny', code: 'no-channel' })
    expect(asker.questions[0]?.shown.suggestions.every(({ lasts }) => lasts.join() === 'session')).toBe(true)
  })

  it.each(lasting('session', 'project', 'always'))(
    'a managed rule that asks is not answered for $lasts',
    async (reply) => {
      await world.trust()
      world.write(world.managed, 'ask: [ "shell(git push:*)" ]\n')
      const asker = replies(reply)
      const gate = await world.open({ asker })
      expect(await gate.authorize(bash('git push'))).toMatchObject({ behavior: 'deny', code: 'no-channel' })
      expect(asker.questions[0]?.shown.suggestions).toEqual([])
      expect(asker.questions[0]?.shown.limits).toContain('managed')
    },
  )

  it('rules that were not offered are not remembered', async () => {
    const gate = await world.open({ asker: replies({ behavior: 'allow', lasts: 'session', rules: ['shell'] }) })
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('deny')
    expect(await gate.grants.list()).toEqual([])
  })

  it('a path of this project is not offered for every project', async () => {
    await world.trust()
    const asker = replies({ behavior: 'deny' })
    const gate = await world.open({ asker })
    await gate.authorize({ tool: 'Write', input: { file_path: join(world.root, 'a.txt'), content: 'x' } })
    expect(asker.questions[0]?.shown.suggestions[0]?.lasts).toEqual(['session', 'project'])
  })
})

describe('changes by the person are decided again', () => {
  const edit = (command: string) => ({ behavior: 'allow', input: { command } }) as const

  it('what the policy allows runs as changed', async () => {
    const gate = await world.open({ policy: { allow: ['shell(npm test)'] }, asker: replies(edit('npm test')) })
    const { reason, ...rest } = await gate.authorize(bash('npm publish'))
    expect(rest).toMatchObject({ behavior: 'allow', input: { command: 'npm test' }, by: 'test' })
    expect(reason).toMatch(/^The input was changed by test\./)
  })

  it('a deny rule holds', async () => {
    const gate = await world.open({ policy: { deny: ['shell(sudo:*)'] }, asker: replies(edit('sudo npm publish')) })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
  })

  it('what is still to be asked is asked again, as changed', async () => {
    const asker = replies(edit('npm publish --dry-run'), { behavior: 'allow' })
    const gate = await world.open({ asker })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({
      behavior: 'allow',
      input: { command: 'npm publish --dry-run' },
    })
    expect(asker.questions[1]?.call.input).toEqual({ command: 'npm publish --dry-run' })
  })

  it('the call that was asked about gains nothing', async () => {
    const gate = await world.open({
      asker: replies(edit('npm publish --dry-run'), { behavior: 'deny' }, { behavior: 'deny' }),
    })
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('deny')
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('deny')
  })

  it('changing it for ever ends', async () => {
    let round = 0
    const gate = await world.open({ asker: replies(...Array(50).fill(() => edit(`npm publish ${round++}`))) })
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('deny')
    expect(round).toBeLessThan(30)
  })
})

describe('an answer is void when what was shown has changed', () => {
  it('a link that leads elsewhere by now is asked about again', async () => {
    const link = join(world.root, 'out')
    symlinkSync(join(world.base, 'harmless'), link)
    const swap = () => {
      unlinkSync(link)
      symlinkSync(join(world.home, 'precious'), link)
      return { behavior: 'allow' } as const
    }
    const asker = replies(swap, { behavior: 'deny' })
    const gate = await world.open({ asker })
    const write = { tool: 'Write', input: { file_path: link, content: 'x' } }
    expect((await gate.authorize(write)).behavior).toBe('deny')
    expect(asker.questions).toHaveLength(2)
  })

  it('a policy that denies by now denies', async () => {
    const asker = replies(() => {
      world.write(world.user, 'deny: [ "shell(npm publish)" ]\n')
      return { behavior: 'allow' }
    })
    const gate = await world.open({ asker })
    expect(await gate.authorize(bash('npm publish'))).toMatchObject({ behavior: 'deny', code: 'deny-rule' })
  })

  it('a policy that asks for another reason by now asks again', async () => {
    const asker = replies(
      () => {
        world.write(world.user, 'ask: [ { rule: "shell(npm publish)", reason: Releases go through CI } ]\n')
        return { behavior: 'allow' }
      },
      { behavior: 'deny' },
    )
    const gate = await world.open({ asker })
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('deny')
    expect(asker.questions[1]?.shown.reason).toContain('Releases go through CI')
  })

  it('a policy that changed in what is not concerned does not', async () => {
    const asker = replies(() => {
      world.write(world.user, 'allow: [ "shell(make)" ]\n')
      return { behavior: 'allow' }
    })
    const gate = await world.open({ asker })
    expect((await gate.authorize(bash('npm publish'))).behavior).toBe('allow')
  })
})

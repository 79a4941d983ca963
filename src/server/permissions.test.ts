import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readPolicy } from '../policy/document.ts'
import type {
  AddRuleRequest,
  Changed,
  GrantList,
  RemoveRuleRequest,
  RuleList,
  SetModeRequest,
  TakeUpRequest,
  TakeUpResponse,
  TryRuleRequest,
  TryRuleResponse,
} from './api/permissions.ts'
import { TestPage } from './testing-page.ts'
import type { TestServer } from './testing.ts'

let tested: TestPage
let server: TestServer
const page: TestPage['send'] = (...given) => tested.send(...given)
const read: TestPage['read'] = (...given) => tested.read(...given)
const asking: TestPage['asking'] = (...given) => tested.asking(...given)

beforeAll(async () => {
  tested = await TestPage.open()
  server = tested.server
})
afterAll(() => server.stop())
afterEach(() => expect(server.failures).toEqual([]))

describe('permissions', () => {
  const policy = () => join(server.home, '.config/countersign/policy.yaml')

  test('a rule is tried, added, edited, taken out, and put back', async () => {
    const call = { tool: 'Bash', input: { command: 'npm run lint' } }
    const draft: RemoveRuleRequest = { behavior: 'allow', rule: 'shell(npm run:*)', layer: 'user' }
    const tried = await read<TryRuleResponse>('POST', '/v1/rules/try', { ...draft, call } satisfies TryRuleRequest)
    expect(tried).toMatchObject({ problems: [], call: { matches: true, before: 'ask', after: 'allow' } })
    const theirs = { ...draft, agents: ['codex'] }
    expect(await read<TryRuleResponse>('POST', '/v1/rules/try', { ...theirs, call })).toMatchObject({
      call: { matches: true, before: 'ask', after: 'allow' },
    })
    expect(
      await read<TryRuleResponse>('POST', '/v1/rules/try', { ...theirs, call: { ...call, agent: 'gemini' } }),
    ).toMatchObject({ call: { matches: false, before: 'ask', after: 'ask' } })
    const wrong = await read<TryRuleResponse>('POST', '/v1/rules/try', { ...draft, rule: 'Bsh(x)' })
    expect(wrong.problems[0]).toMatchObject({ severity: expect.stringMatching(/error|warning/) as string })
    expect(existsSync(policy())).toBe(false)

    const added = await read<Changed>('POST', '/v1/rules', {
      ...draft,
      reason: 'our own scripts',
    } satisfies AddRuleRequest)
    expect(added).toMatchObject({ changed: true, note: null })
    const { layers } = await read<RuleList>('GET', '/v1/rules')
    const user = layers.find(({ layer }) => layer === 'user')
    expect(user?.rules).toMatchObject([
      {
        rule: 'shell(npm run:*)',
        kind: 'shell',
        reason: 'our own scripts',
        addedBy: 'ann at the page',
        removable: true,
      },
    ])
    const edited = await read<Changed>('POST', '/v1/rules', { ...draft, rule: 'shell(npm test)', replaces: draft })
    expect(readFileSync(policy(), 'utf8')).toContain('npm test')
    expect(readFileSync(policy(), 'utf8')).not.toContain('npm run')
    await read<Changed>('POST', `/v1/undo/${edited.undo}`, {})
    expect(readFileSync(policy(), 'utf8')).toContain('npm run')
    expect((await page('POST', `/v1/undo/${edited.undo}`, {})).status).toBe(404)
    const removed = await read<Changed>('DELETE', '/v1/rules', draft)
    expect(readFileSync(policy(), 'utf8')).not.toContain('npm run')
    await read<Changed>('POST', `/v1/undo/${removed.undo}`, {})
    expect(readFileSync(policy(), 'utf8')).toContain('npm run')
    const bad = await page('POST', '/v1/rules', { ...draft, rule: 'shell(' })
    expect(bad.status).toBe(422)
  })

  test('what is taken out and put back is as narrow as it was, and nothing else of that text goes with it', async () => {
    const before = readFileSync(policy(), 'utf8')
    const narrow = [
      'allow:',
      '  - rule: Deploy',
      '    where: { target: "staging-*" }',
      '  - rule: shell(git push:*)',
      '    except: "shell(git push --force:*)"',
      '    agents: codex',
      '    not-match: [ "git push --force" ]',
      'deny:',
      '  - shell(npm:*)',
      '  - rule: shell(npm:*)',
      '    except: [ "shell(npm test)" ]',
      '    agents: [ gemini ]',
    ].join('\n')
    const rules = () => readPolicy(readFileSync(policy(), 'utf8'), { file: 'x.yaml', layer: 'user' }).document?.rules
    const said = () =>
      rules()
        ?.map(({ source: _source, ...rule }) => JSON.stringify(rule))
        .toSorted()
    writeFileSync(policy(), narrow)
    const whole = said()
    const { layers } = await read<RuleList>('GET', '/v1/rules')
    for (const { behavior, rule, agents, except, where } of layers.find(({ layer }) => layer === 'user')?.rules ?? []) {
      const of = { ...(agents === null ? {} : { agents }), ...(where === null ? {} : { where }), except }
      const body = { behavior, rule, ...of, layer: 'user' } satisfies RemoveRuleRequest
      const removed = await read<Changed>('DELETE', '/v1/rules', body)
      expect(said()).toHaveLength(3)
      await read<Changed>('POST', `/v1/undo/${removed.undo}`, {})
      expect(said()).toEqual(whole)
    }
    const added = await read<Changed>('POST', '/v1/rules', { behavior: 'allow', rule: 'Deploy', layer: 'user' })
    await read<Changed>('POST', `/v1/undo/${added.undo}`, {})
    expect(said()).toEqual(whole)
    expect(
      (await read<Changed>('DELETE', '/v1/rules', { behavior: 'allow', rule: 'Deploy', layer: 'user' })).changed,
    ).toBe(false)
    writeFileSync(policy(), before)
  })

  test('the mode is switched, and switched back', async () => {
    const set = await read<Changed>('PUT', '/v1/mode', { mode: 'acceptEdits', layer: 'user' } satisfies SetModeRequest)
    expect((await read<RuleList>('GET', '/v1/rules')).mode).toBe('acceptEdits')
    expect(readFileSync(policy(), 'utf8')).toContain('npm run')
    await read<Changed>('POST', `/v1/undo/${set.undo}`, {})
    expect((await read<RuleList>('GET', '/v1/rules')).mode).toBe('default')
    expect((await page('PUT', '/v1/mode', { mode: 'everything', layer: 'user' })).status).toBe(400)
    expect((await page('PUT', '/v1/mode', { mode: 'default', layer: 'managed' })).status).toBe(400)
  })

  test('a mode that the managed policy locks is not written as if it counted', async () => {
    const managedDir = mkdtempSync(join(tmpdir(), 'countersign-managed-'))
    const lock = (locked: string) => writeFileSync(join(managedDir, 'policy.yaml'), `locked: [${locked}]\n`)
    lock('bypass')
    const managed = await TestPage.open({ managedDir })
    const set = (mode: string) => managed.send('PUT', '/v1/mode', { mode, layer: 'user' })
    expect(await managed.read<RuleList>('GET', '/v1/rules')).toMatchObject({ modeLocked: false, bypassLocked: true })
    expect(await set('bypass')).toMatchObject({ status: 403, json: { detail: expect.stringContaining('bypass') } })
    expect((await set('explore')).status).toBe(200)
    lock('mode')
    await vi.waitFor(async () => expect((await set('default')).status).toBe(403), 60_000)
    await managed.server.stop()
    rmSync(managedDir, { recursive: true })
  })

  test('a grant is listed, revoked, and given back', async () => {
    const { view, answered } = await asking('terraform apply', { session: 'grants' })
    await page('POST', `/v1/approvals/${view.id}/answer`, { behavior: 'allow', lasts: 'session', digest: view.digest })
    await answered
    const mine = async () => {
      const { grants } = await read<GrantList>('GET', '/v1/grants')
      return grants.filter(({ session, lasts }) => session === 'grants' && lasts === 'session')
    }
    expect(await mine()).toMatchObject([{ id: view.id, live: true, grantedBy: 'ann at the page' }])
    const { undo } = await read<Changed>('DELETE', `/v1/grants/${view.id}`)
    expect(await mine()).toEqual([])
    expect((await page('DELETE', `/v1/grants/${view.id}`)).status).toBe(409)
    expect((await page('DELETE', '/v1/grants/nobody')).status).toBe(404)
    await read<Changed>('POST', `/v1/undo/${undo}`, {})
    expect(await mine()).toHaveLength(1)
    const again = await server.ask({ call: server.call('terraform apply', { session: 'grants' }) })
    expect(again.json).toMatchObject({ behavior: 'allow', code: 'answered' })
  })

  test('profiles are kept, shown, previewed and taken up', async () => {
    await read('POST', '/v1/profiles', { name: 'work' })
    const { text } = await read<{ text: string }>('GET', '/v1/profiles/work')
    expect(text).toContain('npm run')
    const other = text.replace('npm run', 'yarn run').replace('"work"', '"yarn"')
    const preview = await read<TakeUpResponse>('POST', '/v1/profiles/import', {
      text: other,
      how: 'replace',
      preview: true,
    })
    expect(preview).toMatchObject({
      done: false,
      addRules: [{ rule: 'shell(yarn run:*)' }],
      removeRules: [{ rule: 'shell(npm run:*)' }],
    })
    expect(readFileSync(policy(), 'utf8')).not.toContain('yarn')
    const narrow = { rule: 'Deploy', where: { target: 'x' }, except: ['Deploy({"target":"y"})'] }
    const wider = JSON.stringify({ schema: 'countersign-profile', version: 1, name: 'w', deny: [narrow] })
    expect(
      (await read<TakeUpResponse>('POST', '/v1/profiles/import', { text: wider, how: 'merge', preview: true }))
        .addRules,
    ).toEqual([{ behavior: 'deny', ...narrow }])
    await read('POST', '/v1/profiles/import', { text: other, how: 'replace' })
    expect(readFileSync(policy(), 'utf8')).toContain('yarn')
    await read('POST', '/v1/profiles/work/use', { how: 'replace' } satisfies TakeUpRequest)
    expect(readFileSync(policy(), 'utf8')).not.toContain('yarn')
    expect((await page('POST', '/v1/profiles/import', { text: '{}', how: 'merge' })).json).toMatchObject({
      status: 422,
      problems: [{ severity: 'error' }],
    })
    expect((await page('GET', '/v1/profiles/nobody')).status).toBe(404)
    await read('DELETE', '/v1/profiles/yarn')
  })
})

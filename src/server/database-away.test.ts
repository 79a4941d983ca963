/** The database of a server goes away and comes back while calls wait for a person. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PostgresServer, postgresBinaries } from '../store/testing/postgres-server.ts'
import { TestPage } from './testing-page.ts'

const binaries = postgresBinaries()

if (binaries === undefined) {
  const left = 'A database that goes away is left out: no initdb found (Debian: apt-get install postgresql)'
  if (process.env['CI']) throw new Error(left)
  test.skip(left)
} else {
  describe('a database that goes away while calls wait, and comes back', () => {
    let database: PostgresServer
    let page: TestPage
    beforeAll(async () => {
      database = await PostgresServer.start(binaries)
      page = await TestPage.open({ store: await database.newDatabase() })
    })
    afterAll(async () => {
      await page.server.stop()
      await database.stop()
    })

    test('allows nothing meanwhile, and then the calls that waited get their answers', async () => {
      const { server } = page
      const [first, second] = [await page.asking('npm publish --tag one'), await page.asking('npm publish --tag two')]
      const health = async () => (await server.send('GET', '/v1/health')).status
      const ls = async () => (await server.ask({ call: server.call('ls') })).json
      expect(await health()).toBe(200)
      await database.halt()
      await vi.waitFor(async () => expect(await health()).toBe(503), { timeout: 60_000, interval: 200 })
      expect(await ls()).toMatchObject({ behavior: 'deny', code: 'gate-failed' })
      const early = await page.send('POST', `/v1/approvals/${first.view.id}/answer`, {
        behavior: 'allow',
        digest: first.view.digest,
      })
      expect(early).toMatchObject({ status: 500, json: { code: 'failed' } })
      await database.run()
      await vi.waitFor(async () => expect(await ls()).toMatchObject({ behavior: 'allow' }), { timeout: 60_000 })
      await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 60_000 })
      for (const [{ view, answered }, behavior] of [
        [first, 'allow'],
        [second, 'deny'],
      ] as const) {
        const answer = { behavior, digest: view.digest }
        expect((await page.send('POST', `/v1/approvals/${view.id}/answer`, answer)).status).toBe(200)
        expect((await answered).json).toMatchObject({ behavior })
      }
      expect((await page.send('GET', '/v1/audit/verify')).json).toMatchObject({ ok: true })
    })
  })
}

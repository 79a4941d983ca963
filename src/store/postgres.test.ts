import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { storeContract } from './contract.ts'
import { openStore } from './open.ts'
import type { Change, Store } from './port.ts'
import { openPostgres } from './postgres.ts'
import { PostgresServer, postgresBinaries } from './testing/postgres-server.ts'
import { answer, asked, breakIn, grant, NOW, record, seal } from './testing/samples.ts'

const binaries = postgresBinaries()

if (binaries === undefined) {
  const left =
    'PostgreSQL is left out, its contract is not tested: no initdb found (Debian: apt-get install postgresql)'
  if (process.env['CI']) throw new Error(left)
  test.skip(left)
} else {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start(binaries)
  })
  afterAll(() => server.stop())

  storeContract('PostgreSQL', async () => {
    const address = await server.newDatabase()
    return { address, open: () => openPostgres(address), remove: () => Promise.resolve() }
  })

  describe('trouble with the server', () => {
    const opened: Store[] = []
    const open = async (address: string) => {
      const store = await openStore(address)
      opened.push(store)
      return store
    }
    afterAll(() => Promise.all(opened.map((store) => store.close())))

    test('no server, no database, no right to it: a clear error without the password', async () => {
      const nobody = openStore('postgres://me:hunter2@127.0.0.1:1/none')
      await expect(nobody).rejects.toMatchObject({ name: 'StoreError', code: 'unreachable' })
      await expect(nobody).rejects.toThrow(/^postgres:\/\/me@127\.0\.0\.1:1\/none: there is no server/)
      await expect(openStore(server.address('nowhere'))).rejects.toMatchObject({
        code: 'unreachable',
        message: expect.stringContaining('no such database') as string,
      })
      const stranger = server.address('postgres').replace('countersign@', 'stranger:hunter2@')
      await expect(openStore(stranger)).rejects.toMatchObject({
        code: 'unreachable',
        message: expect.not.stringContaining('hunter2') as string,
      })
    })

    test('a database of a newer version is not touched', async () => {
      const address = await server.newDatabase()
      await (await openStore(address)).close()
      const name = new URL(address).pathname.slice(1)
      await server.query(`insert into kysely_migration values ('9999-from-the-future', 'now')`, name)
      await expect(openStore(address)).rejects.toMatchObject({ code: 'newer', message: /9999-from-the-future/ })
    })

    test('a database of an earlier version is brought up to date by many at once, while one goes on writing', async () => {
      const address = await server.newDatabase()
      const before = await open(address)
      const name = new URL(address).pathname.slice(1)
      await server.query('drop index audit_by_kind', name)
      await server.query('create index audit_by_kind on audit (kind, seq)', name)
      await server.query('drop index approvals_by_digest', name)
      await server.query(`delete from kysely_migration where name >= '0003'`, name)
      const kinds = ['decision', 'answer', 'decision', 'outcome']
      const append = () =>
        before.audit.append(
          kinds.map((kind) => record({ kind })),
          seal,
        )
      await append()
      const [after] = await Promise.all([open(address), open(address), open(address), append(), append()])
      await append()
      const found = async (kind: string) => (await after.audit.find({ kind, limit: 100 })).map(({ seq }) => seq)
      expect([await found('answer'), await found('outcome')]).toEqual([
        [14, 10, 6, 2],
        [16, 12, 8, 4],
      ])
      expect(await found('decision')).toHaveLength(8)
      expect(breakIn(await after.audit.read(1, 100))).toBeUndefined()
      await server.query(
        `do $$ begin assert (select indexdef like '%WHERE%' from pg_indexes where indexname = 'audit_by_kind'); end $$`,
        name,
      )
    })

    test('a database that takes no writes says so', async () => {
      const address = await server.newDatabase()
      const store = await open(address)
      const name = new URL(address).pathname.slice(1)
      await server.query(`alter database ${name} set default_transaction_read_only = on`)
      await store.close()
      const again = await open(address)
      await expect(again.approvals.ask(asked())).rejects.toMatchObject({ code: 'read-only' })
      expect(await again.approvals.pending()).toEqual([])
    })

    test('a damaged row costs that row only: it is shown, allows nothing, and can be denied', async () => {
      const address = await server.newDatabase()
      const store = await open(address)
      const [one, other] = [asked(), asked()]
      const [yes, no] = [grant(), grant({ behavior: 'deny' })]
      await Promise.all([one, other].map((each) => store.approvals.ask(each)))
      await Promise.all([yes, no].map((each) => store.grants.add(each)))
      await store.audit.append([record()], seal)
      await store.profiles.save({ name: 'mine', body: '{}', savedAt: NOW })
      const name = new URL(address).pathname.slice(1)
      await server.query(`update approvals set call = '{' where id = '${one.id}'`, name)
      await server.query(`update grants set rules = 'null' where id = '${yes.id}'`, name)
      await server.query(`update audit set body = ''; update profiles set body = '{'`, name)
      const pending = await store.approvals.pending()
      expect(pending.map(({ id, broken }) => [id, broken === undefined])).toEqual([
        [one.id, false],
        [other.id, true],
      ])
      const end = (behavior: 'allow' | 'deny') =>
        store.approvals.end(one.id, { state: 'answered', answer: answer({ behavior }) }, NOW)
      await expect(end('allow')).rejects.toMatchObject({ code: 'corrupt' })
      expect(await end('deny')).toMatchObject({ won: true })
      const grants = await store.grants.live({ now: NOW })
      expect(grants.map(({ id, broken, rules }) => [id, broken === undefined, rules.length])).toEqual([
        [yes.id, false, 0],
        [no.id, true, 1],
      ])
      expect(await store.profiles.list()).toMatchObject([{ name: 'mine', body: '{' }])
      expect(await store.audit.read(1, 10)).toMatchObject([{ seq: 1, body: '' }])
    })

    test('a server whose default is serializable makes no difference', async () => {
      const address = await server.newDatabase()
      await server.query(
        `alter database ${new URL(address).pathname.slice(1)} set default_transaction_isolation = 'serializable'`,
      )
      const [one, two] = await Promise.all([open(address), open(address)])
      await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : two).audit.append([record()], seal)))
      const all = await one.audit.read(1, 100)
      expect(all).toHaveLength(40)
      expect(breakIn(all)).toBeUndefined()
    })

    test('a restart of the server is survived, watching included, and nothing acknowledged is lost', async () => {
      const address = await server.newDatabase()
      const [store, other] = [await open(address), await open(address)]
      const told: Change[] = []
      other.watch((change) => told.push(change))
      await other.approvals.pending()
      const [before, after] = [asked(), asked()]
      await store.approvals.ask(before)
      await server.halt()
      await expect(store.approvals.ask(after)).rejects.toMatchObject({ name: 'StoreError', code: 'unreachable' })
      await server.run()
      await store.approvals.ask(after)
      expect(await store.approvals.pending()).toHaveLength(2)
      await vi.waitFor(() => expect(told).toContainEqual({ what: 'approval', id: after.id }), { timeout: 60_000 })
    })
  })
}

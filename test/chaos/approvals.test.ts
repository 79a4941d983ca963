/**
 * Many processes ask and answer at once, and one after the other is killed: nothing that anybody was told is lost, and the
 * stories of all of them agree.
 *
 * `COUNTERSIGN_CHAOS=full` is the measure of the project: 500 approvals, eight processes, thirty of them killed.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openManagement } from '../../src/gate/management.ts'
import { trustFolder } from '../../src/policy/trust.ts'
import { PostgresServer, postgresBinaries } from '../../src/store/testing/postgres-server.ts'
import { Processes } from '../../src/store/testing/processes.ts'
import { look } from './aftermath.ts'
import { contradictions } from './contradictions.ts'
import { Crew } from './crew.ts'
import { readJournal } from './journal.ts'
import type { Item, Task } from './worker.ts'

const isFull = process.env['COUNTERSIGN_CHAOS'] === 'full'
const MEASURE = isFull
  ? { agents: 6, approvals: 500, think: 4_000, kills: 30 }
  : { agents: 2, approvals: 200, think: 2_000, kills: 12 }
/** Half of the questions are asked at the beginning, the others in so many batches: one at each kill. */
const AT_ONCE = MEASURE.approvals / 2
const BATCH = Math.floor(AT_ONCE / MEASURE.kills)
/** It takes a tenth of that where nothing else is to do. */
const WITHIN = 400_000
/** With room to start, to end and to look. */
const TIMEOUT = WITHIN + 40_000
const SESSIONS = 7
const CLAIMERS = isFull ? 8 : 4
const CLAIMS = 200

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'worker.ts')

let processes: Processes<Task>
let base: string
beforeAll(async () => {
  processes = await Processes.build<Task>({ input: WORKER })
})
afterAll(() => processes.remove())
beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-chaos-')))
  for (const folder of ['home', 'project']) mkdirSync(join(base, folder))
  await trustFolder(join(base, 'project'), join(base, 'home'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

describe('SQLite', () => chaos(() => Promise.resolve(join(base, 'store.db'))))

const binaries = postgresBinaries()
if (binaries === undefined) {
  const left = 'PostgreSQL is left out of the chaos: no initdb found (Debian: apt-get install postgresql)'
  if (process.env['CI']) throw new Error(left)
  test.skip(left)
} else {
  describe('PostgreSQL', () => {
    let server: PostgresServer
    beforeAll(async () => {
      server = await PostgresServer.start(binaries)
    })
    afterAll(() => server.stop())
    chaos(() => server.newDatabase())
  })
}

function chaos(newStore: () => Promise<string>): void {
  test(
    'every question ends once, and nothing that was acknowledged is lost with the process that heard it',
    async () => {
      const address = await newStore()
      const tasks = crewOf(base)
      const crew = new Crew(processes, address)
      const began = performance.now()
      try {
        await crew.start(tasks)
        await crew.ordeal({ kills: MEASURE.kills, every: BATCH, within: WITHIN })
      } finally {
        await crew.dismiss()
      }
      const took = performance.now() - began

      const told = tasks.flatMap(({ journal }) => readJournal(journal))
      const decided = new Set(told.flatMap((line) => (line.told === 'decided' ? [line.item] : [])))
      expect(decided.size).toBe(MEASURE.approvals)
      await endOrphans(address)
      const after = await look(address, told)
      const verification = await verify(address)
      report(after, took)
      expect(contradictions(after)).toEqual([])
      expect(verification).toMatchObject({ ok: true, findings: [], signedTo: verification.head?.seq })
    },
    TIMEOUT,
  )

  test(
    `of ${CLAIMS} parallel claims of an answer for one call, by ${CLAIMERS} processes, one succeeds`,
    async () => {
      const address = await newStore()
      const place = placeOf(base, 'claims')
      const [item] = items(1) as [Item]
      const asking = await processes.start(address, { do: 'wait', item, ...place })
      asking.go()
      await asking.said(2)
      asking.kill()
      await asking.remains()
      await answerOnly(address)

      const claim = { do: 'claim', item, times: CLAIMS / CLAIMERS, ...place } as const
      const claimers = await Promise.all(Array.from({ length: CLAIMERS }, () => processes.start(address, claim)))
      for (const claimer of claimers) claimer.go()
      const said = (await Promise.all(claimers.map((claimer) => claimer.end()))).flat()
      expect(said).toHaveLength(CLAIMS)
      expect(said.filter((line) => line === 'allow answered')).toHaveLength(1)
      expect(new Set(said)).toEqual(new Set(['allow answered', 'deny no-channel']))
    },
    TIMEOUT,
  )
}

function crewOf(base: string): Task[] {
  const { agents, approvals, kills, think } = MEASURE
  const all = items(approvals)
  const batches = Array.from({ length: kills + 1 }, (_, kill) => {
    const next = AT_ONCE + kill * BATCH
    return all.slice(kill === 0 ? 0 : next - BATCH, kill === kills ? approvals : next)
  })
  return [
    ...Array.from({ length: agents }, (_, agent): Task => {
      // One agent's questions are not all answered in time.
      return {
        do: 'agent',
        batches: batches.map((batch) => batch.filter(({ item }) => item % agents === agent)),
        timeout: agent === 0 ? 2 * think : 60_000,
        think,
        ...placeOf(base, `agent-${agent}`),
      }
    }),
    { do: 'office', think, ...placeOf(base, 'office') },
    { do: 'inbox', think, ...placeOf(base, 'inbox') },
  ]
}

function placeOf(base: string, name: string) {
  return { home: join(base, 'home'), cwd: join(base, 'project'), journal: join(base, `${name}.jsonl`) }
}

const COMMANDS = [
  (n: number) => `npm publish package-${n}`,
  (n: number) => `git push origin branch-${n}`,
  (n: number) => `make install PREFIX=/opt/${n}`,
  (n: number) => `./release.sh ${n} && touch build/${n}`,
]

function items(count: number): Item[] {
  return Array.from({ length: count }, (_, item) => ({
    item,
    session: `session-${item % SESSIONS}`,
    command: COMMANDS[item % COMMANDS.length]?.(item) ?? '',
  }))
}

const by = 'the test'

/** A process that was killed may have left a question that its call, asked again, no longer needed. */
async function endOrphans(address: string): Promise<void> {
  const management = await openManagement({ home: join(base, 'home'), store: address, by })
  for (const { id, digest } of await management.approvals.pending())
    await management.approvals.answer(id, { behavior: 'deny', digest, by })
  await management.close()
}

async function answerOnly(address: string): Promise<void> {
  const management = await openManagement({ home: join(base, 'home'), store: address, by })
  const [asked, ...more] = await management.approvals.pending()
  expect(more).toEqual([])
  if (asked === undefined) throw new Error('nothing was asked')
  await management.approvals.answer(asked.id, { behavior: 'allow', digest: asked.digest, by })
  await management.close()
}

async function verify(address: string) {
  const open = () => openManagement({ home: join(base, 'home'), store: address, by })
  // Closing signs for everything, also for what those who were killed did not come to sign.
  const last = await open()
  await last.audit.record('policy', { chaos: 'is over' })
  await last.close()
  const management = await open()
  const verification = await management.audit.verify({ keys: new Map() })
  await management.close()
  return verification
}

function report({ approvals, records, told }: Awaited<ReturnType<typeof look>>, took: number): void {
  const states = new Map<string, number>()
  for (const { state } of approvals.values()) states.set(state, (states.get(state) ?? 0) + 1)
  const ended = [...states].map(([state, count]) => `${count} ${state}`).join(', ')
  const seconds = (took / 1000).toFixed(1)
  console.log(
    `${MEASURE.kills} kills in ${seconds} s; ${ended}; ${records.length} records; ${told.length} acknowledgements`,
  )
}

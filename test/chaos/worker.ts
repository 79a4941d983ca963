/**
 * For the chaos: one process of many on the same store. An agent asks and answers some of its own questions; the office
 * answers through a gate of its own, the inbox through the loop of `countersign inbox`. Any of them may be killed at any time.
 */

import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { answerPending } from '../../src/cli/commands/inbox-loop.ts'
import { Refused } from '../../src/gate/questions/answer.ts'
import type { Reply } from '../../src/gate/asker.ts'
import { askBy } from '../../src/gate/askers/callback.ts'
import { NOBODY } from '../../src/gate/askers/none.ts'
import { openGate } from '../../src/gate/gate.ts'
import type { Gate } from '../../src/gate/gate.ts'
import { openManagement } from '../../src/gate/management.ts'
import type { GateOptions } from '../../src/gate/gate-options.ts'
import { Journal, readJournal } from './journal.ts'
import { pick, replyTo } from './replies.ts'

/** What an agent asks: the same number is always the same call. */
export interface Item {
  readonly item: number
  readonly session: string
  readonly command: string
}

interface Place {
  readonly home: string
  readonly cwd: string
  readonly journal: string
}

export type Task = Place &
  (
    | ({
        readonly do: 'agent'
        /** Each is asked at a word of its own. */
        readonly batches: readonly (readonly Item[])[]
      } & Patience)
    | { readonly do: 'office'; readonly think: number }
    | { readonly do: 'inbox'; readonly think: number }
    | { readonly do: 'claim'; readonly item: Item; readonly times: number }
    | { readonly do: 'wait'; readonly item: Item }
  )

interface Patience {
  readonly timeout: number
  readonly think: number
}

/** How many questions the office answers at once. */
const AT_ONCE = 10

const [address = '', text = ''] = process.argv.slice(2)
const task = JSON.parse(text) as Task
const journal = new Journal(task.journal)
const face = `${task.do} ${process.pid}`
const words = createInterface(process.stdin)[Symbol.asyncIterator]()

if (task.do === 'agent') await agent(task.batches, task)
else if (task.do === 'office') await office(task.think)
else if (task.do === 'inbox') await inbox(task.think)
else if (task.do === 'claim') await claim(task.item, task.times)
else await wait(task.item)
process.stdin.destroy()

/** Asks all of a batch that is not decided yet at once, and ends when everything is. */
async function agent(batches: readonly (readonly Item[])[], { timeout, think }: Patience): Promise<void> {
  const done = new Set(readJournal(task.journal).flatMap((line) => (line.told === 'decided' ? [line.item] : [])))
  const asker = askBy(async (question, signal) => {
    // The others are left to the other faces.
    if (Math.random() < 1 / 3) await delay(Math.random() * think, undefined, { signal }).catch(() => undefined)
    else await once(signal, 'abort')
    return signal.aborted ? undefined : replyTo(question, face)
  }, 'callback')
  const gate = await open({ asker, timeout })
  gate.on('answered', ({ approval: { id, state, answer } }) =>
    journal.write({ told: 'ended', approval: id, state, words: answer?.words ?? null }),
  )
  say('ready')
  const asked: Promise<void>[] = []
  for (const batch of batches) {
    await words.next()
    const left = batch.filter(({ item }) => !done.has(item))
    asked.push(...left.map((item) => decide(gate, item, think)))
  }
  await Promise.all(asked)
  await gate.close()
}

async function decide(gate: Gate, { item, session, command }: Item, think: number): Promise<void> {
  const given = new AbortController()
  // A few are given up before anybody has answered.
  const timer = Math.random() < 0.03 ? setTimeout(() => given.abort(), Math.random() * think) : undefined
  const call = { tool: 'Bash', input: { command }, session }
  const { id, behavior, code, approval = null, reason } = await gate.authorize(call, { signal: given.signal })
  clearTimeout(timer)
  if (code === 'gate-failed') throw new Error(reason)
  journal.write({ told: 'decided', item, id, behavior, code, approval })
}

async function office(think: number): Promise<void> {
  const gate = await open({})
  await begin()
  for (;;) {
    const pending = await gate.approvals.pending()
    const chosen = new Set(Array.from({ length: Math.min(pending.length, AT_ONCE) }, () => pick(pending)))
    await Promise.all([...chosen].map((asked) => take(() => answering(gate.approvals, asked.id, replyTo(asked, face)))))
    await delay(Math.random() * (think / 50))
  }
}

async function inbox(think: number): Promise<void> {
  const management = await openManagement({ home: task.home, store: address, by: face })
  const asker = askBy(async (question) => {
    await delay(Math.random() * (think / 200))
    return replyTo(question, face)
  }, 'inbox')
  const approvals = {
    get: (id: string) => management.approvals.get(id),
    pending: () => management.approvals.pending(),
    answer: (id: string, reply: Reply) => answering(management.approvals, id, reply),
  }
  const faced = { approvals, watch: management.watch.bind(management) }
  await begin()
  await answerPending(faced, asker, { watch: true, tell: () => undefined })
}

/** Many calls for which there is one answer. */
async function claim({ session, command }: Item, times: number): Promise<void> {
  const gate = await open({ asker: NOBODY })
  await begin()
  const call = { tool: 'Bash', input: { command }, session }
  const claims = await Promise.all(Array.from({ length: times }, () => gate.authorize(call)))
  for (const { behavior, code } of claims) say(`${behavior} ${code}`)
  await gate.close()
}

/** Asks, and waits until it is killed. */
async function wait({ session, command }: Item): Promise<void> {
  const gate = await open({ timeout: 60_000 })
  gate.on('asked', () => say('asked'))
  await begin()
  await gate.authorize({ tool: 'Bash', input: { command }, session })
}

function open(options: Partial<GateOptions>): Promise<Gate> {
  const { home, cwd } = task
  return openGate({
    cwd,
    home,
    managedDir: `${home}/managed`,
    store: address,
    session: face,
    patience: 100_000,
    ...options,
  })
}

async function answering(approvals: Gate['approvals'], id: string, reply: Reply) {
  const answered = await approvals.answer(id, reply)
  journal.write({ told: 'taken', approval: id, words: reply.words ?? '' })
  return answered
}

/** Somebody else may have been quicker; anything but that is a failure. */
async function take(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

async function begin(): Promise<void> {
  say('ready')
  await words.next()
}

function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`)
}

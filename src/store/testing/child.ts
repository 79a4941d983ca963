/**
 * For tests: another process on the same store. It is started with a task as JSON, prints "ready" when the store is
 * open, begins at the first byte of its input, and prints one JSON value per line, each only after the store has
 * acknowledged it.
 */

import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { openStore } from '../open.ts'
import type { Store } from '../port.ts'
import { openSqlite } from '../sqlite.ts'
import { answer, asked, NOW, record, seal } from './samples.ts'

export type Task =
  | { readonly do: 'end'; readonly id: string; readonly times: number; readonly by: string }
  | { readonly do: 'claim'; readonly id: string; readonly times: number }
  | { readonly do: 'append'; readonly times: number }
  | { readonly do: 'append-for-ever' }
  | { readonly do: 'answer-for-ever' }
  | { readonly do: 'watch' }
  | { readonly do: 'open'; readonly user?: number; readonly libsql?: boolean }

const [address = '', text = ''] = process.argv.slice(2)
const task = JSON.parse(text) as Task

if (task.do === 'open') await open(task)
else if (task.do === 'watch') await watch(await openStore(address))
else await work(await openStore(address))

async function work(store: Store): Promise<void> {
  say('ready')
  await once(process.stdin, 'data')
  await run(store)
  await store.close()
  process.stdin.destroy()
}

async function run(store: Store): Promise<void> {
  if (task.do === 'end') {
    const ending = { state: 'answered', answer: answer({ by: task.by }) } as const
    const ends = Array.from({ length: task.times }, () => store.approvals.end(task.id, ending, NOW))
    for (const result of await Promise.all(ends)) say({ won: result?.won, by: result?.approval.answer?.by })
  } else if (task.do === 'claim') {
    const claims = Array.from({ length: task.times }, () => store.grants.claim(task.id, NOW))
    for (const won of await Promise.all(claims)) say(won)
  } else if (task.do === 'append') {
    for (let n = 0; n < task.times; n++) {
      for (const { seq } of await store.audit.append([record()], seal)) say(seq)
    }
  } else if (task.do === 'append-for-ever') {
    for (;;) for (const { seq, hash } of await store.audit.append([record(), record()], seal)) say({ seq, hash })
  } else if (task.do === 'answer-for-ever') {
    for (;;) {
      const id = uuidv7()
      await store.approvals.ask(asked({ id }))
      const ended = await store.approvals.end(id, { state: 'answered', answer: answer({ by: id }) }, NOW)
      if (ended?.won === true) say(id)
    }
  }
}

/** Watches, and does nothing else. */
async function watch(store: Store): Promise<void> {
  store.watch(() => undefined)
  await store.approvals.pending()
  say('watching')
}

/** Opens the store as another user, or with a driver that does not exist, and prints the result. */
async function open({ user, libsql }: { readonly user?: number; readonly libsql?: boolean }): Promise<void> {
  if (libsql !== true) {
    // The drivers are loaded before the user changes, since the other user may not be able to read their files.
    await (await openStore(':memory:')).close()
    if (user !== undefined) process.setuid?.(user)
  }
  try {
    const store = libsql === true ? await openSqlite(address, { binding: 'libsql' }) : await openStore(address)
    await store.audit.append([record()], seal)
    say('opened')
    await store.close()
  } catch (error) {
    const { name, code, message } = error as Error & { code?: string }
    say({ name, code, message })
  }
}

function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`)
}

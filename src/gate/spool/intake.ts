/**
 * Part of the spool: takes its records into the chain, in order, each once.
 *
 * INVARIANT: a spool is removed only after its records are durable in the store, and a record that is taken in twice is
 * kept once: even if processes stop at any point or several work at a time, nothing is lost or doubled. A spool that
 * was changed is kept under another name, and that is recorded: verifying reports it from then on.
 */

import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../../store/error.ts'
import type { Store } from '../../store/port.ts'
import type { NewRecord } from '../../store/record.ts'
import { DAMAGED } from '../audit/damage.ts'
import type { OpenAuditLog } from '../audit/log.ts'
import type { Clock } from '../clock.ts'
import { GrantBook } from '../grants/book.ts'
import { newId } from '../new-id.ts'
import { isOurs, prepareSpool, readSpoolFile, spoolBeside } from './file.ts'
import type { Spool } from './file.ts'
import { EMPTY } from './line.ts'
import type { SpoolEntry, SpoolRead } from './line.ts'

export interface IntakeDeps {
  readonly store: Pick<Store, 'grants'>
  readonly log: Pick<OpenAuditLog, 'adopt' | 'flush'>
  readonly keyFile: string
  readonly now: Clock
}

const SET_ASIDE = '.damaged'
const MOST_PROBLEMS = 20

/** Takes in the records that wait beside a store that was just opened, and returns a function that does so again. */
export async function takingIn(where: string | Store, deps: IntakeDeps): Promise<() => Promise<void>> {
  let taking: Promise<void> | undefined
  const take = () => {
    taking ??= takeIn(where, deps).finally(() => {
      taking = undefined
    })
    return taking
  }
  await take()
  return take
}

async function takeIn(where: string | Store, deps: IntakeDeps): Promise<void> {
  const spool = spoolBeside(where, deps.keyFile)
  // Verifying reports what is wrong with the key; the records keep waiting.
  if (spool === undefined) return
  try {
    await takeInto(spool, deps)
  } catch (error) {
    throw isOfDisk(error) ? cannotTake(spool, error) : error
  }
}

async function takeInto(spool: Spool, deps: IntakeDeps): Promise<void> {
  takeAway(spool)
  prepareSpool(spool)
  for (const taken of takenFrom(spool.file)) {
    const read = readTaken({ ...spool, file: taken })
    if (read === undefined) continue
    const { entries, problems } = read
    const note = problems.length === 0 ? [] : [noteOf(taken, read)]
    const kept = await deps.log.adopt([...entries.map(({ record }) => record), ...note])
    await deps.log.flush()
    if (problems.length === 0) rmSync(taken, { force: true })
    else moveIfThere(taken, `${taken}${SET_ASIDE}`)
    const isNew = new Set(kept.map(({ body }) => body))
    await countUses(
      entries.filter(({ record }) => isNew.has(record.body)),
      deps,
    )
  }
}

function isOfDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function cannotTake({ file }: Spool, error: NodeJS.ErrnoException): StoreError {
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  const waits = `${file}: what hooks have decided waits there and cannot be taken into the chain (${error.code ?? error.message})`
  const next = isFull ? 'make room on that disk' : 'see that you may write to its folder'
  return new StoreError(isFull ? 'full' : 'read-only', `${waits}; ${next}`, error)
}

/** Renamed, the file gets no more records, and a process that was about to add one notices. */
function takeAway(spool: Spool): void {
  const { file } = spool
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  if (found === undefined) return
  const isEmpty = found.size === BigInt(EMPTY) && readTaken(spool)?.problems.length === 0
  if (!isEmpty) moveIfThere(file, `${file}-${newId()}`)
}

/** Oldest first; includes spools that other processes left when they were stopped. */
function takenFrom(file: string): string[] {
  const start = `${basename(file)}-`
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(start) && !name.endsWith(SET_ASIDE))
  return names.toSorted().map((name) => join(dirname(file), name))
}

interface Taken extends SpoolRead {
  /** When the spool was last written to. */
  readonly at: number
}

/** Undefined if another process was quicker. */
function readTaken(taken: Spool): Taken | undefined {
  const found = lstatSync(taken.file, { bigint: true, throwIfNoEntry: false })
  if (found === undefined) return undefined
  const read = found.isFile() ? readIfLet(taken) : NOTHING
  if (read === undefined) return undefined
  const strange = isOurs(found) ? [] : ["it was no file of this user's alone"]
  return { entries: read.entries, problems: [...strange, ...read.problems], at: Number(found.mtimeMs) }
}

const NOTHING: SpoolRead = { entries: [], problems: [] }

function readIfLet(taken: Spool): SpoolRead | undefined {
  try {
    return readSpoolFile(taken)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    return { ...NOTHING, problems: ['it cannot be read'] }
  }
}

/** The record of the damage; it is the same whichever process makes it. */
function noteOf(taken: string, { problems, at }: Taken): NewRecord {
  const told = problems.slice(0, MOST_PROBLEMS).join('; ')
  const reason = `Records of hooks that were not in the chain yet were changed or removed: ${told}. What was found is kept in ${taken}${SET_ASIDE}.`
  return { kind: DAMAGED, at, session: null, body: JSON.stringify({ reason }) }
}

async function countUses(entries: readonly SpoolEntry[], { store, now }: IntakeDeps): Promise<void> {
  const book = new GrantBook(store.grants, now)
  for (const { record, uses } of entries) {
    if (uses === undefined || record.session === null) continue
    const { project, agent, rules } = uses
    const page = await book.page({ session: record.session, project, agent })
    book.countRules(page, rules)
  }
  await book.counted()
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

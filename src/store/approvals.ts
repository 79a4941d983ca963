/**
 * Part of the store: approvals over Kysely.
 *
 * INVARIANT: an approval leaves `pending` once. Every ending is a conditional update, so of many endings the first
 * commits and the rest find nothing to do. An answer ends only the question it was given for, and only in time.
 */

import { isObject, isTexts } from '../engine/call.ts'
import type { Call } from '../engine/call.ts'
import { APPROVAL_STATES, LASTING } from './approval.ts'
import type { Answer, Approval, ApprovalStore, Asked, Ending } from './approval.ts'
import { appendAlong } from './audit.ts'
import { keyText, plainText, plainTextOrNull, storable, toJson, whole } from './encode.ts'
import { StoreError } from './error.ts'
import { RowReader } from './row-reader.ts'
import type { ApprovalRow } from './tables.ts'
import type { Work, Writing } from './work.ts'

const OVERDUE = 'nobody answered in time'
const TOO_LATE = 'the answer came too late'

export function approvalStore(work: Work): ApprovalStore {
  return {
    async ask(asked) {
      const row = rowOf(asked)
      await work.write(async ({ db, announce }) => {
        await db.insertInto('approvals').values(row).execute()
        await announce('approval', [row.id])
      })
    },

    async get(id) {
      if (!storable(id)) return undefined
      const row = await work.read((db) =>
        db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      return row && approvalOf(row)
    },

    async pending({ session, project, digest } = {}) {
      if (![session, project, digest].every((given) => storable(given ?? ''))) return []
      const rows = await work.read((db) => {
        let query = db.selectFrom('approvals').selectAll().where('state', '=', 'pending')
        if (session !== undefined) query = query.where('session', '=', session)
        if (project !== undefined) query = query.where('project', '=', project)
        if (digest !== undefined) query = query.where('digest', '=', digest)
        return query.orderBy('asked_at').orderBy('id').execute()
      })
      return rows.map(approvalOf)
    },

    async count(now) {
      whole(now, 'now')
      const row = await work.read((db) =>
        db
          .selectFrom('approvals')
          .select(({ fn }) => fn.countAll<number>().as('waiting'))
          .where('state', '=', 'pending')
          .where('expires_at', '>', now)
          .executeTakeFirstOrThrow(),
      )
      return row.waiting
    },

    async history({ session, since, before, limit }) {
      const most = Math.max(0, whole(limit, 'limit'))
      if (!storable(session ?? '')) return []
      const rows = await work.read((db) => {
        let query = db.selectFrom('approvals').selectAll()
        if (session !== undefined) query = query.where('session', '=', session)
        if (since !== undefined) query = query.where('asked_at', '>=', whole(since, 'since'))
        if (before !== undefined) query = query.where('asked_at', '<', whole(before, 'before'))
        return query.orderBy('asked_at', 'desc').orderBy('id', 'desc').limit(most).execute()
      })
      return rows.map(approvalOf)
    },

    async extend(id, expiresAt, now, along) {
      if (!storable(id)) return undefined
      const until = whole(expiresAt, 'expiresAt')
      whole(now, 'now')
      const { row, record, won } = await work.write(async (writing) => {
        const extended = await writing.db
          .updateTable('approvals')
          .set({ expires_at: until })
          .where('id', '=', id)
          .where('state', '=', 'pending')
          .where('expires_at', '>', now)
          .where('expires_at', '<', until)
          .returningAll()
          .executeTakeFirst()
        if (extended === undefined) {
          const query = writing.db.selectFrom('approvals').selectAll().where('id', '=', id)
          return { won: false, row: await query.executeTakeFirst(), record: undefined }
        }
        await writing.announce('approval', [id])
        const kept = along && (await appendAlong(writing, along.record, along.seal))
        return { won: true, row: extended, record: kept }
      })
      if (record !== undefined) along?.kept(record)
      return row && { won, approval: approvalOf(row) }
    },

    async end(id, ending, now, along) {
      if (!storable(id)) return undefined
      const set = endingColumns(ending, now)
      const { won, row, record } = await work.write(async (writing) => {
        const ended = await endPending(writing, id, set, ending, now)
        if (ended !== undefined)
          return { won: true, row: ended, record: along && (await appendAlong(writing, along.record, along.seal)) }
        const query = writing.db.selectFrom('approvals').selectAll().where('id', '=', id)
        return { won: false, row: await query.executeTakeFirst(), record: undefined }
      })
      if (record !== undefined) along?.kept(record)
      return row && { won, approval: approvalOf(row) }
    },

    async expire(now) {
      whole(now, 'now')
      const overdue = await work.read((db) =>
        db
          .selectFrom('approvals')
          .select('id')
          .where('state', '=', 'pending')
          .where('expires_at', '<=', now)
          .executeTakeFirst(),
      )
      if (overdue === undefined) return []
      const rows = await work.write(async ({ db, announce }) => {
        const expired = await db
          .updateTable('approvals')
          .set({ state: 'expired', note: OVERDUE, ended_at: now })
          .where('state', '=', 'pending')
          .where('expires_at', '<=', now)
          .returningAll()
          .execute()
        await announce(
          'approval',
          expired.map(({ id }) => id),
        )
        return expired
      })
      return rows.map(approvalOf).sort((a, b) => a.askedAt - b.askedAt)
    },

    async prune(before) {
      whole(before, 'before')
      return work.write(async ({ db, announce }) => {
        const gone = await db
          .deleteFrom('approvals')
          .where('state', '!=', 'pending')
          .where('ended_at', '<', before)
          .returning('id')
          .execute()
        await announce(
          'approval',
          gone.map(({ id }) => id),
        )
        return gone.length
      })
    },
  }
}

type EndingColumns = Pick<ApprovalRow, 'state' | 'answer' | 'note' | 'ended_at'>

function endingColumns(ending: Ending, now: number): EndingColumns {
  const ended_at = whole(now, 'now')
  if (ending.state !== 'answered') {
    return { state: ending.state, answer: null, note: plainText(ending.note, 'a note'), ended_at }
  }
  return { state: 'answered', answer: toJson(ending.answer, 'an answer'), note: null, ended_at }
}

/** The row as it ended, if this call ended it. A late answer ends it as well, as expired, and has not won. */
async function endPending(
  { db, announce }: Writing,
  id: string,
  set: EndingColumns,
  ending: Ending,
  now: number,
): Promise<ApprovalRow | undefined> {
  const update = (columns: EndingColumns) =>
    db.updateTable('approvals').set(columns).where('id', '=', id).where('state', '=', 'pending')
  let winning = update(set)
  if (ending.state === 'answered') {
    winning = winning.where('digest', '=', plainText(ending.answer.digest, 'a digest')).where('expires_at', '>', now)
  }
  if (ending.state === 'expired' && ending.due !== undefined)
    winning = winning.where('expires_at', '<=', whole(ending.due, 'due'))
  const ended = await winning.returningAll().executeTakeFirst()
  if (ended !== undefined) {
    const { broken } = approvalOf(ended)
    if (broken !== undefined && ending.state === 'answered' && ending.answer.behavior === 'allow')
      throw new StoreError('corrupt', `${broken}: it can only be denied`)
    await announce('approval', [id])
    return ended
  }
  if (ending.state !== 'answered') return undefined

  const late = await update({ ...set, state: 'expired', answer: null, note: TOO_LATE })
    .where('expires_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  if (late !== undefined) {
    await announce('approval', [id])
    return undefined
  }
  const open = await db
    .selectFrom('approvals')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (open === undefined) return undefined
  throw new StoreError('stale', `the answer is to something else than approval ${id} asks: look at it again`)
}

function rowOf(asked: Asked): ApprovalRow {
  return {
    id: keyText(asked.id, "an approval's id"),
    session: plainText(asked.session, 'a session'),
    agent: plainTextOrNull(asked.agent, 'an agent'),
    project: plainText(asked.project, 'a project'),
    digest: plainText(asked.digest, 'a digest'),
    call: toJson(asked.call, 'a call'),
    shown: toJson(asked.shown, 'what is shown'),
    asked_at: whole(asked.askedAt, 'askedAt'),
    expires_at: whole(asked.expiresAt, 'expiresAt'),
    state: 'pending',
    answer: null,
    ended_at: null,
    note: null,
  }
}

function approvalOf(row: ApprovalRow): Approval {
  const read = new RowReader(`approval ${row.id}`)
  const approval: Approval = {
    id: read.text('id', row.id),
    session: read.text('session', row.session),
    agent: read.textOrNull('agent', row.agent),
    project: read.text('project', row.project),
    digest: read.text('digest', row.digest),
    call: read.json('call', row.call, isCall, UNREAD_CALL),
    shown: read.json('shown', row.shown, isObject, {}),
    askedAt: read.whole('asked_at', row.asked_at),
    expiresAt: read.whole('expires_at', row.expires_at),
    // An end that is not known is none that allows.
    state: read.oneOf('state', row.state, APPROVAL_STATES, 'cancelled'),
    answer: row.answer === null ? null : read.json('answer', row.answer, isAnswer, null),
    endedAt: read.wholeOrNull('ended_at', row.ended_at),
    note: read.textOrNull('note', row.note),
  }
  const { broken } = read
  if (broken === undefined) return approval
  return { ...approval, broken, answer: approval.answer?.behavior === 'deny' ? approval.answer : null }
}

const UNREAD_CALL: Call = { tool: '', input: {} }

function isCall(value: unknown): value is Call {
  return isObject(value) && typeof value['tool'] === 'string' && isObject(value['input'])
}

function isAnswer(value: unknown): value is Answer | null {
  if (!isObject(value)) return false
  const { behavior, lasts, digest, by, rules } = value
  const isKnown = (behavior === 'allow' || behavior === 'deny') && LASTING.some((known) => known === lasts)
  return isKnown && typeof digest === 'string' && typeof by === 'string' && isTexts(rules)
}

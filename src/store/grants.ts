/**
 * Part of the store: grants over Kysely.
 *
 * INVARIANT: a use is taken by a conditional update, so a single use is taken once. If no session is named, no
 * session's grant is returned; the same for projects.
 */

import { sql, type ExpressionBuilder } from 'kysely'
import { isTexts } from '../engine/call.ts'
import { LASTING } from './approval.ts'
import { appendAlong } from './audit.ts'
import { keyText, plainText, plainTextOrNull, storable, toJson, whole, wholeOrNull } from './encode.ts'
import type { Grant, GrantStore, NewGrant } from './grant.ts'
import { RowReader } from './row-reader.ts'
import type { GrantRow, Tables } from './tables.ts'
import type { Work } from './work.ts'

export function grantStore(work: Work): GrantStore {
  return {
    async add(grant, along) {
      const row = rowOf(grant)
      const record = await work.write(async (writing) => {
        await writing.db.insertInto('grants').values(row).execute()
        await writing.announce('grant', [row.id])
        return along && (await appendAlong(writing, along.record, along.seal))
      })
      if (record !== undefined) along?.kept(record)
    },

    async get(id) {
      if (!storable(id)) return undefined
      const row = await work.read((db) => db.selectFrom('grants').selectAll().where('id', '=', id).executeTakeFirst())
      return row && grantOf(row)
    },

    async live({ now, session, project }) {
      whole(now, 'now')
      const rows = await work.read((db) =>
        db
          .selectFrom('grants')
          .selectAll()
          .where(counts(now))
          .where((eb) => holdsFor(eb, 'session', session))
          .where((eb) => holdsFor(eb, 'project', project))
          .orderBy('granted_at')
          .orderBy('id')
          .execute(),
      )
      return rows.map(grantOf)
    },

    async list() {
      const rows = await work.read((db) =>
        db.selectFrom('grants').selectAll().orderBy('granted_at').orderBy('id').execute(),
      )
      return rows.map(grantOf)
    },

    async claim(id, now) {
      whole(now, 'now')
      if (!storable(id)) return false
      return work.write(async ({ db, announce }) => {
        const row = await db
          .updateTable('grants')
          // Null minus one is null, so "any number" stays as it is.
          .set({ uses_left: sql`uses_left - 1`, use_count: sql`use_count + 1`, used_at: now })
          .where('id', '=', id)
          .where(counts(now))
          .returning('uses_left')
          .executeTakeFirst()
        if (row?.uses_left === 0) await announce('grant', [id])
        return row !== undefined
      })
    },

    async revoke(id, now, along) {
      whole(now, 'now')
      if (!storable(id)) return false
      const { revoked, record } = await work.write(async (writing) => {
        const row = await writing.db
          .updateTable('grants')
          .set({ revoked_at: now })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) return { revoked: false, record: undefined }
        await writing.announce('grant', [id])
        return { revoked: true, record: along && (await appendAlong(writing, along.record, along.seal)) }
      })
      if (record !== undefined) along?.kept(record)
      return revoked
    },
  }
}

type Expressions = ExpressionBuilder<Tables, 'grants'>

function counts(now: number) {
  return (eb: Expressions) =>
    eb.and([
      eb('revoked_at', 'is', null),
      eb.or([eb('until', 'is', null), eb('until', '>', now)]),
      eb.or([eb('uses_left', 'is', null), eb('uses_left', '>', 0)]),
    ])
}

function holdsFor(eb: Expressions, column: 'session' | 'project', value: string | undefined) {
  const everywhere = eb(column, 'is', null)
  return value === undefined || !storable(value) ? everywhere : eb.or([everywhere, eb(column, '=', value)])
}

function rowOf(grant: NewGrant): GrantRow {
  return {
    id: keyText(grant.id, "a grant's id"),
    behavior: grant.behavior,
    lasts: grant.lasts,
    rules: toJson(grant.rules, 'rules'),
    digest: plainTextOrNull(grant.digest, 'a digest'),
    session: plainTextOrNull(grant.session, 'a session'),
    project: plainTextOrNull(grant.project, 'a project'),
    agent: plainTextOrNull(grant.agent, 'an agent'),
    granted_at: whole(grant.grantedAt, 'grantedAt'),
    granted_by: plainText(grant.grantedBy, 'grantedBy'),
    approval: plainTextOrNull(grant.approval, "an approval's id"),
    until: wholeOrNull(grant.until, 'until'),
    uses_left: wholeOrNull(grant.usesLeft, 'usesLeft'),
    use_count: 0,
    used_at: null,
    revoked_at: null,
  }
}

function grantOf(row: GrantRow): Grant {
  const read = new RowReader(`grant ${row.id}`)
  const grant: Grant = {
    id: read.text('id', row.id),
    // A denial for the session is what is missed most if it is not known what it was.
    behavior: read.oneOf('behavior', row.behavior, ['allow', 'deny'], 'deny'),
    lasts: read.oneOf('lasts', row.lasts, LASTING, 'session'),
    rules: read.json('rules', row.rules, isTexts, []),
    digest: read.textOrNull('digest', row.digest),
    session: read.textOrNull('session', row.session),
    project: read.textOrNull('project', row.project),
    agent: read.textOrNull('agent', row.agent),
    grantedAt: read.whole('granted_at', row.granted_at),
    grantedBy: read.text('granted_by', row.granted_by),
    approval: read.textOrNull('approval', row.approval),
    until: read.wholeOrNull('until', row.until),
    usesLeft: read.wholeOrNull('uses_left', row.uses_left),
    useCount: read.whole('use_count', row.use_count),
    usedAt: read.wholeOrNull('used_at', row.used_at),
    revokedAt: row.revoked_at === null ? null : read.whole('revoked_at', row.revoked_at),
  }
  const { broken } = read
  return broken === undefined ? grant : { ...grant, broken }
}

/** Part of the store: profiles over Kysely. */

import { keyText, plainText, storable, whole } from './encode.ts'
import type { Profile, ProfileStore } from './port.ts'
import { RowReader } from './row-reader.ts'
import type { ProfileRow } from './tables.ts'
import type { Work } from './work.ts'

export function profileStore(work: Work): ProfileStore {
  return {
    async save(profile) {
      const row = rowOf(profile)
      await work.write(async ({ db, announce }) => {
        await db
          .insertInto('profiles')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ body: row.body, saved_at: row.saved_at }))
          .execute()
        await announce('profile', [row.name])
      })
    },

    async get(name) {
      if (!storable(name)) return undefined
      const row = await work.read((db) =>
        db.selectFrom('profiles').selectAll().where('name', '=', name).executeTakeFirst(),
      )
      return row && profileOf(row)
    },

    async list() {
      const rows = await work.read((db) => db.selectFrom('profiles').selectAll().execute())
      // Sorted here, because databases sort text differently.
      return rows.map(profileOf).sort((a, b) => (a.name < b.name ? -1 : 1))
    },

    async remove(name) {
      if (!storable(name)) return false
      return work.write(async ({ db, announce }) => {
        const row = await db.deleteFrom('profiles').where('name', '=', name).returning('name').executeTakeFirst()
        if (row !== undefined) await announce('profile', [name])
        return row !== undefined
      })
    },
  }
}

function rowOf({ name, body, savedAt }: Profile): ProfileRow {
  return {
    name: keyText(name, "a profile's name"),
    body: plainText(body, "a profile's body"),
    saved_at: whole(savedAt, 'savedAt'),
  }
}

/** Whoever takes a profile up checks all of its text. */
function profileOf({ name, body, saved_at }: ProfileRow): Profile {
  const read = new RowReader(`profile ${name}`)
  return { name: read.text('name', name), body: read.text('body', body), savedAt: read.whole('saved_at', saved_at) }
}

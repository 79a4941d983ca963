/** Part of the store: checks a record before it is kept. */

import { keyText, plainText, plainTextOrNull, whole } from './encode.ts'
import { StoreError } from './error.ts'
import type { NewRecord } from './record.ts'

const LONGEST_BODY = 16 * 1024 * 1024

/** Returns a copy. Throws a `StoreError` for a record that no store accepts. */
export function checkedRecord({ kind, at, session, body }: NewRecord): NewRecord {
  if (body.length > LONGEST_BODY) {
    throw new StoreError('invalid', `a record of ${body.length} characters is over the limit of ${LONGEST_BODY}`)
  }
  return {
    kind: keyText(kind, 'a kind'),
    at: whole(at, 'at'),
    session: plainTextOrNull(session, 'a session'),
    body: plainText(body, "a record's body"),
  }
}

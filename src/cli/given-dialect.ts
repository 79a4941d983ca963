/** Part of the command line: a dialect that the user names. */

import { DIALECT_NAMES } from '../dialects/dialect.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { dialectNamed } from '../dialects/dialects.ts'
import { canonicalAgent } from '../vocabulary/tables.ts'
import { BadUse, meant } from './bad-use.ts'

/** Throws `BadUse` if there is no dialect of that name. */
export function givenDialect(name: string): Dialect {
  const dialect = dialectNamed(name)
  if (dialect !== undefined) return dialect
  const names = `There are ${DIALECT_NAMES.join(', ')}.`
  // Most likely a file. Which system it belongs to decides how it is read.
  const hint = /[./]/u.test(name) ? `Name the dialect first, then the file. ${names}` : names
  const agent = canonicalAgent(name)
  throw new BadUse(
    `${name} is not a dialect`,
    meant(dialectNamed(agent) === undefined ? name : agent, DIALECT_NAMES, hint),
  )
}

/** Part of the danger catalogue: what a text of statements, or of calls to a document database, would destroy. */

import type { Found } from './input.ts'
import { found } from './input.ts'

/** A condition that holds for every row is none. */
const EVERY_ROW = /\bwhere\s+(?:true|1|1\s*=\s*1|id\s+is\s+not\s+null|id\s*(?:>=?|!=|<>)\s*-?[01])\s*$/iu

/** `EXECUTE 'DROP …'` in a block of code. */
const EXECUTED = /\bexecute\s{1,8}(?:immediate\s{1,8}|format\s{0,4}\(\s{0,8})?'\s{0,8}(?:drop|truncate|delete)\s/iu

/** `ALTER COLUMN a DROP DEFAULT`, `DROP NOT NULL`: of a column only what it says of new rows. */
const KEEPS_ROWS = /^(?:DEFAULT|NOT|IDENTITY|EXPRESSION),?$/u

function keepsRows(words: readonly string[], at: number): boolean {
  const of = words[at - 2]
  return KEEPS_ROWS.test(words[at + 1] ?? '') && (of === 'ALTER' || of === 'DOMAIN' || of === 'COLUMN')
}

/** `ON DELETE CASCADE` */
function isOfKey(words: readonly string[], at: number): boolean {
  return words[at - 1] === 'ON' && words[at + 1] !== 'WHERE'
}

/** Destructive SQL: whole objects, whole tables, or rows without a condition. */
export function sqlDangers(text: string): readonly Found[] {
  const out: Found[] = EXECUTED.test(text) ? [found('database', 'high', 'Deletes what a statement puts together')] : []
  for (const statement of withoutLiterals(text).split(';')) {
    const words = statement
      .replace(EVERY_ROW, '')
      .trim()
      .toUpperCase()
      .split(/[\s(]+/u)
    const [first = '', second = ''] = words
    const verb = first === 'EXPLAIN' || first === 'BEGIN' ? second : first
    if (first === 'EXPLAIN' && second !== 'ANALYZE') continue
    if (verb === 'DROP')
      out.push(found('database', 'high', `Deletes a ${(second === '' ? 'database object' : second).toLowerCase()}`))
    else if (verb === 'TRUNCATE') out.push(found('database', 'high', 'Empties a table'))
    else if (verb === 'FLUSHALL' || verb === 'FLUSHDB' || verb === 'FLUSH_ALL')
      out.push(found('database', 'high', 'Deletes every key'))
    else if (verb === 'DELETE' && words.includes('FROM') && !words.includes('WHERE'))
      out.push(found('database', 'high', 'Deletes every row of a table'))
    else if (verb === 'UPDATE' && words.includes('SET') && !words.includes('WHERE'))
      out.push(found('database', 'high', 'Changes every row of a table'))
    else if (verb === 'ALTER' && words.some((word, at) => word === 'DROP' && !keepsRows(words, at)))
      out.push(found('database', 'high', 'Drops a column or constraint'))
    else if (words.includes('DELETE') && words.includes('FROM') && !words.includes('WHERE') && verb === 'WITH')
      out.push(found('database', 'high', 'Deletes rows without a condition'))
    else if ((verb === 'DETACH' || verb === 'MATCH') && words.includes('DETACH') && words.includes('DELETE'))
      out.push(found('database', 'high', 'Deletes nodes with their relations'))
    else if (verb === 'ALTER' && words.some((word, at) => word === 'DELETE' && !isOfKey(words, at)))
      out.push(found('database', 'high', 'Deletes rows of a table'))
    else if (verb === 'COPY' && words.includes('PROGRAM'))
      out.push(found('database', 'high', 'Has the server run a program'))
    else if (verb === 'GRANT' && second === 'ALL') out.push(found('database', 'medium', 'Gives somebody every right'))
    else if ((verb === 'CREATE' || verb === 'ALTER') && words.includes('SUPERUSER'))
      out.push(found('database', 'high', 'Makes a role that may do anything'))
    else if (verb === 'REMOVE' && REMOVED.has(second))
      out.push(found('database', 'high', `Deletes a ${second.toLowerCase()}`))
    else if (
      (verb === 'ALTER' || verb === 'SET') &&
      (second === 'USER' || second === 'ROLE' || second === 'LOGIN' || second === 'PASSWORD') &&
      words.some((word) => word === 'PASSWORD' || word === 'IDENTIFIED')
    )
      out.push(found('database', 'medium', 'Changes how somebody logs in'))
    else if (verb === 'SHUTDOWN' || (verb === 'RESET' && second === 'MASTER'))
      out.push(found('database', 'high', 'Stops or resets the server'))
    else if (verb === 'REVOKE' && second === 'ALL')
      out.push(found('database', 'medium', 'Takes every right from somebody'))
    else if (verb === 'PURGE' && (second === 'BINARY' || second === 'MASTER'))
      out.push(found('database', 'high', 'Deletes the record from which data is recovered'))
    else if (verb === 'ALTER' && second === 'SYSTEM')
      out.push(found('database', 'medium', 'Changes how the server runs'))
    else if (words.includes('PG_TERMINATE_BACKEND')) out.push(found('database', 'medium', 'Ends connections of others'))
    else if (words.some((word) => word.endsWith('XP_CMDSHELL')))
      out.push(found('database', 'high', 'Has the server run a program'))
  }
  return out
}

/** What SurrealDB calls dropping. */
const REMOVED: ReadonlySet<string> = new Set(['TABLE', 'DATABASE', 'DB', 'NAMESPACE', 'NS'])

const CALLS: readonly (readonly [string, string])[] = [
  ['.drop(', 'Deletes a collection'],
  ['.dropDatabase(', 'Deletes a database'],
  ['._drop', 'Deletes a collection or database'],
  ['.dropIndex', 'Deletes indices'],
  ['.dropAllUsers', 'Deletes all users'],
  ['.dropUser(', 'Deletes a user'],
  ['.dropRole(', 'Deletes a role'],
  ['dropDatabase:', 'Deletes a database'],
  ['ommand({drop:', 'Deletes a collection'],
  ['ommand({"drop":', 'Deletes a collection'],
  ['.deleteMany({})', 'Deletes every document of a collection'],
  ['.deleteMany()', 'Deletes every document of a collection'],
  ['.deleteMany({_id:{$exists:true}', 'Deletes every document of a collection'],
  ['.remove({})', 'Deletes every document of a collection'],
  ['.remove({},', 'Deletes every document of a collection'],
  ['.deleteMany({},', 'Deletes every document of a collection'],
  ['.remove()', 'Deletes every document of a collection'],
  ['.shutdownServer(', 'Stops the server'],
  ['ommand({shutdown:', 'Stops the server'],
  ['.updateMany({},', 'Changes every document of a collection'],
]

/** Calls of the document databases' shells. */
export function scriptDangers(text: string): readonly Found[] {
  const dense = text.replaceAll(/\s+/gu, '')
  return CALLS.filter(([call]) => dense.includes(call)).map(([, why]) => found('database', 'high', why))
}

/** Strings and comments are data: `SELECT 'drop table x'` drops nothing. */
function withoutLiterals(text: string): string {
  let out = ''
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    const pair = text.slice(at, at + 2)
    const end =
      char === "'"
        ? text.indexOf("'", at + 1)
        : pair === '--'
          ? text.indexOf('\n', at)
          : pair === '/*'
            ? text.indexOf('*/', at) + 1
            : -1
    const opens = char === "'" || pair === '--' || pair === '/*'
    if (!opens) {
      out += char
      at++
      continue
    }
    out += ' '
    if (end <= at) break
    at = end + 1
  }
  return out
}

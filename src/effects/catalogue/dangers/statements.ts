/** Part of the danger catalogue: what a text of statements, or of calls to a document database, would destroy. */

import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'
import { isSecret } from './secrets.ts'
import { redirected } from './writes.ts'

/** A condition that holds for every row limits nothing. */
const EVERY_ROW = /\bwhere\s+(?:true|1|1\s*=\s*1|id\s+is\s+not\s+null|id\s*(?:>=?|!=|<>)\s*-?[01])\s*$/iu

/** `EXECUTE 'DROP …'` in a block of code. */
const EXECUTED = /\bexecute\s{1,8}(?:immediate\s{1,8}|format\s{0,4}\(\s{0,8})?'\s{0,8}(?:drop|truncate|delete)\s/iu

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
    if (first === 'EXPLAIN' && second !== 'ANALYZE') continue
    const verb = first === 'EXPLAIN' || first === 'BEGIN' ? second : first
    const row = STATEMENTS.find(([verbs, does]) => (verbs === ANY || verbs.includes(verb)) && does(words, second))
    if (row !== undefined) out.push(found('database', row[2], typeof row[3] === 'string' ? row[3] : row[3](second)))
  }
  return out
}

type Does = (words: readonly string[], second: string) => boolean

/** For statements that may begin with any word. */
const ANY: readonly string[] = []

/**
 * What a statement begins with, what else must be true of it, how grave it is, and what it does. The first row that
 * fits counts.
 */
const STATEMENTS: readonly (readonly [
  verbs: readonly string[],
  does: Does,
  severity: 'high' | 'medium',
  why: string | ((second: string) => string),
])[] = [
  [['DROP'], always, 'high', (second) => `Deletes a ${(second === '' ? 'database object' : second).toLowerCase()}`],
  [['TRUNCATE'], always, 'high', 'Empties a table'],
  [['FLUSHALL', 'FLUSHDB', 'FLUSH_ALL'], always, 'high', 'Deletes every key'],
  [['DELETE'], ofAll('FROM'), 'high', 'Deletes every row of a table'],
  [['UPDATE'], ofAll('SET'), 'high', 'Changes every row of a table'],
  [['ALTER'], dropsRows, 'high', 'Drops a column or constraint'],
  [['WITH'], ofAll('DELETE', 'FROM'), 'high', 'Deletes rows without a condition'],
  [['DETACH', 'MATCH'], has('DETACH', 'DELETE'), 'high', 'Deletes nodes with their relations'],
  [['ALTER'], deletesRows, 'high', 'Deletes rows of a table'],
  [['COPY'], has('PROGRAM'), 'high', 'Has the server run a program'],
  [['GRANT'], behind('ALL'), 'medium', 'Gives somebody every right'],
  [['CREATE', 'ALTER'], has('SUPERUSER'), 'high', 'Makes a role that may do anything'],
  // SurrealDB's word for dropping.
  [['REMOVE'], behind('TABLE', 'DATABASE', 'DB', 'NAMESPACE', 'NS'), 'high', (s) => `Deletes a ${s.toLowerCase()}`],
  [['ALTER', 'SET'], setsPassword, 'medium', 'Changes how somebody logs in'],
  [['SHUTDOWN'], always, 'high', 'Stops or resets the server'],
  [['RESET'], behind('MASTER'), 'high', 'Stops or resets the server'],
  [['REVOKE'], behind('ALL'), 'medium', 'Takes every right from somebody'],
  [['PURGE'], behind('BINARY', 'MASTER'), 'high', 'Deletes the record from which data is recovered'],
  [['ALTER'], behind('SYSTEM'), 'medium', 'Changes how the server runs'],
  [ANY, has('PG_TERMINATE_BACKEND'), 'medium', 'Ends connections of others'],
  [ANY, (words) => words.some((word) => word.endsWith('XP_CMDSHELL')), 'high', 'Has the server run a program'],
]

function always(): boolean {
  return true
}

function has(...wanted: readonly string[]): Does {
  return (words) => wanted.every((word) => words.includes(word))
}

/** It has no condition, so it is meant for every row. */
function ofAll(...wanted: readonly string[]): Does {
  return (words) => wanted.every((word) => words.includes(word)) && !words.includes('WHERE')
}

/** One of these words follows the verb. */
function behind(...wanted: readonly string[]): Does {
  return (_, second) => wanted.includes(second)
}

function dropsRows(words: readonly string[]): boolean {
  return words.some((word, at) => word === 'DROP' && !keepsRows(words, at))
}

/** `ALTER COLUMN a DROP DEFAULT`, `DROP NOT NULL`: this only drops what the column says about new rows. */
function keepsRows(words: readonly string[], at: number): boolean {
  const of = words[at - 2]
  return KEEPS_ROWS.test(words[at + 1] ?? '') && (of === 'ALTER' || of === 'DOMAIN' || of === 'COLUMN')
}

const KEEPS_ROWS = /^(?:DEFAULT|NOT|IDENTITY|EXPRESSION),?$/u

function deletesRows(words: readonly string[]): boolean {
  return words.some((word, at) => word === 'DELETE' && !isOfKey(words, at))
}

/** `ON DELETE CASCADE` */
function isOfKey(words: readonly string[], at: number): boolean {
  return words[at - 1] === 'ON' && words[at + 1] !== 'WHERE'
}

const LOGINS: ReadonlySet<string> = new Set(['USER', 'ROLE', 'LOGIN', 'PASSWORD'])

function setsPassword(words: readonly string[], second: string): boolean {
  return LOGINS.has(second) && words.some((word) => word === 'PASSWORD' || word === 'IDENTIFIED')
}

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

/** Calls in the shells of document databases. */
export function scriptDangers(text: string): readonly Found[] {
  const dense = text.replaceAll(/\s+/gu, '')
  return CALLS.filter(([call]) => dense.includes(call)).map(([, why]) => found('database', 'high', why))
}

/** `writefile('/x', …)`, `COPY … TO '/x'`, `INTO OUTFILE '/x'`, `lo_export(1, '/x')`: files that the client or server writes. */
const WRITES =
  /\bwritefile\s{0,4}\(\s{0,4}'([^'\n]{1,200})'|\bto\s{1,4}'([^'\n]{1,200})'|\binto\s{1,4}(?:outfile|dumpfile)\s{1,4}['"]([^'"\n]{1,200})['"]|\blo_export\s{0,4}\([^'\n]{0,40}'([^'\n]{1,200})'|^\s{0,4}\.(?:once|output|excel|backup|save)\s{1,4}(\/\S{1,200})/giu
/** `readfile('x')`, `LOAD_FILE('x')`, `pg_read_file('x')`, `read_csv('x')`, `COPY t FROM 'x'`. */
const READS =
  /\b(?:readfile|load_file|pg_read_(?:binary_)?file|lo_import|read_(?:text|blob|csv|json)\w{0,8})\s{0,4}\(\s{0,4}['"]([^'"\n]{1,200})['"]|\bfrom\s{1,4}'([^'\n]{1,200})'/giu
/** `.restore x.db`: the database becomes that file. */
const RESTORES = /^\s{0,4}\.(?:restore|recover|open\s{1,4}--new)\s/iu

/** What statements, or the client's own commands, do to files. */
export function filesTold(text: string, input: DangerInput): readonly Found[] {
  const secret = filesIn(text, READS).find(isSecret)
  return [
    ...(RESTORES.test(text) ? [found('database', 'high', 'Replaces the whole database')] : []),
    ...redirected({ ...input, writes: filesIn(text, WRITES) }),
    ...(secret === undefined ? [] : [found('exfiltration', 'medium', `Reads ${secret} into a database`)]),
  ]
}

function filesIn(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), (match) => match.slice(1).find((file) => file !== undefined) ?? '')
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

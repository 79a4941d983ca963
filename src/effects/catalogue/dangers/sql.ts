/** Part of the danger catalogue: statements in the text that database clients are given. */

import type { Word } from '../../../engine/effect.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import type { Line } from './line.ts'
import { operandTexts } from './line.ts'

/** Options whose value is text to run, by client; an empty list means the operands are. */
const CLIENTS: Readonly<Record<string, readonly string[]>> = {
  psql: ['-c', '--command'],
  mysql: ['-e', '--execute'],
  mariadb: ['-e', '--execute'],
  mycli: ['-e', '--execute'],
  mysqlsh: ['-e', '--execute'],
  pgcli: ['-c', '--command'],
  sqlcmd: ['-Q', '-q'],
  sqlplus: [],
  cqlsh: ['-e', '--execute'],
  'clickhouse-client': ['-q', '--query'],
  clickhouse: ['-q', '--query'],
  cockroach: ['-e', '--execute'],
  duckdb: [],
  sqlite3: [],
  sqlite: [],
  litecli: ['-e'],
  bq: [],
  usql: ['-c', '--command'],
  trino: ['--execute'],
  presto: ['--execute'],
  hive: ['-e'],
  beeline: ['-e'],
  snowsql: ['-q', '--query'],
  snow: ['-q', '--query'],
  isql: [],
  db2: [],
  bteq: [],
  tsql: [],
  vsql: ['-c'],
  'impala-shell': ['-q', '--query'],
  heroku: ['-c', '--command'],
  wp: [],
  mongo: ['--eval'],
  mongosh: ['--eval'],
  'spark-sql': ['-e'],
  turso: [],
  wrangler: ['--command'],
  influx: ['-execute', '-e', '--execute'],
  hbase: [],
  'cypher-shell': [],
  aws: ['--sql', '--query-string', '--statement'],
  arangosh: ['--javascript.execute-string'],
  surreal: [],
  'redis-cli': [],
  'valkey-cli': [],
  'keydb-cli': [],
  // What stores are told over a bare connection.
  nc: [],
  ncat: [],
  netcat: [],
}

const FETCHERS: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'xh'])
const SOCKETS: ReadonlySet<string> = new Set(['nc', 'ncat', 'netcat'])

export function isDatabaseClient(program: string): boolean {
  return Object.hasOwn(CLIENTS, program)
}

/** What the statements on the command line or in the pipe would destroy, and a file of statements with a telling name. */
export function statements(input: DangerInput, line: Line): readonly Found[] {
  const given = [...texts(input, line), ...piped(input)]
  if (input.text !== undefined) given.push(input.text)
  const out = given.flatMap((text) => [...sqlDangers(text), ...scriptDangers(text)])
  const files = [...(input.reads ?? []), ...operandTexts(line), ...printed(input)]
  const file = files.find(
    (name) => /\.(?:sql|cql|ddl|js|cypher)$/u.test(name) && /drop|truncate|delete|reset|wipe|destroy/iu.test(name),
  )
  if (stagesBefore(input).some(([program]) => FETCHERS.has(baseName(program))) && !SOCKETS.has(input.program))
    out.push(found('remote-code', 'medium', 'Runs statements straight from the network'))
  if (file !== undefined) out.push(found('database', 'medium', `Runs the statements of ${file}`))
  if (stagesBefore(input).some(printsRemoval)) out.push(found('database', 'high', 'Deletes tables or their rows'))
  return out
}

/** `echo 'DROP …' | psql`. */
function piped(input: DangerInput): readonly string[] {
  return stagesBefore(input).flatMap(([program, ...words]) =>
    program === 'echo' || program === 'printf' ? [words.join(' ').replaceAll(/\\[nrt]/gu, '\n')] : [],
  )
}

/** `echo 'DROP …' | python manage.py dbshell`, `rails c <<< 'User.delete_all'`: what the console of an application is told. */
export function consoled(input: DangerInput): readonly Found[] {
  const given = [...piped(input), ...(input.text === undefined ? [] : [input.text])]
  return given.flatMap((text) => [
    ...sqlDangers(text),
    ...scriptDangers(text),
    ...(EMPTIED.test(text) ? [found('database', 'medium', 'Deletes the rows of a table, or all tables')] : []),
  ])
}

/** Calls of the layers above a database that leave nothing of it. */
export const EMPTIED =
  /\b(?:dropDatabase|drop_database|drop_all|delete_all|destroy_all|dropAllTables)\b|\.objects\.all\(\)\.delete\(|\.(?:deleteMany|delete_many)\((?:\{\})?\)|\.destroy\(\{\s{0,2}(?:truncate|where:\s{0,2}\{\s{0,2}\})|\.flush_?(?:all|db)\(/iu

/** `manage.py sqlflush | psql`, `pg_dump --clean a | psql b`: programs that print statements which delete. */
function printsRemoval([program, ...words]: readonly Word[]): boolean {
  return (
    words.includes('sqlflush') || (baseName(program) === 'pg_dump' && words.some((word) => CLEANS.test(word ?? '')))
  )
}

const CLEANS = /^(?:-c|--clean)$/u

/** `cat drop.sql | psql`. */
function printed(input: DangerInput): readonly string[] {
  return stagesBefore(input).flatMap(([program, ...words]) =>
    program === 'cat' ? words.filter((word): word is string => word !== null) : [],
  )
}

/** `… | xargs redis-cli DEL`: every key that something else names. */
export function keysListed(input: DangerInput, line: Line): readonly Found[] {
  const verb = line.operands.find(({ maybeValue }) => !maybeValue)?.text ?? ''
  const several = stagesBefore(input).length > 0 || input.substitutes !== undefined
  const listed = several && /^(?:del|unlink)$/iu.test(verb) && input.argv.includes(null)
  return listed ? [found('database', 'high', 'Deletes every key that it is handed')] : []
}

/** A statement with a variable in it is one, too. */
function texts({ argv: words, program, spelled }: DangerInput, line: Line): readonly string[] {
  if (/^(?:redis|valkey|keydb)-cli$/u.test(program)) return spoken(line)
  const options = CLIENTS[program] ?? []
  if (options.length === 0) return line.operands.flatMap(({ text, index }) => text ?? spelled?.[index] ?? [])
  const argv = spelled === undefined ? words : words.map((word, at) => word ?? spelled[at] ?? null)
  const out: string[] = []
  argv.forEach((word, index) => {
    if (word === null) return
    for (const option of options) {
      const next = argv[index + 1]
      if (word === option && typeof next === 'string') out.push(next)
      else if (word.startsWith(`${option}=`)) out.push(word.slice(option.length + 1))
      else if (
        option.length === 2 &&
        !word.startsWith('--') &&
        word.startsWith('-') &&
        word.includes(option.charAt(1), 1)
      ) {
        const glued = word.slice(word.indexOf(option.charAt(1), 1) + 1)
        if (glued !== '') out.push(glued)
        else if (word !== option && typeof next === 'string') out.push(next)
      }
    }
  })
  return out
}

/** The operands are one command: `SET flushall 1` sets a key. */
function spoken({ operands }: Line): readonly string[] {
  const out: string[] = []
  for (let at = 0; at < operands.length; at++) {
    out.push(
      operands
        .slice(at)
        .map(({ text }) => text ?? '')
        .join(' '),
    )
    if (operands[at]?.maybeValue === false) break
  }
  return out
}

/** A condition that holds for every row is none. */
const EVERY_ROW = /\bwhere\s+(?:true|1|1\s*=\s*1|id\s+is\s+not\s+null|id\s*(?:>=?|!=|<>)\s*-?[01])\s*$/iu

/** Destructive SQL: whole objects, whole tables, or rows without a condition. */
export function sqlDangers(text: string): readonly Found[] {
  const out: Found[] = []
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
    else if (verb === 'ALTER' && words.includes('DROP'))
      out.push(found('database', 'high', 'Drops a column or constraint'))
    else if (words.includes('DELETE') && words.includes('FROM') && !words.includes('WHERE') && verb === 'WITH')
      out.push(found('database', 'high', 'Deletes rows without a condition'))
    else if ((verb === 'DETACH' || verb === 'MATCH') && words.includes('DETACH') && words.includes('DELETE'))
      out.push(found('database', 'high', 'Deletes nodes with their relations'))
    else if (verb === 'ALTER' && words.includes('DELETE'))
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
  ['.remove({})', 'Deletes every document of a collection'],
  ['.remove()', 'Deletes every document of a collection'],
  ['.shutdownServer(', 'Stops the server'],
  ['ommand({shutdown:', 'Stops the server'],
  ['.updateMany({},', 'Changes every document of a collection'],
]

/** Calls of the document databases' shells. */
function scriptDangers(text: string): readonly Found[] {
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

/** Part of the danger catalogue: statements in the text that clients of databases are given. */

import type { Word } from '../../../engine/effect.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import type { Line } from './line.ts'
import { operandTexts } from './line.ts'
import { filesTold, scriptDangers, sqlDangers } from './statements.ts'

/** Options whose value is text to run, by client; if the list is empty, the operands are the text. */
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
  cbq: ['-s', '--script', '-script'],
  dolt: ['-q', '--query'],
  ysqlsh: ['-c', '--command'],
  ycqlsh: ['-e', '--execute'],
  edgedb: ['-c'],
  gel: ['-c'],
  mclient: ['-s', '--statement'],
  nzsql: ['-c'],
  ksql: ['-e', '--execute'],
  athenacli: ['-e'],
  osql: ['-Q', '-q'],
  sqlline: ['-e'],
  exaplus: ['-sql'],
  gremlin: [],
  rqlite: [],
  'isql-fb': [],
  hdbsql: [],
  dbaccess: [],
  'invoke-sqlcmd': ['-Query', '-query'],
  // Programs through which a store gets its commands over a bare connection.
  nc: [],
  ncat: [],
  netcat: [],
}

const FETCHERS: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'xh'])
const SOCKETS: ReadonlySet<string> = new Set(['nc', 'ncat', 'netcat'])

/** The option behind which it takes statements; empty if they are operands. */
export function statementOption(program: string): string {
  return CLIENTS[program]?.[0] ?? ''
}

export function isDatabaseClient(program: string): boolean {
  return Object.hasOwn(CLIENTS, program)
}

/**
 * What the statements on the command line or in the pipe would destroy; also a file of statements whose name says so.
 */
export function statements(input: DangerInput, line: Line): readonly Found[] {
  const given = [...texts(input, line), ...piped(input)]
  if (input.text !== undefined) given.push(input.text)
  const passing =
    IN_MEMORY.has(input.program) && operandTexts(line)[0] === ':memory:' && !given.some((text) => ELSEWHERE.test(text))
  const told = ANY_LINE.test(input.program) ? given.flatMap((text) => text.split('\n')) : given
  const out = (passing ? [] : told).flatMap((text) => [...sqlDangers(text), ...scriptDangers(text)])
  const files = [...(input.reads ?? []), ...operandTexts(line), ...printed(input)]
  const file = files.find(
    (name) => /\.(?:sql|cql|ddl|js|cypher)$/u.test(name) && /drop|truncate|delete|reset|wipe|destroy/iu.test(name),
  )
  if (stagesBefore(input).some(([program]) => FETCHERS.has(baseName(program))) && !SOCKETS.has(input.program))
    out.push(found('remote-code', 'medium', 'Runs statements straight from the network'))
  if (file !== undefined) out.push(found('database', 'medium', `Runs the statements of ${file}`))
  if (stagesBefore(input).some(printsRemoval)) out.push(printedRemoval())
  out.push(...given.flatMap((text) => filesTold(text, input)))
  return out
}

/** Programs that keep a database of the name `:memory:` in memory alone. */
const IN_MEMORY: ReadonlySet<string> = new Set(['sqlite3', 'sqlite', 'duckdb', 'litecli'])
/** In a database that is only in memory: what reaches others, and commands of the client. */
const ELSEWHERE = /\battach\b|^\s*\./imu

/** Clients for which every line is a command. */
const ANY_LINE = /^(?:(?:redis|valkey|keydb)-cli|nc|ncat|netcat)$/u

/** `echo 'DROP …' | psql`. */
function piped(input: DangerInput): readonly string[] {
  return stagesBefore(input).flatMap(([program, ...words]) =>
    program === 'echo' || program === 'printf' ? [words.join(' ').replaceAll(/\\[nrt]/gu, '\n')] : [],
  )
}

/**
 * `echo 'DROP …' | python manage.py dbshell`, `rails c <<< 'User.delete_all'`: text for the console of an application.
 */
export function consoled(input: DangerInput): readonly Found[] {
  const executed = input.argv.includes('tinker')
    ? input.argv.map((word) => word?.replace(/^--execute=/u, '') ?? '')
    : []
  const given = [...piped(input), ...executed, ...(input.text === undefined ? [] : [input.text])]
  if (stagesBefore(input).some(printsRemoval)) return [printedRemoval()]
  return given.flatMap((text) => [
    ...sqlDangers(text),
    ...scriptDangers(text),
    ...(EMPTIED.test(text) ? [found('database', 'medium', 'Deletes the rows of a table, or all tables')] : []),
  ])
}

/** Calls of libraries on top of a database that delete all of it. */
export const EMPTIED =
  /\b(?:dropDatabase|drop_database|drop_all|delete_all|destroy_all|dropAllTables|dropTable(?:IfExists)?|drop_table|dropCollection)\b|->truncate\(\)|::truncate\(\)|::query\(\)->delete\(\)|\bSidekiq::\w{1,20}\.new[^;\n]{0,40}\.clear\b|\.objects\.all\(\)\.delete\(|\.(?:deleteMany|delete_many)\((?:\{\})?\)|\.destroy\(\{\s{0,2}(?:truncate|where:\s{0,2}\{\s{0,2}\})|\.flush_?(?:all|db)\(/iu

/** `manage.py sqlflush | psql`, `pg_dump --clean a | psql b`: programs that print statements which delete. */
function printsRemoval([program, ...words]: readonly Word[]): boolean {
  const cleans = baseName(program) === 'pg_dump' && (words.includes('-c') || words.includes('--clean'))
  return cleans || words.some((word) => word === 'sqlflush' || PRINTED_REMOVAL.test(word ?? ''))
}

function printedRemoval(): Found {
  return found('database', 'high', 'Deletes tables or their rows')
}

/** `select 'drop table ' || name …`. */
const PRINTED_REMOVAL = /\bselect\b[^'\n]{0,80}'\s{0,4}(?:drop|truncate|delete)\s/iu

/** `cat drop.sql | psql`. */
function printed(input: DangerInput): readonly string[] {
  return stagesBefore(input).flatMap(([program, ...words]) =>
    program === 'cat' ? words.filter((word): word is string => word !== null) : [],
  )
}

/** `… | xargs redis-cli DEL`: every key that another command names. */
export function keysListed(input: DangerInput, line: Line): readonly Found[] {
  const verb = line.operands.find(({ maybeValue }) => !maybeValue)?.text ?? ''
  const several = stagesBefore(input).length > 0 || input.substitutes !== undefined
  const listed = several && /^(?:del|unlink)$/iu.test(verb) && input.argv.includes(null)
  return listed ? [found('database', 'high', 'Deletes every key that it is handed')] : []
}

/** A statement that contains a variable counts as well. */
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

/** The operands form one command: `SET flushall 1` only sets a key. */
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

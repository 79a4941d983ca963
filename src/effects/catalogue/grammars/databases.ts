/**
 * Part of the command catalogue: clients of databases: which calls only list or read, and which files the queries name.
 */

import { addRead, addWrite, type Draft, GLOB, GUESS, META, sawFlag, short, spoil, TREE } from '../draft.ts'
import { addValue } from '../values.ts'
import { onlyAsked } from './version-only.ts'

const LISTS = new Set(['-l', '--list', '-V', '--version', '-?', '--help'])

/**
 * A file that a query or a command of the client names: `\\i x`, `source x`, `from read_text('x')`, `copy t from 'x'`.
 */
const NAMED = /'([^'\s]+)'|(?:\\[a-z_]+\+?|\bsource|\\\.)\s+([^\s;'"]+)/giu

/** Clients for which such a name may be a pattern. */
const PATTERNS: ReadonlySet<string> = new Set(['duckdb', 'clickhouse', 'clickhouse-local'])

/** Every file that fits a pattern is read. For these clients a star also stands for hidden names. */
function addFitting(draft: Draft, index: number, pattern: string): void {
  if (!/[*?[]/u.test(pattern)) return
  for (const spelled of new Set([pattern, pattern.replace(/(^|\/)(?=[*?[][^/]*$)/u, '$1.')]))
    addRead(draft, index, spelled, GUESS | META | GLOB)
}

/** Files that are named in text among the words may be read. */
export function namedInQueries(draft: Draft): void {
  for (let index = draft.from; index < draft.argv.length; index++)
    for (const [, quoted, named] of draft.argv[index]?.matchAll(NAMED) ?? []) {
      addRead(draft, index, quoted ?? named ?? '', GUESS | TREE | META)
      if (quoted !== undefined && PATTERNS.has(draft.argv[0] ?? '')) addFitting(draft, index, quoted)
      if (quoted?.includes('://') === true) addValue(draft, 'u', index, quoted, GUESS)
    }
  for (let index = draft.from; index < draft.argv.length; index++)
    for (const pattern of [SENT, WRITTEN])
      for (const [, file] of draft.argv[index]?.matchAll(pattern) ?? []) addNamed(draft, 'w', index, file)
}

/**
 * `copy t to 'x'`, `into outfile 'x'`, `vacuum into 'x'`, `export database 'x'`, `attach 'x'`; psql's own `\copy` needs
 * no quotes.
 */
const WRITTEN =
  /(?:\b(?:to|outfile|dumpfile|into|database|attach)(?:\s+if\s+not\s+exists)?\s+(?=['"])|\\copy\b[^\n]{0,500}?\bto\s+)['"]?([^'"\s;|]+)/giu

/** The file to which psql sends what it shows. */
const SENT = /\\(?:o|out|w|g|gx)\s+([^\s;'"|]+)/gu

/** psql's own commands that list tables and the like. Backquotes after them would run a command, so they do not fit. */
const DESCRIBES = /^\\(?:d[tvimsnfuxgT]?[S+]{0,2}|l\+?|conninfo)(?:\s+[\w.*]+)?\s*$/u
const PLAIN_NAME = /^\w[\w-]*$/u

/** Without a listing flag psql opens a session; with a host, or an address in place of a name, it connects. */
export function onlyDatabases(draft: Draft): void {
  namedInQueries(draft)
  const valuesOf = (name: string) =>
    draft.flags.flatMap(({ flag, value }) => (flag.names.includes(name) ? [value] : []))
  const told = valuesOf('-c')
  if (!told.every((text) => DESCRIBES.test(text ?? ''))) spoil(draft, 'runs a query')
  if (told.length === 0 && !sawFlag(draft, LISTS)) spoil(draft, 'opens a session')
  const databases = [...valuesOf('-d'), ...draft.operands.map((index) => draft.argv[index])]
  if (!databases.every((name) => PLAIN_NAME.test(name ?? ''))) spoil(draft, 'may talk to another host')
  for (let index = draft.from; index < draft.argv.length; index++) {
    const host = /(?:^|[\s'"])host(?:addr)?\s*=\s*([^\s'"]+)/iu.exec(draft.argv[index] ?? '')?.[1]
    if (host !== undefined) addValue(draft, 'u', index, host, GUESS)
  }
}

const READS = new Set(
  `PING INFO DBSIZE GET MGET EXISTS TTL PTTL TYPE STRLEN KEYS SCAN HGET HGETALL HKEYS HLEN HMGET HSCAN HEXISTS LLEN LRANGE LINDEX
   SCARD SMEMBERS SISMEMBER SSCAN ZCARD ZRANGE ZRANGEBYSCORE ZSCORE ZRANK ZCOUNT ZSCAN XLEN XRANGE XINFO OBJECT TIME LASTSAVE
   RANDOMKEY GETRANGE BITCOUNT COMMAND EXPIRETIME`.split(/\s+/u),
)
const SCANS = new Set(['--scan', '--bigkeys', '--memkeys'])
const READ_PAIRS = new Set([
  'CLIENT LIST',
  'CLIENT INFO',
  'MEMORY USAGE',
  'MEMORY STATS',
  'SLOWLOG GET',
  'SLOWLOG LEN',
  'CLUSTER INFO',
  'CLUSTER NODES',
])

export function redisReads(draft: Draft): void {
  const [first, second] = draft.operands.map((index) => draft.argv[index])
  if (first === undefined) {
    if (!sawFlag(draft, LISTS) && !sawFlag(draft, SCANS)) spoil(draft, 'opens a session')
    return
  }
  const verb = first?.toUpperCase() ?? ''
  if (READS.has(verb) || READ_PAIRS.has(`${verb} ${second?.toUpperCase()}`)) return
  spoil(draft, `redis ${short(first ?? '$…')}`)
  if (verb === 'CONFIG' && second?.toUpperCase() === 'SET') addSetFiles(draft, draft.operands.slice(2))
}

/** Files to which the server writes from now on; usually it runs on this machine. */
function addSetFiles(draft: Draft, pairs: readonly number[]): void {
  const given = new Map<string, number>()
  for (let at = 0; at + 1 < pairs.length; at += 2)
    given.set(draft.argv[pairs[at] ?? 0]?.toLowerCase() ?? '', pairs[at + 1] ?? 0)
  for (const name of ['dir', 'logfile', 'dbfilename']) {
    const index = given.get(name)
    if (index !== undefined)
      addWrite(draft, 'modify', index, draft.argv[index] ?? '', GUESS | (name === 'dir' ? TREE : 0))
  }
}

/** A command may be cut short. */
const READS_FILE = /^\.(?:rea|res|im|op|lo)[a-z]*\s+(?:--?\S+\s+)*["']?([^\s"']+)/u
const WRITES_FILE = /^\.(?:ou|on|ba|sa|du|cl|lo|ex|op|tr)[a-z]*\s+(?:--?\S+\s+)*["']?([^\s"']+)/u

/** SQL functions that are given a file. */
const FILE_CALL =
  /\b(readfile|writefile|edit|fsdir|lsdir|load_extension|read_(?:csv|text|blob|json|parquet)(?:_auto)?)\s*\(\s*'([^']+)'/giu

/** sqlite3: whatever the queries say, they may write its database, and commands with a dot name further files. */
export function dotCommands(draft: Draft): void {
  onlyAsked(draft)
  namedInQueries(draft)
  for (const index of [...draft.operands.slice(1), ...draft.flags.map((seen) => seen.index)]) {
    const text = draft.argv[index]?.trim() ?? ''
    addNamed(draft, 'r', index, READS_FILE.exec(text)?.[1])
    addNamed(draft, 'w', index, WRITES_FILE.exec(text)?.[1])
    for (const [, call, file] of text.matchAll(FILE_CALL))
      addNamed(draft, call === 'writefile' ? 'w' : 'r', index, file)
  }
}

function addNamed(draft: Draft, role: 'r' | 'w', index: number, file: string | undefined): void {
  if (file !== undefined && !file.startsWith('|')) addValue(draft, role, index, file, GUESS)
}

/** mysql: asked for its version, or given queries. */
export function mysqlQueries(draft: Draft): void {
  onlyAsked(draft)
  namedInQueries(draft)
}

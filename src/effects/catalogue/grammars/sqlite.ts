/**
 * Part of the command catalogue: queries for a database that sqlite3 opens read-only.
 *
 * INVARIANT: a list says which statements, functions and commands pass; what is not in it is not examined further.
 */

import type { Word } from '../../../engine/effect.ts'
import { addRead, type Draft, GUESS, isMany, sawFlag, spoil } from '../draft.ts'
import { addValue } from '../values.ts'
import { dotCommands } from './databases.ts'
import { percentDecoded } from './url-lists.ts'

/** `sqlite3 -readonly app.db 'select …'`. Any other call may write the database, and its text may do anything. */
export function sqliteQueries(draft: Draft): void {
  const [database, ...told] = draft.operands
  if (database !== undefined && told.length > 0 && isOnlyRead(draft, database)) {
    const isSafe = sawFlag(draft, SAFE)
    const asksOnly = (safe: boolean) =>
      told.every((index) => !isMany(draft, index) && isQuery(draft.argv[index] ?? '', safe))
    if (asksOnly(isSafe)) return
    if (!isSafe && asksOnly(true)) spoil(draft, 'a view in the database may run a program unless -safe is given')
  }
  if (database !== undefined) {
    const name = draft.argv[database]
    addValue(draft, 'e', database, name)
    const file = FILE_OF.exec(name ?? '')?.[1]
    if (file !== undefined) addValue(draft, 'e', database, percentDecoded(file), GUESS)
  }
  for (const index of told) addValue(draft, 'x', index, draft.argv[index])
  dotCommands(draft)
}

const READONLY = new Set(['-readonly'])
/**
 * Without it a view, or something else that the database presents as a table, may call `edit()`, which runs a program.
 */
const SAFE = new Set(['-safe'])
const PLAIN = /^(?!file:|-)[^?%]+$/iu
const ADDRESS = /^file:(?!\/\/)([\w./-]+)\?(?:immutable=1&)?mode=ro(?:&immutable=1)?$/u

const FILE_OF = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]+)/iu

/** Read-only by a flag, or by its address, which names a file like any other. */
function isOnlyRead(draft: Draft, index: number): boolean {
  const name: Word = draft.argv[index] ?? null
  if (name === null || isMany(draft, index)) return false
  if (PLAIN.test(name)) return sawFlag(draft, READONLY)
  const file = ADDRESS.exec(name)?.[1]
  if (file === undefined) return false
  addRead(draft, index, file)
  return true
}

function isQuery(text: string, isSafe: boolean): boolean {
  if (text.startsWith('.')) return COMMAND.test(text) && (isSafe || !READS_TABLES.test(text))
  if (text.length > LONGEST || REACHES_OUT.test(text)) return false
  const bare = text.replaceAll(LITERAL, QUOTE)
  if (ODD.test(bare) || CALLED_BY_QUOTE.test(bare) || CHANGES.test(bare)) return false
  for (const [, name = ''] of bare.matchAll(CALL)) if (!known().has(name.toLowerCase())) return false
  const statements = bare.split(';').map((statement) => statement.trim())
  const asks = isSafe ? ASKS : ASKS_FOR_NAMES
  return statements.some(Boolean) && statements.every((one) => one === '' || asks.test(one) || isPragma(one, isSafe))
}

function isPragma(statement: string, isSafe: boolean): boolean {
  return PRAGMA.test(statement) && (isSafe || !READS_ROWS.test(statement))
}

const LONGEST = 4000
/** Commands of sqlite3 that show something, or say how things are shown. */
const COMMAND =
  /^\.(?:tables|schema|fullschema|indexes|indices|databases|dump|headers?|mode|width|nullvalue|show|version)(?: +[\w%*.-]+)* *$/u
const READS_TABLES = /^\.(?:dump|fullschema)/u
const QUOTE = "'"
const LITERAL = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/gu
/**
 * Comments, quotes that do not end, a line that begins like a command, and variables: in `@a(')` the quote is part of
 * the name.
 */
const ODD = /--|\/\*|[\\"`$@#:]|\n\s*\./u
const CALLED_BY_QUOTE = /'\s*\(|''/u
const CHANGES =
  /\b(?:insert|update|delete|into|attach|detach|vacuum|create|drop|alter|reindex|analyze|begin|commit)\b/iu
const CALL = /([\w$]+)\s*\(/gu
/** Tables and functions that reach files, or load code, quoted or not; as a table they need no parenthesis. */
const REACHES_OUT = /fsdir|lsdir|zipfile|sqlar|readfile|writefile|load_extension|\bedit\b|dbpage|tokenizer|\bcsv\b/iu
const ASKS = /^(?:explain\s+(?:query\s+plan\s+)?)?(?:select|with|values)\b/iu
/** Queries for the structure of the database; no view can have that name. */
const ASKS_FOR_NAMES =
  /^select\s+(?:\*|count\s*\(\s*\*\s*\)|\w+(?:\s*,\s*\w+)*)\s+from\s+sqlite_(?:master|schema)(?:\s+(?:where|and|or)\s+(?:not\s+)?\w+\s*(?:=|!=|<>|(?:not\s+)?like\b)\s*')*(?:\s+order\s+by\s+\w+(?:\s*,\s*\w+)*)?(?:\s+limit\s+\d+)?$/iu
const READS_ROWS = /_check\b/iu
const PRAGMA =
  /^pragma\s+(?:\w+\.)?(?:(?:table_info|table_xinfo|index_list|index_info|index_xinfo|foreign_key_list|foreign_key_check)\s*\(\s*(?:\w+|')\s*\)|table_list|database_list|function_list|compile_options|user_version|schema_version|application_id|page_count|page_size|freelist_count|encoding|journal_mode|foreign_keys|integrity_check|quick_check|foreign_key_check)$/iu

let functions: ReadonlySet<string> | undefined

/** Words of the language that a parenthesis may follow, and functions that only compute. */
function known(): ReadonlySet<string> {
  return (functions ??= new Set(
    `select from join where on using and or not in exists as by having union all case when then else values over partition filter between like is
     distinct materialized limit offset
     count sum avg min max total group_concat string_agg length lower upper substr substring trim ltrim rtrim replace round abs sign coalesce ifnull
     nullif iif cast typeof quote hex unhex instr printf format glob char unicode random date time datetime julianday strftime unixepoch
     timediff json json_extract json_each json_tree json_type json_valid json_array json_array_length json_object json_group_array
     json_group_object row_number rank dense_rank ntile lag lead first_value last_value nth_value generate_series sqlite_version changes
     table_info table_xinfo index_list index_info index_xinfo foreign_key_list foreign_key_check pragma_table_info pragma_table_xinfo pragma_table_list pragma_index_list pragma_index_info pragma_foreign_key_list
     pragma_database_list`.split(/\s+/u),
  ))
}

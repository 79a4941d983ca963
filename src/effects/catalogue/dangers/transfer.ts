/** Part of the danger catalogue: what requests, file transfers and remote shells are told to do on another machine. */

import { startsWith } from '../../code-at.ts'
import { isShell } from '../wrappers.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import type { Line } from './line.ts'
import { operandTexts } from './line.ts'
import { placeOf } from './places.ts'
import { isSecret } from './secrets.ts'
import { isDatabaseClient, statements } from './sql.ts'
import { sqlDangers } from './statements.ts'

const NOTHING: readonly Found[] = []
const REMOVES: ReadonlySet<string> = new Set([
  'rm',
  'mrm',
  'rmdir',
  'rmtree',
  'deltree',
  'del',
  'rd',
  'delete',
  'mdelete',
  'glob-rm',
])
const SENDS: ReadonlySet<string> = new Set(['put', 'mput', 'reput', 'mirror', 'send'])

/**
 * `sftp host <<< 'rm x'`, `lftp -e 'mirror -R --delete …'`: what is deleted on the other machine, and which secret is
 * sent.
 */
export function transfer(input: DangerInput, _line: Line): readonly Found[] {
  const piped = stagesBefore(input).flatMap(([program, ...words]) =>
    program === 'echo' || program === 'printf' ? [words.join(' ')] : [],
  )
  const words = input.argv.slice(1).filter((word): word is string => typeof word === 'string')
  // tftp takes its command as words.
  const spoken = input.program === 'tftp' ? [words.slice(words.indexOf('-c') + 1).join(' ')] : words
  const out: Found[] = []
  for (const command of [input.text ?? '', ...piped, ...spoken].flatMap((text) => text.split(/[;\n]|\\n/u))) {
    const [verb = '', ...rest] = command.trim().split(/\s+/u)
    const mirrors = verb === 'mirror' && rest.some((word) => word === '--delete' || /^-[a-zA-Z]*e/u.test(word))
    if ((REMOVES.has(verb) && rest.length > 0) || mirrors)
      out.push(found('remote', 'high', 'Deletes files of another machine'))
    const secret = SENDS.has(verb) ? rest.find(isSecret) : undefined
    if (secret !== undefined) out.push(found('exfiltration', 'high', `Sends ${secret} away`))
  }
  return out
}

/** `ssh host < x.sh`, `… | ssh host 'bash -s'`, `… | ssh host psql`: the other machine runs what is read here. */
export function remoteScript(input: DangerInput, line: Line): readonly Found[] {
  const file = input.reads?.[0]
  const stages = stagesBefore(input)
  const handed = input.text !== undefined || stages.length > 0
  if (file === undefined && !handed) return NOTHING
  const sure = line.operands.filter(({ maybeValue }) => !maybeValue)
  const [, ...command] = operandTexts({ ...line, operands: sure })
  const [program = '', ...rest] = command.join(' ').split(/\s+/u)
  // Input that the line spells out is read as a script instead.
  const unspelled = file !== undefined || stages.some(([printer]) => printer !== 'echo' && printer !== 'printf')
  const alone = program === '' && unspelled
  const client = [program, ...rest].map(baseName).find(isDatabaseClient)
  if (client !== undefined)
    return statements({ ...input, argv: [client], program: client }, { flags: line.flags, operands: [] })
  const shell = isShell(baseName(program)) && (rest.length === 0 || rest.includes('-s'))
  return alone || shell
    ? [found('remote', 'medium', `Runs ${file ?? 'what it is handed'} on another machine`)]
    : NOTHING
}

/** The text after these is sent; databases take statements in this way. */
const BODY = /^(?:-d|--data(?:-binary|-raw|-urlencode)?)$/u
const REMOVING_METHOD = /^(?:DELETE|PURGE)$/iu

/** Requests that delete: `curl -X DELETE`, `curl -Q 'DELE x'`, `_delete_by_query`, `doDelete`. */
export function request(input: DangerInput): readonly Found[] {
  const words = input.argv.filter((word): word is string => typeof word === 'string')
  const method = words.some(
    (word, index) =>
      /^(?:-[a-zA-Z]*X|--request|--method|-Method)$/u.test(words[index - 1] ?? '') && REMOVING_METHOD.test(word),
  )
  const glued = words.some((word) => /^(?:-\w*X|--request=|--method=)"?(?:DELETE|PURGE)$/u.test(word))
  const quoted = words.some(
    (word, index) => /^(?:-Q|--quote)$/u.test(words[index - 1] ?? '') && /^[-+*]*(?:DELE|RMD|rm|rmdir)\b/u.test(word),
  )
  const bare =
    quoted ||
    ((input.program === 'http' || input.program === 'https' || input.program === 'xh') &&
      (words.includes('DELETE') || words[1] === 'delete'))
  if (method || glued || bare) return [found('remote', 'high', 'Deletes something on a server')]
  const bodies = words
    .filter((_, index) => BODY.test(words[index - 1] ?? ''))
    .map((word) => word.replace(/^q(?:uery)?=/u, ''))
  const told = bodies.flatMap(sqlDangers)
  if (told.length > 0) return told
  return words.some((word) => /\/(?:_delete_by_query|doDelete)(?:$|[?/])|<delete>|"remove_index"/u.test(word))
    ? [found('remote', 'high', 'Deletes something on a server')]
    : NOTHING
}

/** `rsync -a ~/ host:`: a home, or everything below the root, stands before the target. */
export function wholeSent(input: DangerInput): string | undefined {
  const to = input.argv.findLastIndex((word) => word !== null && isRemote(word))
  const from = input.argv.find(
    (word, at) => at > 0 && at < to && word !== null && !startsWith(word, '-') && isWhole(word, input),
  )
  return from ?? undefined
}

/** A home with everything in it, all its settings, or the settings of the machine. */
export function isWhole(word: string, input: DangerInput): boolean {
  if (isRemote(word)) return false
  const place = placeOf(word, input)
  return place === 'home' || place === 'root' || /^\/(?:etc|home|root)\/?$|\/\.config\/?$/u.test(word)
}

/** Whether it names a file on another machine, or an address. */
export function isRemote(word: string): boolean {
  return /^(?:[\w.-]+@)?[\w.-]+:/u.test(word) || /^(?:s3|gs|az|https?|ftp|rsync|sftp):\/\//u.test(word)
}

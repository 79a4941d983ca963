/** `countersign audit`: what was decided and answered, and the proof that nobody changed it since. */

import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createReadStream, openSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ExportFormat } from '../../gate/audit/export.ts'
import { recordJson } from '../../gate/audit/export.ts'
import { keyId, knownKeys, openKey } from '../../gate/audit/key.ts'
import { verifySealed } from '../../gate/audit/sealed.ts'
import type { Verification } from '../../gate/audit/verify.ts'
import type { AuditFilter, AuditManagement, AuditRecord } from '../../gate/management.ts'
import { visibleJson } from '../../gate/visible.ts'
import { auditKeyFile } from '../../policy/own-folders.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { textOf, whyUnreadable } from '../given-file.ts'
import { numberOf, timeOf } from '../given-values.ts'
import { homeFolder } from '../home.ts'
import { print, printJson, write, writeOn } from '../output.ts'
import { drawRecords, drawVerification } from '../render/audit.ts'
import { verbOf } from '../verbs.ts'
import { lookingAt } from './managing.ts'

/** Fields by which the records to show can be chosen. */
const NAMED = ['kind', 'session', 'agent', 'behavior', 'rule', 'text'] as const
const VERBS = {
  show: { takes: ['limit', 'since', ...NAMED] },
  verify: { takes: ['file', 'head', 'key'] },
  export: { takes: ['format', 'since'] },
  key: {},
  prune: { takes: ['before'] },
}
const SHOWN = '20'

export function run(invocation: Invocation): Promise<number> {
  const { verb } = verbOf(invocation, VERBS)
  return { show, verify, export: exportAll, key: showKey, prune }[verb](invocation)
}

function show(invocation: Invocation): Promise<number> {
  const { values, on } = invocation
  const filter = { limit: numberOf(values.get('limit') ?? SHOWN, 'limit'), ...sinceOf(invocation), ...named(values) }
  return lookingAt(invocation, async ({ audit }) => {
    const records = (await findAll(audit, filter)).toReversed()
    if (on.has('json')) printJson({ records: records.map(recordJson) })
    else print((page) => drawRecords(page, records, Date.now()))
    return EXIT.ok
  })
}

function verify(invocation: Invocation): Promise<number> {
  const expected = expectedOf(invocation.values.get('head'))
  const keys = keysOf(invocation.values.get('key'))
  const file = invocation.values.get('file')
  const tell = (verification: Verification) => {
    if (invocation.on.has('json')) printJson(verification)
    else print((page) => drawVerification(page, verification, invocation.values.has('head')))
    return verification.ok ? EXIT.ok : EXIT.failure
  }
  if (file === undefined)
    return lookingAt(invocation, async ({ audit }) => tell(await audit.verify({ keys, ...expected })))
  if (invocation.values.has('store'))
    throw new BadUse('an export stands for itself: --file and --store do not go together')
  const known = knownKeys(homeFolder(), keys)
  return verifySealed(linesIn(file), { keys: known, ...expected }).then(tell)
}

function linesIn(file: string): AsyncIterable<string> {
  try {
    if (statSync(file).isDirectory()) throw new Error('it is a folder')
    return createInterface({ input: createReadStream(file, { fd: openSync(file, 'r') }), crlfDelay: Infinity })
  } catch (error) {
    throw new BadUse(`the export ${file} cannot be read: ${whyUnreadable(error)}`)
  }
}

/** Prints the public key of this machine, for verifying the record elsewhere. */
async function showKey({ on }: Invocation): Promise<number> {
  const { id, publicKey } = openKey(auditKeyFile(homeFolder()))
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  if (on.has('json')) printJson({ id, key: pem })
  else write(pem)
  return EXIT.ok
}

function exportAll(invocation: Invocation): Promise<number> {
  const format = (invocation.values.get('format') ?? 'jsonl') as ExportFormat
  const since = sinceOf(invocation)
  if (format === 'sealed' && since.since !== undefined)
    throw new BadUse('a sealed export is of the whole chain: leave out --since, or choose another --format')
  return lookingAt(invocation, async ({ audit }) => {
    for await (const line of audit.export({ format, ...since })) if (!(await writeOn(`${visibleJson(line)}\n`))) break
    return EXIT.ok
  })
}

function prune(invocation: Invocation): Promise<number> {
  const before = invocation.values.get('before')
  if (before === undefined) throw new BadUse('prune needs --before with a time', 'For example --before 90d')
  const time = timeOf(before, 'before')
  if (time > Date.now()) throw new BadUse('--before lies in the future; nothing is old enough for it')
  return lookingAt(invocation, async ({ audit }) => {
    const { count, to, questions } = await audit.prune(time)
    if (invocation.on.has('json')) printJson({ dropped: count, to: to ?? null, questions })
    else
      print((page) => {
        page.line(count === 0 ? 'No record is that old.' : `${count} records up to ${to} are dropped, and signed for.`)
        if (questions > 0) page.line(`${questions} ended ${questions === 1 ? 'question is' : 'questions are'} dropped.`)
      })
    return EXIT.ok
  })
}

function sinceOf({ values }: Invocation): { since?: number } {
  const since = values.get('since')
  return since === undefined ? {} : { since: timeOf(since, 'since') }
}

/** Newest first, reading as many pages as needed. */
async function findAll(audit: AuditManagement, filter: AuditFilter): Promise<readonly AuditRecord[]> {
  const found: AuditRecord[] = []
  let before: number | undefined
  do {
    const limit = filter.limit - found.length
    const page = await audit.search({ ...filter, limit, ...(before === undefined ? {} : { before }) })
    found.push(...page.records)
    before = page.next
  } while (before !== undefined && found.length < filter.limit)
  return found
}

function named(values: ReadonlyMap<string, string>): Pick<AuditFilter, (typeof NAMED)[number]> {
  return Object.fromEntries(
    NAMED.flatMap((name) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function expectedOf(head: string | undefined) {
  if (head === undefined) return {}
  const found = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(head)
  if (found === null) throw new BadUse('--head needs SEQ:HASH, as `countersign audit verify` prints it')
  return { expect: { seq: Number(found[1]), hash: found[2] ?? '' } }
}

/** The public key of another machine that writes to the same store. */
function keysOf(file: string | undefined): ReadonlyMap<string, KeyObject> {
  if (file === undefined) return new Map()
  const pem = textOf(file, 'the key')
  try {
    const key = createPublicKey(pem)
    return new Map([[keyId(key), key]])
  } catch {
    throw new BadUse(`${file} is not a public key`, '`countersign audit key` prints one, on the machine that signs.')
  }
}

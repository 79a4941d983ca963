/** Part of what the command line prints: records of the audit, and whether they can be relied on. */

import { bodyOf } from '../../gate/audit/body.ts'
import type { AuditRecord, Verification } from '../../gate/management.ts'
import { callOf, recordText, timeText } from '../../gate/audit/record-text.ts'
import { ageOf } from './age.ts'
import type { Page, Style } from './page.ts'

export function drawRecords(page: Page, records: readonly AuditRecord[], now: number): void {
  if (records.length === 0) page.line('Nothing is on record.')
  for (const { seq, kind, at, session, body } of records) {
    const said = bodyOf(body)
    const behavior = textOf(said['behavior'])
    const lead = [`${String(seq).padStart(6)} `, 'dim'] as const
    page.line(lead, [kind.padEnd(9), 'bold'], [behavior.padEnd(6), styleOf(behavior)], ` ${recordText(kind, said)}`)
    if (kind === 'decision') page.line(`        ${textOf(said['reason'])}`)
    const agent = callOf(said)?.agent
    const from = `${agent === undefined ? '' : `, ${agent}`}${session === null ? '' : `, session ${session}`}`
    page.line([`        ${timeText(at)} (${ageOf(at, now)})${from}`, 'dim'])
  }
}

/** Whether a head was given with which the end could be compared. */
export function drawVerification(page: Page, verification: Verification, toItsEnd: boolean): void {
  const { ok, findings, records, first, head, signedTo, startsAfter } = verification
  if (head === undefined) {
    if (findings.length === 0) page.line('Nothing is on record.')
  } else if (records === 1) page.line(`1 record, number ${head.seq}, of ${timeText(head.at)}.`)
  else page.line(`${records} records, ${first} to ${head.seq}, the last of ${timeText(head.at)}.`)
  if (startsAfter !== undefined)
    page.line(
      `Records up to ${startsAfter.seq} were dropped by retention on ${timeText(startsAfter.at)}, and signed for.`,
    )
  if (signedTo !== undefined && head !== undefined && signedTo < head.seq)
    page.line(['note', 'yellow'], ` records after ${signedTo} are chained, but no checkpoint vouches for them yet.`)
  for (const { what, message } of findings) page.line([what.padEnd(12), 'red', 'bold'], ` ${message}`)
  if (!ok && findings.every(({ what }) => what === 'unknown key'))
    page.line(['Not all of it can be checked here.', 'red'])
  else if (!ok) page.line(['The audit cannot be relied on.', 'red'])
  else if (head !== undefined) {
    page.line([
      `Nothing was changed, removed, reordered${toItsEnd ? ', inserted or cut off' : ' or inserted'}.`,
      'green',
    ])
    if (!toItsEnd)
      page.line([
        'Whether the end was cut off is certain only against a head that was noted elsewhere (--head).',
        'dim',
      ])
    page.line([`head ${head.seq}:${head.hash}`, 'dim'])
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const STYLES: Readonly<Record<string, Style>> = { allow: 'green', deny: 'red', ask: 'yellow' }

function styleOf(behavior: string): Style {
  return STYLES[behavior] ?? 'dim'
}

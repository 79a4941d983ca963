/**
 * Part of what the command line prints: the pinned definitions of an MCP server, and what is different in those that
 * are hidden.
 *
 * INVARIANT: every difference is shown in full, and the hash that is needed to accept it stands under it.
 */

import { diffLines } from 'diff'
import { reasonOf } from '../../adapters/mcp/catalogue.ts'
import { canonical } from '../../adapters/mcp/definition.ts'
import type { Held, ServerPins } from '../../adapters/mcp/pins.ts'
import { counted } from './counted.ts'
import type { Page, Style } from './page.ts'

/** This many characters of a hash are enough to name a definition. */
export const SHORT = 12
const WIDTH = 110

export function drawPins(page: Page, { name, identity, pinned, held }: ServerPins): void {
  const [known, waiting] = [Object.keys(pinned).length, Object.values(held)]
  page.gap().line([name, 'bold'], `  ${identity}`)
  page.line(`  ${counted(known, 'definition')} pinned`)
  for (const one of waiting) page.line('  ', ['hidden', 'red'], ` ${one.definition.name}: ${reasonOf(one)}`)
  if (waiting.length > 0) page.line(`  countersign mcp pins show ${name} shows what is different.`)
}

export function drawHeld(page: Page, server: ServerPins): void {
  const waiting = Object.values(server.held)
  if (waiting.length === 0) page.line(`No definition of ${server.name} is held back.`)
  for (const one of waiting) drawDifference(page, server, one)
}

function drawDifference(page: Page, { name, pinned }: ServerPins, held: Held): void {
  const tool = held.definition.name
  const before = pinned[held.was ?? tool]?.definition
  page.gap().line([tool, 'bold'], `: ${reasonOf(held)}`)
  for (const { value, added, removed } of diffLines(rowsOf(before), rowsOf(held.definition))) {
    const [mark, style]: [string, Style] = added ? ['+ ', 'green'] : removed ? ['- ', 'red'] : ['  ', 'dim']
    for (const row of value.replace(/\n$/, '').split('\n')) page.line([mark + row, style])
  }
  page.line('To show it to models: ', [
    `countersign mcp pins accept ${name} ${tool}@${held.hash.slice(0, SHORT)}`,
    'bold',
  ])
}

/** As JSON with sorted keys, in rows short enough to be read. */
function rowsOf(definition: unknown): string {
  if (definition === undefined) return ''
  const rows = canonical(definition, 2).split('\n').flatMap(wrapped)
  return `${rows.join('\n')}\n`
}

function wrapped(row: string): string[] {
  const rows: string[] = []
  for (let at = 0; at < row.length; at += WIDTH) rows.push(row.slice(at, at + WIDTH))
  return rows
}

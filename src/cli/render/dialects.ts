/** Part of what the command line prints: policies on their way to and from other systems. */

import { createTwoFilesPatch } from 'diff'
import type { Dialect, Finding } from '../../dialects/dialect.ts'
import type { Imported } from '../../dialects/import.ts'
import type { PolicyDocument } from '../../policy/object.ts'
import type { Plan, PlannedFile } from '../commands/export-plan.ts'
import { counted } from './counted.ts'
import type { Page, Style } from './page.ts'

export interface ImportedFile extends Imported {
  readonly dialect: Dialect
  readonly file: string
}

export function drawImported(page: Page, files: readonly ImportedFile[]): void {
  if (files.length === 0) page.line('No configuration of another system is here.')
  for (const { dialect, file, document, findings, comparison } of files) {
    const count = document?.rules.length ?? 0
    const said = count > 0 || findings.length > 0 || says(document) ? '' : '; it says nothing about permissions'
    page.gap().line([file, 'bold'], ` (${dialect.title}): ${counted(count, 'rule')}${said}`)
    if (comparison !== undefined) {
      const { compared, equal, safer, asked, readOnly, inPieces, lessSafe } = comparison
      const own = readOnly + inPieces
      page.line([
        `  ${compared} calls compared: ${equal} the same, ${safer + asked} stricter here, ${own} read-only or allowed part by part, ${lessSafe.length} less safe`,
        'dim',
      ])
    }
    drawFindings(page, findings)
  }
}

/** Whether the document says anything besides rules. */
function says(document: PolicyDocument | undefined): boolean {
  if (document === undefined) return false
  const { mode, otherwise, tools, workingDirectories } = document
  return (mode ?? otherwise ?? tools) !== undefined || workingDirectories.length > 0
}

const MARKS: Readonly<Record<Finding['made'], Style>> = {
  inert: 'magenta',
  withheld: 'yellow',
  widened: 'cyan',
  asked: 'cyan',
  'left out': 'yellow',
  kept: 'green',
}

/** Each finding once: several of the other system's tools may be one of ours. */
export function drawFindings(page: Page, findings: readonly Finding[]): void {
  const told = new Set<string>()
  for (const { made, message, file, line, col } of findings) {
    const key = JSON.stringify([made, message, file, line, col])
    if (told.has(key)) continue
    told.add(key)
    const place = line > 0 ? `  ${file}:${line}:${col}` : ''
    page.line('  ', [made.padEnd(8), MARKS[made]], ` ${message}`, [place, 'dim'])
  }
}

export function drawPlan(page: Page, { dialect, files, findings }: Plan): void {
  page.gap().line([dialect.title, 'bold'])
  for (const file of files) drawDiff(page, file)
  drawFindings(page, findings)
}

export function drawDiff(page: Page, { path, before, after }: PlannedFile): void {
  if (before === after) return void page.line(`  ${path} is as it should be`)
  const patch = createTwoFilesPatch(before === undefined ? '/dev/null' : path, path, before ?? '', after, '', '', {
    context: 2,
  })
  for (const line of patch.split('\n').slice(1)) {
    if (line === '' || line.startsWith('=====')) continue
    const style: Style = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim'
    page.line(['  ', 'dim'], [line, style])
  }
}

export function planJson({ dialect, files, findings }: Plan): object {
  return {
    dialect: dialect.name,
    findings,
    files: files.map(({ path, before, after }) => ({ path, changed: before !== after, text: after })),
  }
}

/** Part of what the command line prints: what `init` found and would change. */

import { structuredPatch } from 'diff'
import type { Change } from '../commands/init-plan.ts'
import type { FoundClient } from '../agents-here.ts'
import { NO_AGENT } from './doctor.ts'
import type { Page } from './page.ts'

export function drawNone(page: Page): void {
  page.line()
  page.line(NO_AGENT)
}

export function drawAgent(page: Page, found: FoundClient | undefined, nothing: boolean): void {
  page.gap()
  if (found === undefined) return void page.line(['Your policy', 'bold'])
  const { client, program, version } = found
  const where = program === undefined ? 'not on the PATH' : `${version ?? 'version unknown'}, ${program}`
  page.line([client.title, 'bold'], ['  ', 'dim'], [where, 'dim'])
  if (nothing) page.line('  nothing to change')
}

export function drawChange(page: Page, { path, before, after, about, problem, problems = [] }: Change): void {
  if (problem !== undefined) return void page.line('  ', ['left as it is', 'red'], `: ${problem}`)
  const what = before === undefined ? 'new' : after === undefined ? 'removed' : 'changed'
  page.line(`  ${path} `, [what, 'cyan'], about === undefined ? '' : [`, ${about}`, 'dim'])
  const { hunks } = structuredPatch('', '', before ?? '', after ?? '', '', '', { context: 2 })
  for (const { lines } of hunks) for (const line of lines) page.line('    ', [line, colourOf(line)])
  drawProblems(page, problems)
}

export function drawDone(page: Page, afterwards: string | undefined, removed: boolean): void {
  page.line('  ', ['done', 'green'])
  if (afterwards !== undefined && !removed) page.line('  ', ['still to do', 'yellow'], `: ${afterwards}`)
}

export function drawProblems(page: Page, problems: readonly string[]): void {
  for (const problem of problems) page.line('  ', ['problem', 'red'], ` ${problem}`)
}

export function drawNext(page: Page, mute: readonly string[]): void {
  page.line()
  if (mute.length > 0)
    page.line(`${listed(mute)} cannot ask you: what needs a person is denied there unless \`countersign serve\` runs.`)
  page.line('`countersign doctor --prove` tests it; `countersign serve` is the inbox of all agents.')
}

function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()
}

function colourOf(line: string): 'green' | 'red' | 'dim' {
  if (line.startsWith('+')) return 'green'
  return line.startsWith('-') ? 'red' : 'dim'
}

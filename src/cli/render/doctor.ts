/** Part of what the command line prints: what `doctor` found. */

import type { Diagnosis, PolicyDiagnosis } from '../commands/doctor.ts'
import type { Page } from './page.ts'

export function drawExamined(page: Page, { found, hooks, problems, others, proofs }: Diagnosis): void {
  const { client, program, version } = found
  page.gap()
  page.line(
    [client.title, 'bold'],
    [`  ${program === undefined ? 'not on the PATH' : (version ?? 'version unknown')}`, 'dim'],
  )
  for (const { file, event } of hooks) page.line('  ', ['wired', 'green'], ` ${event} in ${file}`)
  for (const problem of problems) page.line('  ', ['problem', 'red'], ` ${problem}`)
  if (hooks.length === 0) {
    page.line(
      '  ',
      ['not wired', 'yellow'],
      `: its calls are not decided here. countersign init --agent ${client.name}`,
    )
    return
  }
  for (const other of others) page.line('  ', ['beware', 'yellow'], ` ${other}`)
  for (const one of proofs)
    for (const { name, ok, got } of one.proofs)
      page.line('  ', ok ? ['proved', 'green'] : ['FAILED', 'red', 'bold'], ` ${name}: ${got}`)
  for (const { what, remedy, version: seen } of client.holes) {
    page.line('  ', ['hole', 'magenta'], ` ${what}`, [` (${seen})`, 'dim'])
    page.line('       ', [remedy, 'dim'])
  }
}

export const NO_AGENT =
  'No agent was found here. To wire one all the same, name it: countersign init --agent claude-code'

export function drawPolicy(
  page: Page,
  { files, mode, enforce, problems, broken }: PolicyDiagnosis,
  nobody: boolean,
): void {
  page.gap()
  if (nobody) page.line(NO_AGENT).gap()
  page.line(['Policy', 'bold'], [`  mode ${mode}${enforce ? '' : ', not enforced: it only watches'}`, 'dim'])
  for (const file of files) page.line(`  ${file}`)
  if (files.length === 0)
    page.line('  ', ['none', 'yellow'], ': what is not read-only is asked. countersign init writes one.')
  for (const problem of problems)
    page.line('  ', [broken ? 'problem' : 'note', broken ? 'red' : 'yellow'], ` ${problem}`)
}

export function drawEnd(page: Page, reasons: readonly string[]): void {
  page.gap()
  if (reasons.length === 0) page.line(['All is well.', 'green'])
  else page.line(['Not all is well', 'red'], `: ${reasons.join('; ')}.`)
}

/** Part of what the command line prints: a verdict in a few lines. */

import { toldOnce } from '../../engine/effect.ts'
import type { Change } from '../../engine/explain.ts'
import type { Behavior } from '../../engine/rule.ts'
import type { Suggestion } from '../../engine/suggest.ts'
import type { Verdict } from '../../engine/verdict.ts'
import type { Note } from '../../policy/layers.ts'
import type { Page, Style } from './page.ts'

export const COLOUR: Readonly<Record<Behavior, Style>> = { allow: 'green', ask: 'yellow', deny: 'red' }

const WOULD: Readonly<Record<Behavior, string>> = {
  allow: 'pass with',
  ask: 'be asked about with',
  deny: 'be denied with',
}

/** @param changes of which those are told that a rule would bring about which is there: whoever wrote it wonders */
export function drawVerdict(
  page: Page,
  verdict: Verdict,
  suggestions: readonly Suggestion[],
  changes: readonly Change[] = [],
): void {
  const { behavior, safety, reading, rule } = verdict
  page.line([behavior.padEnd(5), 'bold', COLOUR[behavior]], ` ${verdict.reason}`)
  if (rule?.agents !== undefined && reading.call.agent === undefined)
    page.line([`      The rule is for ${rule.agents.join(', ')}; whose call this is was not said (--agent).`, 'dim'])
  const why = whyNot(verdict)
  if (why !== undefined) page.line([`      not read-only: ${why}`, 'dim'])
  for (const { severity, why } of toldOnce(reading.dangers))
    page.line('      ', [`${severity} danger`, 'magenta'], `: ${why}`)
  if (safety) page.line(['      No allow rule silences this: each time, a person answers.', 'dim'])
  if (!verdict.enforced) page.line(['      Not enforced: this policy only records (`enforce: false`).', 'dim'])
  const isPassing = drawRulesThere(page, changes)
  drawSuggestions(page, suggestions, isPassing)
}

/** Why a command that no rule is about needs a question. */
function whyNot({ code, effect, reading }: Verdict): string | undefined {
  const root = code === 'no-rule' ? reading.effects[effect] : undefined
  return root?.type === 'run' ? root.why?.() : undefined
}

/** Whether one of them would let the call pass. */
function drawRulesThere(page: Page, changes: readonly Change[]): boolean {
  const told = changes.filter(
    ({ becomes, without = [] }) => without.includes('agents') || (without.length > 0 && becomes === 'allow'),
  )
  for (const { what, becomes } of told) page.line([`      would ${WOULD[becomes]}  `, 'dim'], what)
  return told.at(-1)?.becomes === 'allow'
}

function drawSuggestions(page: Page, suggestions: readonly Suggestion[], isPassing: boolean): void {
  suggestions.forEach(({ rules, lasts }, at) => {
    const lead = at === 0 && !isPassing ? '      would pass with  ' : '                   or  '
    const tail = lasts.includes('always') ? '' : '  (as an answer for this session)'
    page.line([lead, 'dim'], [rules.join('  +  '), 'cyan'], [tail, 'dim'])
  })
}

const SHOWN = 5

/** What the policy files say that does not count here, and what to do about it; each advice only once. */
export function drawNotes(page: Page, notes: readonly Note[]): void {
  for (const advice of new Set(notes.map((note) => note.advice))) {
    const group = notes.filter((note) => note.advice === advice)
    for (const { message, source } of group.slice(0, SHOWN))
      page.line(['note', 'yellow'], ` ${placeOf(source)}${message}`)
    if (group.length > SHOWN) page.line(['note', 'yellow'], ` and ${group.length - SHOWN} more`)
    page.line(`     ${advice}`)
  }
}

function placeOf({ file, line }: Note['source']): string {
  if (file === undefined) return ''
  return line === undefined ? `${file}: ` : `${file}:${line}: `
}

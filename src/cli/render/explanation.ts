/** Part of what the command line prints: the whole story of one verdict, drawn. */

import type { Effect, Reading } from '../../engine/effect.ts'
import type { Explanation } from '../../engine/explain.ts'
import type { TraceStep } from '../../engine/verdict.ts'
import { citeRule, nameEffect } from '../../engine/verdict.ts'
import { visibleJson } from '../../gate/visible.ts'
import { translate } from '../../vocabulary/translate.ts'
import { markedRows } from './marked-text.ts'
import type { Page, Piece } from './page.ts'
import { drawnParts, MARKS, STATES } from './parts.ts'
import type { DrawnPart } from './parts.ts'
import { COLOUR, drawVerdict } from './verdict.ts'

const SHOWN = 40

export function drawExplanation(page: Page, explanation: Explanation, width: number): void {
  const { verdict, suggestions, changes } = explanation
  const parts = distinct(drawnParts(explanation), verdict.reading)
  drawCall(page, verdict.reading, parts, width)
  page.gap()
  drawVerdict(page, verdict, suggestions)
  page.gap().line(['What it would do', 'bold'], [`  (mode ${verdict.mode})`, 'dim'])
  parts.slice(0, SHOWN).forEach((part) => drawPart(page, part, verdict.reading))
  if (parts.length > SHOWN) page.line(`  … and ${parts.length - SHOWN} more parts`)
  if (changes.length === 0) return
  page.gap().line(['What would change it', 'bold'])
  for (const { what, becomes } of changes) page.line('  ', [becomes.padEnd(5), COLOUR[becomes]], ` ${what}`)
}

/** What is only possible may be found in more than one way, and is shown once. */
function distinct(parts: readonly DrawnPart[], { effects }: Reading): readonly DrawnPart[] {
  const seen = new Set<string>()
  return parts.filter(({ part, root, state }) => {
    const look = [state, ...part.effects.map((index) => kindOf(effects[index] as Effect))].join('\n')
    const isNew = root.certain || !seen.has(look)
    seen.add(look)
    return isNew
  })
}

function drawCall(page: Page, reading: Reading, parts: readonly DrawnPart[], width: number): void {
  const { call } = reading
  const { command } = translate(call)
  if (command === undefined || !('text' in command)) {
    page.line([call.tool, 'bold'], '  ', visibleJson(call.input))
    return
  }
  const whole = { start: 0, end: command.text.length }
  const inOrder = parts.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
  const marks = inOrder.flatMap(({ root, state }) => {
    const span = root.span ?? (root.type === 'unknown' ? whole : undefined)
    return span === undefined ? [] : [{ span, ...MARKS[state] }]
  })
  for (const { text, marks: below } of markedRows(command.text, marks, Math.max(20, width - 4))) {
    page.line(['  │ ', 'dim'], [text, 'bold'])
    if (below.length > 0) page.line(['  │ ', 'dim'], ...below)
  }
  const states = STATES.filter((state) => parts.some((part) => part.state === state))
  page.line(...states.flatMap((state): Piece[] => ['    ', [MARKS[state].mark, MARKS[state].style], ` ${state}`]))
}

function drawPart(page: Page, { part, root, state, steps, rule }: DrawnPart, reading: Reading): void {
  const { mark, style, by } = MARKS[state]
  const cited = rule === undefined ? '' : ` ${by} ${citeRule(rule)}`
  page.line('  ', [mark, style], ` ${kindOf(root)}: `, [state, style], cited)
  const why = root.type === 'run' && rule === undefined ? root.why?.() : undefined
  if (why !== undefined) page.line(`      not read-only: ${why}`)
  for (const index of part.effects.slice(1, SHOWN))
    page.line(['      ', 'dim'], kindOf(reading.effects[index] as Effect))
  for (const index of part.effects) {
    const { finding } = reading.effects[index] as Effect
    if (finding !== undefined) page.line('      ', [finding.code, 'magenta'], ` ${finding.why}`)
  }
  if (steps.length > 0) page.line([`      ${steps.map(stepText).join(' · ')}`, 'dim'])
}

function kindOf(effect: Effect): string {
  const doubt = effect.certain ? '' : ' (possibly)'
  if (effect.type === 'unknown') return effect.why
  return `${effect.type === 'run' ? 'run ' : ''}${nameEffect(effect)}${doubt}`
}

function stepText({ question, answer, behavior }: TraceStep): string {
  return behavior === undefined ? `${question} ${answer}` : `${question} ${answer} → ${behavior}`
}

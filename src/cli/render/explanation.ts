/** Part of what the command line prints: the whole story of one verdict, drawn. */

import type { Effect, Reading } from '../../engine/effect.ts'
import type { Explanation } from '../../engine/explain.ts'
import type { TraceStep, Verdict } from '../../engine/verdict.ts'
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
  const besides = parts.filter((part) => isBeside(part, parts, verdict))
  const told = parts.filter((part) => !besides.includes(part))
  told.slice(0, SHOWN).forEach((part) => drawPart(page, part, verdict.reading))
  if (told.length > SHOWN) page.line(`  … and ${told.length - SHOWN} more parts`)
  drawBesides(page, besides, width)
  if (changes.length === 0) return
  page.gap().line(['What would change it', 'bold'])
  for (const { what, becomes } of changes) page.line(`  ${what} → `, [becomes, COLOUR[becomes]])
}

/** A reading that is only possible may be found in more than one way, and is shown once. */
function distinct(parts: readonly DrawnPart[], { effects }: Reading): readonly DrawnPart[] {
  const seen = new Set<string>()
  return parts.filter(({ part, root, state }) => {
    const look = [state, ...part.effects.map((index) => kindOf(effects[index] as Effect))].join('\n')
    const isNew = root.certain || !seen.has(look)
    seen.add(look)
    return isNew
  })
}

/** One of several ways to read the same text, when neither a rule nor a check has anything to say about it. */
function isBeside(
  { part, root, state, rule }: DrawnPart,
  parts: readonly DrawnPart[],
  { reading, effect: decided }: Verdict,
): boolean {
  if (root.certain || rule !== undefined || part.effects.includes(decided)) return false
  if (part.effects.some((index) => reading.effects[index]?.finding !== undefined)) return false
  return state === 'read-only' || parts.some((one) => one.root.certain && one.state === 'not understood')
}

/** Only their names are shown. */
function drawBesides(page: Page, besides: readonly DrawnPart[], width: number): void {
  const names = [...new Set(besides.map(({ root }) => (root.type === 'unknown' ? root.why : nameEffect(root))))]
  if (names.length === 0) return
  page.line(['  Looked at as well, for it may be meant; no rule is about it:', 'dim'])
  const more = names.length > SHOWN ? [`and ${names.length - SHOWN} more`] : []
  let row = ''
  for (const name of [...names.slice(0, SHOWN), ...more]) {
    const next = row === '' ? name : `${row}, ${name}`
    if (row !== '' && next.length > width - 8) {
      page.line([`      ${row},`, 'dim'])
      row = name
    } else row = next
  }
  page.line([`      ${row}`, 'dim'])
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

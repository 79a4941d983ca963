/**
 * Part of asking in a terminal: everything a person must know to answer, as rows.
 *
 * INVARIANT: the whole call is drawn, every field of it. Rows of the question begin with a bar, so that no text from
 * outside can pass for what comes after the question.
 */

import { createColors } from 'picocolors'
import { SEVERITIES, toldOnce } from '../../engine/effect.ts'
import type { Suggestion } from '../../engine/suggest.ts'
import { translate } from '../../vocabulary/translate.ts'
import type { Question } from '../asker.ts'
import type { ShownEffect } from '../shown.ts'
import { wantsOf } from '../wants.ts'
import { rowsOf } from './terminal-text.ts'

export interface Look {
  readonly width: number
  readonly coloured: boolean
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan'

const BAR = '│ '

export function drawQuestion(question: Question, look: Look): string[] {
  const { call, shown } = question
  const pen = new Pen(look)
  pen.line(`${question.agent ?? 'An agent'} ${wantsOf(shown.kind)}: ${call.tool}`, 0, 'bold')
  const { cwd = question.project } = call
  const project = cwd === question.project ? '' : `, project ${question.project}`
  pen.line(`in ${cwd}${project}, session ${question.session}`, 0, 'dim')
  pen.blank()
  drawInput(pen, question)
  pen.blank()
  for (const effect of shown.effects) if (effect.type !== 'use') drawEffect(pen, effect)
  for (const { severity, why } of toldOnce(shown.dangers).toSorted((a, b) => rank(b.severity) - rank(a.severity)))
    pen.line(`${severity} danger: ${why}`, 0, 'magenta')
  pen.line(shown.reason, 0, 'yellow')
  if (shown.rule !== null && !isNamed(shown.rule, shown.reason)) pen.line(`because of ${shown.rule}`)
  if (shown.safety) pen.line('No rule silences this: each time, a person answers.', 0, 'dim')
  return pen.rows
}

/** The case is ignored because a sentence begins with a capital letter. */
function isNamed(rule: string, reason: string): boolean {
  return reason.toLowerCase().includes(rule.toLowerCase())
}

/** What an answer for longer than once would remember. */
export function drawSuggestions(suggestions: readonly Suggestion[], chosen: number, look: Look): string[] {
  const pen = new Pen(look)
  suggestions.forEach(({ rules, lasts }, at) => {
    const lead = `${at === chosen ? '>' : ' '} ${at + 1}  `
    pen.line(`${lead}${rules.join('  +  ')}   (${lasts.join(', ')})`, 0, at === chosen ? 'cyan' : 'dim')
  })
  return pen.rows
}

/** Details that are not needed to answer most questions. */
export function drawMore({ id, digest, shown, askedAt, expiresAt }: Question, look: Look): string[] {
  const pen = new Pen(look)
  pen.line(`${shown.tool}, a ${shown.kind} tool, in mode ${shown.mode}; code ${shown.code}; policy ${shown.policy}`)
  for (const { type, text, certain, harmless, real } of shown.effects) {
    const doubt = certain ? 'certainly' : 'possibly'
    pen.line(`${doubt} ${type}: ${text}${real === undefined ? '' : ` (really ${real})`}${harmless ? ', harmless' : ''}`)
  }
  if (shown.limits !== null) pen.line(shown.limits)
  pen.line(`asked ${timeOf(askedAt)}, denied if nobody answers by ${timeOf(expiresAt)}`, 0, 'dim')
  pen.line(`approval ${id}, digest ${digest}`, 0, 'dim')
  return pen.rows
}

/** Each field of the input. A text of several lines is drawn as a block, indented deeper than any field name. */
function drawInput(pen: Pen, { call }: Question): void {
  const { command } = translate(call)
  const text = command !== undefined && 'text' in command ? command.text : undefined
  let drawn = false
  for (const [name, value] of Object.entries(call.input)) {
    if (typeof value === 'string' && value === text && !drawn) {
      drawn = true
      for (const line of value.split('\n')) pen.line(line, 4, 'bold')
    } else if (typeof value === 'string' && value.includes('\n')) {
      pen.line(`${name}:`, 2)
      for (const line of value.split('\n')) pen.line(line, 6)
    } else pen.line(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`, 2)
  }
}

function drawEffect(pen: Pen, { text, certain, harmless, real }: ShownEffect): void {
  const mark = harmless ? '·' : certain ? '^' : '?'
  const where = real === undefined ? '' : `, which really is ${real}`
  pen.line(`${mark} ${text}${certain ? '' : ' (possibly)'}${where}`, 0, harmless ? 'green' : 'yellow')
}

function rank(severity: string): number {
  return SEVERITIES.indexOf(severity as (typeof SEVERITIES)[number])
}

function timeOf(at: number): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'at no time' : time.toISOString()
}

class Pen {
  readonly rows: string[] = []
  readonly #width: number
  readonly #colours: ReturnType<typeof createColors>

  constructor({ width, coloured }: Look) {
    this.#width = Math.max(20, width)
    this.#colours = createColors(coloured)
  }

  line(text: string, indent = 0, style?: Style): void {
    for (const row of rowsOf(text, this.#width - BAR.length - indent)) {
      const drawn = style === undefined ? row : this.#colours[style](row)
      this.rows.push(`${this.#colours.dim(BAR)}${' '.repeat(indent)}${drawn}`)
    }
  }

  blank(): void {
    this.rows.push(this.#colours.dim(BAR.trimEnd()))
  }
}

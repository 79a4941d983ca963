/** Part of what the command line prints: which rules the recorded answers suggest. */

import type { Learned } from '../../gate/hindsight/learn.ts'
import { ageOf } from './age.ts'
import type { Page } from './page.ts'
import { COLOUR } from './verdict.ts'

export function drawLearned(page: Page, { answered, open, taught, lessons }: Learned): void {
  if (answered === 0) {
    page.line('No answered question is on record.')
    return
  }
  for (const { behavior, rules, questions, calls, projects, last, examples } of lessons) {
    const [first = '', ...rest] = rules
    page.line([behavior.padEnd(6), 'bold', COLOUR[behavior]], first)
    for (const rule of rest) page.line(`      ${rule}`)
    const times = questions === 1 ? 'once' : `${questions} times`
    const covered = calls === questions ? '' : `, for ${calls} calls`
    page.line([
      `      answered so ${times}${covered}, the last ${ageOf(last, Date.now())}, in ${projects.join(', ')}`,
      'dim',
    ])
    for (const example of examples) page.line([`      ${example}`, 'dim'])
  }
  const questions = answered === 1 ? 'question' : 'questions'
  page.gap().line(`${answered} answered ${questions} on record; the policy would ask ${open} of them again.`)
  if (lessons.length === 0) return void page.line('No rule would have answered them as people did.')
  page.line(`With ${lessons.length === 1 ? 'this rule' : 'these rules'} it would ask ${open - taught}.`)
  page.line('Take one up:  countersign rules add allow|deny RULE  (--layer local for this project alone)')
}

/**
 * Part of writing other systems' configurations: where a denial covers less than ours.
 *
 * Our rule on a file or a host also applies to commands, and a rule on a command applies however it is written; other
 * systems look at the named tool, or at the text. INVARIANT: if the target does not deny the plainest calls that a
 * denial is about, this is reported with such a call.
 */

import type { Call } from '../../engine/call.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Rule } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import type { Model, WriteContext } from '../dialect.ts'
import { isWhole } from '../model/input.ts'
import { plainCallsOf } from '../proof/calls.ts'
import { subjectOf } from './subject.ts'
import { isCarried } from './carry.ts'
import type { Note, Target } from './target.ts'

export function tellReach<E>(
  { rules }: Policy,
  context: WriteContext,
  target: Omit<Target<E>, 'model'> & { readonly model: Model },
  note: Note,
): void {
  for (const rule of rules) {
    if (rule.behavior !== 'deny' || !isCarried(rule, target, context)) continue
    const missed = missedBy(rule, context, target.model)
    if (missed === undefined) continue
    const isAsked = target.model(missed) === 'ask'
    const what = isAsked ? `${target.title} asks about ${tell(missed)}` : `${tell(missed)} is left to ${target.title}`
    note(rule, isAsked ? 'asked' : 'left out', `deny ${quoted(rule.rule)} does not reach as far there: ${what}`)
  }
}

function missedBy(rule: Rule, { judge, ...where }: WriteContext, model: Model): Call | undefined {
  const subject = subjectOf(rule.rule)
  const calls = subject === undefined ? [] : plainCallsOf(subject, where)
  return calls.find((call) => isWhole(call) && judge(call) === 'deny' && model(call) !== 'deny')
}

export function tell({ tool, input }: Call): string {
  const command = input['command']
  return quoted(typeof command === 'string' ? command : `${tool} ${JSON.stringify(input)}`)
}

/** `countersign learn`: finds rules that would have given the answers people gave. */

import { bodyOf } from '../../gate/audit/body.ts'
import type { Management } from '../../gate/management.ts'
import { learn } from '../../gate/hindsight/learn.ts'
import { RecordedCalls } from '../../gate/hindsight/recorded.ts'
import type { Recorded } from '../../gate/hindsight/recorded.ts'
import { WhatIf } from '../../gate/hindsight/what-if.ts'
import { loadPolicy } from '../../policy/load.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { numberOf, timeOf } from '../given-values.ts'
import { homeFolder } from '../home.ts'
import { print, printJson } from '../output.ts'
import { drawLearned } from '../render/learned.ts'
import { lookingAt } from './managing.ts'

const LEAST = '2'
const MOST_OUTCOMES = 10_000

export function run(invocation: Invocation): Promise<number> {
  const { values, on } = invocation
  const least = numberOf(values.get('least') ?? LEAST, 'least')
  const since = values.has('since') ? timeOf(values.get('since') ?? '', 'since') : 0
  const home = homeFolder()
  return lookingAt(invocation, async ({ audit }) => {
    const recorded = new RecordedCalls(audit)
    const policyAt = (cwd: string) => loadPolicy({ cwd, home })
    const whatIf = new WhatIf({ home, recorded, policyAt })
    const answered = await answers(
      audit,
      (await recorded.latest()).filter(({ at }) => at >= since),
    )
    const learned = learn(answered, { policyAt, engine: (here) => whatIf.engine(here) }, least)
    if (on.has('json')) printJson(learned)
    else print((page) => drawLearned(page, learned))
    return EXIT.ok
  })
}

/** If the client asks by itself, its answer is not on record; but a call that ran after a question was allowed. */
async function answers(audit: Management['audit'], calls: readonly Recorded[]): Promise<readonly Recorded[]> {
  const ran = calls.some(({ was, answer }) => was === 'ask' && answer === null) ? await whatRan(audit) : new Set()
  return calls.flatMap((call): Recorded[] => {
    if (call.answer !== null) return [call]
    return call.was === 'ask' && ran.has(call.id) ? [{ ...call, answer: 'allow' }] : []
  })
}

async function whatRan(audit: Management['audit']): Promise<ReadonlySet<unknown>> {
  const ran = new Set<unknown>()
  for (let before: number | undefined; ran.size < MOST_OUTCOMES;) {
    const { records, next } = await audit.search({
      kind: 'outcome',
      limit: 500,
      ...(before === undefined ? {} : { before }),
    })
    for (const { body } of records) ran.add(bodyOf(body)['decision'])
    if (next === undefined) break
    before = next
  }
  return ran
}

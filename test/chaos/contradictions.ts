/**
 * For the chaos: does what is left agree with itself, and with what everybody was told?
 *
 * Each function tells what does not fit together; empty means that nothing was lost and nothing was made up.
 */

import type { Aftermath, Body } from './aftermath.ts'

export function contradictions(after: Aftermath): string[] {
  return [...ofQuestions(after), ...ofWhatWasTold(after), ...ofPermissions(after)]
}

/** A question has one end, and an answer is on record once. */
function ofQuestions({ approvals, records }: Aftermath): string[] {
  const recorded = byName(records, 'answer', ({ approval }) => approval)
  return [...approvals].flatMap(([id, { state, answer }]) => {
    const found: string[] = []
    const bodies = recorded.get(id) ?? []
    if (state === 'pending') found.push(`question ${id} is still open`)
    if ((state === 'answered') !== (answer !== null))
      found.push(`question ${id} is ${state}, its answer says otherwise`)
    if (bodies.length !== (answer === null ? 0 : 1))
      found.push(`${bodies.length} answers to question ${id}, which is ${state}, are on record`)
    if (bodies.some(({ words }) => words !== answer?.words)) found.push(`another answer to ${id} is on record`)
    return found
  })
}

/** What a process was told before it died is still so. */
function ofWhatWasTold({ told, approvals, records, grants }: Aftermath): string[] {
  const decisions = byName(records, 'decision', ({ id }) => id)
  const taken = new Set<string>()
  return told.flatMap((line) => {
    if (line.told === 'decided') {
      const [body, ...more] = decisions.get(line.id) ?? []
      const isSame = body?.behavior === line.behavior && body.code === line.code && more.length === 0
      return isSame ? [] : [`decision ${line.id} on call ${line.item} is not on record as it was told`]
    }
    const { state = 'unknown', answer = null } = approvals.get(line.approval) ?? {}
    const words = answer?.words ?? null
    if (line.told === 'ended')
      return state === line.state && words === line.words
        ? []
        : [`${line.approval} was told to be ${line.state}, and is ${state}`]
    const found: string[] = []
    if (taken.has(line.approval)) found.push(`two answers to ${line.approval} were taken`)
    taken.add(line.approval)
    if (words !== line.words) found.push(`the answer to ${line.approval} that was taken is lost`)
    if (!grants.has(line.approval)) found.push(`the answer to ${line.approval} that was taken is not remembered`)
    return found
  })
}

/** Nothing passes on an answer that does not say so, and an answer for one call lets one call pass. */
function ofPermissions({ approvals, records }: Aftermath): string[] {
  const allowed = byName(records, 'decision', ({ behavior, approval }) => (behavior === 'allow' ? approval : undefined))
  return [...allowed].flatMap(([id, decisions]) => {
    const answer = approvals.get(id)?.answer
    if (answer?.behavior !== 'allow') return [`a call passed by ${id}, which does not allow it`]
    return answer.lasts === 'once' && decisions.length > 1 ? [`${decisions.length} calls passed by ${id}`] : []
  })
}

function byName(
  records: Aftermath['records'],
  kind: string,
  nameOf: (body: Body) => string | undefined,
): ReadonlyMap<string, readonly Body[]> {
  const named = new Map<string, Body[]>()
  for (const { body } of records.filter((record) => record.kind === kind)) {
    const name = nameOf(body)
    if (name !== undefined) named.set(name, [...(named.get(name) ?? []), body])
  }
  return named
}

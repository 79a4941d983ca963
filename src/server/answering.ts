/**
 * Part of the server: answers with rules that a person has edited.
 *
 * INVARIANT: an edited rule is accepted only if it was proven: with it, the policy in force now allows this very call.
 * It never lasts longer than what was offered for the question anyway.
 */

import type { Lasting, Suggestion } from '../engine/suggest.ts'
import type { Reply } from '../gate/asker.ts'
import type { House } from '../gate/house.ts'
import type { Approval } from '../gate/management.ts'
import { readPolicyObject } from '../policy/object.ts'
import { formatProblem } from '../policy/problem.ts'
import { approvalView } from './views/approval.ts'

export const LASTS = ['once', 'session', 'project', 'always'] as const
const MOST_RULES = 20

export interface Proof {
  readonly lasts: readonly Lasting[]
  /** Why not; null if the rules cover the call. */
  readonly why: string | null
}

/** What may be answered besides what was shown: the reply's own rules, if they are proven. */
export async function offersFor(
  house: Pick<House, 'prove'>,
  { behavior, lasts, rules = [] }: Reply,
  approval: () => Promise<Approval>,
): Promise<readonly Suggestion[]> {
  if (behavior !== 'allow' || lasts === 'once' || rules.length === 0) return []
  const proof = await prove(house, await approval(), rules)
  return proof.lasts.length === 0 ? [] : [{ rules, lasts: proof.lasts }]
}

export async function prove(house: Pick<House, 'prove'>, approval: Approval, rules: readonly string[]): Promise<Proof> {
  const { shown } = approvalView(approval)
  if (shown.suggestions.length === 0)
    return { lasts: [], why: shown.limits ?? 'This question can be answered only once.' }
  if (rules.length === 0 || rules.length > MOST_RULES) return { lasts: [], why: 'There is no rule.' }
  const wrong = ruleProblem(rules)
  if (wrong !== undefined) return { lasts: [], why: wrong }
  const proven = await house.prove(approval, rules)
  if (proven !== undefined) return { lasts: proven.lasts, why: null }
  return { lasts: [], why: 'With this rule the call would still be asked about or denied.' }
}

/** What is wrong with the rules; undefined if they are valid. */
function ruleProblem(rules: readonly string[]): string | undefined {
  const { problems } = readPolicyObject({ allow: rules }, 'session')
  const error = problems.find(({ severity }) => severity === 'error')
  return error === undefined ? undefined : formatProblem({ ...error, file: 'The rule', path: '', line: 0 })
}

/** Part of the inbox: answering, one or many, and asking for more time. What came of it is told. */

import type {
  AnswerRequest,
  AnswerResponse,
  ApprovalView,
  BatchAnswerRequest,
  BatchAnswerResponse,
  ExtendRequest,
  ExtendResponse,
} from '../../../src/server/api.ts'
import { request, whyOf } from '../api/client.ts'
import { busy, LASTS, setBusy } from './answers.ts'
import { goOn, refreshEnded, take } from './inbox.ts'
import { setServerTime } from './now.ts'
import { announce, say } from './toasts.ts'

type Said = Omit<AnswerRequest, 'digest'>

export async function answer(approval: ApprovalView, said: Said): Promise<boolean> {
  if (busy.value.has(approval.id)) return false
  setBusy([approval.id], true)
  try {
    const path = `/v1/approvals/${encodeURIComponent(approval.id)}/answer`
    const { note } = await request<AnswerResponse>('POST', path, {
      ...said,
      digest: approval.digest,
    } satisfies AnswerRequest)
    goOn([approval.id])
    say(
      `${said.behavior === 'allow' ? 'Allowed' : 'Denied'} ${LASTS[said.lasts ?? 'once']}.${note === null ? '' : ` ${note}`}`,
      said.behavior === 'allow' ? 'good' : 'plain',
    )
    return true
  } catch (error) {
    say(whyOf(error), 'bad')
    void refreshEnded(approval.id)
    return false
  } finally {
    setBusy([approval.id], false)
  }
}

/** Each stands for itself: what was refused is told, the others are answered. */
export async function answerAll(approvals: readonly ApprovalView[], said: Said): Promise<boolean> {
  const ids = approvals.map(({ id }) => id)
  setBusy(ids, true)
  try {
    const answers = approvals.map(({ id, digest }) => ({ ...said, id, digest }))
    const { results } = await request<BatchAnswerResponse>('POST', '/v1/approvals/answers', {
      answers,
    } satisfies BatchAnswerRequest)
    const refused = results.filter((result) => !result.ok)
    goOn(results.filter(({ ok }) => ok).map(({ id }) => id))
    const done = `${said.behavior === 'allow' ? 'Allowed' : 'Denied'} ${results.length - refused.length} calls ${LASTS[said.lasts ?? 'once']}.`
    const first = refused[0]
    if (first === undefined || first.ok) say(done, said.behavior === 'allow' ? 'good' : 'plain')
    else say(`${done} ${refused.length} not: ${first.problem.detail}`, 'bad')
    return refused.length === 0
  } catch (error) {
    say(whyOf(error), 'bad')
    return false
  } finally {
    setBusy(ids, false)
  }
}

export async function extend(approval: ApprovalView, ms: number): Promise<void> {
  try {
    const path = `/v1/approvals/${encodeURIComponent(approval.id)}/extend`
    const { expiresAt, now: at } = await request<ExtendResponse>('POST', path, { ms } satisfies ExtendRequest)
    setServerTime(at)
    take({ ...approval, expiresAt })
    announce('There is more time.')
  } catch (error) {
    say(whyOf(error), 'bad')
  }
}

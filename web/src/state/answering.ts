/** Part of the inbox: answers one question or many, or asks for more time, and reports the result. */

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

/** The server accepts only some at once, and each takes a moment. */
const AT_ONCE = 100

type Results = BatchAnswerResponse['results']

/** Each is answered separately: what was refused is reported, the others are answered. */
export async function answerAll(approvals: readonly ApprovalView[], said: Said): Promise<boolean> {
  const ids = approvals.map(({ id }) => id)
  const results: Results[number][] = []
  setBusy(ids, true)
  try {
    for (let start = 0; start < approvals.length; start += AT_ONCE) {
      const answers = approvals.slice(start, start + AT_ONCE).map(({ id, digest }) => ({ ...said, id, digest }))
      const body = { answers } satisfies BatchAnswerRequest
      results.push(...(await request<BatchAnswerResponse>('POST', '/v1/approvals/answers', body)).results)
    }
    return tellAll(results, said)
  } catch (error) {
    say(whyOf(error), 'bad')
    return false
  } finally {
    goOn(results.filter(({ ok }) => ok).map(({ id }) => id))
    setBusy(ids, false)
  }
}

function tellAll(results: Results, { behavior, lasts = 'once' }: Said): boolean {
  const refused = results.filter((result) => !result.ok)
  const done = `${behavior === 'allow' ? 'Allowed' : 'Denied'} ${results.length - refused.length} calls ${LASTS[lasts]}.`
  const [first] = refused
  if (first === undefined) say(done, behavior === 'allow' ? 'good' : 'plain')
  else say(`${done} ${refused.length} not: ${first.problem.detail}`, 'bad')
  return first === undefined
}

const MORE_TIME = 5 * 60_000

export async function extend(approval: ApprovalView): Promise<void> {
  try {
    const path = `/v1/approvals/${encodeURIComponent(approval.id)}/extend`
    const { expiresAt, now: at } = await request<ExtendResponse>('POST', path, {
      ms: MORE_TIME,
    } satisfies ExtendRequest)
    setServerTime(at)
    take({ ...approval, expiresAt })
    announce('There is more time.')
  } catch (error) {
    say(whyOf(error), 'bad')
  }
}

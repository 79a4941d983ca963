/** Part of `countersign inbox`: asks the person each waiting question, the oldest first. */

import { messageOf } from '../../engine/thrown.ts'
import { describeEnd, questionOf } from '../../gate/questions/approvals.ts'
import type { Asker } from '../../gate/asker.ts'
import type { Approval, Management } from '../../gate/management.ts'

export interface Inbox extends Pick<Management, 'watch'> {
  readonly approvals: Pick<Management['approvals'], 'get' | 'pending' | 'answer'>
}

export interface LoopOptions {
  /** Whether to wait for more when all are answered. */
  readonly watch: boolean
  readonly tell: (note: string) => void
  /** When it aborts, nothing more is asked. */
  readonly left?: AbortSignal
}

/** Returns how many questions were left open. A question that ends elsewhere meanwhile disappears. */
export async function answerPending(
  inbox: Inbox,
  asker: Asker,
  { watch, tell, left: gone }: LoopOptions,
): Promise<number> {
  const left = new Set<string>()
  let isIdle = false
  for (;;) {
    const pending = await inbox.approvals.pending()
    const next = pending.find(({ id }) => !left.has(id))
    if (gone?.aborted === true || (next === undefined && !watch)) return pending.length
    if (next === undefined && !isIdle) tell(idling(pending.length))
    isIdle = next === undefined
    if (next === undefined) await changed(inbox)
    else if (!(await askFor(next, asker, inbox, tell))) left.add(next.id)
  }
}

function idling(left: number): string {
  return `${left === 0 ? 'Nothing waits for an answer' : `${left} left open`}. What comes is shown here; Ctrl-C ends.`
}

/** False if it was left open. */
async function askFor(
  approval: Approval,
  asker: Asker,
  { approvals, watch }: Inbox,
  tell: LoopOptions['tell'],
): Promise<boolean> {
  const { id, broken } = approval
  if (broken !== undefined) {
    tell(`${broken}: it can only be denied (countersign inbox deny ${id}), or expires`)
    return false
  }
  const over = new AbortController()
  const look = async () => {
    const now = await approvals.get(approval.id).catch(() => undefined)
    if (now !== undefined && now.state !== 'pending') over.abort(describeEnd(now))
  }
  const stop = watch(() => void look())
  // It may have ended since it was listed.
  void look()
  try {
    const reply = await asker.ask(questionOf(approval), over.signal).catch((error: unknown) => {
      // Perhaps another version wrote it: it stays open for a program that can show it.
      tell(`Question ${approval.id} cannot be shown: ${messageOf(error)}`)
    })
    if (over.signal.aborted) return true
    if (reply === undefined) return false
    const { note } = await approvals.answer(approval.id, reply)
    if (note !== undefined) tell(note)
  } catch (error) {
    // It ended while the person was thinking: say so, and go on to the next.
    if (!(error instanceof Error) || error.name !== 'Refused') throw error
    tell(error.message)
  } finally {
    stop()
  }
  return true
}

const PATIENCE = 5_000

function changed({ watch }: Inbox): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, PATIENCE)
    const stop = watch(done)
  })
}

/**
 * What waits for an answer, as the server reports it.
 *
 * INVARIANT: the question in view never changes into another one by itself: if it ends elsewhere, it stays in view and
 * says how it ended, until the person goes on.
 */

import { computed, signal } from '@preact/signals'
import type { ApprovalDetail, ApprovalList, ApprovalView } from '../../../src/server/api.ts'
import { Refusal, request, whyOf } from '../api/client.ts'
import { busy, endOf } from './answers.ts'
import { startDeadTime } from './dead-time.ts'
import { now, setServerTime } from './now.ts'
import { notify } from './notice.ts'
import { connection, onEvent } from './session.ts'
import { announce, say } from './toasts.ts'

const all = signal<ReadonlyMap<string, ApprovalView>>(new Map())
/**
 * While the whole list is being loaded: what was received meanwhile, which is newer. The question, or undefined if it
 * ended.
 */
let newer: Map<string, ApprovalView | undefined> | undefined
const snoozedUntil = signal<ReadonlyMap<string, number>>(new Map())

/** The question in view. It may have ended meanwhile. */
export const selected = signal<ApprovalView | undefined>(undefined)
export const details = signal<ReadonlyMap<string, ApprovalDetail>>(new Map())
export const loaded = signal(false)

const inOrder = computed(() =>
  [...all.value.values()].toSorted((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1)),
)
export const waiting = computed(() => inOrder.value.filter(({ id }) => !isSnoozed(id)))
export const snoozed = computed(() => inOrder.value.filter(({ id }) => isSnoozed(id)))
/** All questions that wait, including snoozed ones. */
export const count = computed(() => all.value.size)

export function startInbox(): void {
  onEvent((event) => {
    if (event.type === 'hello') void readAll()
    else if (event.type === 'approval') take(event.approval)
    else if (event.type === 'ended') drop(event.approval)
  })
}

const READ_AGAIN = 3_000

async function readAll(): Promise<void> {
  const heard = new Map<string, ApprovalView | undefined>()
  newer = heard
  try {
    const { approvals, now: at } = await request<ApprovalList>('GET', '/v1/approvals')
    setServerTime(at)
    // There has been another new connection meanwhile, and the list is read again.
    if (newer !== heard) return
    const list = new Map(approvals.map((approval) => [approval.id, approval]))
    for (const [id, approval] of heard) put(list, id, approval)
    undrawn.clear()
    all.value = list
    loaded.value = true
    const { value: seen } = selected
    if (seen !== undefined && seen.state === 'pending' && !all.value.has(seen.id)) void refreshEnded(seen.id)
    if (selected.value === undefined) selectFirst()
  } catch (error) {
    say(whyOf(error), 'bad')
    // If the connection itself is lost, the next one loads the list anew.
    setTimeout(() => {
      if (newer === undefined && connection.value === 'live') void readAll()
    }, READ_AGAIN)
  } finally {
    if (newer === heard) newer = undefined
  }
}

function put(list: Map<string, ApprovalView>, id: string, approval: ApprovalView | undefined): void {
  if (approval === undefined) list.delete(id)
  else list.set(id, approval)
}

/** What was reported since the list was last drawn: the question, or undefined if it ended. */
const undrawn = new Map<string, ApprovalView | undefined>()
let drawing: ReturnType<typeof setTimeout> | undefined
/** Of thousands of questions, drawing the list anew for each of hundreds that come together would take long. */
const DRAW_EVERY = 100

/** Stores the current state of these questions, or undefined for those that no longer wait. */
function keep(ids: readonly string[], approval: ApprovalView | undefined): void {
  for (const id of ids) {
    undrawn.set(id, approval)
    newer?.set(id, approval)
  }
  draw()
}

/** As `keep`; soon, if the list was drawn just before. */
function keepSoon(id: string, approval: ApprovalView | undefined): void {
  undrawn.set(id, approval)
  newer?.set(id, approval)
  if (drawing === undefined) draw()
}

function draw(): void {
  clearTimeout(drawing)
  drawing = setTimeout(() => {
    drawing = undefined
    if (undrawn.size > 0) draw()
  }, DRAW_EVERY)
  const list = new Map(all.value)
  for (const [id, approval] of undrawn) put(list, id, approval)
  undrawn.clear()
  all.value = list
}

export function select(approval: ApprovalView | undefined): void {
  if (approval?.id !== selected.value?.id) startDeadTime()
  selected.value = approval
  if (approval !== undefined) void readDetail(approval.id)
}

let wantsFocus = false

/** Opened with the pointer or after an answer: what had the focus is gone, so the focus moves to what is shown. */
export function open(approval: ApprovalView | undefined): void {
  wantsFocus = true
  select(approval)
}

/** Whether what is shown now should take the focus; true only once. */
export function takeFocus(): boolean {
  const wanted = wantsFocus
  wantsFocus = false
  return wanted
}

/** `step` 1 moves to the next one below, -1 to the one above; if there is none, nothing changes. */
export function move(step: 1 | -1): void {
  const list = waiting.value
  const at = list.findIndex(({ id }) => id === selected.value?.id)
  const next = at < 0 ? list[0] : list[at + step]
  if (next !== undefined) select(next)
}

const SNOOZE = 10 * 60_000

/** Hides it on this page for a while. It is not answered, and goes on waiting. */
export function snooze(approval: ApprovalView): void {
  snoozedUntil.value = new Map(snoozedUntil.value).set(approval.id, now.value + SNOOZE)
  const following = waiting.value.find(({ askedAt }) => askedAt >= approval.askedAt) ?? waiting.value.at(-1)
  open(following)
  announce('Put off; it goes on waiting.')
}

export function wake(approval: ApprovalView): void {
  const rest = new Map(snoozedUntil.value)
  rest.delete(approval.id)
  snoozedUntil.value = rest
  open(approval)
}

const TOO_NEAR = 60_000

/** A question that ends soon is shown in spite of being snoozed. */
function isSnoozed(id: string): boolean {
  const until = snoozedUntil.value.get(id)
  const approval = all.value.get(id)
  return until !== undefined && approval !== undefined && now.value < until && now.value < approval.expiresAt - TOO_NEAR
}

export function take(approval: ApprovalView): void {
  const { id } = approval
  const known = undrawn.has(id) ? undrawn.get(id) !== undefined : all.value.has(id)
  keepSoon(id, approval)
  if (selected.value?.id === id) selected.value = approval
  if (known) return
  notify(approval, () => all.value.size)
  if (selected.value === undefined) select(approval)
}

function drop(approval: ApprovalView): void {
  keepSoon(approval.id, undefined)
  if (selected.value?.id !== approval.id || busy.value.has(approval.id)) return
  selected.value = approval
  announce(endOf(approval))
}

export async function refreshEnded(id: string): Promise<void> {
  try {
    const { approval } = await request<ApprovalDetail>('GET', `/v1/approvals/${encodeURIComponent(id)}`)
    if (approval.state === 'pending') take(approval)
    else drop(approval)
  } catch (error) {
    // If the server cannot be reached, it is not known whether the question ended.
    if (!(error instanceof Refusal) || error.problem.code !== 'not-found') return
    keep([id], undefined)
    if (selected.value?.id === id) selectFirst()
  }
}

async function readDetail(id: string): Promise<void> {
  try {
    const detail = await request<ApprovalDetail>('GET', `/v1/approvals/${encodeURIComponent(id)}`)
    // Only the details of the question in view are kept: what else a rule would allow changes with every call.
    details.value = new Map([[id, detail]])
    if (detail.approval.state !== 'pending') drop(detail.approval)
  } catch {
    // The question itself is on the page; what takes longer to find out is left out.
  }
}

/** After an answer from here: goes on to the question that was below, else to one that is left. */
export function goOn(ids: readonly string[]): void {
  const seen = selected.value
  keep(ids, undefined)
  if (seen === undefined || !ids.includes(seen.id)) return
  const list = waiting.value
  open(list.find(({ askedAt }) => askedAt >= seen.askedAt) ?? list[0])
}

function selectFirst(): void {
  select(waiting.value[0])
}

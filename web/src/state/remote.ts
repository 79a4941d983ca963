/** What the server knows, loaded for a page: again after a new connection, when the server says so, and on request. */

import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ServerEvent } from '../../../src/server/api.ts'
import { request, whyOf } from '../api/client.ts'
import { REST } from '../parts/controls.tsx'
import { epoch, onEvent } from './session.ts'

type What = Extract<ServerEvent, { readonly type: 'changed' }>['what']

export interface Remote<T> {
  readonly value: T | undefined
  /** Why it could not be read, for people. */
  readonly problem: string
  readonly reload: () => void
}

export function useRemote<T>(path: string, changes: readonly What[] = []): Remote<T> {
  const value = useSignal<T | undefined>(undefined)
  const problem = useSignal('')
  const asked = useSignal(0)
  const { value: connected } = epoch
  useEffect(() => {
    const over = new AbortController()
    void showing(request<T>('GET', path, undefined, over.signal), value, problem, over.signal)
    return () => over.abort()
  }, [path, connected, asked.value])
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'changed' && changes.includes(event.what)) asked.value++
      }),
    [],
  )
  return { value: value.value, problem: problem.value, reload: () => void asked.value++ }
}

export interface Tried<T> {
  readonly value: T | undefined
  readonly problem: string
  /** Whether what is shown belongs to an earlier text. */
  readonly pending: boolean
}

/** Asks the server about what is typed, once the typing pauses; undefined asks nothing. */
export function useTried<T>(path: string, body: unknown, rest: number = REST): Tried<T> {
  const value = useSignal<T | undefined>(undefined)
  const problem = useSignal('')
  const pending = useSignal(false)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const { value: connected } = epoch
  useEffect(() => {
    if (text === undefined) {
      value.value = undefined
      problem.value = ''
      pending.value = false
      return
    }
    pending.value = true
    const over = new AbortController()
    const done = () => {
      if (!over.signal.aborted) pending.value = false
    }
    const timer = setTimeout(() => {
      void showing(request<T>('POST', path, body, over.signal), value, problem, over.signal).finally(done)
    }, rest)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [path, text, connected])
  return { value: value.value, problem: problem.value, pending: pending.value }
}

/** Stores what was read, or why it could not be read, where the page shows it. */
function showing<T>(
  reading: Promise<T>,
  value: Signal<T | undefined>,
  problem: Signal<string>,
  over: AbortSignal,
): Promise<void> {
  return reading.then(
    (read) => {
      value.value = read
      problem.value = ''
    },
    (error: unknown) => {
      if (!over.aborted) problem.value = whyOf(error)
    },
  )
}

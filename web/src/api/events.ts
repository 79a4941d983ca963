/**
 * Server-sent events, read with `fetch` because that can send the key. Reconnects after growing pauses, until told to
 * stop.
 */

import type { ServerEvent } from '../../../src/server/api.ts'
import { headers } from './client.ts'

export interface Line {
  event(event: ServerEvent): void
  /** Nothing came for too long, or the connection broke; it will be tried again. */
  lost(): void
  /** The session is over, so trying again is pointless. */
  over(): void
}

const SILENCE = 35_000
const FIRST_PAUSE = 300
const LONGEST_PAUSE = 5_000

/** Returns a function that stops it. */
export function listen(line: Line): () => void {
  const stop = new AbortController()
  void keepListening(line, stop.signal)
  return () => stop.abort()
}

async function keepListening(line: Line, stop: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE
  while (!stop.aborted) {
    const end = await once(line, stop)
    if (stop.aborted) return
    if (end === 'over') return line.over()
    line.lost()
    pause = end === 'heard' ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** One connection: returns whether anything was received, or that the session is over. */
async function once(line: Line, stop: AbortSignal): Promise<'heard' | 'silent' | 'over'> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE)
  let heard: 'heard' | 'silent' = 'silent'
  try {
    const response = await fetch('/v1/events', {
      headers: { ...headers(), Accept: 'text/event-stream' },
      credentials: 'same-origin',
      signal: AbortSignal.any([stop, silence.signal]),
    })
    if (response.status === 401 || response.status === 403) return 'over'
    if (!response.ok || response.body === null) return 'silent'
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return heard
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE)
      heard = 'heard'
      const blocks = (rest + value).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) tell(line, block)
    }
  } catch {
    return heard
  } finally {
    clearTimeout(timer)
  }
}

function tell(line: Line, block: string): void {
  let type = ''
  let data = ''
  for (const row of block.split(/\r?\n/)) {
    if (row.startsWith('event:')) type = row.slice(6).trim()
    else if (row.startsWith('data:')) data += row.slice(5)
  }
  if (data === '') return
  try {
    const value = JSON.parse(data) as object
    line.event({ type, ...value } as ServerEvent)
  } catch {
    // An unreadable event is not shown; the next connection reads the whole list anew.
  }
}

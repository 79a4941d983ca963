/** The person at the page, and whether the server can be reached. */

import { signal } from '@preact/signals'
import type { Hello, OpenedSession, OpenSessionRequest, ServerEvent, SessionInfo } from '../../../src/server/api.ts'
import { hasKey, Refusal, request, rereadKey, setKey } from '../api/client.ts'
import { listen } from '../api/events.ts'
import { setServerTime } from './now.ts'

/** Undefined until it is known; null if there is none. */
export const session = signal<SessionInfo | null | undefined>(undefined)
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting')
/** Why there is no session, for people; and whether one can sign in with a name. */
export const closed = signal<{ readonly why: string; readonly accounts: boolean }>({ why: '', accounts: false })
/** Goes up with every new connection, so that the page loads everything again. */
export const epoch = signal(0)

type Listener = (event: ServerEvent) => void
const listeners = new Set<Listener>()

export function onEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const NO_SESSION = 'Open the link that `countersign serve` printed where it was started; each opens the page once.'

/** By the one-time link in the address, else by the key that was kept. */
export async function startSession(): Promise<void> {
  addEventListener('storage', () => {
    if (session.value === null && rereadKey()) void resume()
  })
  addEventListener('hashchange', () => void openByLink())
  if (!(await openByLink())) await resume()
}

export async function signIn(credentials: OpenSessionRequest): Promise<void> {
  const opened = await request<OpenedSession>('POST', '/v1/session', credentials)
  setKey(opened.key)
  begin(opened)
}

export async function signOut(): Promise<void> {
  await request('DELETE', '/v1/session').catch(() => undefined)
  setKey('')
  await end('You have signed out on this browser.', false)
}

export async function refreshSession(): Promise<void> {
  const info = await request<SessionInfo>('GET', '/v1/session')
  session.value = info
  setServerTime(info.now)
}

async function openByLink(): Promise<boolean> {
  const open = /^#open=([\w-]+)/.exec(location.hash)?.[1]
  if (open === undefined) return false
  history.replaceState(null, '', '#/inbox')
  try {
    await signIn({ open })
  } catch (error) {
    if (hasKey()) return false
    await (error instanceof Refusal ? end(error.problem.detail, false) : end(''))
  }
  return true
}

async function resume(): Promise<void> {
  if (!hasKey()) return end('')
  try {
    begin(await request<SessionInfo>('GET', '/v1/session'))
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 401) return end('The session is over.')
    connection.value = 'lost'
    setTimeout(() => void resume(), 1500)
  }
}

let stopListening: (() => void) | undefined

function begin(info: SessionInfo): void {
  session.value = info
  setServerTime(info.now)
  stopListening?.()
  connection.value = 'connecting'
  stopListening = listen({
    event(event) {
      if (event.type === 'hello') {
        connection.value = 'live'
        setServerTime(event.now)
        epoch.value++
      }
      if (event.type === 'bye') connection.value = 'lost'
      for (const listener of listeners) listener(event)
    },
    lost: () => (connection.value = 'lost'),
    over: () => void end('The session is over: the server was started anew, or time has passed.'),
  })
}

/** `told`: whether to say how to sign in (again). */
async function end(why: string, told = true): Promise<void> {
  stopListening?.()
  const hello = await request<Hello>('GET', '/v1/hello').catch(() => undefined)
  const accounts = hello?.accounts === true
  const way = accounts ? 'Your name and password open the page.' : NO_SESSION
  closed.value = { why: `${why}${told ? ` ${way}` : ''}`.trim(), accounts }
  session.value = null
}

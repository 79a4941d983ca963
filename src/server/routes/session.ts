/** Part of the server: opening and ending an approver's session. */

import { Hono } from 'hono'
import type { Context } from 'hono'
import { AGENTS } from '../../vocabulary/vocabularies.ts'
import type { OpenedSession, SessionInfo } from '../api/session.ts'
import { accountNamed, checkPassword } from '../auth/accounts.ts'
import type { Account } from '../auth/accounts.ts'
import { cookieIn } from '../auth/guard.ts'
import type { Place } from '../auth/guard.ts'
import { browserIn, knownBrowser } from '../auth/known-browser.ts'
import type { Session } from '../auth/sessions.ts'
import { Tries } from '../auth/tries.ts'
import { bodyOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import type { Given } from '../given.ts'
import { Bucket } from '../limits.ts'
import { MODES_EXPLAINED } from '../modes.ts'
import { HttpProblem } from '../problem.ts'
import { projectsOf } from '../projects.ts'

/** Bytes of a body: anybody may send one here, so that thousands of them at once must not fill the memory. */
const LARGEST = 8_192
const LONGEST_PASSWORD = 1_000
/** Seconds for which a browser is known again. */
const KNOWN_FOR = 90 * 24 * 3_600

/** The routes that need no session. */
export function openingRoutes(deps: Deps): Hono<Env> {
  const { guard, sessions, accounts, limits, info } = deps
  const links = new Bucket(limits.opening / 60, limits.opening)
  const tries = new Tries(limits.opening, deps.now)
  return new Hono<Env>()
    .get('/hello', (c) => c.json({ version: info.version, accounts: accounts !== undefined }))
    .post('/session', async (c) => {
      const foreign = guard.fromElsewhere(c.env.incoming.headers)
      if (foreign !== undefined) throw new HttpProblem(foreign.code, foreign.detail)
      const given = await bodyOf(c, { limits: { body: LARGEST } })
      const link = accounts === undefined ? given.text('open') : given.optionalText('open')
      const opened = sessions.open(
        link === undefined ? await byAccount(c, deps, tries, given) : byLink(deps, links, link),
      )
      setCookie(c, deps, opened.token)
      if (accounts !== undefined) setKnown(c, deps, accountNamed(accounts, opened.approver))
      const { key } = opened
      return c.json({ ...(await sessionInfo(deps, opened)), key } satisfies OpenedSession)
    })
}

export function sessionRoutes(deps: Deps): Hono<Env> {
  const { guard, sessions } = deps
  return new Hono<Env>()
    .get('/', async (c) => c.json(await sessionInfo(deps, c.get('session'))))
    .delete('/', (c) => {
      sessions.end(guard.tokenOf(c.env.incoming.headers) ?? '')
      setCookie(c, deps, '', 'Max-Age=0')
      return c.json({ ended: true })
    })
    .post('/link', (c) => c.json(deps.link(c.get('session').approver)))
}

/** Whose link it is. A link cannot be guessed, so a person who has one need not wait because of others who only try. */
function byLink({ sessions, accounts }: Deps, tries: Bucket, secret: string): string {
  const approver = sessions.exchange(secret)
  if (approver !== undefined) return approver
  if (!tries.take()) throw new HttpProblem('too-many', 'Too many tries to open a session; wait a little.')
  const next = accounts === undefined ? 'The server\u2019s terminal gives a new one.' : 'Sign in, or ask for a new one.'
  throw new HttpProblem('unauthorized', `This link was used before, or is too old. ${next}`)
}

/** Whose name and password they are. */
async function byAccount(c: Context<Env>, deps: Deps, tries: Tries, given: Given): Promise<string> {
  const { accounts = [], place } = deps
  const { incoming } = c.env
  const [name, password] = [given.text('name'), given.text('password')]
  const account = accountNamed(accounts, name)
  const cookie = cookieIn(incoming.headers.cookie, knownCookie(place()))
  const trying = { address: incoming.socket.remoteAddress, name, browser: browserIn(cookie, account) }
  const wait = tries.wait(trying)
  if (wait > 0)
    throw new HttpProblem(
      'too-many',
      `Too many wrong tries to sign in; try again in ${inWords(wait)}. A browser that is signed in can make a link for this one.`,
      { retryAfter: Math.ceil(wait / 1_000) },
    )
  const known = password.length > LONGEST_PASSWORD ? undefined : await checkPassword(accounts, name, password)
  if (known === undefined) throw new HttpProblem('unauthorized', 'Name and password do not go together.')
  tries.right(trying)
  return known
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? 'a second' : `${seconds} seconds`
}

function knownCookie({ cookie }: Place): string {
  return `${cookie}-known`
}

/** Only where sessions are opened, and for long: it opens nothing. */
function setKnown(c: Context<Env>, { place }: Deps, account: Account): void {
  const path = place().secure ? 'Path=/; Secure' : 'Path=/v1/session'
  const parts = [
    `${knownCookie(place())}=${knownBrowser(account)}`,
    path,
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${KNOWN_FOR}`,
  ]
  c.header('set-cookie', parts.join('; '), { append: true })
}

/** Without an expiry date, so that browsers keep it in memory and forget it when they are closed. */
function setCookie(c: Context<Env>, { place }: Deps, token: string, more?: string): void {
  const { cookie, secure } = place()
  const parts = [`${cookie}=${token}`, 'Path=/', 'HttpOnly', 'SameSite=Strict', secure ? 'Secure' : '', more ?? '']
  c.header('set-cookie', parts.filter((part) => part !== '').join('; '))
}

async function sessionInfo(deps: Deps, { approver, expiresAt }: Session): Promise<SessionInfo> {
  const projects = await projectsOf(deps)
  const agents = AGENTS.map(([[name = '']]) => name)
  return { approver, expiresAt, now: deps.now(), server: deps.info, projects, modes: MODES_EXPLAINED, agents }
}

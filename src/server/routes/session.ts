/** Part of the server: opening and ending an approver's session. */

import { Hono } from 'hono'
import type { Context } from 'hono'
import { AGENTS } from '../../vocabulary/vocabularies.ts'
import type { OpenedSession, SessionInfo } from '../api/session.ts'
import { checkPassword } from '../auth/accounts.ts'
import type { Opened, Session } from '../auth/sessions.ts'
import { bodyOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import { Bucket } from '../limits.ts'
import { MODES_EXPLAINED } from '../modes.ts'
import { HttpProblem } from '../problem.ts'
import { projectsOf } from '../projects.ts'

/** Bytes of a body: anybody may send one here, so that thousands of them at once must not fill the memory. */
const LARGEST = 8_192

/** The routes that need no session. */
export function openingRoutes(deps: Deps): Hono<Env> {
  const { guard, sessions, accounts, limits, info } = deps
  const tries = new Bucket(limits.opening / 60, limits.opening)
  return new Hono<Env>()
    .get('/hello', (c) => c.json({ version: info.version, accounts: accounts !== undefined }))
    .post('/session', async (c) => {
      const foreign = guard.fromElsewhere(c.env.incoming.headers)
      if (foreign !== undefined) throw new HttpProblem(foreign.code, foreign.detail)
      const given = await bodyOf(c, { limits: { body: LARGEST } })
      const link = accounts === undefined ? given.text('open') : given.optionalText('open')
      // A link cannot be guessed, so a person who has one need not wait because of others who only try.
      const byLink = link === undefined ? undefined : sessions.exchange(link)
      if (byLink === undefined && !tries.take())
        throw new HttpProblem('too-many', 'Too many tries to open a session; wait a little.')
      const opened =
        byLink ??
        (link === undefined
          ? await byAccount(deps, given.optionalText('name'), given.optionalText('password'))
          : undefined)
      if (opened === undefined)
        throw new HttpProblem(
          'unauthorized',
          accounts === undefined
            ? 'This link was used before, or is too old. The server\u2019s terminal gives a new one.'
            : 'Name and password do not go together.',
        )
      setCookie(c, deps, opened.token)
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

async function byAccount(
  { sessions, accounts = [] }: Deps,
  name: string | undefined,
  password: string | undefined,
): Promise<Opened | undefined> {
  if (name === undefined || password === undefined || password.length > 1_000) return undefined
  const known = await checkPassword(accounts, name, password)
  return known === undefined ? undefined : sessions.open(known)
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

/**
 * The table that every client goes through: kinds of calls, and how to tell that one really ran.
 *
 * A client's test spells each kind in the client's own tools. When everything is denied, the gate must have seen every call
 * and none may have left a trace; when everything is allowed, the gate must have seen every call and each must have run.
 */

import { join } from 'node:path'

export const DENY_ALL = {
  kinds: { shell: 'deny', read: 'deny', write: 'deny', url: 'deny', mcp: 'deny' },
  otherwise: 'deny',
}

export const ALLOW_ALL = { mode: 'bypass' }

/**
 * For each kind, whether it happened.
 *
 * @param {ReturnType<import('./place.mjs').newPlace>} place
 * @param {{ results?: { text: string }[], page?: { visits: () => number } }} seen `page` where the client can fetch one
 */
export function tracesOf(place, { results = [], page } = {}) {
  const told = results.map(({ text }) => text).join('\n')
  return {
    'read-only shell': told.includes('kept.txt'),
    'writing shell': place.has('by-shell.txt'),
    'file write': place.has('by-write.txt'),
    'read outside': told.includes('written outside'),
    ...(page && { url: page.visits() > 0 }),
    mcp: place.has('by-mcp.txt'),
    'read-only mcp': place.has('by-mcp-look.txt'),
    'sub-agent': place.has('by-sub-agent.txt'),
  }
}

/** What the spellings of a table need from the place. */
export function targetsOf(place) {
  return {
    look: 'ls',
    touch: 'touch by-shell.txt',
    touchBelow: 'touch by-sub-agent.txt',
    written: join(place.project, 'by-write.txt'),
    other: join(place.outside, 'other.txt'),
  }
}

/** A model with this prompt does what a sub-agent does, in whatever tool `call` is spelled. */
export const below = (call) => (request) => {
  if (request.tools.length === 0 || !isBelow(request.body)) return undefined
  return request.turn === 0 ? [call] : [{ text: 'done' }]
}

/** What a sub-agent is asked to do, which also identifies its conversation. */
export const BELOW = 'BELOW'

function isBelow({ messages }) {
  return messages.some(({ role, content }) => role === 'user' && JSON.stringify(content).includes(BELOW))
}

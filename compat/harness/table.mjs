/**
 * The table every client is put through: kinds of calls, and how to tell that one of them really ran.
 *
 * A client's test spells each kind in the client's own tools. With everything denied, each call must have been seen by the
 * gate and left no trace; with everything allowed, each must have been seen and run.
 */

import { join } from 'node:path'

export const DENY_ALL = {
  kinds: { shell: 'deny', read: 'deny', write: 'deny', url: 'deny', mcp: 'deny' },
  otherwise: 'deny',
}

export const ALLOW_ALL = { mode: 'bypass' }

/**
 * By kind, whether it happened.
 *
 * @param {ReturnType<import('./place.mjs').newPlace>} place
 */
export function tracesOf(place, { results = [] } = {}) {
  const told = results.map(({ text }) => text).join('\n')
  return {
    'read-only shell': told.includes('kept.txt'),
    'writing shell': place.has('by-shell.txt'),
    'file write': place.has('by-write.txt'),
    'read outside': told.includes('written outside'),
    mcp: place.has('by-mcp.txt'),
    'read-only mcp': place.has('by-mcp-look.txt'),
    'sub-agent': place.has('by-sub-agent.txt'),
  }
}

/** What the spellings of a table need of the place. */
export function targetsOf(place) {
  return {
    look: 'ls',
    touch: 'touch by-shell.txt',
    touchBelow: 'touch by-sub-agent.txt',
    written: join(place.project, 'by-write.txt'),
    other: join(place.outside, 'other.txt'),
  }
}

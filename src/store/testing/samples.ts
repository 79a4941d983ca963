/** For tests: ordinary examples of each noun, and a chain that can be checked. */

import { uuidv7 } from 'uuidv7'
import type { Answer, Asked } from '../approval.ts'
import type { NewGrant } from '../grant.ts'
import type { AuditRecord, NewRecord } from '../record.ts'
import { seal } from '../seal.ts'

export const NOW = 1_784_000_000_000

export function asked(change: Partial<Asked> = {}): Asked {
  return {
    id: uuidv7(),
    session: 's1',
    agent: 'claude-code',
    project: '/srv/project',
    digest: 'd1',
    call: { tool: 'Bash', input: { command: 'npm publish' }, cwd: '/srv/project' },
    shown: { reason: 'no rule allows it', suggestions: ['shell(npm publish)'] },
    askedAt: NOW,
    expiresAt: NOW + 60_000,
    ...change,
  }
}

export function answer(change: Partial<Answer> = {}): Answer {
  return { behavior: 'allow', lasts: 'once', digest: 'd1', by: 'terminal', rules: [], ...change }
}

export function grant(change: Partial<NewGrant> = {}): NewGrant {
  return {
    id: uuidv7(),
    behavior: 'allow',
    lasts: 'session',
    rules: ['shell(npm run:*)'],
    digest: null,
    session: null,
    project: null,
    agent: null,
    grantedAt: NOW,
    grantedBy: 'terminal',
    approval: null,
    until: null,
    usesLeft: null,
    ...change,
  }
}

export function record(change: Partial<NewRecord> = {}): NewRecord {
  return { kind: 'decision', at: NOW, session: 's1', body: '{"verdict":"allow"}', ...change }
}

/** The same as the audit uses, so that a store which seals by itself is tested for that. */
export { seal }

/** The first sequence number at which the chain is broken; undefined if it is whole. */
export function breakIn(records: readonly AuditRecord[]): number | undefined {
  let previous = '0'.repeat(64)
  for (const [index, one] of records.entries()) {
    const whole = one.seq === index + 1 && one.previous === previous && one.hash === seal(one, one.seq, previous)
    if (!whole) return index + 1
    previous = one.hash
  }
  return undefined
}

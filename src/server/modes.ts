/** Part of the server: explains each mode to the person who switches it. */

import type { ModeInfo } from './api/session.ts'

export const MODES_EXPLAINED: readonly ModeInfo[] = [
  {
    mode: 'default',
    meaning: 'Read-only commands and what rules allow go through; everything else is asked.',
    risky: false,
  },
  {
    mode: 'acceptEdits',
    meaning: 'As default, and changes to files inside the working directories go through.',
    risky: false,
  },
  { mode: 'explore', meaning: 'Only what reads goes through; everything else is denied.', risky: false },
  {
    mode: 'dontAsk',
    meaning: 'Nobody is asked: what rules allow and what only reads goes through, the rest is denied.',
    risky: false,
  },
  {
    mode: 'bypass',
    meaning: 'Everything goes through that no rule denies or asks about, safety questions included. For sandboxes.',
    risky: true,
  },
]

/** Part of the gate: the asker for places where nobody can be asked. A call that needs an answer is denied at once. */

import type { Asker } from '../asker.ts'

export const NOBODY: Asker = { name: 'none', ask: () => Promise.resolve(undefined) }

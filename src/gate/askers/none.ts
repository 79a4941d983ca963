/** Part of the gate: the asker for where nobody can be asked. What would be asked is denied at once. */

import type { Asker } from '../asker.ts'

export const NOBODY: Asker = { name: 'none', ask: () => Promise.resolve(undefined) }

/** Part of the store in memory: how its parts announce that something changed. */

import type { Change } from '../port.ts'

export type Tell = (what: Change['what'], id: string) => void

/** Part of the server: which of the person's own files a request is about. */

import { OWN_LAYERS } from '../engine/rule.ts'
import type { OwnLayer } from '../engine/rule.ts'
import type { Deps } from './deps.ts'
import type { Given } from './given.ts'
import { folderOf, rootOf } from './projects.ts'

export interface OwnPlace {
  readonly layer: OwnLayer
  readonly root: string
  readonly home: string
}

export function ownPlaceOf(given: Given, deps: Pick<Deps, 'info'>): OwnPlace {
  const { home } = deps.info
  return {
    layer: given.choice('layer', OWN_LAYERS),
    root: rootOf(folderOf(given.optionalText('cwd'), deps), home),
    home,
  }
}

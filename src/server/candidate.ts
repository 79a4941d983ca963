/**
 * Part of the server: a policy that is not saved yet: texts in place of some files, the other files as they are on
 * disk.
 */

import { MODES } from '../engine/mode.ts'
import { loadPolicy } from '../policy/load.ts'
import type { Loaded } from '../policy/load.ts'
import { readPolicyObject } from '../policy/object.ts'
import { FILE_LAYERS, layerFile } from '../policy/root.ts'
import type { FileLayer } from '../policy/root.ts'
import type { Deps } from './deps.ts'
import type { Given } from './given.ts'
import { folderOf, rootOf } from './projects.ts'

export interface Candidate extends Loaded {
  readonly cwd: string
}

export interface Draft {
  readonly layer: FileLayer
  readonly text: string
}

const MOST_FILES = 5

export function candidateOf(deps: Deps, given: Given): (cwd?: string) => Candidate {
  const at = folderOf(given.optionalText('cwd'), deps)
  const { home } = deps.info
  const here = rootOf(at, home)
  const drafts = given.has('files')
    ? given
        .objects('files', MOST_FILES)
        .map((file): Draft => ({ layer: file.choice('layer', FILE_LAYERS), text: file.text('text') }))
    : []
  const mode = given.optionalChoice('mode', MODES)
  const { document } = mode === undefined ? {} : readPolicyObject({ mode }, 'session')
  return (cwd = at) => {
    // A draft for one project's file does not apply to other projects.
    const counting = drafts.filter(({ layer }) => rootOf(cwd, home) === here || layer === 'managed' || layer === 'user')
    const instead = new Map(counting.map(({ layer, text }) => [layerFile(layer, { root: here, home }), text]))
    const loaded = loadPolicy({ cwd, home, instead, session: document === undefined ? [] : [document] })
    return { ...loaded, cwd }
  }
}

/** opencode: the `permission` map of `opencode.json`. */

import type { Dialect } from '../dialect.ts'
import { opencodeModel } from './model.ts'
import { readOpencode } from './read.ts'
import { writeOpencode } from './write.ts'

export const OPENCODE_DIALECT: Dialect = {
  name: 'opencode',
  title: 'opencode',
  agent: 'opencode',
  places: [
    { path: '~/.config/opencode/opencode.json', layer: 'user' },
    { path: '~/.config/opencode/opencode.jsonc', layer: 'user' },
    { path: 'opencode.json', layer: 'project' },
    { path: 'opencode.jsonc', layer: 'project' },
  ],
  read: readOpencode,
  write: writeOpencode,
  model: opencodeModel,
}

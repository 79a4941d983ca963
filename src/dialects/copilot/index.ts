/** GitHub Copilot: permission strings and flags (seed 001's and today's), saved approvals, URL lists, managed settings. */

import type { Dialect } from '../dialect.ts'
import { copilotModel } from './model.ts'
import { readCopilot } from './read.ts'
import { FLAGS_PATH, MANAGED_PATH, writeCopilot } from './write.ts'

export const COPILOT_DIALECT: Dialect = {
  name: 'copilot',
  title: 'Copilot',
  agent: 'copilot',
  places: [
    { path: '/etc/github-copilot/managed-settings.json', layer: 'managed' },
    { path: '~/.copilot/permissions-config.json', layer: 'user' },
    { path: '~/.copilot/settings.json', layer: 'user' },
    { path: '.github/copilot/settings.json', layer: 'project' },
    { path: '.github/copilot/settings.local.json', layer: 'local' },
    { path: MANAGED_PATH, layer: 'project' },
    { path: FLAGS_PATH, layer: 'project' },
  ],
  read: readCopilot,
  write: writeCopilot,
  model: copilotModel,
}

/** Claude Code: `settings.json` of every scope. */

import type { Dialect } from '../dialect.ts'
import { claudeModel } from './model.ts'
import { readClaudeSettings } from './read.ts'
import { writeClaudeSettings } from './write.ts'

export const CLAUDE_CODE_DIALECT: Dialect = {
  name: 'claude-code',
  title: 'Claude Code',
  agent: 'claude-code',
  places: [
    { path: '/etc/claude-code/managed-settings.json', layer: 'managed' },
    { path: '/etc/claude-code/managed-settings.d/*.json', layer: 'managed' },
    { path: '~/.claude/settings.json', layer: 'user' },
    { path: '.claude/settings.json', layer: 'project' },
    { path: '.claude/settings.local.json', layer: 'local' },
  ],
  read: readClaudeSettings,
  write: writeClaudeSettings,
  model: claudeModel,
}

/** OpenAI Codex: rule files, and the MCP tools in `config.toml`. */

import type { Dialect } from '../dialect.ts'
import { codexModel } from './model.ts'
import { readCodex } from './read.ts'
import { writeCodexRules } from './write.ts'

export const CODEX_DIALECT: Dialect = {
  name: 'codex',
  title: 'Codex',
  agent: 'codex',
  places: [
    { path: '/etc/codex/requirements.toml', layer: 'managed' },
    { path: '~/.codex/rules/*.rules', layer: 'user' },
    { path: '~/.codex/config.toml', layer: 'user' },
    { path: '.codex/rules/*.rules', layer: 'project' },
    { path: '.codex/config.toml', layer: 'project' },
  ],
  read: readCodex,
  write: writeCodexRules,
  model: codexModel,
}

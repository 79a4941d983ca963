/** Gemini CLI: policy files, where the highest priority decides, and the lists of tools and servers in its settings. */

import type { Dialect } from '../dialect.ts'
import { geminiModel } from './model.ts'
import { readGeminiPolicy } from './read.ts'
import { writeGeminiPolicy } from './write.ts'

export const GEMINI_DIALECT: Dialect = {
  name: 'gemini',
  title: 'Gemini CLI',
  agent: 'gemini',
  places: [
    { path: '/etc/gemini-cli/policies/*.toml', layer: 'managed' },
    { path: '/etc/gemini-cli/system-defaults.json', layer: 'managed' },
    { path: '/etc/gemini-cli/settings.json', layer: 'managed' },
    { path: '~/.gemini/policies/*.toml', layer: 'user' },
    { path: '~/.gemini/settings.json', layer: 'user' },
    { path: '.gemini/policies/*.toml', layer: 'project' },
    { path: '.gemini/settings.json', layer: 'project' },
  ],
  read: readGeminiPolicy,
  write: writeGeminiPolicy,
  model: geminiModel,
}

/** Qwen Code: the syntax of Claude Code in `.qwen/settings.json`, where a command is a prefix and a domain has subdomains. */

import type { Behavior } from '../../engine/rule.ts'
import { claudeModel } from '../claude-code/model.ts'
import { readClaudeSettings } from '../claude-code/read.ts'
import { spellClaude } from '../claude-code/spell.ts'
import { writeClaudeSettings } from '../claude-code/write.ts'
import type { ClaudeLike } from '../claude-code/write.ts'
import type { Dialect } from '../dialect.ts'
import { FILLED_IN } from '../gemini/besides.ts'
import type { Subject } from '../export/subject.ts'
import { openSettings, readBesides } from './besides.ts'
import { qwenTool } from './names.ts'
import { qwenPathTest, qwenSpecifiers } from './paths.ts'

/** A pattern for a folder does not cover the files in it, so these are added. */
function withBelow(rule: string): readonly string[] {
  return rule.endsWith('/**)') ? [rule] : [rule, `${rule.slice(0, -1)}/**)`]
}

const VARIANT = {
  exactIsPrefix: true,
  withSubdomains: true,
  form: 'commented',
  tool: qwenTool,
  paths: { ours: qwenSpecifiers, test: qwenPathTest },
  below: withBelow,
  besides: readBesides,
  filledIn: FILLED_IN,
} as const

const LIKE: ClaudeLike = {
  title: 'Qwen Code',
  agent: 'qwen',
  path: '.qwen/settings.json',
  spell,
  variant: VARIANT,
  open: openSettings,
}

/** Qwen Code cannot express a permission for exactly one command, or for one host without its subdomains. */
function spell(subject: Subject, behavior: Behavior): readonly string[] | undefined {
  if (behavior === 'allow' && subject.about === 'command' && !subject.pattern.prefix) return undefined
  if (behavior === 'allow' && subject.about === 'url' && subject.url.host.shape === 'exact') return undefined
  const spelled = spellClaude(subject, behavior)
  if (spelled?.some((one) => FILLED_IN.test(one)) === true) return undefined
  return behavior === 'allow' || subject.about !== 'path' ? spelled : spelled?.flatMap(withBelow)
}

export const QWEN_DIALECT: Dialect = {
  name: 'qwen',
  title: 'Qwen Code',
  agent: 'qwen',
  places: [
    { path: '~/.qwen/settings.json', layer: 'user' },
    { path: '.qwen/settings.json', layer: 'project' },
  ],
  read: (text, where) => readClaudeSettings(text, where, VARIANT),
  write: (policy, context) => writeClaudeSettings(policy, context, LIKE),
  model: (text, where) => claudeModel(text, where, VARIANT),
}

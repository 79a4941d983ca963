/** Part of the vibing.nvim dialect: its granular rules, which only restrict. */

import { canonicalTool } from '../../vocabulary/canonical.ts'
import { quoted } from '../../policy/problem.ts'
import { inOurCase } from '../import/any-case.ts'
import type { Draft, RuleExtras } from '../import/draft.ts'
import { starPath } from '../import/star-text.ts'
import type { VibingRule } from './front-matter.ts'

/** Tools that a rule without `tools` is about. */
const ALL = ['Bash', 'Read', 'Write', 'Edit', 'WebFetch']

export function addGranular(draft: Draft, rule: VibingRule): void {
  const { tools, paths, commands, patterns, domains, action, message, path } = rule
  if (action === 'allow') return draft.note(path, 'withheld', 'a granular permission has no exact counterpart')
  if (paths.length + commands.length + patterns.length + domains.length === 0)
    return draft.note(path, 'inert', 'a granular rule without paths, commands, patterns or domains never matches there')
  const extras = message === undefined ? {} : { reason: message }
  for (const tool of new Set((tools.length === 0 ? ALL : tools).map(inOurCase))) {
    const kind = canonicalTool(tool)?.kind
    if (tool === 'Bash') addCommands(draft, rule, extras)
    else if (kind === 'read' || kind === 'write') addPaths(draft, tool, rule, extras)
    else if (tool === 'WebFetch') for (const domain of domains) draft.add('deny', `url(${domain})`, path, extras)
    else draft.widen(tool, path, 'a granular rule on it has no counterpart')
  }
}

function addCommands(draft: Draft, { commands, patterns, path }: VibingRule, extras: RuleExtras): void {
  for (const command of commands) draft.add('deny', `Bash(${command}:*)`, path, extras)
  for (const pattern of patterns) {
    draft.add('deny', 'Bash', path, { ...extras, where: { command: `/${pattern}/` } })
    // Older releases read JavaScript expressions, newer ones Lua patterns.
    if (pattern.includes('%')) draft.widen('Bash', path, `${quoted(pattern)} may be a pattern of Lua`)
  }
}

function addPaths(draft: Draft, tool: string, { paths, path }: VibingRule, extras: RuleExtras): void {
  for (const one of paths) {
    const mine = starPath(one, 'deny')
    if (mine === undefined) draft.widen(tool, path, `${quoted(one)} has no exact counterpart`)
    else draft.add('deny', `${tool}(${mine})`, path, extras)
  }
}

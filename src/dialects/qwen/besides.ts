/**
 * Part of the Qwen Code dialect: what its settings restrict besides `permissions`: tools and servers, under older and
 * newer names.
 */

import { own } from '../../engine/call.ts'
import { quoted } from '../../policy/problem.ts'
import { isMapping } from '../../policy/shape.ts'
import { hasOthers } from '../claude-code/besides.ts'
import { addClaudeRule } from '../claude-code/rules.ts'
import type { Draft } from '../import/draft.ts'
import { addCore, readMode, readServers, toolList } from '../gemini/besides.ts'
import type { Fields } from '../text/sheet.ts'
import { qwenTool } from './names.ts'

export function readBesides(draft: Draft, settings: Fields): void {
  const { sheet } = draft
  for (const { value, path } of toolList(sheet, settings, 'exclude', 'excludeTools') ?? [])
    addClaudeRule(draft, ours(value), 'deny', path, { exactIsPrefix: true })
  addCore(draft, toolList(sheet, settings, 'core', 'coreTools'), ours)
  for (const { value, path } of toolList(sheet, settings, 'allowed', 'allowedTools') ?? [])
    draft.note(path, 'withheld', `${quoted(value)} goes by the beginning of a text: it is asked about here`)
  const tools = sheet.fields(own(settings, 'tools'), 'tools')
  readMode(draft, sheet.text(own(tools, 'approvalMode'), 'tools.approvalMode'), 'tools.approvalMode')
  readServers(draft, settings)
  if (hasOthers(own(sheet.fields(own(settings, 'hooks'), 'hooks'), 'PreToolUse')))
    draft.note(
      'hooks',
      'left out',
      'its hooks (PreToolUse) decide there as well: they are programs, and run for that agent alone',
    )
}

/** A tool by our name, with the text in parentheses after it. */
function ours(text: string): string {
  const [, name = text, rest = ''] = /^(\w+)(\(.*\))?$/su.exec(text) ?? []
  return `${qwenTool(name)}${rest}`
}

/** Settings by which more calls pass than the rules say. */
export function openSettings(settings: Fields): readonly string[] {
  const group = (name: string): Fields => {
    const value = own(settings, name)
    return isMapping(value) ? value : {}
  }
  const [tools, servers] = [group('tools'), group('mcpServers')]
  const mode = own(tools, 'approvalMode')
  const isTrusted = (server: unknown) => isMapping(server) && own(server, 'trust') === true
  return [
    ...(mode === undefined || mode === 'default' || mode === 'plan' ? [] : ['tools.approvalMode']),
    ...(own(tools, 'allowed') === undefined ? [] : ['tools.allowed']),
    ...(own(settings, 'allowedTools') === undefined ? [] : ['allowedTools']),
    ...Object.keys(servers).flatMap((name) => (isTrusted(own(servers, name)) ? [`mcpServers.${name}.trust`] : [])),
  ]
}

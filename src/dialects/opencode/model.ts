/**
 * Part of the opencode dialect: a small evaluator, based on its `evaluate`: the last matching entry wins; each command
 * of a line is compared by its text, with assignments and redirections.
 */

import type { Call } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import type { Model, Where } from '../dialect.ts'
import { wildcardMatcher } from '../model/glob.ts'
import { commandOf, isShell, isWhole, mcpOf, pathOf, READERS, WRITERS, textField } from '../model/input.ts'
import { absolute, relativeTo } from '../model/paths.ts'
import { segmentsOf } from '../model/shell.ts'
import { readJson } from '../text/json.ts'
import { opencodeEntries } from './entries.ts'

const KEYS: ReadonlyMap<string, string> = new Map([
  ['Read', 'read'],
  ['Write', 'edit'],
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
  ['Glob', 'glob'],
  ['Grep', 'grep'],
  ['LS', 'list'],
  ['Task', 'task'],
  ['Skill', 'skill'],
  ['WebFetch', 'webfetch'],
  ['WebSearch', 'websearch'],
])

export function opencodeModel(text: string, where: Where): Model | undefined {
  const sheet = readJson(text, where)
  const { entries } = opencodeEntries(sheet)
  if (sheet.isBroken) return undefined
  const compiled = entries.map((entry) => ({
    ...entry,
    isKey: wildcardMatcher(entry.key),
    isPattern: matcher(entry.pattern, where),
  }))
  const last = (key: string, subject: string): Behavior | 'none' => {
    const found = compiled.findLast((entry) => entry.isKey(key) && entry.isPattern(subject))
    // Asking about everything else is what it would do without any entry.
    return found === undefined || (found.behavior === 'ask' && found.pattern === '*') ? 'none' : found.behavior
  }
  return (call) => {
    if (isShell(call)) return line(commandOf(call), last, where)
    if (!isWhole(call)) return 'none'
    const outside = isFile(call) && relativeTo(absolute(pathOf(call) ?? '.', where), where.root) === undefined
    const mcp = mcpOf(call)
    const key = mcp === undefined ? (KEYS.get(call.tool) ?? call.tool) : `${mcp.server}_${mcp.tool}`
    const decided = last(key, subjectOf(call, where))
    const beyond = outside ? last('external_directory', '*') : 'allow'
    if (decided !== 'allow') return decided
    return beyond
  }
}

/** The programs whose operands it treats as files. */
export const FILE_PROGRAMS: ReadonlySet<string> = new Set('rm cp mv mkdir touch chmod chown cat cd'.split(' '))

type Last = (key: string, subject: string) => Behavior | 'none'

function line(command: string, last: Last, where: Where): Behavior | 'none' {
  const segments = segmentsOf(command)
  if (segments === undefined) return 'none'
  const decided = segments.filter(({ words }) => words[0] !== 'cd').map(({ whole }) => last('bash', whole))
  if (decided.includes('deny')) return 'deny'
  if (decided.includes('ask')) return 'ask'
  const isOutside = segments.some(
    ({ words }) =>
      FILE_PROGRAMS.has(words[0] ?? '') &&
      words
        .slice(1)
        .some(
          (word) =>
            word !== undefined && !word.startsWith('-') && relativeTo(absolute(word, where), where.root) === undefined,
        ),
  )
  const beyond = isOutside ? last('external_directory', '*') : 'allow'
  if (beyond !== 'allow') return beyond
  return decided.length > 0 && decided.every((one) => one === 'allow') ? 'allow' : 'none'
}

function isFile({ tool }: Call): boolean {
  return READERS.has(tool) || WRITERS.has(tool)
}

function subjectOf(call: Call, where: Where): string {
  if (call.tool === 'WebFetch') return textField(call, 'url')
  if (call.tool === 'Glob' || call.tool === 'Grep') return textField(call, 'pattern')
  if (call.tool === 'Task') return textField(call, 'subagent_type')
  if (!isFile(call)) return '*'
  const whole = absolute(pathOf(call) ?? '.', where)
  return relativeTo(whole, where.root) ?? `../${whole}`
}

/** `*` and `?`; a trailing ` *` may be missing; `~` and `$HOME` at the start are home. */
function matcher(pattern: string, { home }: Where): (text: string) => boolean {
  const whole = pattern.replace(/^(?:~|\$HOME)(?=\/|$)/u, home)
  const match = wildcardMatcher(whole)
  const bare = whole.endsWith(' *') ? wildcardMatcher(whole.slice(0, -2)) : undefined
  return (text) => match(text) || bare?.(text) === true
}

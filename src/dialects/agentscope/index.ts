/** AgentScope (seed 002): the JSON of a `PermissionContext`: rules, mode, working directories. */

import type { Mode } from '../../engine/mode.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import type { Dialect, ReadResult, Where, WriteContext, Written } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native } from '../export/target.ts'
import { restrictedText } from '../import/shell-text.ts'
import { anySpelling, starPath } from '../import/star-text.ts'
import type { Subject } from '../export/subject.ts'
import { readJson } from '../text/json.ts'
import { pinned } from '../import/tool-pin.ts'
import { permissionContext } from './context.ts'
import type { AgentscopeMode, AgentscopeRule, PermissionContext } from './context.ts'
import { agentscopeModel } from './model.ts'

const FILES: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit'])
const MODES: Readonly<Record<AgentscopeMode, Mode>> = {
  default: 'default',
  accept_edits: 'default',
  explore: 'explore',
  bypass: 'bypass',
  dont_ask: 'dontAsk',
}

function read(text: string, where: Where): ReadResult {
  const sheet = readJson(text, where, 'strict')
  const draft = new Draft(sheet)
  const { mode, rules, directories } = permissionContext(sheet)
  draft.mode(MODES[mode], 'mode')
  for (const rule of rules) if (!draft.dependsOn(rule.strange, rule.behavior, rule.path)) addRule(draft, rule)
  for (const { value, path } of directories) draft.directory(value, path)
  if (mode === 'accept_edits') acceptEdits(draft, directories)
  return draft.result()
}

/**
 * Our mode of that name permits every command that only edits; theirs permits seven programs, by the first word. So
 * only edits are carried over.
 */
function acceptEdits(draft: Draft, directories: PermissionContext['directories']): void {
  const plain = directories
    .map(({ value }) => value.replace(/\/+$/u, ''))
    .filter((one) => /^\/[^*?[\]{}\\!]+$/u.test(one))
  for (const folder of ['.', ...plain])
    for (const tool of ['Edit', 'Write']) draft.add('allow', `${tool}(${folder}/**)`, 'mode', pinned(tool))
  draft.note(
    'mode',
    'withheld',
    'accept_edits: edits in the working directories are allowed, commands that change files are asked about',
  )
}

function addRule(draft: Draft, { tool, content, behavior, path }: AgentscopeRule): void {
  if (content === undefined) return draft.add(behavior, tool, path, behavior === 'allow' ? pinned(tool) : {})
  if (tool === 'Bash') return addCommand(draft, content, behavior, path)
  if (FILES.has(tool)) {
    const specifier = starPath(content, behavior, { classes: true })
    if (specifier !== undefined)
      return draft.add(behavior, `${tool}(${specifier})`, path, behavior === 'allow' ? pinned(tool) : {})
  } else if (behavior !== 'allow' && content.startsWith('{')) return draft.add(behavior, `${tool}(${content})`, path)
  if (behavior === 'allow')
    return draft.note(path, 'withheld', `what ${quoted(content)} permits has no exact counterpart`)
  draft.widen(tool, path, `what ${quoted(content)} covers has no exact counterpart`)
}

/**
 * Without a star the rule matches any command that contains the text; with a star, the pattern must match the whole
 * command.
 */
function addCommand(draft: Draft, content: string, behavior: Behavior, path: string): void {
  if (behavior === 'allow') return draft.add('allow', `Bash(${content})`, path)
  const isPrefix = content.endsWith(':*')
  const pattern = isPrefix || content.includes('*') ? content : `*${content}*`
  const text = isPrefix ? `${content.slice(0, -2).trim()}*` : pattern
  // Added both as the text that AgentScope compares, and as the commands it stands for.
  draft.add(behavior, 'Bash', path, { where: { command: text.replace(/ \*$/u, '*') } })
  const restricted = restrictedText(pattern)
  for (const exact of restricted?.exact ?? []) draft.add(behavior, `Bash(${exact})`, path)
}

const PATH = 'permission_context.json'

interface Entry {
  readonly tool: string
  readonly content: string | null
}

function write(policy: Policy, context: WriteContext): Written {
  const where = { root: context.root, home: context.home, file: PATH, layer: 'project' } as const
  return exportPolicy(policy, context, {
    title: 'AgentScope',
    agent: 'agentscope',
    canAsk: true,
    modes: ['explore', 'dontAsk'],
    spell,
    render: (entries, { mode }) => [{ path: PATH, text: render(entries, mode) }],
    model: ([file]) => agentscopeModel(file?.text ?? '', where),
  })
}

function spell(subject: Subject, behavior: Behavior): readonly Entry[] | undefined {
  const isAllow = behavior === 'allow'
  const whole = (tools: readonly string[]) => tools.map((tool) => ({ tool, content: null }))
  switch (subject.about) {
    case 'kind':
      return KINDS[subject.kind] === undefined ? undefined : whole(KINDS[subject.kind] ?? [])
    case 'tool':
      return subject.tool.includes('*') ? undefined : whole([subject.tool])
    case 'command': {
      const { words, prefix } = subject.pattern
      return [{ tool: 'Bash', content: `${words.join(' ')}${prefix ? ':*' : ''}` }]
    }
    case 'path': {
      if (/[\\![\]{}]/u.test(subject.path) || (isAllow && subject.tool !== undefined)) return undefined
      const bare = subject.path.replace(/^\.\//u, '').replace(/\/$/u, '/**')
      const tools = subject.kind === 'read' ? ['Read'] : ['Write', 'Edit']
      const contents = isAllow ? [bare] : anySpelling(bare)
      return tools.flatMap((tool) => contents.map((content) => ({ tool, content })))
    }
    case 'mcp':
      return subject.server === undefined || subject.tool === undefined || subject.tool.includes('*')
        ? undefined
        : whole([`mcp__${subject.server}__${subject.tool}`])
    default:
      return undefined
  }
}

const KINDS: Readonly<Record<string, readonly string[] | undefined>> = {
  shell: ['Bash', 'PowerShell'],
  read: ['Read', 'Grep', 'Glob'],
  write: ['Write', 'Edit'],
}
const NAMES: Readonly<Record<Mode, AgentscopeMode>> = {
  default: 'default',
  acceptEdits: 'default',
  explore: 'explore',
  bypass: 'default',
  dontAsk: 'dont_ask',
}

function render(entries: readonly Native<Entry>[], mode: Mode): string {
  const list = (behavior: Behavior) => {
    const rules: Record<string, object[]> = {}
    for (const { behavior: own, entry } of entries) {
      if (own !== behavior) continue
      ;(rules[entry.tool] ??= []).push({
        tool_name: entry.tool,
        rule_content: entry.content,
        behavior,
        source: 'countersign',
      })
    }
    return rules
  }
  const context = {
    mode: NAMES[mode],
    working_directories: {},
    allow_rules: list('allow'),
    deny_rules: list('deny'),
    ask_rules: list('ask'),
  }
  return `${JSON.stringify(context, undefined, 2)}\n`
}

export const AGENTSCOPE_DIALECT: Dialect = {
  name: 'agentscope',
  title: 'AgentScope',
  agent: 'agentscope',
  places: [{ path: 'permission_context.json', layer: 'project' }],
  read,
  write,
  model: agentscopeModel,
}

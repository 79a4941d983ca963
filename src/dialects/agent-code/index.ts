/** agent-code (seed 003): `[permissions]` of `.agent/settings.toml`: visible tools, rules, and the default. */

import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import type { Dialect, ReadResult, Where, WriteContext, Written } from '../dialect.ts'
import { namesInAnyCase } from '../import/any-case.ts'
import { Draft } from '../import/draft.ts'
import { guardTexts } from '../export/built-in.ts'
import { exportPolicy } from '../export/prove.ts'
import { restrictedText } from '../import/shell-text.ts'
import { starPath, starUrl } from '../import/star-text.ts'
import type { Subject } from '../export/subject.ts'
import { shownIn } from '../together.ts'
import { readToml } from '../text/toml.ts'
import { pinned } from '../import/tool-pin.ts'
import { literal } from '../import/where-text.ts'
import { ourTool, permissionsOf, theirTool, FIELDS } from './config.ts'
import type { AgentCodeRule } from './config.ts'
import { agentCodeModel } from './model.ts'
import { withPermissions } from './text.ts'
import type { AgentCodeEntry } from './text.ts'

const FILES: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'Grep', 'Glob'])

function read(text: string, where: Where): ReadResult {
  const sheet = readToml(text, where)
  const draft = new Draft(sheet)
  const { mode, rules, allowed, disallowed, fields } = permissionsOf(sheet)
  for (const rule of rules) if (!draft.dependsOn(rule.strange, rule.action, rule.path)) addRule(draft, rule)
  for (const [list, items] of [
    ['allowed', allowed],
    ['disallowed', disallowed],
  ] as const) {
    for (const { value } of items) for (const name of new Set([value, ourTool(value)])) draft.show(list, name)
  }
  draft.unread(fields, 'permissions', FIELDS)
  const path = 'permissions.default_mode'
  if (mode === 'allow') {
    draft.otherwise('allow', path)
    draft.note(path, 'withheld', 'everything is allowed but what is dangerous, which still asks')
  }
  if (mode === 'deny') {
    draft.otherwise('deny', path)
    addStrictShell(draft, path)
  }
  if (mode === 'plan') draft.mode('explore', path)
  if (mode === 'accept_edits' || mode === 'auto')
    draft.note(path, 'withheld', `${mode}: what no rule names is asked about here`)
  return draft.result()
}

/** In strict mode no command passes that no rule names, not even one that is read-only by our catalogue. */
function addStrictShell(draft: Draft, path: string): void {
  const except = draft.rules
    .filter(({ behavior, rule }) => behavior === 'allow' && rule.startsWith('Bash('))
    .map(({ rule }) => rule)
  if (draft.rules.some(({ behavior, rule }) => behavior === 'allow' && rule === 'Bash')) return
  if (except.length === 0) draft.add('deny', 'Bash', path)
  else draft.add('deny', 'Bash(* *)', path, { except })
}

function addRule(draft: Draft, { tool, pattern, action, path }: AgentCodeRule): void {
  if (action === 'accept_edits' || action === 'auto' || action === 'plan') {
    if (action !== 'plan') return draft.note(path, 'withheld', `${action}: it is asked about here`)
    return draft.widen(ourTool(tool), path, 'a rule to plan refuses what is not read-only')
  }
  const name = ourTool(tool)
  if (tool === '*') return addEverything(draft, pattern, action, path)
  if (pattern === undefined || /^\*+$/u.test(pattern)) {
    if (action === 'allow') return draft.add(action, name, path, pinned(name))
    for (const one of namesInAnyCase(name)) draft.add(action, one, path)
    return
  }
  if (name === 'Bash' || name === 'PowerShell') return addCommand(draft, name, pattern, action, path)
  const isFile = FILES.has(name)
  const specifier = isFile ? starPath(pattern, action) : name === 'WebFetch' ? starUrl(pattern, action) : undefined
  if (specifier !== undefined)
    return draft.add(action, `${name}(${specifier})`, path, action === 'allow' ? pinned(name) : {})
  if (action === 'allow') return draft.note(path, 'withheld', `${quoted(pattern)} has no exact counterpart`)
  draft.widen(name, path, `${quoted(pattern)} has no exact counterpart`)
}

function addEverything(draft: Draft, pattern: string | undefined, action: Behavior, path: string): void {
  const isWhole = pattern === undefined || /^\*+$/u.test(pattern)
  if (action !== 'allow') {
    if (isWhole) return draft.add(action, '*', path)
    return draft.widen('*', path, 'a pattern on any tool’s text')
  }
  if (!isWhole) return draft.note(path, 'withheld', 'a pattern on any tool’s text has no counterpart')
  draft.otherwise('allow', path)
  draft.note(path, 'withheld', 'everything is allowed but what is dangerous, which still asks')
}

function addCommand(draft: Draft, tool: string, pattern: string, action: Behavior, path: string): void {
  if (action === 'allow') {
    if (pattern.includes('?') || pattern.endsWith(':*'))
      return draft.note(path, 'withheld', `${quoted(pattern)} has no exact counterpart`)
    // In agent-code, `git *` requires a word after `git`.
    const bare = pattern.endsWith(' *') ? { except: [`${tool}(${pattern.replace(/ \*$/u, '')})`] } : {}
    return draft.add('allow', `${tool}(${pattern})`, path, bare)
  }
  const restricted = restrictedText(pattern.replaceAll('?', '*'))
  if (restricted === undefined) return draft.widen(tool, path, `${quoted(pattern)} names no single command`)
  for (const exact of restricted.exact) draft.add(action, `${tool}(${exact})`, path)
  draft.add(action, tool, path, { where: { command: literal(pattern.replaceAll('?', '*')) } })
  if (restricted.wide !== undefined) draft.add('ask', `${tool}(${restricted.wide})`, path)
}

const PATH = '.agent/settings.toml'

function write(policy: Policy, context: WriteContext): Written {
  const path = context.scope === 'user' ? '~/.config/agent-code/config.toml' : PATH
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const before = context.existing(path) ?? ''
  const sheet = readToml(before, where)
  permissionsOf(sheet)
  if (sheet.isBroken) return { files: [], problems: sheet.problems, findings: [] }
  const filters = {
    allowed: shownIn(policy.tools).map(theirTool),
    disallowed: [...new Set(policy.tools.flatMap((one) => one.disallowed))].map(theirTool),
  }
  return exportPolicy(policy, context, {
    title: 'agent-code',
    agent: 'agent-code',
    canAsk: true,
    modes: ['explore'],
    carries: ['tools'],
    spell,
    guards: (names) => guardTexts(names).map((texts) => texts.map((text) => ({ tool: 'Bash', pattern: `*${text}*` }))),
    render: (entries, { mode }, note) => [
      { path, text: withPermissions(before, entries, mode === 'explore' ? 'plan' : 'ask', filters, note) },
    ],
    model: ([file]) => agentCodeModel(file?.text ?? '', where),
  })
}

function spell(subject: Subject, behavior: Behavior): readonly AgentCodeEntry[] | undefined {
  const isAllow = behavior === 'allow'
  const whole = (tools: readonly string[]) => tools.map((tool) => ({ tool }))
  switch (subject.about) {
    case 'everything':
      return isAllow ? undefined : whole(['*'])
    case 'kind':
      return KINDS[subject.kind] === undefined ? undefined : whole(KINDS[subject.kind] ?? [])
    case 'tool':
      return subject.tool.includes('*') ? undefined : whole([theirTool(subject.tool)])
    case 'command': {
      const { words, prefix, plain } = subject.pattern
      if (!plain && (isAllow || /['"\\?]/u.test(subject.specifier))) return undefined
      const text = words.join(' ')
      return [{ tool: 'Bash', pattern: text }, ...(prefix ? [{ tool: 'Bash', pattern: `${text} *` }] : [])]
    }
    case 'path': {
      if (/[\\![\]{}]/u.test(subject.path) || isAllow) return undefined
      const bare = subject.path.replace(/^(?:\.\/|~)/u, '').replace(/\/(?:\*\*)?$/u, '')
      const tools =
        subject.kind === 'read' ? ['FileRead', 'Grep', 'Glob'] : ['FileWrite', 'FileEdit', 'MultiEdit', 'NotebookEdit']
      return tools.map((tool) => ({ tool, pattern: `*${bare.replace(/^\*\*\//u, '')}*` }))
    }
    case 'url':
      return isAllow || !('name' in subject.url.host)
        ? undefined
        : [{ tool: 'WebFetch', pattern: `*${subject.url.host.name}*` }]
    case 'mcp':
      return subject.server === undefined || subject.tool === undefined || subject.tool.includes('*')
        ? undefined
        : whole([`mcp__${subject.server}__${subject.tool}`])
  }
}

const KINDS: Readonly<Record<string, readonly string[] | undefined>> = {
  shell: ['Bash', 'PowerShell'],
  read: ['FileRead', 'Grep', 'Glob'],
  write: ['FileWrite', 'FileEdit', 'MultiEdit', 'NotebookEdit', 'ApplyPatch'],
  url: ['WebFetch', 'WebSearch'],
}

export const AGENT_CODE_DIALECT: Dialect = {
  name: 'agent-code',
  title: 'agent-code',
  agent: 'agent-code',
  places: [
    { path: '~/.config/agent-code/config.toml', layer: 'user' },
    { path: PATH, layer: 'project' },
  ],
  read,
  write,
  model: agentCodeModel,
}

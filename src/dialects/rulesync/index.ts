/**
 * rulesync: its canonical `.rulesync/permissions.jsonc`, from which it generates other configurations. It decides
 * nothing itself, so its rules are read as Claude Code would read what it generates.
 */

import { own } from '../../engine/call.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { below, quoted } from '../../policy/problem.ts'
import { isMapping } from '../../policy/shape.ts'
import { claudeModel } from '../claude-code/model.ts'
import { addClaudeRule } from '../claude-code/rules.ts'
import { splitClaudeRule } from '../claude-code/rule-text.ts'
import { spellClaude } from '../claude-code/spell.ts'
import { claudeGuards } from '../claude-code/write.ts'
import type { Dialect, Model, ReadResult, Where, WriteContext, Written } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import { asJsonFile, readJsonValue, setJson } from '../export/json-file.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native, Note } from '../export/target.ts'
import type { Sheet } from '../text/sheet.ts'
import { isPlainHost } from '../import/star-text.ts'
import { readJson } from '../text/json.ts'

const TOOLS: Readonly<Record<string, string>> = {
  bash: 'Bash',
  read: 'Read',
  edit: 'Edit',
  write: 'Write',
  webfetch: 'WebFetch',
  websearch: 'WebSearch',
  grep: 'Grep',
  glob: 'Glob',
  notebookedit: 'NotebookEdit',
  agent: 'Agent',
}
const ACTIONS = ['allow', 'ask', 'deny'] as const

interface Entry {
  readonly rule: string
  readonly behavior: Behavior
  readonly path: string
}

function entriesOf(sheet: Sheet): Entry[] {
  return entriesIn(sheet, own(sheet.fields(sheet.value, ''), 'permission'), 'permission')
}

function entriesIn(sheet: Sheet, value: unknown, where: string): Entry[] {
  const permission = sheet.fields(value, where)
  return Object.keys(permission).flatMap((key) => {
    const at = below(where, key)
    const tool = (own(TOOLS, key) as string | undefined) ?? key
    return Object.entries(sheet.fields(own(permission, key), at)).flatMap(([pattern, action]) => {
      const path = below(at, pattern)
      const behavior = sheet.choice(action, path, ACTIONS)
      if (behavior === undefined) return []
      return [{ rule: pattern === '*' ? tool : ruleOf(tool, pattern, behavior), behavior, path }]
    })
  })
}

/**
 * Other systems that it writes for check paths for each tool. Claude Code does not, so a restriction is put on the tool
 * that it does check.
 */
const LOOKED_AT: ReadonlyMap<string, string> = new Map([
  ['Write', 'Edit'],
  ['NotebookEdit', 'Edit'],
  ['Grep', 'Read'],
  ['Glob', 'Read'],
])

function ruleOf(tool: string, pattern: string, behavior: Behavior): string {
  if (behavior === 'allow') return `${tool}(${pattern})`
  const isHost = tool === 'WebFetch' && isPlainHost(pattern)
  return `${LOOKED_AT.get(tool) ?? tool}(${isHost ? 'domain:' : ''}${pattern})`
}

function read(text: string, where: Where): ReadResult {
  const sheet = readJson(text, where)
  const draft = new Draft(sheet)
  for (const { rule, behavior, path } of entriesOf(sheet)) addClaudeRule(draft, rule, behavior, path)
  addOverrides(draft)
  return draft.result()
}

/** Overrides for single tools; for which of them a call is meant is not known here. */
function addOverrides(draft: Draft): void {
  for (const { tool, path, override, entries } of overrides(draft.sheet)) {
    const kept = entries.filter(({ behavior }) => behavior !== 'allow')
    for (const { rule, behavior, path: at } of kept) addClaudeRule(draft, rule, behavior, at)
    const name = quoted(tool)
    if (kept.length > 0)
      draft.note(path, 'widened', `what is kept from ${name} alone there is kept from all of them here`)
    if (kept.length < entries.length) draft.note(path, 'withheld', `what ${name} alone is permitted is left out`)
    if (!isMapping(override) || Object.keys(override).some((key) => key !== 'permission'))
      draft.note(path, 'left out', `what ${name} alone is told besides is not known here: it does not count`)
  }
}

function overrides(sheet: Sheet) {
  const file = sheet.fields(sheet.value, '')
  return Object.keys(file)
    .filter((key) => key !== 'permission' && key !== '$schema')
    .map((tool) => {
      const path = below('', tool)
      const override = own(file, tool)
      const permission = isMapping(override) ? own(override, 'permission') : undefined
      return { tool, path, override, entries: entriesIn(sheet, permission, below(path, 'permission')) }
    })
}

function model(text: string, where: Where): Model | undefined {
  const sheet = readJson(text, where)
  const entries = entriesOf(sheet)
  if (sheet.isBroken || entries.some(({ rule }) => splitClaudeRule(rule) === undefined)) return undefined
  const list = (behavior: Behavior) => entries.filter((one) => one.behavior === behavior).map(({ rule }) => rule)
  const permissions = { allow: list('allow'), ask: list('ask'), deny: list('deny') }
  return claudeModel(JSON.stringify({ permissions }), where)
}

function write(policy: Policy, context: WriteContext): Written {
  const path = context.scope === 'user' ? '~/.rulesync/permissions.jsonc' : '.rulesync/permissions.jsonc'
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const before = context.existing(path) ?? ''
  const sheet = readJson(before.trim() === '' ? '{}' : before, where)
  const open = overrides(sheet).filter(({ entries }) => entries.some(({ behavior }) => behavior === 'allow'))
  if (sheet.isBroken) return { files: [], problems: sheet.problems, findings: [] }
  return exportPolicy(policy, context, {
    title: 'rulesync',
    agent: undefined,
    canAsk: true,
    open: open.map(({ tool }) => `${tool}.permission`),
    spell: spellClaude,
    guards: claudeGuards,
    render: (entries, _, note) => [{ path, text: render(before, entries, note) }],
    model: ([file]) => model(file?.text ?? '', where),
  })
}

const STRICTNESS: readonly Behavior[] = ['allow', 'ask', 'deny']

function render(before: string, entries: readonly Native<string>[], note: Note): string {
  const there = readJsonValue(before, ['permission'])
  const permission: Record<string, Record<string, string>> = {}
  const keys = new Map(Object.entries(TOOLS).map(([key, tool]) => [tool, key]))
  const put = (key: string, pattern: string, behavior: Behavior) => {
    const map = (permission[key] ??= {})
    const had = map[pattern] as Behavior | undefined
    // One pattern has one action, so the stricter one is kept.
    const isStricter = had === undefined || STRICTNESS.indexOf(behavior) > STRICTNESS.indexOf(had)
    if (isStricter) map[pattern] = behavior
    return isStricter
  }
  for (const { behavior, entry } of entries) {
    const split = splitClaudeRule(entry)
    if (split !== undefined) put(keys.get(split.tool) ?? split.tool, split.specifier ?? '*', behavior)
  }
  for (const [key, patterns] of Object.entries(isMapping(there) ? there : {})) {
    for (const [pattern, action] of Object.entries(isMapping(patterns) ? patterns : {}))
      if ((action === 'deny' || action === 'ask') && put(key, pattern, action))
        note(undefined, 'kept', `${action} ${quoted(`${key} ${pattern}`)} stays, which your policy does not have`)
  }
  return asJsonFile(setJson(before, ['permission'], permission))
}

export const RULESYNC_DIALECT: Dialect = {
  name: 'rulesync',
  title: 'rulesync',
  places: [{ path: '.rulesync/permissions.jsonc', layer: 'project' }],
  read,
  write,
  model,
}

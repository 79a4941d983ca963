/**
 * Part of the opencode dialect: reads `permission` into a policy.
 *
 * In opencode the last matching entry wins; here the strictest rule. A restriction gets a later permission as an
 * exception where that can be expressed; `"*"` is the default.
 */

import { quoted } from '../../policy/problem.ts'
import type { ReadResult, Where } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import { restrictedText } from '../import/shell-text.ts'
import { outside } from '../import/outside.ts'
import { starPath, starUrl } from '../import/star-text.ts'
import { wildcardMatcher } from '../model/glob.ts'
import { readJson } from '../text/json.ts'
import { FILLED_IN, opencodeEntries } from './entries.ts'
import type { OpencodeEntry } from './entries.ts'
import { FILE_PROGRAMS } from './model.ts'

/** Its permissions, with our tools that they are about. */
const TOOLS: Readonly<Record<string, string>> = {
  read: 'Read',
  edit: 'Edit',
  glob: 'Glob',
  grep: 'Grep',
  list: 'LS',
  bash: 'Bash',
  task: 'Task',
  skill: 'Skill',
  webfetch: 'WebFetch',
  websearch: 'WebSearch',
  codesearch: 'WebSearch',
  lsp: 'LSP',
}
const OWN = new Set(['todowrite', 'todoread', 'question', 'doom_loop', 'plan_enter', 'plan_exit'])

export function readOpencode(text: string, where: Where): ReadResult {
  const sheet = readJson(text, where)
  const draft = new Draft(sheet, FILLED_IN)
  const { entries, agents } = opencodeEntries(sheet)
  entries.forEach((entry, index) => addEntry(draft, entry, entries.slice(index + 1)))
  for (const entry of agents) {
    if (entry.behavior === 'allow')
      draft.note(entry.path, 'withheld', 'a permission of one agent is not known to be its own here')
    else {
      addEntry(draft, entry, [])
      draft.note(entry.path, 'widened', `${quoted(entry.key)} is kept from one agent there, and from all of them here`)
    }
  }
  return draft.result()
}

function addEntry(draft: Draft, entry: OpencodeEntry, later: readonly OpencodeEntry[]): void {
  const { key, pattern, path } = entry
  const same = later.filter((one) => one.key === key)
  if (isSurelyOverridden(entry, later)) return
  if (OWN.has(key)) return draft.note(path, 'left out', `${quoted(key)} is about what the agent keeps for itself`)
  if (key === '*') return addEverything(draft, entry, later)
  if (key === 'external_directory') return addOutside(draft, entry)
  const tool = Object.hasOwn(TOOLS, key) ? (TOOLS[key] as string) : undefined
  if (tool === undefined) {
    if (/[*?]/u.test(key) && entry.behavior !== 'allow')
      for (const name of Object.keys(TOOLS).filter(wildcardMatcher(key)))
        addEntry(draft, { ...entry, key: name }, later)
    return addStrange(draft, entry)
  }
  if (tool === 'Bash') return addCommand(draft, entry, same)
  if (pattern === '*') return addWhole(draft, entry, tool, same)
  if (tool === 'Read' || tool === 'Edit') return addPath(draft, entry, tool)
  if (tool === 'WebFetch') return addUrl(draft, entry)
  if (entry.behavior === 'allow')
    return draft.note(path, 'withheld', `patterns of ${quoted(key)} are about something else than ours`)
  draft.widen(tool, path, `patterns of ${quoted(key)} are about something else than ours`)
}

/** Whether a later entry has the same pattern, or is for everything. */
function isSurelyOverridden({ key, pattern }: OpencodeEntry, later: readonly OpencodeEntry[]): boolean {
  return later.some((one) => (one.key === key || one.key === '*') && (one.pattern === pattern || one.pattern === '*'))
}

function addEverything(
  draft: Draft,
  { behavior, pattern, path }: OpencodeEntry,
  later: readonly OpencodeEntry[],
): void {
  if (pattern !== '*') {
    if (behavior === 'allow') draft.note(path, 'withheld', `${quoted(pattern)} is about any tool’s own text`)
    else draft.widen('*', path, `${quoted(pattern)} is about any tool’s own text`)
    return
  }
  if (behavior === 'allow') {
    draft.otherwise('allow', path)
    addOutsideAsk(draft, path)
    return draft.note(path, 'withheld', 'everything is allowed but what is dangerous, which still asks')
  }
  if (later.some((one) => one.behavior === 'allow')) {
    draft.otherwise(behavior, path)
    if (!later.some(({ key }) => key === 'bash')) draft.add(behavior, 'Bash', path)
    return
  }
  draft.add(behavior, '*', path)
}

/** Anything outside the project is asked about first. */
function addOutsideAsk(draft: Draft, path: string): void {
  for (const tool of ['Read', 'Edit'])
    draft.add('ask', `${tool}(/**)`, path, { except: [`${tool}(./**)`, `${tool}(.)`] })
  draft.add('ask', 'Bash(cd:*)', path)
}

function addOutside(draft: Draft, { behavior, pattern, path }: OpencodeEntry): void {
  if (behavior === 'allow') return draft.note(path, 'withheld', 'folders outside the project are asked about here')
  if (pattern !== '*')
    return draft.note(path, 'left out', 'folders outside the project are asked about here in any case')
  for (const tool of ['Read', 'Edit'])
    draft.add(behavior, `${tool}(/**)`, path, { except: [`${tool}(./**)`, `${tool}(.)`] })
}

function addWhole(
  draft: Draft,
  { behavior, path }: OpencodeEntry,
  tool: string,
  later: readonly OpencodeEntry[],
): void {
  if (behavior !== 'allow') {
    if (!later.some((one) => one.behavior === 'allow')) return draft.add(behavior, tool, path)
    const except = later.filter((one) => one.behavior === 'allow').flatMap((one) => exceptionOf(one, tool))
    if (tool === 'Read' || tool === 'Edit') return draft.add(behavior, `${tool}(/**)`, path, { except })
    return draft.add('ask', tool, path)
  }
  if (tool !== 'Read' && tool !== 'Edit') return draft.add('allow', tool, path)
  allowPath(draft, tool, './**', path)
}

/**
 * In opencode the permission to read is for one tool; its calls are recognised by their argument, in either spelling.
 */
function allowPath(draft: Draft, tool: string, specifier: string, path: string): void {
  const text = `${tool}(${specifier})`
  if (tool === 'Edit') return draft.add('allow', text, path)
  for (const argument of ['filePath', 'file_path']) draft.add('allow', text, path, { where: { [argument]: '*' } })
}

function exceptionOf({ pattern, behavior }: OpencodeEntry, tool: string): string[] {
  const path = starPath(pattern, behavior)
  return path === undefined ? [] : [`${tool}(${path})`]
}

function addCommand(draft: Draft, { pattern, behavior, path }: OpencodeEntry, later: readonly OpencodeEntry[]): void {
  const allows = later.filter((one) => one.behavior === 'allow' && !isOdd(one.pattern))
  const except = allows.map((one) => `Bash(${one.pattern})`).filter((text) => text !== 'Bash(*)')
  if (pattern === '*') {
    if (behavior === 'allow') {
      addOutsideAsk(draft, path)
      return draft.add('allow', 'Bash', path)
    }
    // Applied to single commands, so that a command that our catalogue knows as read-only does not pass.
    return except.length === 0 ? draft.add(behavior, 'Bash', path) : draft.add(behavior, 'Bash(* *)', path, { except })
  }
  if (behavior === 'allow') {
    if (isOdd(pattern)) return draft.note(path, 'withheld', `${quoted(pattern)} has no exact counterpart`)
    const [program = ''] = pattern.split(' ', 1)
    if (program.includes('*')) addOutsideAsk(draft, path)
    const extras = FILE_PROGRAMS.has(program) ? { except: outside(program).map((one) => `Bash(${one})`) } : {}
    return draft.add('allow', `Bash(${pattern})`, path, extras)
  }
  const restricted = restrictedText(pattern.replaceAll('?', '*'))
  if (restricted === undefined) return draft.widen('Bash', path, `${quoted(pattern)} names no single command`)
  const extras = except.length === 0 ? {} : { except }
  for (const exact of restricted.exact) draft.add(behavior, `Bash(${exact})`, path, extras)
  if (restricted.wide !== undefined) draft.add('ask', `Bash(${restricted.wide})`, path)
}

/** Our patterns have no `?`, read `:*` as any further words, and read braces like a shell. */
function isOdd(pattern: string): boolean {
  return /[?{}]|:\*$/u.test(pattern)
}

function addPath(draft: Draft, { pattern, behavior, path }: OpencodeEntry, tool: string): void {
  if (behavior === 'allow' && /^(?:\/|~|\$HOME|\.\.)/u.test(pattern))
    return draft.note(path, 'withheld', `${quoted(pattern)}: folders outside the project are asked about here`)
  if (behavior === 'allow' && pattern.startsWith('./'))
    return draft.note(path, 'inert', `${quoted(pattern)} matches nothing there: paths begin with a name`)
  const specifier = starPath(pattern, behavior)
  if (specifier !== undefined && behavior === 'allow') return allowPath(draft, tool, specifier, path)
  if (specifier !== undefined) return draft.add(behavior, `${tool}(${specifier})`, path)
  if (behavior === 'allow') return draft.note(path, 'withheld', `${quoted(pattern)} has no exact counterpart`)
  draft.widen(tool, path, `${quoted(pattern)} has no exact counterpart`)
}

function addUrl(draft: Draft, { pattern, behavior, path }: OpencodeEntry): void {
  const specifier = starUrl(pattern, behavior)
  if (specifier !== undefined) return draft.add(behavior, `WebFetch(${specifier})`, path)
  if (behavior === 'allow') return draft.note(path, 'withheld', `${quoted(pattern)} has no exact counterpart`)
  draft.widen('WebFetch', path, `${quoted(pattern)} has no exact counterpart`)
}

/** A tool with a name of its own, or one of an MCP server: `server_tool`. */
function addStrange(draft: Draft, { key, pattern, behavior, path }: OpencodeEntry): void {
  const isWhole = pattern === '*'
  const [, server, tool] = /^([A-Za-z0-9-]+)_(.+)$/u.exec(key) ?? []
  if (behavior === 'allow') {
    if (isWhole && server !== undefined && tool === '*') return draft.add('allow', `mcp__${server}`, path)
    return draft.note(path, 'withheld', `whose tool ${quoted(key)} is cannot be told from its name`)
  }
  if (server !== undefined && tool !== undefined && !tool.slice(0, -1).includes('*'))
    draft.add(behavior, tool === '*' ? `mcp__${server}` : `mcp__${server}__${tool}`, path)
  if (/^[\w-]+\*?$/u.test(key)) return draft.add(behavior, key, path)
  draft.widen('*', path, `${quoted(key)} stands for several tools`)
}

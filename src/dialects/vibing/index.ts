/**
 * vibing.nvim (seed 004): `permissions_allow`, `_ask`, `_deny` and `permission_mode` in a chat's front matter. An allow list
 * that is not empty is strict: what is not in it is denied.
 */

import { parseDocument } from 'yaml'
import { BEHAVIORS } from '../../engine/rule.ts'
import type { Mode } from '../../engine/mode.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior, Rule } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import { inOurCase, namesInAnyCase } from '../import/any-case.ts'
import { splitClaudeRule } from '../claude-code/rule-text.ts'
import type { Dialect, ReadResult, Where, WriteContext, Written } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native, Note } from '../export/target.ts'
import { isPlainCommand } from '../shell-pattern.ts'
import { restrictedText } from '../import/shell-text.ts'
import { anySpelling, isPlainHost, starPath } from '../import/star-text.ts'
import type { Subject } from '../export/subject.ts'
import { frontMatterOf } from '../text/yaml.ts'
import { pinned } from '../import/tool-pin.ts'
import { readVibing } from './front-matter.ts'
import type { Vibing } from './front-matter.ts'
import { addGranular } from './granular.ts'
import { vibingModel } from './model.ts'

function read(text: string, where: Where): ReadResult {
  const vibing = readVibing(text, where)
  const draft = new Draft(vibing.sheet)
  for (const behavior of BEHAVIORS)
    for (const { value, path } of vibing[behavior]) addRule(draft, value, behavior, path)
  for (const rule of vibing.rules) if (!draft.dependsOn(rule.strange, rule.action, rule.path)) addGranular(draft, rule)
  if (vibing.allow.length > 0) addStrict(draft, vibing)
  const { mode } = vibing
  if (mode === 'plan') draft.mode('explore', 'permission_mode')
  if (mode === 'dontAsk') draft.otherwise('deny', 'permission_mode')
  if (mode === 'acceptEdits')
    for (const tool of ['Edit', 'Write']) draft.add('allow', `${tool}(./**)`, 'permission_mode', pinned(tool))
  if (mode === 'bypassPermissions' || mode === 'auto')
    draft.note('permission_mode', 'withheld', `${mode}: what no rule names is asked about here`)
  return draft.result()
}

/** A call that is not in the list is denied, down to single commands: none passes for being read-only. */
function addStrict(draft: Draft, { mode }: Vibing): void {
  const path = 'permissions_allow'
  if (mode !== 'default') draft.otherwise('deny', path)
  const behavior = mode === 'default' ? 'ask' : 'deny'
  const allowed = draft.rules.filter((rule) => rule.behavior === 'allow')
  if (mode !== 'default') keepReaders(draft, allowed, path)
  if (allowed.some(({ rule }) => rule === 'Bash')) return
  const except = allowed.filter(({ rule }) => rule.startsWith('Bash(')).map(({ rule }) => rule)
  if (except.length === 0) draft.add(behavior, 'Bash', path)
  else draft.add(behavior, 'Bash(* *)', path, { except })
}

/** Needed also where all reading would pass, as in plan mode. */
function keepReaders(draft: Draft, allowed: readonly Rule[], path: string): void {
  const has = (tool: string) => allowed.some(({ rule }) => rule === tool)
  for (const tool of ['Grep', 'Glob', 'LS', 'NotebookRead', 'LSP']) if (!has(tool)) draft.add('deny', tool, path)
  if (has('Read')) return
  const except = allowed.map(({ rule }) => rule).filter((rule) => rule.startsWith('Read('))
  // Our rule `Read` is about every tool that reads.
  const others = ['Grep', 'Glob', 'LS', 'NotebookRead', 'LSP'].filter(has)
  draft.only('Read', [...except, ...others], path)
}

function addRule(draft: Draft, text: string, behavior: Behavior, path: string): void {
  const split = splitClaudeRule(text)
  if (split === undefined) return draft.sheet.error(path, `${quoted(text)} is not of the form Tool or Tool(argument)`)
  const { specifier } = split
  const tool = inOurCase(split.tool)
  if (specifier === undefined) {
    if (behavior === 'allow') return draft.add(behavior, tool, path, pinned(tool))
    for (const name of namesInAnyCase(tool)) draft.add(behavior, name, path)
    return
  }
  if (tool === 'Bash') return addCommand(draft, specifier, behavior, path)
  if (tool === 'Read' || tool === 'Write' || tool === 'Edit') {
    const mine = starPath(specifier, behavior)
    if (mine !== undefined)
      return draft.add(behavior, `${tool}(${mine})`, path, behavior === 'allow' ? pinned(tool) : {})
  }
  if (tool === 'WebFetch' && (behavior !== 'allow' || isPlainHost(specifier))) {
    draft.add(behavior, `WebFetch(domain:${specifier})`, path)
    if (specifier.startsWith('*.')) draft.add(behavior, `WebFetch(domain:${specifier.slice(2)})`, path)
    return
  }
  if (behavior === 'allow') return draft.note(path, 'withheld', `${quoted(text)} has no exact counterpart`)
  draft.widen(tool, path, `${quoted(text)} has no exact counterpart`)
}

function addCommand(draft: Draft, specifier: string, behavior: Behavior, path: string): void {
  const stem = specifier.replace(/:\*$/u, '').trim()
  const isWide = specifier.endsWith(':*')
  if (behavior === 'allow') {
    // Only the first word is compared with the text before the colon.
    if (isWide && /\s/u.test(stem))
      return draft.note(
        path,
        'inert',
        `${quoted(specifier)} never matches there: only the first word of a command is compared`,
      )
    if (!isPlainCommand(stem)) return draft.note(path, 'withheld', `${quoted(specifier)} has no exact counterpart`)
    return draft.add('allow', `Bash(${stem}:*)`, path)
  }
  // Commands are compared in lower case.
  for (const text of new Set([stem, stem.toLowerCase()])) {
    const restricted = restrictedText(`${text} *`)
    if (restricted === undefined) return draft.widen('Bash', path, `${quoted(specifier)} names no single command`)
    for (const exact of restricted.exact) draft.add(behavior, `Bash(${exact})`, path)
    if (restricted.wide !== undefined) draft.add('ask', `Bash(${restricted.wide})`, path)
  }
}

const PATH = '.vibing/permissions.md'
const MODES: Readonly<Record<Mode, string>> = {
  default: 'default',
  acceptEdits: 'default',
  explore: 'plan',
  bypass: 'default',
  dontAsk: 'dontAsk',
}

function write(policy: Policy, context: WriteContext): Written {
  const where = { root: context.root, home: context.home, file: PATH, layer: 'project' } as const
  const before = context.existing(PATH) ?? ''
  const { sheet } = before.trim() === '' ? { sheet: undefined } : readVibing(before, where)
  if (sheet?.isBroken === true) return { files: [], problems: sheet.problems, findings: [] }
  // An empty allow list would allow everything, so it names a harmless tool, or one that does not exist.
  const harmless = context.judge({ tool: 'TodoWrite', input: { todos: [] } }) === 'allow' ? 'TodoWrite' : 'NoTool'
  const written = exportPolicy(policy, context, {
    title: 'vibing.nvim',
    agent: 'claude-code',
    canAsk: true,
    modes: ['explore', 'dontAsk'],
    spell,
    render: (entries, { mode }, note) => [
      { path: PATH, text: render(before, entries, { mode: MODES[mode], harmless }, note) },
    ],
    model: ([file]) => vibingModel(file?.text ?? '', where),
  })
  const message =
    'the allow list of vibing.nvim is strict: whatever is not in it is asked about or denied, also what only reads'
  return { ...written, findings: [...written.findings, { file: PATH, line: 0, col: 0, made: 'widened', message }] }
}

function spell(subject: Subject, behavior: Behavior): readonly string[] | undefined {
  const isAllow = behavior === 'allow'
  switch (subject.about) {
    case 'kind':
      return {
        shell: ['Bash'],
        read: ['Read', 'Glob', 'Grep'],
        write: ['Edit', 'Write'],
        url: ['WebFetch', 'WebSearch'],
      }[subject.kind as string]
    case 'tool':
      return [subject.tool]
    case 'command': {
      const { words, prefix } = subject.pattern
      const stem = words.slice(
        0,
        words.findIndex((word) => word.includes('*')) < 0 ? undefined : words.findIndex((word) => word.includes('*')),
      )
      if (stem.length === 0 || (isAllow && (stem.length < words.length || !prefix))) return undefined
      return stem.length === 1 ? [`Bash(${stem[0]}:*)`] : [`Bash(${stem.join(' ')})`]
    }
    case 'path': {
      if (/[\\![\]{}]/u.test(subject.path) || (isAllow && subject.tool !== undefined)) return undefined
      const bare = subject.path.replace(/^\.\//u, '').replace(/\/$/u, '/**')
      const tools = subject.kind === 'read' ? ['Read'] : ['Write', 'Edit']
      const patterns = isAllow ? [bare] : anySpelling(bare)
      return tools.flatMap((tool) => patterns.map((pattern) => `${tool}(${pattern})`))
    }
    case 'url':
      return !('name' in subject.url.host) || (isAllow && subject.url.host.shape !== 'exact')
        ? undefined
        : [`WebFetch(${subject.url.host.shape === 'below' ? '*.' : ''}${subject.url.host.name})`]
    case 'mcp':
      return subject.server === undefined ? undefined : [`mcp__${subject.server}__${subject.tool ?? '*'}`]
    case 'everything':
      return undefined
  }
}

function render(
  before: string,
  entries: readonly Native<string>[],
  { mode, harmless }: { readonly mode: string; readonly harmless: string },
  note: Note,
): string {
  const block = before === '' ? undefined : frontMatterOf(before)
  const document = parseDocument(block?.text ?? '{}\n')
  const there = readVibing(before === '' ? '---\n---\n' : before, {
    root: '/',
    home: '/',
    file: PATH,
    layer: 'project',
  })
  for (const behavior of BEHAVIORS) {
    const wanted = new Set(entries.filter((one) => one.behavior === behavior).map(({ entry }) => entry))
    if (behavior !== 'allow') {
      for (const { value } of there[behavior]) {
        if (!wanted.has(value))
          note(undefined, 'kept', `${behavior} ${quoted(value)} stays, which your policy does not have`)
        wanted.add(value)
      }
    }
    if (behavior === 'allow' && wanted.size === 0) wanted.add(harmless)
    if (wanted.size > 0) document.set(`permissions_${behavior}`, [...wanted])
    else document.delete(`permissions_${behavior}`)
  }
  document.set('permission_mode', mode)
  // A new block is written on lines, not in braces.
  if (block === undefined) (document.contents as { flow?: boolean }).flow = false
  const text = document.toString({ lineWidth: 0 })
  return block === undefined ? `---\n${text}---\n` : `${before.slice(0, block.start)}${text}${before.slice(block.end)}`
}

export const VIBING_DIALECT: Dialect = {
  name: 'vibing',
  title: 'vibing.nvim',
  agent: 'claude-code',
  places: [{ path: '.vibing/*.md', layer: 'project' }],
  read,
  write,
  model: vibingModel,
}

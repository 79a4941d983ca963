/** Cursor's command line: `permissions` of `.cursor/cli.json`. Deny wins; nothing can be told to ask. */

import { own } from '../../engine/call.ts'
import { expandBraces } from '../../engine/match/braces.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import { isMapping } from '../../policy/shape.ts'
import { splitClaudeRule } from '../claude-code/rule-text.ts'
import type { Dialect, ReadResult, Where, WriteContext, Written } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import { asJsonFile } from '../export/json-file.ts'
import { withPermissionLists } from '../export/permission-lists.ts'
import { exportPolicy } from '../export/prove.ts'
import { isPlainHost, starPath } from '../import/star-text.ts'
import type { Subject } from '../export/subject.ts'
import { readJson } from '../text/json.ts'
import { pinned } from '../import/tool-pin.ts'
import { cursorModel } from './model.ts'

const LISTS = ['allow', 'deny'] as const

function read(text: string, where: Where): ReadResult {
  const sheet = readJson(text, where)
  const draft = new Draft(sheet)
  const permissions = sheet.fields(own(sheet.fields(sheet.value, ''), 'permissions'), 'permissions')
  for (const behavior of LISTS) {
    for (const { value, path } of sheet.texts(own(permissions, behavior), `permissions.${behavior}`))
      addRule(draft, value, behavior, path)
  }
  draft.unread(permissions, 'permissions', LISTS)
  if (own(sheet.fields(sheet.value, ''), 'approvalMode') === 'unrestricted')
    draft.note('approvalMode', 'withheld', 'unrestricted: what no rule names is asked about here')
  return draft.result()
}

function addRule(draft: Draft, text: string, behavior: 'allow' | 'deny', path: string): void {
  const split = splitClaudeRule(text)
  if (split === undefined) return draft.sheet.error(path, `${quoted(text)} is not of the form Kind(what)`)
  const { tool, specifier } = split
  if (tool === 'Shell') {
    if (specifier === undefined) return draft.add(behavior, 'Bash', path)
    const [program = ''] = specifier.split(/[\s:]/u)
    if (program.includes('*') || program === '')
      return behavior === 'allow' ? withheld(draft, text, path) : draft.widen('Bash', path, 'a star in the name')
    // Only the first word counts; further words would only narrow a permission.
    const isMore = /[\s:]/u.test(specifier.replace(/:\*$/u, ''))
    if (behavior === 'allow' && isMore) return withheld(draft, text, path)
    return draft.add(behavior, `Bash(${program}:*)`, path)
  }
  if (tool === 'Read' || tool === 'Write') {
    const kind = tool === 'Read' ? 'Read' : 'Edit'
    const pattern = specifier === undefined ? '**' : specifier
    const mine = starPath(pattern, behavior, { classes: true, inFull: true })
    if (mine !== undefined)
      return draft.add(
        behavior,
        `${kind}(${mine})`,
        path,
        behavior === 'allow' && kind === 'Read' ? pinned('Read') : {},
      )
    return behavior === 'allow' ? withheld(draft, text, path) : draft.add('deny', kind, path)
  }
  if (tool === 'WebFetch') {
    const host = specifier?.replace(/^domain:/u, '')
    if (behavior === 'allow' && host !== undefined && !isPlainHost(host)) return withheld(draft, text, path)
    return draft.add(behavior, host === undefined ? 'WebFetch' : `WebFetch(domain:${host})`, path)
  }
  if (tool === 'Mcp') {
    const [server = '', name = '*'] = (specifier ?? '*').split(':')
    if (server === '*' || server.includes('*'))
      return behavior === 'allow' ? withheld(draft, text, path) : draft.add('deny', 'mcp', path)
    return draft.add(behavior, name === '*' ? `mcp__${server}` : `mcp__${server}__${name}`, path)
  }
  if (behavior === 'allow') return withheld(draft, text, path)
  draft.widen('*', path, `${quoted(tool)} is not a kind known here`)
}

function withheld(draft: Draft, text: string, path: string): void {
  draft.note(path, 'withheld', `${quoted(text)} has no exact counterpart`)
}

function write(policy: Policy, context: WriteContext): Written {
  const path = context.scope === 'user' ? '~/.cursor/cli-config.json' : '.cursor/cli.json'
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const before = context.existing(path) ?? ''
  const { problems, value } = readJson(before.trim() === '' ? '{}' : before, where)
  if (problems.length > 0) return { files: [], problems, findings: [] }
  const mode = isMapping(value) ? own(value, 'approvalMode') : undefined
  return exportPolicy(policy, context, {
    title: 'Cursor',
    agent: 'cursor',
    canAsk: false,
    open: mode === undefined || mode === 'allowlist' ? [] : ['approvalMode'],
    spell,
    render: (entries, _, note) => [{ path, text: asJsonFile(withPermissionLists(before, LISTS, entries, note)) }],
    model: ([file]) => cursorModel(file?.text ?? '', where),
  })
}

function spell(subject: Subject, behavior: Behavior): readonly string[] | undefined {
  const isAllow = behavior === 'allow'
  switch (subject.about) {
    case 'command': {
      const { words, prefix } = subject.pattern
      const program = words[0] ?? ''
      if (program.includes('*') || (isAllow && (words.length > 1 || !prefix))) return undefined
      return [`Shell(${program})`]
    }
    case 'path': {
      if (/[\\!]/u.test(subject.path) || (isAllow && subject.tool !== undefined)) return undefined
      const name = subject.kind === 'read' ? 'Read' : 'Write'
      const forms = expandBraces(subject.path).map((one) => one.replace(/^\.\//u, ''))
      if (isAllow)
        return forms.some((one) => /^[/~]|^\.\.|^\*\*|^[^/]*\/?$/u.test(one))
          ? undefined
          : forms.map((one) => `${name}(${one.replace(/\/$/u, '/**')})`)
      return forms.flatMap(anywhere).map((one) => `${name}(${one})`)
    }
    case 'url':
      return subject.url.host.shape === 'exact' && !isAllow ? [`WebFetch(${subject.url.host.name})`] : undefined
    case 'mcp':
      if (subject.server === undefined) return isAllow ? undefined : ['Mcp(*:*)']
      // In Cursor a colon ends the server's name.
      if (/[*:]/u.test(subject.tool ?? '') || subject.server.includes(':')) return undefined
      return [`Mcp(${subject.server}:${subject.tool ?? '*'})`]
    case 'kind':
      return isAllow ? undefined : WHOLE[subject.kind]
    case 'tool':
      // There is one word for all shells: restricting PowerShell would restrict all of them.
      return isAllow || (subject.tool !== 'Bash' && subject.tool !== 'WebFetch') ? undefined : WHOLE[subject.kind]
    default:
      return undefined
  }
}

/** A pattern for a folder does not cover the files in it, so these are added. */
function anywhere(path: string): readonly string[] {
  const forms = path.replace(/\/$/u, '').includes('/') ? [path] : [path, `**/${path}`]
  const below = forms.filter((one) => !one.endsWith('**')).map((one) => `${one.replace(/\/$/u, '')}/**`)
  return [...forms, ...below]
}

const WHOLE: Readonly<Record<string, readonly string[]>> = {
  shell: ['Shell(*)'],
  read: ['Read(**)'],
  write: ['Write(**)'],
  url: ['WebFetch(*)'],
  mcp: ['Mcp(*:*)'],
}

export const CURSOR_DIALECT: Dialect = {
  name: 'cursor',
  title: 'Cursor',
  agent: 'cursor',
  places: [
    { path: '~/.cursor/cli-config.json', layer: 'user' },
    { path: '.cursor/cli.json', layer: 'project' },
  ],
  read,
  write,
  model: cursorModel,
}

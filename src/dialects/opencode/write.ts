/** Part of the opencode dialect: a policy into `permission`: first what is asked otherwise, then allow, ask and deny. */

import { own } from '../../engine/call.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { expandBraces } from '../../engine/match/braces.ts'
import { quoted } from '../../policy/problem.ts'
import type { WriteContext, Written } from '../dialect.ts'
import { guardTexts } from '../export/built-in.ts'
import { asJsonFile, readJsonValue, setJson } from '../export/json-file.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native, Note, Target } from '../export/target.ts'
import { isFields } from '../sheet.ts'
import type { Subject } from '../subject.ts'
import { readJson } from '../text/json.ts'
import { opencodeModel } from './model.ts'

interface Entry {
  readonly key: string
  readonly pattern: string
}

const ORDER: readonly Behavior[] = ['allow', 'ask', 'deny']
/** Their value is an action, no patterns. */
const WHOLE = new Set(['webfetch', 'websearch'])

export function writeOpencode(policy: Policy, context: WriteContext): Written {
  const path = context.scope === 'user' ? '~/.config/opencode/opencode.json' : 'opencode.json'
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const before = context.existing(path) ?? ''
  const { problems } = before.trim() === '' ? { problems: [] } : readJson(before, where)
  if (problems.length > 0) return { files: [], problems, findings: [] }
  const target: Target<Entry> = {
    title: 'opencode',
    agent: 'opencode',
    canAsk: true,
    spell,
    guards: (names) => [
      [...REDIRECTIONS, ...WRAPPERS].map(bash),
      ...guardTexts(names).map((texts) => texts.map((text) => bash(`*${text}*`))),
    ],
    render: (entries, _, note) => [{ path, text: render(before, entries, note) }],
    model: ([file]) => opencodeModel(file?.text ?? '', where),
  }
  const written = exportPolicy(policy, context, target)
  const message = 'opencode is told to ask about whatever no rule names, also about what only reads'
  return { ...written, findings: [...written.findings, { file: path, line: 0, col: 0, made: 'widened', message }] }
}

/** A redirection is part of a command’s text there. */
const REDIRECTIONS = ['*>*', '*<*', '*$(*', '*`*', '*${*', '*\n*', '*\t*', '*$*']
const WRAPPERS = [
  'find *',
  'env *',
  'sudo *',
  'xargs *',
  'timeout *',
  'nohup *',
  'bash *',
  'sh *',
  'eval *',
  'command *',
]
const bash = (pattern: string): Entry => ({ key: 'bash', pattern })

function spell(subject: Subject, behavior: Behavior): readonly Entry[] | undefined {
  const isAllow = behavior === 'allow'
  const whole = (key: string): Entry => ({ key, pattern: '*' })
  switch (subject.about) {
    case 'everything':
      return isAllow ? undefined : [whole('*')]
    case 'kind':
      return KINDS[subject.kind]?.map(whole)
    case 'tool': {
      const key = own(TOOL_KEYS, subject.tool)
      return typeof key === 'string' ? [whole(key)] : subject.tool.includes('*') ? undefined : [whole(subject.tool)]
    }
    case 'command': {
      const { words, prefix, plain } = subject.pattern
      if (/['"\\?]/u.test(subject.specifier) || (isAllow && !plain)) return undefined
      return [bash(`${words.join(' ')}${prefix ? ' *' : ''}`)]
    }
    case 'path':
      return spellPaths(subject, isAllow)
    case 'url':
      return isAllow ? undefined : [whole('webfetch')]
    case 'mcp':
      if (subject.server === undefined) return undefined
      return [whole(`${subject.server}_${subject.tool ?? '*'}`)]
  }
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  shell: ['bash'],
  read: ['read', 'glob', 'grep', 'list', 'lsp'],
  write: ['edit'],
  url: ['webfetch', 'websearch'],
}
const TOOL_KEYS: Readonly<Record<string, string>> = {
  Bash: 'bash',
  Glob: 'glob',
  Grep: 'grep',
  LS: 'list',
  Task: 'task',
  Skill: 'skill',
  WebFetch: 'webfetch',
  WebSearch: 'websearch',
  LSP: 'lsp',
}

/** Stars cross slashes there: only whole folders and plain names are the same. */
function spellPaths({ kind, tool, path }: Subject & { about: 'path' }, isAllow: boolean): readonly Entry[] | undefined {
  if ((isAllow && tool !== undefined) || /[\\![\]]/u.test(path)) return undefined
  const found: Entry[] = []
  for (const one of expandBraces(path)) {
    const bare = one.replace(/^\.\//u, '').replace(/\/$/u, '/**')
    const patterns = isAllow ? permission(bare) : restriction(bare)
    if (patterns === undefined) return undefined
    const keys = kind === 'write' ? ['edit'] : ['read']
    found.push(...keys.flatMap((key) => patterns.map((pattern) => ({ key, pattern }))))
  }
  return found
}

function permission(path: string): string[] | undefined {
  if (/^[/~]|^\.\.|^\*\*/u.test(path) || !path.includes('/')) return undefined
  const below = /^([^*?]+)\/\*\*$/u.exec(path)?.[1]
  if (below !== undefined) return [`${below}/*`]
  return /[*?]/u.test(path) ? undefined : [path]
}

function restriction(path: string): string[] {
  const stem = path
    .replace(/^\*\*\//u, '')
    .replace(/\/\*\*$/u, '')
    .replaceAll(/\*+/gu, '*')
  if (/^[~/]?\**$/u.test(stem)) return ['*']
  const isAnywhere = path.startsWith('**/') || !path.replace(/\/\*\*$/u, '').includes('/')
  // From the project, whatever the pattern begins with: what lies outside begins with steps up.
  const outside = /^[~]?(\/.*)$/u.exec(stem)?.[1]
  const starts = outside !== undefined ? [`..${outside}`, `../*${outside}`] : isAnywhere ? [stem, `*/${stem}`] : [stem]
  return starts.flatMap((start) => [start, `${start}/*`])
}

function render(before: string, entries: readonly Native<Entry>[], note: Note): string {
  const permission: Record<string, string | Record<string, string>> = { '*': 'ask' }
  for (const behavior of ORDER) {
    for (const { entry, behavior: own } of entries) {
      if (own !== behavior) continue
      if (WHOLE.has(entry.key) || entry.key === '*') {
        permission[entry.key] = behavior
        continue
      }
      const patterns = permission[entry.key]
      const map = typeof patterns === 'object' ? patterns : { '*': 'ask' }
      // A later key counts more: the same pattern moves to the end.
      delete map[entry.pattern]
      map[entry.pattern] = behavior
      permission[entry.key] = map
    }
  }
  keepRestrictions(before, permission, note)
  return asJsonFile(setJson(before, ['permission'], permission))
}

/** What is denied there already and is none of ours stays, behind everything else. */
function keepRestrictions(
  before: string,
  permission: Record<string, string | Record<string, string>>,
  note: Note,
): void {
  const there = readJsonValue(before, ['permission'])
  if (!isFields(there)) return
  for (const [key, action] of Object.entries(there)) {
    const patterns: Readonly<Record<string, unknown>> = isFields(action) ? action : { '*': action }
    for (const [pattern, kept] of Object.entries(patterns)) {
      if (kept !== 'deny') continue
      const mine = permission[key]
      if (mine === 'deny' || (typeof mine === 'object' && mine[pattern] === 'deny')) continue
      if (key === '*' || WHOLE.has(key) || typeof mine === 'string') permission[key] = 'deny'
      else permission[key] = { ...(mine ?? { '*': 'ask' }), [pattern]: 'deny' }
      note(undefined, 'kept', `deny ${quoted(`${key} ${pattern}`)} stays, which your policy does not have`)
    }
  }
}

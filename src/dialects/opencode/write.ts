/**
 * Part of the opencode dialect: writes a policy into `permission`: first the default, which is to ask, then allow, ask
 * and deny.
 */

import { own } from '../../engine/call.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { expandBraces } from '../../engine/match/braces.ts'
import { quoted } from '../../policy/problem.ts'
import type { WriteContext, Written } from '../dialect.ts'
import { guardTexts } from '../export/built-in.ts'
import { asJsonFile, setJson } from '../export/json-file.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native, Note, Target } from '../export/target.ts'
import type { Subject } from '../export/subject.ts'
import { readJson } from '../text/json.ts'
import { FILLED_IN, opencodeEntries } from './entries.ts'
import type { OpencodeEntry } from './entries.ts'
import { opencodeModel } from './model.ts'

interface Entry {
  readonly key: string
  readonly pattern: string
}

const ORDER: readonly Behavior[] = ['allow', 'ask', 'deny']
/** Permissions whose value is an action, without patterns. */
const WHOLE = new Set(['webfetch', 'websearch'])

export function writeOpencode(policy: Policy, context: WriteContext): Written {
  const path = context.scope === 'user' ? '~/.config/opencode/opencode.json' : 'opencode.json'
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const before = context.existing(path) ?? ''
  const sheet = readJson(before.trim() === '' ? '{}' : before, where)
  const { entries: there, agents } = opencodeEntries(sheet)
  if (sheet.isBroken) return { files: [], problems: sheet.problems, findings: [] }
  const target: Target<Entry> = {
    title: 'opencode',
    agent: 'opencode',
    canAsk: true,
    open: agents.flatMap(({ behavior, path: at }) => (behavior === 'allow' ? at : [])),
    spell: (subject, behavior) => {
      const spelled = spell(subject, behavior)
      return spelled?.some(({ key, pattern }) => FILLED_IN.test(key + pattern)) === true ? undefined : spelled
    },
    guards: (names) => [
      [...REDIRECTIONS, ...WRAPPERS].map(bash),
      ...guardTexts(names).map((texts) => texts.map((text) => bash(`*${text}*`))),
    ],
    render: (entries, _, note) => [{ path, text: render(before, [...entries, ...kept(there, entries, note)]) }],
    model: ([file]) => opencodeModel(file?.text ?? '', where),
  }
  const written = exportPolicy(policy, context, target)
  const message = 'opencode is told to ask about whatever no rule names, also about what only reads'
  return { ...written, findings: [...written.findings, { file: path, line: 0, col: 0, made: 'widened', message }] }
}

/** In opencode a redirection is part of a command’s text. */
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

/** In opencode stars cross slashes: only whole folders and plain names have the same meaning. */
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
  // Paths are relative to the project, whatever the pattern begins with: those outside begin with parent steps.
  const outside = /^[~]?(\/.*)$/u.exec(stem)?.[1]
  const starts = outside !== undefined ? [`..${outside}`, `../*${outside}`] : isAnywhere ? [stem, `*/${stem}`] : [stem]
  return starts.flatMap((start) => [start, `${start}/*`])
}

function render(before: string, entries: readonly Native<Entry>[]): string {
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
      // A later key takes precedence, so the same pattern moves to the end.
      delete map[entry.pattern]
      map[entry.pattern] = behavior
      permission[entry.key] = map
    }
  }
  return asJsonFile(setJson(before, ['permission'], permission))
}

/** Existing restrictions that are not ours stay. That everything else is asked about is written in any case. */
function kept(there: readonly OpencodeEntry[], mine: readonly Native<Entry>[], note: Note): Native<Entry>[] {
  const known = new Set(
    mine.flatMap(({ behavior, entry }) => (behavior === 'allow' ? [] : `${entry.key} ${entry.pattern}`)),
  )
  return there.flatMap(({ key, pattern, behavior, path }) => {
    const isRest = behavior === 'ask' && pattern === '*' && !WHOLE.has(key)
    if (behavior === 'allow' || isRest || !path.startsWith('permission')) return []
    if (mine.some(({ entry, behavior: own }) => own === behavior && entry.key === key && entry.pattern === pattern))
      return []
    if (behavior === 'ask' && known.has(`${key} ${pattern}`)) return []
    note(undefined, 'kept', `${behavior} ${quoted(`${key} ${pattern}`)} stays, which your policy does not have`)
    return [{ behavior, entry: { key, pattern } }]
  })
}

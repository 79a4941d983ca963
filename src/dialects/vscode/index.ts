/** VS Code: `chat.tools.*` of `settings.json`. It cannot deny anything, only ask. */

import { own } from '../../engine/call.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { below, quoted } from '../../policy/problem.ts'
import { literalRegex } from '../../policy/regex.ts'
import { isMapping } from '../../policy/shape.ts'
import type { Dialect, ReadResult, Where, WriteContext, Written } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import { guardTexts } from '../export/built-in.ts'
import { asJsonFile, readJsonValue, setJson } from '../export/json-file.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native, Note } from '../export/target.ts'
import type { Fields } from '../text/sheet.ts'
import { isPlainCommand } from '../shell-pattern.ts'
import { restrictedText } from '../import/shell-text.ts'
import { starUrl } from '../import/star-text.ts'
import type { Subject } from '../export/subject.ts'
import { readJson } from '../text/json.ts'
import { vscodeModel } from './model.ts'
import { addNetwork } from './network.ts'
import { isUnknownApproval, regexOf, vscodeSettings } from './settings.ts'
import type { Approval } from './settings.ts'

function read(text: string, where: Where): ReadResult {
  const sheet = readJson(text, where)
  const draft = new Draft(sheet)
  const { commands, edits, urls, tools, everything, network } = vscodeSettings(sheet)
  for (const one of commands) addCommand(draft, one)
  for (const { key, approve, path } of edits) {
    const glob = key.replace(/^\//u, '')
    if (!approve) draft.add('ask', `Edit(${glob.includes('/') ? `./${glob}` : `**/${glob}`})`, path)
    // In our rules, a pattern with such an end is about what lies below it.
    else if (/(?:^|\/)$/u.test(glob)) draft.note(path, 'withheld', `${quoted(key)} has no exact counterpart`)
    // A later key may revoke the approval; keys that ask therefore come first here.
    else draft.add('allow', `Edit(./${glob})`, path)
  }
  for (const { key, approve, path } of urls) {
    const url = starUrl(key, approve ? 'allow' : 'ask')
    if (url !== undefined) draft.add(approve ? 'allow' : 'ask', `WebFetch(${url})`, path)
    else if (approve) draft.note(path, 'withheld', `${quoted(key)} has no exact counterpart`)
    else draft.widen('WebFetch', path, `${quoted(key)} has no exact counterpart`)
  }
  for (const { key, approve, path } of tools) if (!approve) draft.add('ask', key, path)
  addNetwork(draft, network)
  addBesides(draft, sheet.fields(sheet.value, ''))
  if (everything)
    draft.note(
      'chat.tools.global.autoApprove',
      'withheld',
      'everything is approved there; here what no rule names is asked about',
    )
  const strange = Object.entries(sheet.fields(sheet.value, '')).filter(([name]) => isUnknownApproval(name))
  draft.unread(Object.fromEntries(strange), '', [])
  return draft.result()
}

/** Settings besides `chat.tools` that approve or confine something. */
function addBesides(draft: Draft, file: Fields): void {
  if (isOpen(own(file, PRESET)))
    draft.note(below('', PRESET), 'withheld', 'more is approved there; here what no rule names is asked about')
  const sandbox = Object.keys(file).find((name) => name.startsWith('chat.agent.sandbox.'))
  if (sandbox !== undefined)
    draft.note(below('', sandbox), 'left out', 'its sandbox confines commands there; none is known here')
}

const PRESET = 'chat.permissions.default'
const EVERYTHING = 'chat.tools.global.autoApprove'

function isOpen(preset: unknown): boolean {
  return preset !== undefined && preset !== 'default'
}

function addCommand(draft: Draft, { key, approve, path, wholeLine }: Approval): void {
  const regex = regexOf(key)
  if (regex !== undefined) {
    if (approve) return draft.note(path, 'withheld', `${quoted(key)} goes by a regular expression on text`)
    return draft.add('ask', 'Bash', path, {
      where: { command: `/${regex.source.replace(/^\^/u, '(?:^|[^\\w./-])')}/${regex.flags}` },
    })
  }
  if (approve) {
    if (wholeLine) return draft.note(path, 'withheld', `${quoted(key)} goes by the text of a whole line`)
    if (!isPlainCommand(key)) return draft.note(path, 'withheld', `${quoted(key)} has no exact counterpart`)
    return draft.add('allow', `Bash(${key}:*)`, path)
  }
  const restricted = restrictedText(`${key.replaceAll('*', '')}*`)
  if (restricted === undefined) return draft.widen('Bash', path, `${quoted(key)} names no single command`)
  for (const exact of restricted.exact) draft.add('ask', `Bash(${exact})`, path)
  if (restricted.wide !== undefined) draft.add('ask', `Bash(${restricted.wide})`, path)
}

interface Entry {
  readonly setting: 'terminal' | 'edits' | 'urls' | 'tool'
  readonly key: string
  /** Compared with the whole line, including redirections. */
  readonly line?: true
}

const EVERY_COMMAND: Entry = { setting: 'terminal', key: '/^/' }
const WORD = String.raw`[\w./:=@%+,^-]`

function write(policy: Policy, context: WriteContext): Written {
  const path = context.scope === 'user' ? '~/.config/Code/User/settings.json' : '.vscode/settings.json'
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const before = context.existing(path) ?? ''
  const sheet = before.trim() === '' ? undefined : readJson(before, where)
  if (sheet !== undefined) vscodeSettings(sheet)
  if (sheet?.isBroken === true) return { files: [], problems: sheet.problems, findings: [] }
  return exportPolicy(policy, context, {
    title: 'VS Code',
    agent: 'copilot',
    canAsk: true,
    open: isOpen(readJsonValue(before, [PRESET])) ? [PRESET] : [],
    spell,
    guards: (names) =>
      guardTexts(names).map((texts) =>
        texts.map((text) => ({ setting: 'terminal' as const, key: guardKey(text), line: true as const })),
      ),
    render: (entries, _, note) => [{ path, text: render(before, entries, note) }],
    model: ([file]) => vscodeModel(file?.text ?? '', where),
  })
}

function spell(subject: Subject, behavior: Behavior): readonly Entry[] | undefined {
  const isAllow = behavior === 'allow'
  switch (subject.about) {
    case 'command': {
      const { words, prefix, plain } = subject.pattern
      if (!plain && isAllow) return undefined
      const text = words
        .map((word) =>
          word
            .split('*')
            .map(literalRegex)
            .join(isAllow ? '' : '.*'),
        )
        .join(String.raw`\s+`)
      if (!isAllow) return [{ setting: 'terminal', key: `/^${text}${prefix ? String.raw`(?:\s|$)` : '$'}/` }]
      return [{ setting: 'terminal', key: prefix ? `/^${text}(?: ${WORD}+)*$/` : `/^${text}$/` }]
    }
    case 'path': {
      if (subject.kind !== 'write' || /[\\![\]]/u.test(subject.path)) return undefined
      const bare = subject.path.replace(/^\.\//u, '').replace(/\/$/u, '/**')
      if (/^[/~]|^\.\./u.test(bare)) return undefined
      return [
        { setting: 'edits', key: bare.includes('/') ? bare : `**/${bare}` },
        ...(isAllow || bare.endsWith('**')
          ? []
          : [{ setting: 'edits' as const, key: `${bare.includes('/') ? bare : `**/${bare}`}/**` }]),
      ]
    }
    case 'url':
      return isAllow || !('name' in subject.url.host)
        ? undefined
        : [
            {
              setting: 'urls',
              key: `https://${subject.url.host.shape === 'below' ? '*.' : ''}${subject.url.host.name}`,
            },
          ]
    case 'tool':
      if (isAllow) return undefined
      return [subject.kind === 'shell' ? EVERY_COMMAND : { setting: 'tool', key: subject.tool }]
    case 'kind':
      if (isAllow) return undefined
      return subject.kind === 'shell'
        ? [EVERY_COMMAND]
        : subject.kind === 'write'
          ? [{ setting: 'edits', key: '**/*' }]
          : undefined
    default:
      return undefined
  }
}

const SETTINGS = {
  terminal: 'chat.tools.terminal.autoApprove',
  edits: 'chat.tools.edits.autoApprove',
  urls: 'chat.tools.urls.autoApprove',
  tool: 'chat.tools.eligibleForAutoApproval',
} as const

/** Permissions come first: where the last key counts, keys that ask must come after them. */
function render(before: string, entries: readonly Native<Entry>[], note: Note): string {
  let text = before
  if (readJsonValue(before, [EVERYTHING]) === true) {
    text = setJson(text, [EVERYTHING], false)
    note(undefined, 'withheld', `${quoted(EVERYTHING)} is switched off: everything would pass that your policy keeps`)
  }
  for (const [setting, name] of Object.entries(SETTINGS)) {
    const mine = entries.filter(({ entry }) => entry.setting === setting)
    const approvals: Record<string, unknown> = {}
    for (const { entry } of mine.filter(({ behavior }) => behavior === 'allow')) approvals[entry.key] = true
    for (const { entry } of mine.filter(({ behavior }) => behavior !== 'allow')) {
      delete approvals[entry.key]
      approvals[entry.key] = entry.line === true ? { approve: false, matchCommandLine: true } : false
    }
    const there = readJsonValue(before, [name])
    for (const [key, said] of Object.entries(isMapping(there) ? there : {})) {
      if (!isKept(key, said) || (Object.hasOwn(approvals, key) && approvals[key] !== true)) continue
      delete approvals[key]
      approvals[key] = said
      note(undefined, 'kept', `${quoted(`${name} ${key}`)} stays, which your policy does not have`)
    }
    if (Object.keys(approvals).length > 0 || there !== undefined) text = setJson(text, [name], approvals)
  }
  if (entries.some(({ entry, behavior }) => entry.setting === 'terminal' && behavior === 'allow')) {
    text = setJson(text, ['chat.tools.terminal.ignoreDefaultAutoApproveRules'], true)
    text = setJson(text, ['chat.tools.terminal.blockDetectedFileWrites'], 'all')
  }
  return asJsonFile(text)
}

/** Whether the entry does not approve, unless it is a guard of an earlier export. */
function isKept(key: string, said: unknown): boolean {
  if (!isMapping(said)) return said === false
  const isGuard = own(said, 'matchCommandLine') === true && GUARDS.has(key)
  return !isGuard && ['approve', 'approveRequest', 'approveResponse'].some((name) => own(said, name) === false)
}

const GUARDS: ReadonlySet<string> = new Set(guardTexts([]).flatMap((texts) => texts.map(guardKey)))

function guardKey(text: string): string {
  return `/${literalRegex(text)}/`
}

export const VSCODE_DIALECT: Dialect = {
  name: 'vscode',
  title: 'VS Code',
  agent: 'copilot',
  places: [
    { path: '~/.config/Code/User/settings.json', layer: 'user' },
    { path: '.vscode/settings.json', layer: 'project' },
  ],
  read,
  write,
  model: vscodeModel,
}

/** Part of the Copilot dialect: reads flags, saved approvals, URL lists and managed settings into a policy. */

import { own } from '../../engine/call.ts'
import { BEHAVIORS } from '../../engine/rule.ts'
import type { Behavior } from '../../engine/rule.ts'
import { below, quoted } from '../../policy/problem.ts'
import { lockBypass } from '../claude-code/read.ts'
import { addClaudeRule } from '../claude-code/rules.ts'
import type { ReadResult, Where } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import type { Fields } from '../text/sheet.ts'
import { isPlainCommand } from '../shell-pattern.ts'
import { restrictedText } from '../import/shell-text.ts'
import { starUrl } from '../import/star-text.ts'
import { readJson } from '../text/json.ts'
import { pinned } from '../import/tool-pin.ts'
import { readFlags } from './flags.ts'
import type { Flag } from './flags.ts'
import { managedRule, serverOf, SWITCHED_OFF } from './managed.ts'
import { coveredBy, readPattern, splitPatterns } from './pattern.ts'
import type { Pattern } from './pattern.ts'

export function readCopilot(text: string, where: Where): ReadResult {
  if (text.trimStart().startsWith('{')) return readSettings(text, where)
  const { sheet, flags } = readFlags(text, where)
  const draft = new Draft(sheet)
  for (const flag of flags) addFlag(draft, flag)
  return draft.result()
}

function addFlag(draft: Draft, { name, value = '', path }: Flag): void {
  switch (name) {
    case 'allow':
      return splitPatterns(value).forEach((one) => addPattern(draft, one, 'allow', path, everyCommand))
    case 'allow-tool':
      return splitPatterns(value).forEach((one) => addPattern(draft, one, 'allow', path))
    case 'deny':
    case 'deny-tool':
      return splitPatterns(value).forEach((one) => addPattern(draft, one, 'deny', path))
    case 'allow-url':
    case 'deny-url':
      return splitPatterns(value).forEach((one) => addUrl(draft, one, name === 'allow-url' ? 'allow' : 'deny', path))
    case 'add-dir':
      return draft.directory(value, path)
    case 'available-tools':
      return splitPatterns(value).forEach((one) => draft.show('allowed', one))
    case 'excluded-tools':
      return splitPatterns(value).forEach((one) => draft.show('disallowed', one))
    case 'allow-all':
    case 'yolo':
      draft.otherwise('allow', path)
      return draft.note(path, 'withheld', `--${name}: everything is allowed but what is dangerous, which still asks`)
    case 'disallow-temp-dir':
      return draft.note(path, 'left out', 'the temporary folder is none of ours')
    default:
      return draft.note(path, 'withheld', `--${name}: what no rule names is asked about here`)
  }
}

type Covered = (argument: string) => string | undefined

/**
 * In the form of seed 001, one word means every command of that program, and several words mean exactly that command.
 */
const everyCommand: Covered = (argument) => {
  const stem = argument.replace(/:\*$/u, '').trim()
  return argument.endsWith(':*') || !/\s/u.test(argument) ? `${stem}:*` : stem
}

function addPattern(
  draft: Draft,
  text: string,
  behavior: 'allow' | 'deny',
  path: string,
  covered: Covered = coveredBy,
): void {
  const pattern = readPattern(text)
  if (pattern === undefined) return draft.sheet.error(path, `${quoted(text)} is not a permission string`)
  const { kind, argument } = pattern
  if (kind === 'shell') return addShell(draft, argument, behavior, path, covered)
  if (kind === 'url')
    return argument === undefined ? draft.add(behavior, 'WebFetch', path) : addUrl(draft, argument, behavior, path)
  if (kind === 'memory') return draft.add(behavior, 'Memory', path)
  if (kind === 'mcp') return addServer(draft, pattern, behavior, path)
  addPath(draft, kind, argument, behavior, path)
}

/** A restriction also covers further words. */
function addShell(
  draft: Draft,
  argument: string | undefined,
  behavior: 'allow' | 'deny',
  path: string,
  covered: Covered,
): void {
  if (argument === undefined) return draft.add(behavior, 'Bash', path)
  if (behavior === 'allow') return allowCommand(draft, argument, path, covered)
  const stem = argument.replace(/:\*$/u, '').trim()
  const restricted = restrictedText(`${stem} *`)
  if (restricted === undefined) return draft.widen('Bash', path, `${quoted(argument)} names no single command`)
  for (const exact of restricted.exact) draft.add('deny', `Bash(${exact})`, path)
  if (restricted.wide !== undefined) draft.add('ask', `Bash(${restricted.wide})`, path)
}

function allowCommand(draft: Draft, argument: string, path: string, covered: Covered): void {
  const rule = covered(argument)
  if (rule === undefined) return draft.note(path, 'inert', `no command goes by ${quoted(argument)} there`)
  if (!isPlainCommand(rule.replace(/:\*$/u, '')))
    return draft.note(path, 'withheld', `${quoted(argument)} has no exact counterpart`)
  // It asks about files outside the project, whatever the command is.
  const stem = rule.replace(/:\*$/u, '')
  const outside = ['/*', '* /*', '../*', '* ../*'].map((arguments_) => `Bash(${stem} ${arguments_})`)
  draft.add('allow', `Bash(${rule})`, path, rule === stem ? {} : { except: outside })
}

/** Arguments of the writing tools, which a command does not have. */
const CONTENTS = ['content', 'old_string', 'file_text', 'old_str']

/** An exact path or the end of one; no stars. Outside the project it asks, whatever is permitted. */
function addPath(
  draft: Draft,
  kind: 'read' | 'write',
  argument: string | undefined,
  behavior: 'allow' | 'deny',
  path: string,
): void {
  const tool = kind === 'read' ? 'Read' : 'Edit'
  const pin = behavior === 'allow' && kind === 'read' ? pinned('Read') : {}
  if (argument === undefined) return draft.add(behavior, behavior === 'allow' ? `${tool}(./**)` : tool, path, pin)
  const plain = argument.replaceAll(/[*?[\]{}\\]/gu, '\\$&')
  if (behavior === 'allow') {
    const { root } = draft.sheet.where
    if (/^(?:[/~]|\.\.)/u.test(argument) && !argument.startsWith(`${root}/`))
      return draft.note(path, 'withheld', `${quoted(argument)} lies outside of the project, where it asks`)
    const rule = `${tool}(${plain.startsWith('/') ? plain : `./${plain.replace(/^\.\//u, '')}`})`
    if (kind === 'read') return draft.add('allow', rule, path, pin)
    // The permission does not cover redirections in a command, so it is limited to calls that carry the content
    // themselves.
    for (const name of CONTENTS) draft.add('allow', rule, path, { where: { [name]: '*' } })
    return undefined
  }
  draft.add('deny', `${tool}(${/^[/~]/u.test(plain) ? plain : `**/${plain.replace(/^(?:\.\/)+/u, '')}`})`, path)
}

function addUrl(draft: Draft, argument: string, behavior: Behavior, path: string): void {
  const host = argument.replace(/^domain:/u, '')
  // Without a scheme it means https in Copilot; a restriction covers both schemes.
  if (behavior === 'allow' && /^[\w.-]+$/u.test(host)) return draft.add('allow', `WebFetch(https://${host}/**)`, path)
  const mine = starUrl(host.includes('/') ? host : `${host}/*`, behavior)
  if (mine !== undefined) return draft.add(behavior, `WebFetch(${mine})`, path)
  const origin = /^(https?):\/\/([\w.-]+)\/?$/u.exec(argument)
  if (origin !== null) return draft.add(behavior, `WebFetch(${origin[1]}://${origin[2]}/**)`, path)
  if (behavior === 'allow') return draft.note(path, 'withheld', `${quoted(argument)} has no exact counterpart`)
  draft.widen('WebFetch', path, `${quoted(argument)} has no exact counterpart`)
}

function addServer(draft: Draft, { server = '', argument }: Pattern, behavior: Behavior, path: string): void {
  const isPlain =
    /^(?!_)(?!.*__)[\w.-]+(?<!_)$/u.test(server) && (argument === undefined || /^[\w.-]+$/u.test(argument))
  if (isPlain)
    return draft.add(behavior, argument === undefined ? `mcp__${server}` : `mcp__${server}__${argument}`, path)
  if (behavior === 'allow') return draft.note(path, 'withheld', `${quoted(server)} is not a server’s name`)
  draft.widen('mcp', path, `${quoted(server)} is not a server’s name`)
}

function readSettings(text: string, where: Where): ReadResult {
  const sheet = readJson(text, where)
  const draft = new Draft(sheet)
  const file = sheet.fields(sheet.value, '')
  const permissions = sheet.fields(own(file, 'permissions'), 'permissions')
  for (const behavior of BEHAVIORS) {
    for (const { value, path } of sheet.texts(own(permissions, behavior), below('permissions', behavior))) {
      const rule = managedRule(value)
      if (rule === undefined) sheet.error(path, `${quoted(value)} is none of Shell(), Read(), Edit(), Domain()`)
      else addClaudeRule(draft, rule, behavior, path)
    }
  }
  for (const [list, behavior] of [
    ['allowedUrls', 'allow'],
    ['deniedUrls', 'deny'],
  ] as const)
    for (const { value, path } of sheet.texts(own(file, list), list)) addUrl(draft, value, behavior, path)
  for (const list of SWITCHED_OFF)
    for (const { value, path } of sheet.items(own(file, list), list)) {
      const server = serverOf(value)
      if (server === undefined) draft.widen('mcp', path, 'which server it is goes by its command or its address')
      else addServer(draft, { kind: 'mcp', server, argument: undefined }, 'deny', path)
    }
  draft.unread(permissions, 'permissions', [...BEHAVIORS, 'disableBypassPermissionsMode'])
  if (own(permissions, 'disableBypassPermissionsMode') === 'disable') lockBypass(draft)
  addLocations(draft, sheet.fields(own(file, 'locations'), 'locations'), where.root)
  return draft.result()
}

/** Approvals that were saved for this very folder. */
function addLocations(draft: Draft, locations: Fields, root: string): void {
  const { sheet } = draft
  for (const location of Object.keys(locations)) {
    const at = below('locations', location)
    if (location !== root) {
      draft.note(at, 'left out', 'it was approved for another folder')
      continue
    }
    const saved = sheet.fields(own(locations, location), at)
    for (const { value, path } of sheet.items(own(saved, 'tool_approvals'), below(at, 'tool_approvals')))
      addApproval(draft, sheet.fields(value, path), path)
    for (const { value, path } of sheet.texts(own(saved, 'allowed_directories'), below(at, 'allowed_directories')))
      draft.directory(value, path)
  }
}

function addApproval(draft: Draft, approval: Fields, path: string): void {
  const text = (name: string) => draft.sheet.text(own(approval, name), below(path, name))
  switch (text('kind')) {
    case 'commands':
      for (const { value, path: at } of draft.sheet.texts(
        own(approval, 'commandIdentifiers'),
        below(path, 'commandIdentifiers'),
      )) {
        allowCommand(draft, value, at, coveredBy)
      }
      return
    case 'read':
      return draft.add('allow', 'Read(./**)', path, pinned('Read'))
    case 'write':
      return draft.add('allow', 'Edit(./**)', path)
    case 'mcp': {
      return addServer(
        draft,
        { kind: 'mcp', server: text('serverName') ?? '', argument: text('toolName') },
        'allow',
        path,
      )
    }
    case 'memory':
      return draft.add('allow', 'Memory', path)
    case 'custom-tool':
      return draft.add('allow', text('toolName') ?? '', path)
    default:
      return draft.note(path, 'withheld', 'it is asked about here')
  }
}

/**
 * Part of the Copilot dialect: a small evaluator. Deny beats allow; each command of a line counts by itself, by its
 * identifier (`git push`, `make`) and not by its arguments. Flags and saved approvals are compared with the client
 * itself (`compat/dialects`).
 */

import { own } from '../../engine/call.ts'
import type { Call } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { isMapping } from '../../policy/shape.ts'
import { claudeModel } from '../claude-code/model.ts'
import type { Model, Where } from '../dialect.ts'
import { wildcardMatcher } from '../model/glob.ts'
import { commandOf, isShell, isWhole, mcpOf, pathOf, READERS, urlOf, WRITERS } from '../model/input.ts'
import { absolute, relativeTo } from '../model/paths.ts'
import { segmentsOf } from '../model/shell.ts'
import type { Segment } from '../model/shell.ts'
import { readJson } from '../text/json.ts'
import { readFlags } from './flags.ts'
import { managedRule, serverOf, SWITCHED_OFF } from './managed.ts'
import { identifierOf, readPattern, splitPatterns } from './pattern.ts'
import type { Pattern } from './pattern.ts'

interface Said {
  readonly behavior: 'allow' | 'deny'
  readonly pattern: Pattern
  /** In the form of seed 001: a text, not a command's identifier. */
  readonly isSeed?: boolean
}

export function copilotModel(text: string, where: Where): Model | undefined {
  if (text.trimStart().startsWith('{')) return settingsModel(text, where)
  const { sheet, flags } = readFlags(text, where)
  if (sheet.isBroken) return undefined
  const said: Said[] = []
  for (const { name, value = '' } of flags) {
    const [, behavior, what] = /^(allow|deny)(-tool|-url)?$/u.exec(name) ?? []
    if (behavior === undefined) continue
    for (const one of splitPatterns(value)) {
      const pattern = what === '-url' ? ({ kind: 'url', argument: one } as const) : readPattern(one)
      if (pattern === undefined) return undefined
      said.push({ behavior: behavior as 'allow' | 'deny', pattern, isSeed: what === undefined })
    }
  }
  const has = (name: string) => flags.some((flag) => flag.name === name)
  const names = (name: string) =>
    flags.filter((flag) => flag.name === name).flatMap(({ value }) => splitPatterns(value ?? ''))
  const [available, excluded] = [names('available-tools'), names('excluded-tools')]
  return decider(said, where, has('allow-all') || has('yolo'), (tool) =>
    available.length > 0 ? available.includes(tool) : !excluded.includes(tool),
  )
}

function decider(
  said: readonly Said[],
  where: Where,
  everything: boolean,
  isVisible: (tool: string) => boolean,
): Model {
  const matching = (call: Call, behavior: Behavior) =>
    said.some((one) => one.behavior === behavior && matches(one, call, where))
  return (call) => {
    if (!isVisible(call.tool)) return 'deny'
    if (matching(call, 'deny')) return 'deny'
    if (everything) return 'allow'
    if (!isWhole(call)) return 'none'
    if (!isShell(call)) return matching(call, 'allow') ? 'allow' : 'none'
    if (
      said.some(
        ({ behavior, pattern }) => behavior === 'allow' && pattern.kind === 'shell' && pattern.argument === undefined,
      )
    )
      return 'allow'
    const segments = segmentsOf(commandOf(call))
    const mayWrite = said.some(
      ({ behavior, pattern }) => behavior === 'allow' && pattern.kind === 'write' && pattern.argument === undefined,
    )
    const isCovered = (segment: Segment) =>
      said.some(
        (one) => one.behavior === 'allow' && one.pattern.kind === 'shell' && commandMatches(one, segment, 'allow'),
      )
    const isAllowed =
      segments !== undefined &&
      segments.some((one) => isCovered(one) || (mayWrite && one.redirects.some(({ op }) => op.startsWith('>')))) &&
      !isTimed(commandOf(call)) &&
      segments.every(
        (segment) =>
          segment.redirects.every((one) => isHarmless(one, mayWrite)) &&
          !segment.words.slice(1).some((word) => /^(?:\/|\.\.)/u.test(word ?? '')) &&
          (isCovered(segment) || isReadOnly(segment)),
      )
    return isAllowed ? 'allow' : 'none'
  }
}

function matches(one: Said, call: Call, where: Where): boolean {
  const { kind, argument, server } = one.pattern
  if (kind === 'shell') {
    if (!isShell(call)) return false
    if (argument === undefined) return true
    if (one.isSeed !== true && isTimed(commandOf(call))) return false
    return (segmentsOf(commandOf(call)) ?? []).some((segment) => commandMatches(one, segment, one.behavior))
  }
  if (kind === 'mcp') {
    const mcp = mcpOf(call)
    return mcp !== undefined && mcp.server === server && (argument === undefined || argument === mcp.tool)
  }
  if (kind === 'memory') return call.tool === 'Memory'
  if (kind === 'url') return call.tool === 'WebFetch' && (argument === undefined || urlMatches(argument, urlOf(call)))
  const isMine =
    kind === 'read'
      ? call.tool === 'Read' || (one.behavior === 'deny' && READERS.has(call.tool))
      : WRITERS.has(call.tool)
  const path = isMine ? pathOf(call) : undefined
  if (path === undefined) return false
  const whole = absolute(path, where)
  // Outside the project it asks, whatever is permitted.
  if (one.behavior === 'allow' && relativeTo(whole, where.root) === undefined) return false
  if (argument === undefined) return true
  const wanted = argument.replace(/^\.\//u, '').replace(/^~/u, where.home)
  return whole === wanted || whole.endsWith(`/${wanted.replace(/^\/+/u, '')}`)
}

const READ_ONLY: ReadonlySet<string> = new Set('ls cat echo pwd head tail grep wc true cd'.split(' '))

function isReadOnly({ words }: Segment): boolean {
  return READ_ONLY.has(words[0] ?? '') && !words.includes(undefined)
}

/** It does not see a command after `time`. */
function isTimed(command: string): boolean {
  return /(?:^|[;&|(]\s*)time\s/u.test(command)
}

function isHarmless({ op, target, isCopy }: Segment['redirects'][number], mayWrite: boolean): boolean {
  return isCopy || op.startsWith('<') || target === '/dev/null' || (mayWrite && target !== undefined)
}

/**
 * `x:*` matches commands whose identifier is `x` or begins with the words `x`; a restriction also matches if it is the
 * command as written.
 */
function commandMatches({ pattern: { argument }, isSeed }: Said, { text }: Segment, behavior: Behavior): boolean {
  if (argument === undefined) return true
  const stem = argument.replace(/:\*$/u, '').trim()
  const isWide = argument.endsWith(':*')
  const fits = (view: string, wide: boolean) => view === stem || (wide && view.startsWith(`${stem} `))
  const command = text.replaceAll(/[ \t]+/gu, ' ').trim()
  if (isSeed === true) return fits(command, isWide || behavior === 'deny' || !/\s/u.test(argument))
  const identifier = identifierOf(text)
  return (identifier !== undefined && fits(identifier, isWide)) || (behavior === 'deny' && fits(command, isWide))
}

function urlMatches(argument: string, url: URL | undefined): boolean {
  if (url === undefined) return false
  const [, scheme, host = '', rest] = /^(?:(https?):\/\/)?([^/]*)(\/.*)?$/u.exec(argument) ?? []
  if (`${scheme ?? 'https'}:` !== url.protocol || url.port !== '') return false
  const isHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host
  return isHost && (rest === undefined || rest === '/' || wildcardMatcher(rest)(url.pathname))
}

function settingsModel(text: string, where: Where): Model | undefined {
  const sheet = readJson(text, where)
  if (sheet.isBroken || !isMapping(sheet.value)) return undefined
  const file = sheet.value
  const permissions = own(file, 'permissions')
  const lists = isMapping(permissions) ? permissions : {}
  const rules = (list: string) =>
    (Array.isArray(own(lists, list)) ? (own(lists, list) as unknown[]) : []).map((rule) => managedRule(String(rule)))
  const [allow, ask, deny] = [rules('allow'), rules('ask'), rules('deny')]
  if ([...allow, ...ask, ...deny].includes(undefined)) return undefined
  const managed = claudeModel(JSON.stringify({ permissions: { allow, ask, deny } }), where)
  const said = [
    ...urls(own(file, 'allowedUrls'), 'allow'),
    ...urls(own(file, 'deniedUrls'), 'deny'),
    ...saved(own(file, 'locations'), where.root),
    ...SWITCHED_OFF.flatMap((list) => switchedOff(own(file, list))),
  ]
  const others = decider(said, where, false, () => true)
  return (call) => {
    const [first, second] = [managed?.(call) ?? 'none', others(call)]
    if (first === 'deny' || second === 'deny') return 'deny'
    if (first === 'ask') return 'ask'
    return first === 'allow' || second === 'allow' ? 'allow' : 'none'
  }
}

function urls(list: unknown, behavior: 'allow' | 'deny'): Said[] {
  return (Array.isArray(list) ? list : []).map((one) => ({ behavior, pattern: { kind: 'url', argument: String(one) } }))
}

function switchedOff(list: unknown): Said[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    const server = serverOf(one)
    return server === undefined ? [] : [{ behavior: 'deny', pattern: { kind: 'mcp', server, argument: undefined } }]
  })
}

function saved(locations: unknown, root: string): Said[] {
  const location = isMapping(locations) ? own(locations, root) : undefined
  const approvals = isMapping(location) ? own(location, 'tool_approvals') : undefined
  return (Array.isArray(approvals) ? approvals : []).filter(isMapping).flatMap((approval): Said[] => {
    const kind = own(approval, 'kind')
    const allow = (pattern: Pattern): Said => ({ behavior: 'allow', pattern })
    if (kind === 'commands') {
      const identifiers = own(approval, 'commandIdentifiers')
      return (Array.isArray(identifiers) ? identifiers : []).map((one) =>
        allow({ kind: 'shell', argument: String(one) }),
      )
    }
    if (kind === 'read' || kind === 'write') return [allow({ kind, argument: undefined })]
    if (kind === 'memory') return [allow({ kind: 'memory', argument: undefined })]
    const tool = own(approval, 'toolName')
    if (kind === 'mcp')
      return [
        allow({
          kind: 'mcp',
          server: String(own(approval, 'serverName')),
          argument: typeof tool === 'string' ? tool : undefined,
        }),
      ]
    return []
  })
}

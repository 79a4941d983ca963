/** Part of the Codex dialect: checks the calls in a rule file. */

import type { Behavior } from '../../engine/rule.ts'
import type { Where } from '../dialect.ts'
import { Sheet } from '../text/sheet.ts'
import { linesOf } from '../text/lines.ts'
import { readStarlark } from './starlark.ts'
import type { StarlarkCall, Value } from './starlark.ts'

export interface PrefixRule {
  readonly path: string
  /** Alternatives for each word. */
  readonly pattern: readonly (readonly string[])[]
  readonly behavior: Behavior
  readonly justification: string | undefined
  readonly match: readonly string[]
  readonly notMatch: readonly string[]
}

export interface NetworkRule {
  readonly path: string
  readonly host: string
  readonly behavior: Behavior
}

export interface CodexRules {
  readonly sheet: Sheet
  readonly prefixes: readonly PrefixRule[]
  readonly networks: readonly NetworkRule[]
}

const DECISIONS: Readonly<Record<string, Behavior>> = { allow: 'allow', prompt: 'ask', forbidden: 'deny' }
const NETWORK: Readonly<Record<string, Behavior>> = { allow: 'allow', prompt: 'ask', deny: 'deny' }
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  prefix_rule: ['pattern', 'decision', 'justification', 'match', 'not_match'],
  network_rule: ['host', 'protocol', 'decision', 'justification'],
  host_executable: ['name', 'paths'],
}

export function readCodexRules(text: string, where: Where): CodexRules {
  const { calls, slips } = readStarlark(text)
  const place = linesOf(text)
  const sheet = new Sheet(where, {
    value: undefined,
    find: (path) => {
      const call = calls[Number(/\d+/u.exec(path)?.[0] ?? -1)]
      return call === undefined ? undefined : place(call.offset)
    },
    slips,
  })
  const prefixes: PrefixRule[] = []
  const networks: NetworkRule[] = []
  calls.forEach((call, index) => {
    const path = `[${index}]`
    const known = Object.hasOwn(KNOWN, call.name) ? KNOWN[call.name] : undefined
    if (known === undefined) return sheet.error(path, `${call.name} is none of ${Object.keys(KNOWN).join(', ')}`)
    const strange = Object.keys(call.args).find((name) => !known.includes(name))
    if (strange !== undefined || call.list.length > 0)
      return sheet.error(path, `${call.name} takes ${known.join(', ')}, by name`)
    if (call.name === 'prefix_rule') prefixes.push(...prefixRule(sheet, call, path))
    if (call.name === 'network_rule') networks.push(...networkRule(sheet, call, path))
  })
  return { sheet, prefixes, networks }
}

function prefixRule(sheet: Sheet, { args }: StarlarkCall, path: string): PrefixRule[] {
  const decision = args['decision'] ?? 'allow'
  const behavior = typeof decision === 'string' && Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined
  if (behavior === undefined) sheet.error(path, 'the decision is one of allow, prompt, forbidden')
  const pattern = Array.isArray(args['pattern']) ? args['pattern'].map(alternatives) : []
  if (pattern.length === 0 || pattern.some((words) => words === undefined || words.length === 0))
    sheet.error(path, 'the pattern is a list of words, or of lists of words')
  const examples = (name: string) => (Array.isArray(args[name]) ? args[name].flatMap((one) => example(one) ?? []) : [])
  if (
    behavior === undefined ||
    pattern.length === 0 ||
    !pattern.every((words) => words !== undefined && words.length > 0)
  )
    return []
  const justification = typeof args['justification'] === 'string' ? args['justification'] : undefined
  return [
    {
      path,
      pattern: pattern as string[][],
      behavior,
      justification,
      match: examples('match'),
      notMatch: examples('not_match'),
    },
  ]
}

function alternatives(value: Value): string[] | undefined {
  if (typeof value === 'string') return value === '' ? undefined : [value]
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')
    ? (value as string[])
    : undefined
}

function example(value: Value): string | undefined {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(' ') : undefined
}

function networkRule(sheet: Sheet, { args }: StarlarkCall, path: string): NetworkRule[] {
  const { host, protocol, decision } = args
  const behavior = typeof decision === 'string' && Object.hasOwn(NETWORK, decision) ? NETWORK[decision] : undefined
  if (typeof host !== 'string' || typeof protocol !== 'string' || behavior === undefined) {
    sheet.error(path, 'network_rule needs host, protocol and a decision of allow, prompt or deny')
    return []
  }
  return [{ path, host, behavior }]
}

/** Documents read from other systems, as the text of one of our policy files; each rule says where it comes from. */

import { BEHAVIORS } from '../engine/rule.ts'
import type { Behavior, Rule } from '../engine/rule.ts'
import type { PolicyDocument } from '../policy/object.ts'
import { said, shownByAll } from './together.ts'

export function policyText(documents: readonly PolicyDocument[]): string {
  const lines = ['# Brought in by `countersign import`.']
  const mode = said(documents, 'mode')
  const otherwise = said(documents, 'otherwise')
  if (mode !== undefined) lines.push(`mode: ${mode.value}`)
  if (otherwise !== undefined) lines.push(`otherwise: ${otherwise.value}`)
  const rules = documents.flatMap((document) => document.rules)
  for (const behavior of BEHAVIORS.toReversed()) lines.push(...section(behavior, rules))
  const folders = new Set(documents.flatMap((document) => document.workingDirectories.map(({ value }) => value)))
  if (folders.size > 0)
    lines.push('workingDirectories:', ...[...folders].map((folder) => `  - ${JSON.stringify(folder)}`))
  const allowed = shownByAll(documents)
  const disallowed = [...new Set(documents.flatMap(({ tools }) => tools?.disallowed ?? []))]
  if (allowed.length + disallowed.length > 0) lines.push(`tools: ${JSON.stringify({ allowed, disallowed })}`)
  return `${lines.join('\n')}\n`
}

function section(behavior: Behavior, rules: readonly Rule[]): string[] {
  const mine = rules.filter((rule) => rule.behavior === behavior)
  return mine.length === 0 ? [] : [`${behavior}:`, ...mine.flatMap(entryLines)]
}

/** A rule as an item of a list, with its origin. */
export function entryLines({ rule, except, where, reason, agents, match, notMatch, source }: Rule): string[] {
  const from =
    source.file === undefined
      ? ''
      : `  # ${source.file.replaceAll(/[\r\n]/gu, ' ')}${source.line === undefined ? '' : `:${source.line}`}`
  const more = Object.entries({ except, where, reason, agents, match, 'not-match': notMatch }).filter(
    ([, value]) => value !== undefined,
  )
  if (more.length === 0) return [`  - ${JSON.stringify(rule)}${from}`]
  return [
    `  - rule: ${JSON.stringify(rule)}${from}`,
    ...more.map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`),
  ]
}

/** Part of what the command line prints: the rules in force, layer by layer, each with file and line. */

import type { Policy } from '../../engine/policy.ts'
import { LAYERS } from '../../engine/rule.ts'
import type { Rule } from '../../engine/rule.ts'
import type { RuleEntry } from '../../policy/rule-entry.ts'
import type { Page } from './page.ts'
import { COLOUR } from './verdict.ts'

export function ruleJson({ source, ...rule }: Rule): object {
  return { ...rule, ...source }
}

export function drawRules(page: Page, policy: Policy): void {
  const { mode, otherwise, enforce, rules, tools, workingDirectories } = policy
  page.line(['mode', 'bold'], ` ${mode}, otherwise ${otherwise}${enforce ? '' : ', only recording (`enforce: false`)'}`)
  for (const { allowed, disallowed } of tools) {
    if (allowed.length > 0) page.line(['tools', 'bold'], ` none but ${allowed.join(', ')}`)
    if (disallowed.length > 0) page.line(['tools', 'bold'], ` never ${disallowed.join(', ')}`)
  }
  if (workingDirectories.length > 0) page.line(['folders', 'bold'], ` ${workingDirectories.join(', ')}`)
  if (rules.length === 0) page.line('No rule is in force.')
  for (const layer of LAYERS) {
    const own = rules.filter(({ source }) => source.layer === layer)
    if (own.length === 0) continue
    page.gap().line([layer, 'bold'])
    for (const rule of own) drawRule(page, rule)
  }
}

function drawRule(page: Page, rule: Rule): void {
  const { behavior, source } = rule
  const place = source.file === undefined ? '' : `  ${source.file}${source.line === undefined ? '' : `:${source.line}`}`
  page.line('  ', [behavior.padEnd(5), COLOUR[behavior]], ` ${rule.rule}`, [place, 'dim'])
  const limits = limitsOf(rule)
  if (limits !== '') page.line([`          ${limits}`, 'dim'])
}

/** What limits the rule, and its reason; empty if there is neither. */
function limitsOf({ except, agents, expires, reason, where }: RuleEntry): string {
  const limits = [
    except === undefined ? '' : `except ${except.join(', ')}`,
    where === undefined ? '' : `where ${JSON.stringify(where)}`,
    agents === undefined ? '' : `for ${agents.join(', ')}`,
    expires === undefined ? '' : `until ${new Date(expires).toISOString()}`,
    reason ?? '',
  ]
  return limits.filter((text) => text !== '').join('; ')
}

/** Of rules with one text, all went: the person may have meant only one of them. */
export function drawRemoved(page: Page, rules: readonly RuleEntry[]): void {
  if (rules.length === 1 && rules.every((rule) => limitsOf(rule) === '')) return
  for (const rule of rules) page.line([`  ${limitsOf(rule) || 'without limits'}`, 'dim'])
}

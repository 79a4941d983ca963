/** Part of what the command line prints: the results of the rules' own tests. */

import { citeRule } from '../../engine/verdict.ts'
import type { RuleTest } from '../rule-tests.ts'
import { counted } from './counted.ts'
import type { Page } from './page.ts'
import { ruleJson } from './rules.ts'

export function testJson({ rule, ...test }: RuleTest): object {
  return { rule: ruleJson(rule), ...test }
}

export function drawTests(page: Page, tests: readonly RuleTest[]): void {
  if (tests.length === 0) {
    page.line('No rule in force has tests of its own: give it `match` and `not-match`, lists of calls.')
    return
  }
  const failed = tests.filter(({ ok }) => !ok)
  for (const { rule, call, wanted, why } of failed) {
    page.line(['failed', 'red'], ` ${citeRule(rule)} ${wanted ? 'does not match' : 'matches'} `, [call, 'bold'])
    page.line(['       by this rule alone: ', 'dim'], why ?? '')
  }
  const rules = new Set(tests.map(({ rule }) => rule)).size
  if (failed.length > 0) page.gap()
  page.line(`${counted(tests.length, 'call')} held against ${counted(rules, 'rule')}, ${failed.length} failed.`)
}

/** Part of the server: a rule as the page lists it. */

import type { Kind } from '../../engine/call.ts'
import { COVERS, splitRule } from '../../engine/rule.ts'
import type { Rule } from '../../engine/rule.ts'
import { citeRule } from '../../engine/verdict.ts'
import type { Recorded } from '../../gate/hindsight/recorded.ts'
import { canonicalTool } from '../../vocabulary/canonical.ts'
import type { RuleView } from '../api/permissions.ts'

/** Where a rule came from, as far as the record tells. */
export interface Origin {
  readonly by: string
  readonly at: number
  readonly approval: string | null
}

export interface RuleFacts {
  readonly origins: ReadonlyMap<string, Origin>
  readonly uses: ReadonlyMap<string, Uses>
}

export interface Uses {
  readonly count: number
  readonly last: number
}

export function ruleView(rule: Rule, { origins, uses }: RuleFacts, removable: boolean): RuleView {
  const { behavior, rule: text, source, reason, expires, agents, except, where } = rule
  const origin = origins.get(originKey(behavior, text))
  const used = uses.get(citeRule(rule))
  return {
    behavior,
    rule: text,
    layer: source.layer,
    kind: kindOf(text),
    file: source.file ?? null,
    line: source.line ?? null,
    reason: reason ?? null,
    expires: expires ?? null,
    agents: agents ?? null,
    except: except ?? [],
    where: where ?? null,
    addedBy: origin?.by ?? null,
    addedAt: origin?.at ?? null,
    approval: origin?.approval ?? null,
    uses: used?.count ?? 0,
    lastUsed: used?.last ?? null,
    removable,
  }
}

export function originKey(behavior: string, rule: string): string {
  return `${behavior} ${rule}`
}

/** The kind of tool that a rule is about. */
function kindOf(text: string): Kind {
  const tool = splitRule(text)?.tool ?? text
  if (tool.startsWith('mcp__')) return 'mcp'
  return COVERS.get(tool) ?? canonicalTool(tool)?.kind ?? 'other'
}

/** How often recorded decisions rest on each rule, by its citation. */
export function usesOf(recorded: readonly Recorded[]): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>()
  for (const { rules, at } of recorded)
    for (const cited of rules) {
      const known = uses.get(cited)
      uses.set(cited, { count: (known?.count ?? 0) + 1, last: Math.max(known?.last ?? 0, at) })
    }
  return uses
}

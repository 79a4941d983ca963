/**
 * Part of the Copilot SDK adapter: Conductor's `tool_permissions` block (seed 000) as a policy.
 *
 * If several rules name one kind, the last one counts. A kind that no rule names gets `default`, which is allow if it
 * is missing. A kind reaches further here than in Conductor: `write: deny` also stops a shell command that writes, and
 * a default of deny also denies read-only commands.
 */

import type { PolicyInput } from '../../policy/inline.ts'

export interface ToolPermissions {
  readonly default?: 'allow' | 'deny'
  readonly rules?: readonly { readonly kind: (typeof KINDS)[number]; readonly decision?: 'allow' | 'deny' }[]
}

const KINDS = ['shell', 'write', 'read', 'url', 'mcp'] as const

/**
 * @example
 * const gate = await openGate({ cwd, policy: toolPermissions(workflow.runtime.tool_permissions) })
 */
export function toolPermissions(block: ToolPermissions = {}): PolicyInput {
  const { default: otherwise = 'allow', rules = [], ...unknown } = block
  const [field] = Object.keys(unknown)
  if (field !== undefined) throw new TypeError(`tool_permissions: \`${field}\` is not one of its fields`)
  if (!Array.isArray(rules)) throw new TypeError('tool_permissions.rules: must be a list')
  const all = otherwise === 'deny' ? KINDS.map((kind) => [kind, 'deny'] as const) : []
  const kinds = Object.fromEntries([...all, ...rules.map(readRule)])
  return { otherwise: decision(otherwise, 'default'), kinds }
}

function readRule(rule: NonNullable<ToolPermissions['rules']>[number], index: number) {
  const where = `rules[${index}]`
  const { kind, decision: decided = 'allow' } = rule ?? {}
  if (!KINDS.includes(kind)) throw new TypeError(`tool_permissions.${where}.kind: must be one of ${KINDS.join(', ')}`)
  return [kind, decision(decided, `${where}.decision`)] as const
}

function decision(value: unknown, where: string): 'allow' | 'deny' {
  if (value === 'allow' || value === 'deny') return value
  throw new TypeError(`tool_permissions.${where}: must be allow or deny`)
}

/**
 * Part of writing other systems' configurations: the parts of a policy besides its rules.
 *
 * INVARIANT: everything that is not written for the target is reported, however it is made safe.
 */

import type { Policy } from '../../engine/policy.ts'
import type { Rule } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import type { Note, Target } from './target.ts'

/** The policy with extra rules for paths that are asked about by another setting than a rule. */
export function withProtected(policy: Policy): Policy {
  const asks = policy.protectedPaths.add.map((path): Rule => ({
    behavior: 'ask',
    rule: `write(${path})`,
    source: { layer: 'session' },
  }))
  return asks.length === 0 ? policy : { ...policy, rules: [...policy.rules, ...asks] }
}

/** @param written the policy as it is written, without a mode that cannot be proven */
export function tellBeside<E>(policy: Policy, written: Policy, target: Target<E>, note: Note): void {
  const { title, carries = [] } = target
  if (policy.otherwise === 'allow' && policy.mode !== 'explore')
    note(undefined, 'withheld', 'otherwise: allow is not written; what no rule names is left to the agent, or asked')
  if (policy.otherwise === 'deny' && policy.mode !== 'explore' && !carries.includes('otherwise'))
    note(undefined, 'asked', `otherwise: deny is not written; what no rule names is left to ${title}, or asked`)
  if (policy.mode !== 'default' && target.modes?.includes(policy.mode) !== true)
    note(undefined, 'withheld', `mode ${policy.mode} is not carried: ${title} has none like it`)
  else if (written.mode !== policy.mode)
    note(undefined, 'withheld', `mode ${policy.mode} is not written: ${title} allows more in its own`)
  const shown = [...new Set(policy.tools.flatMap(({ allowed }) => allowed))]
  if (shown.length > 0 && !carries.includes('tools'))
    note(
      undefined,
      'left out',
      `tools.allowed (${shown.map(quoted).join(', ')}) is not written: tools that it hides are left to ${title}; no permission is written for them`,
    )
  if (policy.workingDirectories.length > 0 && !(carries.includes('folders') && isEditing(written)))
    note(
      undefined,
      'withheld',
      `working directories are not written: ${title} asks about them as about any other folder`,
    )
  if (policy.mcp.trusted.length > 0)
    note(
      undefined,
      'withheld',
      `mcp.trusted is not written: what ${policy.mcp.trusted.map(quoted).join(', ')} calls read-only is left to ${title}, or asked`,
    )
  for (const setting of target.open ?? [])
    note(
      undefined,
      'left out',
      `${quoted(setting)} stays, by which ${title} lets pass more than your policy: take it out`,
    )
  if (!policy.enforce)
    note(undefined, 'widened', `enforce: false is not carried: what is written for ${title} counts there`)
}

/** Whether the mode accepts edits. Only then do our working directories mean more than that commands may use them. */
export function isEditing({ mode }: Policy): boolean {
  return mode === 'acceptEdits'
}

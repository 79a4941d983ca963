/**
 * Part of reading systems whose rules name one tool. Ours name kinds (`Read` covers every reading tool), so a rule for
 * one tool is limited to calls that carry that tool's own argument.
 */

import type { RuleExtras } from './draft.ts'

const OWN_ARGUMENT: Readonly<Record<string, string>> = { Read: 'file_path', Write: 'content', Edit: 'old_string' }

/** The condition that a permission for exactly this tool puts on a call. */
export function pinned(tool: string): RuleExtras {
  const argument = Object.hasOwn(OWN_ARGUMENT, tool) ? OWN_ARGUMENT[tool] : undefined
  return argument === undefined ? {} : { where: { [argument]: '*' } }
}

/**
 * Part of reading calls: what an MCP server says about its own tool.
 *
 * INVARIANT: such a claim can only make the verdict stricter, unless the policy trusts the server by name and the tool
 * certainly belongs to that server.
 */

import type { Call } from '../engine/call.ts'
import type { Danger } from '../engine/effect.ts'
import type { Translated } from '../vocabulary/translate.ts'

/** Whether a trusted server calls the tool read-only. */
export function isReadOnlyByTrust(
  { annotations }: Call,
  { mcp, problem }: Translated,
  trusted: readonly string[] = [],
): boolean {
  if (annotations?.readOnlyHint !== true || annotations.destructiveHint === true) return false
  return problem === undefined && mcp !== undefined && !mcp.ambiguous && trusted.includes(mcp.server)
}

export function claimedDangers({ annotations }: Call, { kind, tool }: Translated): readonly Danger[] {
  if (kind !== 'mcp' || annotations?.destructiveHint !== true) return NONE
  return [{ category: 'mcp', severity: 'medium', why: `The server of ${tool} says that it may destroy something.` }]
}

const NONE: readonly Danger[] = []

/**
 * Part of reading systems that take the name of a tool in any case, and a star at its end for the rest of it.
 *
 * INVARIANT: what a restriction names by any spelling is restricted by the name that calls have here.
 */

import { CANONICAL } from '../../vocabulary/canonical.ts'

const BY_FOLD: ReadonlyMap<string, string> = new Map(
  [...CANONICAL].map(([name, tool]) => [name.toLowerCase(), tool.name]),
)

/** Our name of the tool; its own where we have none. */
export function inOurCase(name: string): string {
  return BY_FOLD.get(name.toLowerCase()) ?? name
}

/** Every name of ours that a restriction on this one is about. */
export function namesInAnyCase(name: string): readonly string[] {
  const folded = name.toLowerCase()
  if (folded.startsWith('mcp__')) return [...new Set([`mcp__${name.slice('mcp__'.length)}`, folded])]
  if (!name.endsWith('*')) return [inOurCase(name)]
  const head = folded.slice(0, -1)
  return [name, ...new Set([...BY_FOLD].flatMap(([known, tool]) => (known.startsWith(head) ? tool : [])))]
}

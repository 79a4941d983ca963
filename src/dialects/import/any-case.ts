/**
 * Part of reading systems in which a tool's name may be in any case and may end with a star.
 *
 * INVARIANT: whatever spelling a restriction uses, it restricts the name that calls have here.
 */

import { CANONICAL } from '../../vocabulary/canonical.ts'

const BY_FOLD: ReadonlyMap<string, string> = new Map(
  [...CANONICAL].map(([name, tool]) => [name.toLowerCase(), tool.name]),
)

/** Our name of the tool; its own name if we have none. */
export function inOurCase(name: string): string {
  return BY_FOLD.get(name.toLowerCase()) ?? name
}

/** Every one of our names that a restriction on this name is about. */
export function namesInAnyCase(name: string): readonly string[] {
  const folded = name.toLowerCase()
  if (folded.startsWith('mcp__')) return [...new Set([`mcp__${name.slice('mcp__'.length)}`, folded])]
  if (!name.endsWith('*')) return [inOurCase(name)]
  const head = folded.slice(0, -1)
  return [name, ...new Set([...BY_FOLD].flatMap(([known, tool]) => (known.startsWith(head) ? tool : [])))]
}

/**
 * Part of linting: does one rule on the use of tools match everything that another matches?
 *
 * INVARIANT: the answer is yes only if it is proven.
 */

import { readMcp } from '../use-subject.ts'
import type { Topic, World } from '../subject.ts'
import type { Way } from './way.ts'

type UseTopic = Extract<Topic, { readonly of: 'kind' | 'mcp' | 'tool' | 'any tool' }>

export function coversUses(a: UseTopic, b: UseTopic, way: Way, world: World): boolean {
  if (a.of === 'kind') return b.of === 'kind' ? a.kind === b.kind : way !== 'restricts' && isOfKind(b, a.kind, world)
  if (b.of === 'kind' || (a.specifier !== undefined && a.specifier !== b.specifier)) return false
  if (a.of === 'any tool') return way !== 'permits'
  if (a.of === 'tool') return b.of === 'tool' && coversTool(a.tool, b.tool)
  return b.of === 'mcp' && coversMcp(a.tool, b.tool, way)
}

/**
 * A permission for the tool covers only tools of that kind. A restriction also matches other names that a tool may
 * have.
 */
function isOfKind(topic: Exclude<UseTopic, { of: 'kind' }>, kind: string, world: World): boolean {
  if (topic.of === 'tool') return world.tool(topic.tool)?.kind === kind
  if (topic.of !== 'mcp' || kind !== 'mcp') return false
  const { names } = readMcp(topic.tool)
  return names === 'server' || names === 'tools'
}

/** Both are names that may end in `*`. */
export function coversTool(a: string, b: string): boolean {
  return a.endsWith('*') ? b.startsWith(a.slice(0, -1)) : a === b
}

function coversMcp(a: string, b: string, way: Way): boolean {
  if (way !== 'permits')
    return restrictedBy(b, way).every((name) => restrictedBy(a).some((one) => coversTool(one, name)))
  const [outer, inner] = [readMcp(a), readMcp(b)]
  if (a === b) return outer.names !== 'servers'
  // A rule that names a server, or the beginning of tools' names, applies only if the server is certain.
  if (outer.server !== inner.server || inner.names === 'tool') return false
  return outer.names === 'server' || (outer.names === 'tools' && inner.names === 'tools' && coversTool(a, b))
}

/** The names that a rule restricts; or, if `way` is given, that it must restrict to beat a permission. */
function restrictedBy(text: string, way?: Way): readonly string[] {
  const { names, server } = readMcp(text)
  if (names === 'server') return [`mcp__${server}__*`]
  return names === 'tool' && way !== 'beats' ? [text, `${text}__*`] : [text]
}

/**
 * Part of writing other systems' configurations: takes one of our rules apart into what it is about.
 *
 * INVARIANT: undefined for anything that is not fully understood; the rule is then not carried over.
 */

import type { Kind } from '../../engine/call.ts'
import { readUrlSpecifier } from '../../engine/match/url-specifier.ts'
import type { UrlSpecifier } from '../../engine/match/url-specifier.ts'
import { COVERS, splitRule } from '../../engine/rule.ts'
import { canonicalTool } from '../../vocabulary/canonical.ts'
import { shellPattern } from '../shell-pattern.ts'
import type { ShellPattern } from '../shell-pattern.ts'

export type Subject =
  | { readonly about: 'everything' }
  | { readonly about: 'kind'; readonly kind: Kind }
  | { readonly about: 'tool'; readonly tool: string; readonly kind: Kind }
  | { readonly about: 'command'; readonly pattern: ShellPattern; readonly specifier: string }
  /** `tool` is set if only one tool of the kind is meant. */
  | { readonly about: 'path'; readonly kind: 'read' | 'write'; readonly tool?: string; readonly path: string }
  | { readonly about: 'url'; readonly url: UrlSpecifier; readonly specifier: string }
  /** No tool: the whole server; no server: every server. */
  | { readonly about: 'mcp'; readonly server?: string; readonly tool?: string }

export function subjectOf(rule: string): Subject | undefined {
  const split = splitRule(rule)
  if (split === undefined) return undefined
  const { tool, specifier } = split
  if (tool === '*') return specifier === undefined ? { about: 'everything' } : undefined
  if (tool.startsWith('mcp__')) return specifier === undefined ? mcpSubject(tool) : undefined
  const covered = COVERS.get(tool)
  const known = canonicalTool(tool)
  const kind = covered ?? known?.kind ?? 'other'
  if (specifier === undefined) return covered === undefined ? { about: 'tool', tool, kind } : { about: 'kind', kind }
  try {
    if (kind === 'shell') return { about: 'command', pattern: shellPattern(specifier), specifier }
    if (kind === 'read' || kind === 'write')
      return { about: 'path', kind, path: specifier, ...(covered === undefined ? { tool } : {}) }
    if (kind === 'url') return { about: 'url', url: readUrlSpecifier(specifier), specifier }
  } catch {
    return undefined
  }
  return undefined
}

function mcpSubject(text: string): Subject | undefined {
  if (text === 'mcp__*') return { about: 'mcp' }
  const [, server = '', tool] = /^mcp__(.+?)(?:__(.*))?$/u.exec(text) ?? []
  if (server === '' || server.includes('*')) return undefined
  if (tool === undefined || tool === '*') return { about: 'mcp', server }
  return { about: 'mcp', server, tool }
}

/** Part of the vocabularies: which input fields a tool's own specifier already examines, in any agent. */

import { COVERS } from '../engine/rule.ts'
import { canonicalTool } from './canonical.ts'
import type { ToolEntry } from './entry.ts'
import { allVocabularies } from './vocabularies.ts'

export type LookedAt = 'command' | 'path' | 'url'

const met = new Map<string, ReadonlyMap<string, LookedAt>>()

/** By field, for a canonical tool or a kind; empty for names that are neither. */
export function lookedAt(name: string): ReadonlyMap<string, LookedAt> {
  const known = met.get(name)
  if (known !== undefined) return known
  const kind = COVERS.get(name)
  const tool = canonicalTool(name)
  if (kind === undefined && tool === undefined) return NOTHING
  const fields = new Map<string, LookedAt>()
  for (const { tools } of allVocabularies()) {
    for (const entry of Object.values(tools)) {
      const meant = kind === undefined ? entry.tool === tool?.name : canonicalTool(entry.tool)?.kind === kind
      if (meant) addFields(entry, fields)
    }
  }
  met.set(name, fields)
  return fields
}

const NOTHING: ReadonlyMap<string, LookedAt> = new Map()

function addFields(entry: ToolEntry, fields: Map<string, LookedAt>): void {
  const { command = [], args = [], paths = [], glob, filter, patch = [], urls = [], prose = [] } = entry
  for (const field of [...command, ...args]) fields.set(field, 'command')
  for (const field of [...urls, ...prose]) fields.set(field, 'url')
  const files = [...paths.flatMap(({ from }) => from), ...(glob?.pattern ?? []), ...(glob?.base ?? [])]
  for (const field of [...files, ...(filter?.pattern ?? []), ...patch]) fields.set(field, 'path')
}

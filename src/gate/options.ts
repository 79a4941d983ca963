/**
 * Part of the gate: checks options from programs, which may have no types.
 *
 * INVARIANT: an option that would be ignored is refused. A policy under a misspelled name restricts nothing, and a
 * project folder without a name would contain every file.
 */

import type { CustomTool } from '../effects/custom-tool.ts'
import { KINDS } from '../engine/call.ts'
import { POLICY_FIELDS } from '../policy/schema.ts'
import { nearest } from '../vocabulary/closest.ts'

/** @param known every option there is */
export function checkNames(options: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue
    if (POLICY_FIELDS.includes(name))
      throw new TypeError(`${name} is a field of the policy: write policy: { ${name}: … }`)
    const meant = nearest(name, Object.keys(known))
    if (meant !== undefined) throw new TypeError(`${name} is not an option; did you mean ${meant}?`)
  }
}

const TOOL_FIELDS: Readonly<Record<keyof CustomTool, readonly string[]>> = {
  name: ['string'],
  kind: ['string'],
  readOnly: ['boolean', 'function'],
  check: ['function'],
  match: ['function'],
  suggest: ['function'],
}

/**
 * A check under a misspelled name, or one that is not a function, would check nothing. Fields that belong to somebody
 * else are accepted.
 */
export function checkTools(tools: unknown): void {
  if (tools === undefined) return
  if (!Array.isArray(tools)) throw new TypeError('tools must be a list')
  for (const tool of tools as readonly (Readonly<Record<string, unknown>> | null | undefined)[]) {
    const name = tool?.['name']
    if (typeof name !== 'string' || name === '') throw new TypeError('each of the tools must have a name')
    for (const field of Object.keys(tool ?? {})) {
      const meant = Object.hasOwn(TOOL_FIELDS, field) ? undefined : nearest(field, Object.keys(TOOL_FIELDS))
      if (meant !== undefined)
        throw new TypeError(`${field} is nothing that the tool ${name} has; did you mean ${meant}?`)
    }
    for (const [field, types] of Object.entries(TOOL_FIELDS))
      if (tool?.[field] !== undefined && !types.includes(typeof tool[field]))
        throw new TypeError(`${field} of the tool ${name} must be a ${types.join(' or a ')}`)
    const kind = tool?.['kind']
    if (kind !== undefined && !(KINDS as readonly unknown[]).includes(kind))
      throw new TypeError(`kind of the tool ${name} must be one of ${KINDS.join(', ')}`)
  }
}

/** Names that records and answers are found by. */
export function checkTexts(options: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(options))
    if (names.includes(name) && value !== undefined && (typeof value !== 'string' || value === ''))
      throw new TypeError(`${name} must be a text`)
}

/** The folder must be absolute; otherwise paths inside it could not be told from paths outside. */
export function checkFolder(name: string, folder: unknown): void {
  if (typeof folder !== 'string' || !/^(?:\/|[A-Za-z]:[\\/])/u.test(folder))
    throw new TypeError(`${name} must be an absolute path, not ${JSON.stringify(folder)}`)
}

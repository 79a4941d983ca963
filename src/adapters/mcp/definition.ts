/**
 * Part of the MCP gateway: a tool as its server defines it, and a hash that identifies exactly that definition.
 *
 * INVARIANT: the hash covers everything in the definition that a client could show a model or act on, including unknown
 * fields; two definitions with the same hash are the same to every reader.
 */

import { createHash } from 'node:crypto'
import { isObject } from '../../engine/call.ts'
import type { Annotations } from '../../engine/call.ts'
import type { Params } from '../json-rpc/message.ts'

export interface Definition extends Params {
  readonly name: string
}

/** What the protocol recommends for names, plus characters that servers in use have in theirs. */
const PLAIN_NAME = /^[A-Za-z0-9_.:/-]{1,128}$/

/** Undefined if it is not a tool, or has a name that could be taken for another. */
export function readDefinition(value: unknown): Definition | undefined {
  if (!isObject(value) || typeof value['name'] !== 'string') return undefined
  const isPlain = PLAIN_NAME.test(value['name']) && value['name'] !== '__proto__'
  return isPlain ? (value as Definition) : undefined
}

export function hashOf(definition: unknown): string {
  return createHash('sha256').update(canonical(definition)).digest('hex')
}

/** The hash of everything but the name: a tool that was only renamed has the same one. */
export function bodyHashOf({ name: _name, title: _title, ...body }: Definition): string {
  return hashOf(body)
}

export function annotationsOf({ annotations }: Definition): Annotations | undefined {
  if (!isObject(annotations)) return undefined
  const { readOnlyHint, destructiveHint } = annotations
  return {
    ...(typeof readOnlyHint === 'boolean' ? { readOnlyHint } : {}),
    ...(typeof destructiveHint === 'boolean' ? { destructiveHint } : {}),
  }
}

/** The arguments it declares. */
export function argumentsOf({ inputSchema }: Definition): string[] {
  const properties = isObject(inputSchema) ? inputSchema['properties'] : undefined
  return isObject(properties) ? Object.keys(properties) : []
}

/** JSON with sorted keys. */
export function canonical(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_, member: unknown) => (isObject(member) ? sorted(member) : member), indent)
}

function sorted(object: Params): Params {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

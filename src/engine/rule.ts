/** Part of the engine's nouns: a rule as people write it. `compile.ts` turns it into what is matched. */

import { KINDS } from './call.ts'
import type { Kind } from './call.ts'

export const BEHAVIORS = ['allow', 'ask', 'deny'] as const
export type Behavior = (typeof BEHAVIORS)[number]

/** From the most to the least authoritative. */
export const LAYERS = ['managed', 'user', 'project', 'local', 'session'] as const
export type Layer = (typeof LAYERS)[number]

/** The layers whose files belong to one person, who may change them. */
export const OWN_LAYERS = ['user', 'local'] as const satisfies readonly Layer[]
export type OwnLayer = (typeof OWN_LAYERS)[number]

export function isOwnLayer(layer: Layer): layer is OwnLayer {
  return layer === 'user' || layer === 'local'
}

export interface Source {
  readonly layer: Layer
  readonly file?: string
  readonly line?: number
  readonly col?: number
}

export interface Rule {
  readonly behavior: Behavior
  /** `Tool` or `Tool(specifier)`, over canonical tool names or kinds. */
  readonly rule: string
  readonly except?: readonly string[]
  readonly reason?: string
  /** Milliseconds since the epoch from which the rule no longer counts. */
  readonly expires?: number
  readonly agents?: readonly string[]
  readonly where?: Readonly<Record<string, unknown>>
  /** The rule's own tests: calls it must and must not match. */
  readonly match?: readonly string[]
  readonly notMatch?: readonly string[]
  readonly source: Source
}

/**
 * The two halves of a rule's text. `specifier` is undefined for a bare tool; `Tool(*)` counts as bare, and `Tool()` is
 * not a rule.
 */
export interface RuleText {
  readonly tool: string
  readonly specifier: string | undefined
}

/** Splits `Tool(specifier)`; undefined when the text has another shape. */
export function splitRule(text: string): RuleText | undefined {
  const trimmed = text.trim()
  const open = trimmed.indexOf('(')
  const tool = (open < 0 ? trimmed : trimmed.slice(0, open)).trimEnd()
  if (tool === '' || /[\s()]/.test(tool)) return undefined
  if (open < 0) return { tool, specifier: undefined }
  const specifier = trimmed.endsWith(')') ? trimmed.slice(open + 1, -1).trim() : ''
  if (specifier === '') return undefined
  return { tool, specifier: specifier === '*' ? undefined : specifier }
}

/**
 * Rule names that cover a whole kind: the kinds themselves, and the file tools that stand for one. `Read` covers every
 * reading tool, `Write` and `Edit` every writing one, in every agent and inside shell commands.
 */
export const COVERS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...KINDS.map((kind) => [kind, kind] as const),
  ['Read', 'read'],
  ['Write', 'write'],
  ['Edit', 'write'],
])

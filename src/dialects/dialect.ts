/**
 * The port of the dialects: reads another system's configuration into one of our policies and writes it from one.
 *
 * INVARIANT: an import never allows what the source would not have allowed; an export never makes the target allow what
 * our policy does not. A finding reports everything that cannot be carried over, and how it was made safe. Nothing
 * throws.
 */

import type { Call } from '../engine/call.ts'
import type { Policy } from '../engine/policy.ts'
import type { Behavior, Layer } from '../engine/rule.ts'
import type { PolicyDocument } from '../policy/object.ts'
import type { Problem } from '../policy/problem.ts'

export const DIALECT_NAMES = [
  'claude-code',
  'copilot',
  'gemini',
  'codex',
  'opencode',
  'vscode',
  'qwen',
  'cursor',
  'rulesync',
  'conductor',
  'agentscope',
  'agent-code',
  'vibing',
] as const
export type DialectName = (typeof DIALECT_NAMES)[number]

/** Folders from which patterns start; absolute. */
export interface Surroundings {
  readonly root: string
  readonly home: string
}

/** Where a text comes from. */
export interface Where extends Surroundings {
  /** As it is shown to people; some dialects recognise their formats by it. */
  readonly file: string
  readonly layer: Layer
}

/**
 * How something that could not be carried over was made safe. `inert`: the source itself never consults it. `withheld`:
 * a permission was left out. `widened`: a restriction covers more than before. `asked`: a person is asked about what
 * was denied. `left out`: it has no influence on our decisions. `kept`: a restriction of the target's own that our
 * policy does not have stays.
 */
export type Made = 'inert' | 'withheld' | 'widened' | 'asked' | 'left out' | 'kept'

/** A statement of one side that means something else on the other. */
export interface Finding {
  readonly file: string
  /** From 1; 0 if it belongs to no line. */
  readonly line: number
  readonly col: number
  readonly made: Made
  readonly message: string
}

export interface ReadResult {
  /** Absent if the text is malformed: then the problems say where, and nothing is imported. */
  readonly document?: PolicyDocument | undefined
  readonly problems: readonly Problem[]
  readonly findings: readonly Finding[]
}

export interface WriteContext extends Surroundings {
  readonly scope: Scope
  /** The present content of a file; undefined if there is none. */
  readonly existing: (path: string) => string | undefined
  /** What our policy decides about a call. Every permission that is written is checked against it. */
  readonly judge: (call: Call) => Behavior
  readonly now: number
}

export interface WrittenFile {
  /** From the project's root, or from home as `~/…`. */
  readonly path: string
  readonly text: string
}

export interface Written {
  readonly files: readonly WrittenFile[]
  /** Why an existing file could not be changed; then `files` is empty. */
  readonly problems: readonly Problem[]
  readonly findings: readonly Finding[]
}

export type Scope = 'project' | 'user'

/** A place where a system looks for its configuration. */
export interface FilePlace {
  /** From the project's root, from home as `~/…`, or absolute; a `*` stands for any file of the folder. */
  readonly path: string
  readonly layer: Layer
}

/** What the system would decide by its configuration alone. `none`: the configuration says nothing about the call. */
export type Model = (call: Call) => Behavior | 'none'

export interface Dialect {
  readonly name: DialectName
  readonly title: string
  /** Its agent in our vocabulary, for rules that apply to one agent. */
  readonly agent?: string
  readonly places: readonly FilePlace[]
  readonly read: (text: string, where: Where) => ReadResult
  readonly write: (policy: Policy, context: WriteContext) => Written
  /** A small evaluator of the system, based on its documented semantics; undefined if it would not accept the text. */
  readonly model: (text: string, where: Where) => Model | undefined
}

/**
 * The port of the dialects: another system's configuration, read into a policy of ours and written from one.
 *
 * INVARIANT: an import never allows what the source would not have allowed; an export never makes the target allow what
 * our policy does not. What cannot be carried is told in a finding, with the way it was made safe. Nothing throws.
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

/** Folders that patterns start from; absolute. */
export interface Surroundings {
  readonly root: string
  readonly home: string
}

/** Where a text comes from. */
export interface Where extends Surroundings {
  /** As it is shown to people; some dialects tell their formats apart by it. */
  readonly file: string
  readonly layer: Layer
}

/**
 * How something that could not be carried was made safe.
 * `inert`: the source itself never consults it. `withheld`: a permission was left out. `widened`: a restriction covers
 * more than before. `asked`: what was denied is put before a person instead. `left out`: it decides nothing of ours.
 * `kept`: a restriction of the target's own that our policy does not have stays.
 */
export type Made = 'inert' | 'withheld' | 'widened' | 'asked' | 'left out' | 'kept'

/** Something that another system says, or that we say, and that means something else on the other side. */
export interface Finding {
  readonly file: string
  /** From 1; 0 when it belongs to no line. */
  readonly line: number
  readonly col: number
  readonly made: Made
  readonly message: string
}

export interface ReadResult {
  /** Absent when the text is malformed: then the problems say where, and nothing is imported. */
  readonly document?: PolicyDocument | undefined
  readonly problems: readonly Problem[]
  readonly findings: readonly Finding[]
}

export interface WriteContext extends Surroundings {
  readonly scope: Scope
  /** What a file holds at present; undefined when there is none. */
  readonly existing: (path: string) => string | undefined
  /** What our policy says of a call. Every permission that is written is held against it. */
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
  /** Why a file that is there could not be changed; then `files` is empty. */
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

/** What the system itself would answer by its configuration alone. `none`: the configuration says nothing of the call. */
export type Model = (call: Call) => Behavior | 'none'

export interface Dialect {
  readonly name: DialectName
  readonly title: string
  /** Its agent in our vocabulary, for rules that are meant for one agent. */
  readonly agent?: string
  readonly places: readonly FilePlace[]
  readonly read: (text: string, where: Where) => ReadResult
  readonly write: (policy: Policy, context: WriteContext) => Written
  /** A small evaluator of the system, from its documented semantics; undefined when it would not accept the text. */
  readonly model: (text: string, where: Where) => Model | undefined
}

/** Part of writing other systems' configurations: what a dialect states about itself so that its file can be proven. */

import type { Behavior, Rule } from '../../engine/rule.ts'
import type { Mode } from '../../engine/mode.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Made, Model, WrittenFile } from '../dialect.ts'
import type { Subject } from './subject.ts'

/** One entry in the target's own form, and our rule that it stands for; none for a guard. */
export interface Native<E> {
  readonly behavior: Behavior
  readonly entry: E
  readonly rule?: Rule
}

export type Note = (rule: Rule | undefined, made: Made, message: string) => void

export interface Target<E> {
  readonly title: string
  readonly agent: string | undefined
  /** Entries that stand for a rule; undefined if none can. A restriction may become wider, a permission must not. */
  readonly spell: (subject: Subject, behavior: Behavior) => readonly E[] | undefined
  /** Whether the target can ask. If not, a call that would be asked about is left to its own default. */
  readonly canAsk: boolean
  /** Our modes that it has, too, besides the default. */
  readonly modes?: readonly Mode[]
  /**
   * What can be written besides rules and modes: that the rest is denied, which tools there are, working directories.
   */
  readonly carries?: readonly ('otherwise' | 'tools' | 'folders')[]
  /** Settings that stay in the file and allow more than the rules say. */
  readonly open?: readonly string[]
  /**
   * Entries that keep the permission of a command from covering too much: what restrictions name, what could spell a
   * name in another way, and what our built-in checks ask about. In groups, each of which is written completely or not
   * at all.
   */
  readonly guards?: (names: readonly string[]) => readonly (readonly E[])[]
  /**
   * Groups that deny files: for targets that consult only denies about the files that a command reads from or writes
   * to.
   */
  readonly denies?: readonly (readonly E[])[]
  readonly render: (entries: readonly Native<E>[], policy: Policy, note: Note) => readonly WrittenFile[]
  /** The target's evaluator with these files. */
  readonly model: (files: readonly WrittenFile[]) => Model | undefined
}

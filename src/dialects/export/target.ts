/** Part of writing other systems' configurations: what a dialect says about itself so that its file can be proven. */

import type { Behavior, Rule } from '../../engine/rule.ts'
import type { Mode } from '../../engine/mode.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Made, Model, WrittenFile } from '../dialect.ts'
import type { Subject } from './subject.ts'

/** One entry of the target's own, and the rule of ours it stands for; none for a guard. */
export interface Native<E> {
  readonly behavior: Behavior
  readonly entry: E
  readonly rule?: Rule
}

export type Note = (rule: Rule | undefined, made: Made, message: string) => void

export interface Target<E> {
  readonly title: string
  readonly agent: string | undefined
  /** Entries that stand for a rule; undefined when none do. A restriction may come out wider, a permission not. */
  readonly spell: (subject: Subject, behavior: Behavior) => readonly E[] | undefined
  /** The target has no way to ask; what is asked about is then left to what it does by itself. */
  readonly canAsk: boolean
  /** Modes of ours that it has, too, besides the default. */
  readonly modes?: readonly Mode[]
  /** What it is told beside rules and modes: that the rest is denied, which tools there are, folders to work in. */
  readonly carries?: readonly ('otherwise' | 'tools' | 'folders')[]
  /** Settings that stay in the file and let pass more than rules say. */
  readonly open?: readonly string[]
  /**
   * Entries that keep the permission of a command from reaching further: to what restrictions name, to what could spell a
   * name in another way, to whatever our built-in checks ask about. In groups: each is written whole or not at all.
   */
  readonly guards?: (names: readonly string[]) => readonly (readonly E[])[]
  /** Groups that deny files: where only a deny is consulted about what a command is fed with and writes into. */
  readonly denies?: readonly (readonly E[])[]
  readonly render: (entries: readonly Native<E>[], policy: Policy, note: Note) => readonly WrittenFile[]
  /** The target with these files. */
  readonly model: (files: readonly WrittenFile[]) => Model | undefined
}

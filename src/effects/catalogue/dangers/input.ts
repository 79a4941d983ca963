/** Part of the danger catalogue: the question it is asked, and the answer. */

import type { Danger, Severity, Word } from '../../../engine/effect.ts'

/** One command of a line, with its surroundings as far as they are known. */
export interface DangerInput {
  readonly argv: readonly Word[]
  /** The bare name of `argv[0]`. */
  readonly program: string
  /**
   * The text of each word as written, without its quotes, aligned with `argv`. It is read only if the word itself is
   * unknown.
   */
  readonly spelled?: readonly (string | undefined)[] | undefined
  /** The previous stage of the pipeline. */
  readonly pipeFrom?: readonly Word[] | undefined
  /** Every earlier stage of the pipeline, if there are several. */
  readonly upstream?: readonly (readonly Word[])[] | undefined
  /** Its output goes to another stage. */
  readonly pipesOn?: boolean | undefined
  /** A variable with the name of a secret that comes through the pipe. */
  readonly sent?: string | undefined
  /** What the loops around it go through: words, or files. */
  readonly over?: readonly string[] | undefined
  /** Commands in the substitutions that stand in this command's words. */
  readonly substitutes?: readonly (readonly Word[])[] | undefined
  /** Files that output is redirected to, and that input is redirected from. */
  readonly writes?: readonly string[] | undefined
  /** What it is given to read, if the line spells it out. */
  readonly text?: string | undefined
  readonly reads?: readonly string[] | undefined
  readonly cwd: string
  readonly home: string
  /** The project's root; if not given, the working directory. */
  readonly root?: string
  /** See `Places`. */
  readonly lost?: boolean
}

/** A danger; `safety` marks the few that lead to a question whatever the rules say. */
export type Found = Danger & { readonly safety: boolean }

export function found(category: string, severity: Severity, why: string): Found {
  return { category, severity, why, safety: severity === 'critical' }
}

/** Every stage before this one, nearest last. */
export function stagesBefore(input: DangerInput): readonly (readonly Word[])[] {
  return input.upstream ?? (input.pipeFrom === undefined ? NO_STAGES : [input.pipeFrom])
}

const NO_STAGES: readonly (readonly Word[])[] = []

/** The last part of a path. */
export function baseName(word: Word | undefined): string {
  return typeof word === 'string' ? word.slice(word.lastIndexOf('/') + 1) : ''
}

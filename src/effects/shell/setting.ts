/** Part of reading shell lines: where and how a command stands. All have one shape, since this is the hot path. */

import type { Span, Word } from '../../engine/effect.ts'
import type { PlacedCommand } from '../catalogue/dangers.ts'
import type { Company } from './company.ts'
import type { Line } from './line.ts'
import type { Redirected } from './redirect.ts'
import type { Environment, Folders } from './variables/state.ts'
import { isInside } from './syntax/inside.ts'
import type { SimpleCommand } from './syntax/script.ts'

/** A command's place in its script. */
export interface Standing {
  /** Index of the effect it belongs to: the wrapper around it, or the call. */
  readonly of: number
  readonly environment: Environment
  readonly folders: Folders
  readonly depth: number
  readonly inFunction: string | undefined
  readonly background: boolean
  /** Collects the script's commands, for what only several of them do together. */
  readonly placed: PlacedCommand[] | undefined
}

export interface Setting extends Standing {
  /** Whether it is one plausible reading among others, which only restrictions look at. */
  readonly guess: boolean
  /** Whether the wrapper around it is seen through: then even a guess may, and must, be harmless by itself. */
  readonly through: boolean
  /** Whether the line sets variables that it may see. */
  readonly told: boolean
  /** Whether another program starts it: a `cd` there is a program, too, and moves only itself. */
  readonly apart: boolean
  /** Whether it runs in a container or on another machine, so that its paths are not ours. */
  readonly elsewhere: boolean
  readonly span: Span | undefined
  /** What it reads on standard input, if the line says so. */
  readonly stdin: Word | undefined
  /** Its whole input, if that is certain. */
  readonly given: string | undefined
  readonly company: Company | undefined
  readonly reads: readonly string[] | undefined
  readonly writes: readonly string[] | undefined
}

/** Null unless it is certain in which folder it runs. */
export function onlyFolder({ folders }: Setting): string | null {
  return folders?.length === 1 ? (folders[0] ?? null) : null
}

/**
 * Whether everything that is read after it also runs after it: it stands in no pipeline, loop, function or script
 * inside another command, and not beside a here-document that is expanded.
 */
export function isRunInOrder({ depth, environment, span }: Setting, line: Line | undefined): boolean {
  if (line === undefined || span === undefined || depth > 0 || !environment.isTop) return false
  const { repeated, functions, commands } = line.script
  if (functions.length > 0 || repeated.some((loop) => isInside(span, loop.span))) return false
  return commands.every(({ redirects }) => redirects.every(({ body }) => body?.dynamic !== true))
}

/** A command of a script. */
export function settingOf(
  { span }: SimpleCommand,
  { of, environment, folders, depth, inFunction, background, placed }: Standing,
  { stdin, given, reads, writes }: Redirected,
  company: Company | undefined,
): Setting {
  return {
    of,
    environment,
    folders,
    depth,
    guess: false,
    through: false,
    told: environment.survey.blind || environment.survey.touched.size > 0,
    apart: false,
    elsewhere: false,
    span,
    stdin,
    given,
    company,
    reads,
    writes,
    inFunction,
    background,
    placed,
  }
}

/** A command with nothing around it. */
export function bareSetting(of: number, environment: Environment, depth: number, guess: boolean): Setting {
  return {
    of,
    environment,
    folders: environment.folders,
    depth,
    guess,
    through: false,
    told: false,
    apart: false,
    elsewhere: false,
    span: undefined,
    stdin: undefined,
    given: undefined,
    company: undefined,
    reads: undefined,
    writes: undefined,
    inFunction: undefined,
    background: false,
    placed: undefined,
  }
}

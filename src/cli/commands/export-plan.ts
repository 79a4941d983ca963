/**
 * Part of `export` and `sync`: plans what would be written where, and writes it.
 *
 * INVARIANT: a file is replaced whole or not at all, and no file outside the project (or the home, for the user's own).
 */

import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Dialect, Finding, Scope } from '../../dialects/dialect.ts'
import { policyFor } from '../../dialects/export/carry.ts'
import type { Call } from '../../engine/call.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { messageOf } from '../../engine/thrown.ts'
import { createEngine } from '../../gate/engine.ts'
import { makeFolder } from '../../policy/make-folder.ts'
import type { Problem } from '../../policy/problem.ts'
import { holdingLock } from '../../policy/file-lock.ts'
import { readText, replaceText, whyNotWritten } from '../../policy/replace-file.ts'
import { BadUse } from '../bad-use.ts'
import type { Situation } from '../situation.ts'
import { placed } from './import-files.ts'

export interface PlannedFile {
  /** The path as the dialect names it. */
  readonly path: string
  readonly absolute: string
  readonly before: string | undefined
  readonly after: string
}

export interface Plan {
  readonly dialect: Dialect
  readonly files: readonly PlannedFile[]
  readonly problems: readonly Problem[]
  readonly findings: readonly Finding[]
}

/**
 * The dialects share one policy and ask about the same calls, so each decision is made once and kept for all of them.
 */
export function planExports(dialects: readonly Dialect[], situation: Situation, scope: Scope): Plan[] {
  const judges = new Map<Policy, Judge>()
  return dialects.map((dialect) => {
    const policy = policyFor(dialect.agent, situation.policy)
    const judge = judges.get(policy) ?? judgeBy(policy, situation)
    judges.set(policy, judge)
    return planExport(dialect, { ...situation, policy }, scope, judge)
  })
}

type Judge = (call: Call) => Behavior

function judgeBy(policy: Policy, { cwd, root, home }: Situation): Judge {
  const engine = createEngine({ policy, cwd, root, home })
  const judged = new Map<string, Behavior>()
  return (call) => {
    const text = JSON.stringify(call)
    const behavior = judged.get(text) ?? engine.decide(call).behavior
    judged.set(text, behavior)
    return behavior
  }
}

function planExport(dialect: Dialect, { policy, root, home }: Situation, scope: Scope, judge: Judge): Plan {
  const { files, problems, findings } = dialect.write(policy, {
    root,
    home,
    scope,
    existing: (path) => textAt(placed(path, root, home)),
    judge,
    now: Date.now(),
  })
  const planned = files.map(({ path, text }) => {
    const absolute = placed(path, root, home)
    return { path, absolute, before: textAt(absolute), after: text }
  })
  return { dialect, files: planned, problems, findings }
}

export function isChanged({ before, after }: PlannedFile): boolean {
  return before !== after
}

/** Undefined if the file does not exist; a file that cannot be read is for the caller to fix. */
function textAt(path: string): string | undefined {
  try {
    return existsSync(path) ? readText(path) : undefined
  } catch (error) {
    throw new BadUse(`${path} cannot be read: ${messageOf(error)}`)
  }
}

export async function writeFile({ absolute, before, after, path }: PlannedFile, folder: string): Promise<void> {
  const isDone = await written(absolute, path, folder, before ?? '', after).catch((error: unknown) => {
    throw error instanceof BadUse ? error : new BadUse(`${path} is not written: ${whyNotWritten(error)}`)
  })
  if (!isDone) throw new BadUse(`${path} was changed by somebody else meanwhile`, 'Look at it and try again.')
}

async function written(
  absolute: string,
  path: string,
  folder: string,
  before: string,
  after: string,
): Promise<boolean> {
  const target = targetOf(absolute, path, folder)
  return holdingLock(target, () => Promise.resolve(replaceText(target, before, after)))
}

/** Where to write; checked because a checkout may contain links that lead anywhere. */
function targetOf(absolute: string, path: string, folder: string): string {
  makeFolder(dirname(absolute))
  const isThere = lstatSync(absolute, { throwIfNoEntry: false }) !== undefined
  const target = isThere ? realpathSync(absolute) : join(realpathSync(dirname(absolute)), basename(absolute))
  if (!target.startsWith(`${realpathSync(folder)}${sep}`))
    throw new BadUse(`${path} is not written: it is a link that leads elsewhere`)
  return target
}

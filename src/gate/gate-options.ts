/** Part of the gate: the options of `openGate`, checked and completed. */

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CustomTool } from '../effects/custom-tool.ts'
import { PolicyError } from '../policy/inline.ts'
import type { PolicyInput } from '../policy/inline.ts'
import type { Keeping } from '../policy/kept.ts'
import { readPolicyObject } from '../policy/object.ts'
import type { PolicyDocument } from '../policy/object.ts'
import { INBOX } from './askers/inbox.ts'
import { NOBODY } from './askers/none.ts'
import type { Asker } from './asker.ts'
import type { GateEvent } from './events.ts'
import { ownHome } from './home.ts'
import { checkFolder, checkNames, checkTexts, checkTools } from './options.ts'
import type { StoreOptions } from './stores.ts'

export interface GateOptions extends StoreOptions {
  /**
   * The working directory of calls that do not name one; the policy of its project is in force. It must exist, unless
   * `projects` is `called`.
   */
  readonly cwd: string
  /**
   * Whose policy counts: that of the project of `cwd` (`own`), or that of each call's own folder, for a gate that
   * serves many projects (`called`).
   */
  readonly projects?: 'own' | 'called'
  readonly home?: string
  /** The agent of calls that name none. */
  readonly agent?: string
  /** By default random. Answers for a session are shared by all callers that name the same session. */
  readonly session?: string
  /**
   * One asker or several at once; the first answer counts. By default the store's inbox, or nobody if the store is
   * `memory`.
   */
  readonly asker?: Asker | readonly Asker[]
  /** Milliseconds until a question is denied; by default five minutes. */
  readonly timeout?: number
  /** Milliseconds after which a store or a log that does not answer counts as failed; by default fifteen seconds. */
  readonly patience?: number
  readonly tools?: readonly CustomTool[]
  readonly mcpServers?: readonly string[]
  readonly now?: () => number
  readonly onEvent?: (event: GateEvent) => unknown
  /** This session's own policy, in addition to the policy files; a managed lock restricts it too. */
  readonly policy?: PolicyInput
  /** Where parsed policy files are kept for the next process; by default nowhere. */
  readonly keeping?: Keeping
  /** The folder of the managed policy: `/etc/countersign`, except in tests. */
  readonly managedDir?: string
}

const OPTIONS: Readonly<Record<keyof GateOptions, true>> = {
  cwd: true,
  projects: true,
  home: true,
  agent: true,
  session: true,
  asker: true,
  timeout: true,
  patience: true,
  tools: true,
  mcpServers: true,
  now: true,
  onEvent: true,
  policy: true,
  keeping: true,
  managedDir: true,
  store: true,
  late: true,
  audit: true,
}

export interface SoundOptions {
  readonly cwd: string
  readonly home: string
  readonly tools: readonly CustomTool[]
  readonly askers: readonly Asker[]
  /** The session's own policy, in addition to the policy files. */
  readonly session: readonly PolicyDocument[]
  readonly timeout: number
  readonly patience: number
}

const FIVE_MINUTES = 5 * 60_000
const FIFTEEN_SECONDS = 15_000

/** Throws for options that make no sense. */
export function soundOptions(options: GateOptions): SoundOptions {
  const cwd = folderOf(options)
  checkNames(options, OPTIONS)
  checkTools(options.tools)
  checkTexts(options, ['session', 'agent'])
  if (options.onEvent !== undefined && typeof options.onEvent !== 'function')
    throw new TypeError('onEvent must be a function')
  if (options.home !== undefined) checkFolder('home', options.home)
  return {
    cwd,
    timeout: milliseconds('timeout', options.timeout ?? FIVE_MINUTES),
    session: sessionDocuments(options),
    askers: askersOf(options),
    home: resolve(options.home ?? ownHome()),
    tools: options.tools ?? [],
    patience: milliseconds('patience', options.patience ?? FIFTEEN_SECONDS),
  }
}

/** JavaScript programs call this, too, so types are checked here. */
function folderOf(options: Partial<GateOptions> | undefined): string {
  if (typeof options?.cwd !== 'string')
    throw new TypeError('cwd is missing: the folder in which calls run, and whose policy counts')
  const cwd = resolve(options.cwd)
  if (options.projects !== 'called' && !isFolder(cwd))
    throw new TypeError(
      `cwd must be a folder that is there, and ${cwd} is none: a project's rules would not be found. Make it, or name the folder in which calls run`,
    )
  return cwd
}

/** One that may not be looked into is still there. */
function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

function milliseconds(name: string, given: number): number {
  if (!Number.isFinite(given) || given <= 0) throw new RangeError(`${name} must be a number of milliseconds above 0`)
  return Math.ceil(given)
}

function sessionDocuments({ policy, tools = [] }: GateOptions): PolicyDocument[] {
  if (policy === undefined) return []
  const { document, problems } = readPolicyObject(policy, 'session', { tools: new Set(tools.map(({ name }) => name)) })
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (document === undefined || errors.length > 0) throw new PolicyError(errors)
  return [document]
}

function askersOf({ asker, store }: GateOptions): readonly Asker[] {
  if (asker === undefined) return [store === 'memory' ? NOBODY : INBOX]
  const askers: readonly Asker[] = Array.isArray(asker) ? asker : [asker]
  for (const one of askers as readonly (Partial<Asker> | undefined)[])
    if (typeof one?.name !== 'string' || typeof one.ask !== 'function')
      throw new TypeError('an asker has a name and a method ask; askBy(function) makes one of a function')
  return askers
}

/**
 * The engine with its readers: policy, effects and decision together, without a store and without a person.
 *
 * INVARIANT: `decide` never throws; a failure of Countersign itself is never an allow.
 */

import { compile } from '../engine/compile.ts'
import type { Circumstances, CompiledPolicy } from '../engine/compile.ts'
import type { Call } from '../engine/call.ts'
import { decide } from '../engine/decide.ts'
import type { Reading } from '../engine/effect.ts'
import { explain } from '../engine/explain.ts'
import type { Explanation } from '../engine/explain.ts'
import type { Policy } from '../engine/policy.ts'
import type { Rule } from '../engine/rule.ts'
import { isRestricted, restrictedNames } from '../engine/restricted.ts'
import type { World } from '../engine/subject.ts'
import { RuleBook } from '../engine/rule-book.ts'
import { suggest } from '../engine/suggest.ts'
import type { Suggestion } from '../engine/suggest.ts'
import { messageOf } from '../engine/thrown.ts'
import { isStricter } from '../engine/verdict.ts'
import type { TraceStep, Verdict } from '../engine/verdict.ts'
import { filterTools } from '../engine/visibility.ts'
import type { ReadContext, Surroundings } from '../effects/context.ts'
import { consultAsync } from '../effects/custom-tool.ts'
import type { Consulted, CustomTool } from '../effects/custom-tool.ts'
import { compileProtected } from '../effects/paths/protected.ts'
import { useEffect } from '../effects/make.ts'
import { NO_DISK } from '../effects/paths/file-system.ts'
import type { FileSystem } from '../effects/paths/file-system.ts'
import { OneLook } from '../effects/paths/one-look.ts'
import { checkContext, readCall } from '../effects/read.ts'
import { ShellMemory } from '../effects/shell/memory.ts'
import { policyFrom } from '../policy/inline.ts'
import type { InlineContext, PolicyInput } from '../policy/inline.ts'
import { canonicalAgent } from '../vocabulary/tables.ts'
import { translate } from '../vocabulary/translate.ts'
import { checkFolder, checkNames, checkTools } from './options.ts'
import { worldOf } from './world.ts'

export interface EngineOptions {
  /** As in a policy file, or already merged from layers by `loadPolicy`. */
  readonly policy?: PolicyInput | Policy
  /** The working directory of calls that do not name one. */
  readonly cwd?: string
  /** The project's root, to which paths in rules are relative; by default `cwd`. */
  readonly root?: string
  readonly home?: string
  /** Without one, paths are taken as they are spelled and the disk is never read. */
  readonly fs?: FileSystem
  readonly tools?: readonly CustomTool[]
  readonly mcpServers?: readonly string[]
  readonly now?: () => number
}

const OPTIONS: Readonly<Record<keyof EngineOptions, true>> = {
  policy: true,
  cwd: true,
  root: true,
  home: true,
  fs: true,
  tools: true,
  mcpServers: true,
  now: true,
}

export interface Engine {
  readonly policy: Policy
  decide(call: Call, trace?: TraceStep[]): Verdict
  /** As `decide`, but waits for custom tools whose checks are asynchronous. */
  decideAsync(call: Call, trace?: TraceStep[]): Promise<Verdict>
  explain(call: Call): Explanation
  /** Rules that would let the asked call pass, proven, narrow to broad. */
  suggest(verdict: Verdict): readonly Suggestion[]
  /** The tools a model may see. */
  visible<T extends { readonly name: string }>(tools: readonly T[]): T[]
  /** The same engine with other answers for this session: only these are compiled. Throws `PatternError`. */
  withAnswers(answers: readonly Rule[]): Engine
  /** Adds a rule at the end, which takes microseconds. `policy` stays as it was given. Throws `PatternError`. */
  add(rule: Rule): void
  /** Removes a rule; false if it is not among the rules. */
  remove(rule: Rule): boolean
}

/**
 * Throws for options that make no sense, and for an invalid policy (`PolicyError`).
 *
 * @example
 * const engine = createEngine({ policy: { allow: ['shell(npm run:*)'] }, cwd: process.cwd() })
 * engine.decide({ tool: 'Bash', input: { command: 'npm run build' } }).behavior // 'allow'
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const cwd = options.cwd ?? '/'
  const root = options.root ?? cwd
  const home = options.home ?? '/nonexistent'
  checkNames(options, OPTIONS)
  checkTools(options.tools)
  for (const [name, folder] of Object.entries({ cwd, root, home })) checkFolder(name, folder)
  const fs = options.fs ?? NO_DISK
  const now = options.now ?? Date.now
  const tools = new Map((options.tools ?? []).map((tool) => [tool.name, tool]))
  const world = worldOf({ root, home, fs, tools })
  const compiled = compiledFrom(options.policy ?? {}, { cwd, root, home, tools: [...tools.keys()] }, world)
  const { policy } = compiled
  const context: ReadContext = {
    cwd,
    root,
    home,
    fs: fs === NO_DISK ? fs : new OneLook(fs),
    mode: policy.mode,
    workingDirectories: [root, ...policy.workingDirectories].map((path) => ({ path, real: world.realpath(path) })),
    protectedPaths: compileProtected(policy.protectedPaths),
    tools,
    trustedServers: policy.mcp.trusted,
    memory: new ShellMemory(),
    ...(options.mcpServers === undefined ? {} : { mcpServers: options.mcpServers }),
  }
  return joined({ context, compiled, tools, now, mcpServers: options.mcpServers })
}

/**
 * The rules are compiled once, for use. Only if that, or anything else about the policy, fails are they all checked one
 * by one, so that all that is wrong is told.
 */
function compiledFrom(input: PolicyInput | Policy, around: InlineContext, world: World): CompiledPolicy {
  try {
    return compile(policyFrom(input, { ...around, compiledNext: true }), world)
  } catch (error) {
    policyFrom(input, around)
    throw error
  }
}

interface Joint {
  readonly context: ReadContext
  readonly compiled: CompiledPolicy
  readonly tools: ReadonlyMap<string, CustomTool>
  readonly now: () => number
  readonly mcpServers: readonly string[] | undefined
}

function joined(joint: Joint): Engine {
  const { compiled, tools, now, mcpServers } = joint
  const context = joint.context.fs === NO_DISK ? joint.context : { ...joint.context, ...restrictionsOf(compiled) }
  const look = context.fs instanceof OneLook ? context.fs : undefined
  const { policy } = compiled
  // All fields are set so that all these objects have one shape: in V8, an object that is spread and extended gets a
  // shape of its own.
  const circumstances = (): Circumstances => ({ now: now(), plus: undefined, without: undefined })
  /** The context for the folder of the last call; the next call usually comes from the same folder. */
  let latest = context
  const contextOf = ({ cwd }: Call): ReadContext => {
    if (cwd === undefined) return context
    if (cwd !== latest.cwd) latest = { ...context, cwd }
    return latest
  }
  const readingIn = (call: Call, surroundings: ReadContext) => readCall(withCanonicalAgent(call), surroundings)
  /**
   * Before a person is asked or the agent is refused, the disk is read where that can tell more. What it says is not
   * remembered.
   */
  const readingOf = (call: Call, consulted?: Consulted): Reading =>
    look === undefined ? readWhole(call, consulted) : look.during(() => readWhole(call, consulted))
  const readWhole = (call: Call, consulted: Consulted | undefined): Reading => {
    const surroundings = consulted === undefined ? contextOf(call) : { ...contextOf(call), consulted }
    const reading = readingIn(call, surroundings)
    if (reading.names !== 'split') return reading
    const { behavior } = decide(reading, compiled, circumstances())
    if (behavior === 'allow') return reading
    const again = readingIn(call, { ...surroundings, memory: undefined, isAskedAgain: true })
    if (again.names !== 'whole') return reading
    return isStricter(decide(again, compiled, circumstances()).behavior, behavior) ? reading : again
  }

  const engine: Engine = {
    policy,
    decide: (call, trace) => {
      try {
        return decide(readingOf(call), compiled, circumstances(), trace)
      } catch (error) {
        return failed(call, policy, error)
      }
    },
    decideAsync: async (call, trace) => {
      try {
        const own = tools.get(call.tool)
        if (own === undefined) return engine.decide(call, trace)
        const consulted = await consultAsync(own, call.input, checkContext(contextOf(call)), inTime)
        for (;;) {
          const steps: TraceStep[] | undefined = trace && []
          const verdict = decide(readingOf(call, consulted), compiled, circumstances(), steps)
          if (await consulted.settle()) continue
          trace?.push(...(steps ?? []))
          return verdict
        }
      } catch (error) {
        return failed(call, policy, error)
      }
    },
    explain: (call) => {
      try {
        return explain(readingOf(call), compiled, circumstances())
      } catch (error) {
        return { verdict: failed(call, policy, error), trace: [], suggestions: [], changes: [] }
      }
    },
    suggest: (verdict) => (verdict.code === 'internal-error' ? [] : suggest(verdict, compiled, circumstances())),
    visible: (list) => {
      const namesOf = ({ name }: { readonly name: string }) => {
        const { tool, names = [] } = translate({ tool: name, input: {} }, mcpServers)
        return [name, tool, ...names]
      }
      return filterTools(policy.tools, list, namesOf, (name) => compiled.world.tool(name)?.name)
    },
    withAnswers: (answers) =>
      joined({
        ...joint,
        compiled: {
          ...compiled,
          policy: { ...policy, answers },
          answers: new RuleBook(answers, compiled.world),
        },
      }),
    add: (rule) => compiled.rules.add(rule),
    remove: (rule) => compiled.rules.remove(rule),
  }
  return engine
}

/** What a reading asks about the files that it finds on the disk. */
function restrictionsOf(compiled: CompiledPolicy): Pick<Surroundings, 'restricts' | 'restrictedNames'> {
  return {
    restricts: (access, tool) => isRestricted(compiled, access, tool),
    restrictedNames: () => restrictedNames(compiled),
  }
}

/** Returns the call itself unless its agent has another canonical name. */
function withCanonicalAgent(call: Call): Call {
  if (call.agent === undefined) return call
  const agent = canonicalAgent(call.agent)
  return agent === call.agent ? call : { ...call, agent }
}

const LONGEST_CHECK = 60_000

/** A custom tool's check that does not answer in time counts as failed. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LONGEST_CHECK / 1000} seconds`)), LONGEST_CHECK)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** JavaScript callers may pass anything. */
function nameOf(call: unknown): string {
  const tool = typeof call === 'object' && call !== null && 'tool' in call ? call.tool : undefined
  return typeof tool === 'string' ? tool : 'unknown'
}

/** Asks if somebody can be asked, and denies otherwise. */
function failed(call: Call, policy: Policy, error: unknown): Verdict {
  const use = useEffect({ type: 'use', tool: nameOf(call), kind: 'other', certain: true, harmless: false, of: 0 })
  const reading: Reading = { call, tool: use.tool, kind: 'other', effects: [use], readOnly: false, dangers: [] }
  return {
    behavior: policy.mode === 'dontAsk' ? 'deny' : 'ask',
    code: 'internal-error',
    reason: `Deciding failed, so nothing is allowed: ${messageOf(error)}.`,
    effect: 0,
    safety: false,
    mode: policy.mode,
    enforced: policy.enforce,
    reading,
  }
}

/** Policies that a program passes instead of files: the same checks, and all problems in one error. */

import type { Kind } from '../engine/call.ts'
import type { Mode } from '../engine/mode.ts'
import type { Policy } from '../engine/policy.ts'
import type { Behavior } from '../engine/rule.ts'
import { mergeLayers } from './layers.ts'
import { readPolicyObject } from './object.ts'
import { formatProblem } from './problem.ts'
import type { Problem } from './problem.ts'

/** A rule as it is written in a policy. */
export type RuleInput = string | RuleMapping

export interface RuleMapping {
  readonly rule: string
  readonly except?: string | readonly string[]
  readonly reason?: string
  readonly expires?: string | Date
  readonly agents?: string | readonly string[]
  readonly where?: Readonly<Record<string, unknown>>
  readonly match?: string | readonly string[]
  readonly 'not-match'?: string | readonly string[]
}

/** The content of a policy file, as an object. */
export interface PolicyInput {
  readonly $schema?: string
  readonly mode?: Mode
  readonly allow?: readonly RuleInput[]
  readonly ask?: readonly RuleInput[]
  readonly deny?: readonly RuleInput[]
  readonly kinds?: Readonly<Partial<Record<Kind, Behavior>>>
  readonly tools?: { readonly allowed?: readonly string[]; readonly disallowed?: readonly string[] }
  readonly workingDirectories?: readonly string[]
  readonly otherwise?: Behavior
  readonly enforce?: boolean
  readonly protectedPaths?: { readonly add?: readonly string[] }
  readonly mcp?: { readonly trusted?: readonly string[] }
}

export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}

export interface InlineContext {
  readonly cwd: string
  readonly root: string
  readonly home: string
  /** Names of custom tools. */
  readonly tools?: readonly string[]
  /** See `Known`. */
  readonly compiledNext?: boolean
}

/** Throws `PolicyError` with every error of the policy. A policy that has been merged already is returned as it is. */
export function policyFrom(input: PolicyInput | Policy, context: InlineContext): Policy {
  if (isMerged(input)) return input
  const { tools, compiledNext = false } = context
  const { document, problems } = readPolicyObject(input, 'session', { tools: new Set(tools), compiledNext })
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (document === undefined || errors.length > 0) throw new PolicyError(errors)
  return mergeLayers([document], { ...context, trusted: true }).policy
}

function isMerged(input: PolicyInput | Policy): input is Policy {
  return typeof input === 'object' && input !== null && 'rules' in input && 'answers' in input
}

/**
 * Tools that people bring themselves, with the contract of seed 002: whether a call only reads, a check of its own, its
 * own reading of rule specifiers, and what it suggests.
 *
 * INVARIANT: whatever a tool's own code throws, returns in bad shape or does not answer in time becomes an ask that no
 * allow rule silences: a check that failed may have been about to deny.
 */

import type { Input, Kind } from '../engine/call.ts'
import type { Finding } from '../engine/effect.ts'
import type { Match } from '../engine/match/match.ts'
import type { Mode } from '../engine/mode.ts'
import { messageOf } from '../engine/thrown.ts'

export interface CheckContext {
  readonly mode: Mode
  readonly cwd: string
  readonly workingDirectories: readonly string[]
}

/** `safety` is an ask that no allow rule can silence; `pass` leaves it to rules and mode. */
export type CheckAnswer =
  | { readonly says: 'pass' }
  | { readonly says: 'allow' | 'ask' | 'safety' | 'deny'; readonly why: string; readonly code?: string }

export interface CustomTool {
  readonly name: string
  /** `other` unless said. */
  readonly kind?: Kind
  /** Whether a call with this input changes nothing: decides in explore and acceptEdits. */
  readonly readOnly?: boolean | ((input: Input) => boolean | Promise<boolean>)
  readonly check?: (input: Input, context: CheckContext) => CheckAnswer | Promise<CheckAnswer>
  readonly match?: (specifier: string, input: Input) => boolean
  /** Rule specifiers, narrow to broad; `''` stands for the bare tool. */
  readonly suggest?: (input: Input) => readonly string[]
}

/** What a tool says of one call, once asked. */
export interface Consulted {
  readonly readOnly: boolean
  readonly finding?: Finding
  readonly match: (specifier: string) => Match
  readonly suggestions?: readonly string[]
}

/** Asks the tool without waiting; a tool that answers later becomes an ask here. */
export function consult(tool: CustomTool, input: Input, context: CheckContext): Consulted {
  let readOnly: unknown
  let answer: unknown
  try {
    readOnly = typeof tool.readOnly === 'function' ? tool.readOnly(input) : tool.readOnly
    answer = tool.check?.(input, context)
  } catch (error) {
    return withFinding(tool, input, false, failed(tool, error))
  }
  if (readOnly instanceof Promise || answer instanceof Promise) {
    for (const later of [readOnly, answer]) if (later instanceof Promise) later.catch(() => undefined)
    const why = `The check of ${tool.name} answers later and was not waited for; decide with decideAsync or a gate`
    return withFinding(tool, input, false, { says: 'safety', failed: true, code: 'tool-check-later', why })
  }
  return weigh(tool, input, readOnly, answer)
}

/** Asks the tool and waits for it, as long as `wait` does. */
export async function consultAsync(
  tool: CustomTool,
  input: Input,
  context: CheckContext,
  wait: <T>(work: Promise<T>) => Promise<T>,
): Promise<Consulted> {
  try {
    const asked = typeof tool.readOnly === 'function' ? tool.readOnly(input) : tool.readOnly
    const [readOnly, answer]: readonly unknown[] = await wait(Promise.all([asked, tool.check?.(input, context)]))
    return weigh(tool, input, readOnly, answer)
  } catch (error) {
    return withFinding(tool, input, false, failed(tool, error))
  }
}

function weigh(tool: CustomTool, input: Input, readOnly: unknown, answer: unknown): Consulted {
  const finding = findingOf(tool, answer)
  return withFinding(tool, input, readOnly === true && finding?.code !== 'tool-check-invalid', finding)
}

function findingOf(tool: CustomTool, answer: unknown): Finding | undefined {
  if (answer === undefined) return undefined
  const { says, why, code } = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  if (says === 'pass') return undefined
  if (says !== 'allow' && says !== 'ask' && says !== 'safety' && says !== 'deny') {
    return {
      says: 'safety',
      failed: true,
      code: 'tool-check-invalid',
      why: `The check of ${tool.name} gave an answer that is none`,
    }
  }
  const reason = typeof why === 'string' && why !== '' ? why : `The check of ${tool.name} says ${says}`
  return { says, code: typeof code === 'string' ? code : 'tool-check', why: reason }
}

function withFinding(tool: CustomTool, input: Input, readOnly: boolean, finding: Finding | undefined): Consulted {
  const match = (specifier: string): Match => {
    if (tool.match === undefined) return 0
    try {
      const said: unknown = tool.match(specifier, input)
      return said === true ? 2 : said === false ? 0 : 1
    } catch {
      return 1
    }
  }
  return { readOnly, match, ...(finding === undefined ? {} : { finding }), ...suggestionsOf(tool, input) }
}

function suggestionsOf(tool: CustomTool, input: Input): { readonly suggestions?: readonly string[] } {
  if (tool.suggest === undefined) return {}
  try {
    const said: unknown = tool.suggest(input)
    const texts = Array.isArray(said) ? said.filter((text): text is string => typeof text === 'string') : []
    return { suggestions: texts.map((text) => (text === '' ? tool.name : `${tool.name}(${text})`)) }
  } catch {
    return {}
  }
}

function failed(tool: CustomTool, error: unknown): Finding {
  const message = messageOf(error)
  return {
    says: 'safety',
    failed: true,
    code: 'tool-check-failed',
    why: `The check of ${tool.name} failed: ${message}`,
  }
}

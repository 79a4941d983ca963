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
import { canonicalTool } from '../vocabulary/canonical.ts'

export interface CheckContext {
  readonly mode: Mode
  readonly cwd: string
  readonly workingDirectories: readonly string[]
}

/** `safety` is an ask that no allow rule can silence; `pass` leaves the decision to rules and mode. */
export type CheckAnswer =
  | { readonly says: 'pass' }
  | { readonly says: 'allow' | 'ask' | 'safety' | 'deny'; readonly why: string; readonly code?: string }

export interface CustomTool {
  readonly name: string
  /** By default the kind of the known tool of this name, or else `other`. */
  readonly kind?: Kind
  /** Whether a call with this input changes nothing. The modes explore and acceptEdits decide by it. */
  readonly readOnly?: boolean | ((input: Input) => boolean | Promise<boolean>)
  readonly check?: (input: Input, context: CheckContext) => CheckAnswer | Promise<CheckAnswer>
  readonly match?: (specifier: string, input: Input) => boolean | Promise<boolean>
  /** Rule specifiers, narrow to broad; `''` stands for the bare tool. */
  readonly suggest?: (input: Input) => readonly string[] | Promise<readonly string[]>
}

/** A tool that is named like a shell counts as a shell, because rules on shells are meant to cover it. */
export function kindOfTool({ kind, name }: CustomTool): Kind {
  return kind ?? canonicalTool(name)?.kind ?? (name.startsWith('mcp__') ? 'mcp' : 'other')
}

/** What a tool says about one call, once it was asked. */
export interface Consulted {
  readonly readOnly: boolean
  readonly finding?: Finding
  readonly match: (specifier: string) => Match
  readonly suggestions?: readonly string[]
}

/** For a tool that answers later: `settle` waits until its `match` has answered. */
export interface Waiting extends Consulted {
  /** False when there was nothing to wait for. */
  settle(): Promise<boolean>
}

type Wait = <T>(work: Promise<T>) => Promise<T>

/** Asks the tool without waiting; a tool that answers later becomes an ask here. */
export function consult(tool: CustomTool, input: Input, context: CheckContext): Consulted {
  let readOnly: unknown
  let answer: unknown
  try {
    readOnly = typeof tool.readOnly === 'function' ? tool.readOnly(input) : tool.readOnly
    answer = tool.check?.(input, context)
  } catch (error) {
    if (isLater(readOnly)) ignore(readOnly)
    return withFinding(tool, input, false, failed(tool, error))
  }
  if (isLater(readOnly) || isLater(answer)) {
    for (const later of [readOnly, answer]) if (isLater(later)) ignore(later)
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
  wait: Wait,
): Promise<Waiting> {
  const matches = new Matches(tool, input)
  const [consulted, suggestions] = await Promise.all([
    consultedLater(tool, input, context, wait),
    suggestionsLater(tool, input, wait),
  ])
  // Starts `match` for the suggestions, too, because they are tried before they are made.
  for (const text of suggestions ?? []) matches.of(text)
  return {
    ...consulted,
    match: (specifier) => matches.of(specifier),
    ...(suggestions === undefined ? {} : { suggestions: suggestions.map((text) => asRule(tool, text)) }),
    settle: () => matches.settle(wait),
  }
}

async function consultedLater(
  tool: CustomTool,
  input: Input,
  context: CheckContext,
  wait: Wait,
): Promise<Pick<Consulted, 'readOnly' | 'finding'>> {
  try {
    const asked = typeof tool.readOnly === 'function' ? tool.readOnly(input) : tool.readOnly
    // If one of the two throws, the other one is still asked.
    const checked = (async () => tool.check?.(input, context))()
    const [readOnly, answer]: readonly unknown[] = await wait(Promise.all([asked, checked]))
    return judged(tool, readOnly, answer)
  } catch (error) {
    return { readOnly: false, finding: failed(tool, error) }
  }
}

async function suggestionsLater(tool: CustomTool, input: Input, wait: Wait): Promise<readonly string[] | undefined> {
  if (tool.suggest === undefined) return undefined
  try {
    return textsOf(await wait(Promise.resolve(tool.suggest(input))))
  } catch {
    return undefined
  }
}

const MOST_SETTLED = 1000

/** What the tool's own `match` says. An answer that comes later counts as possible (1) until it is settled. */
class Matches {
  readonly #tool: CustomTool
  readonly #input: Input
  readonly #known = new Map<string, Match>()
  readonly #later = new Map<string, Promise<Match>>()

  constructor(tool: CustomTool, input: Input) {
    this.#tool = tool
    this.#input = input
  }

  of(specifier: string): Match {
    const known = this.#known.get(specifier)
    if (known !== undefined || this.#tool.match === undefined) return known ?? 0
    try {
      const said: unknown = this.#tool.match(specifier, this.#input)
      if (!isLater(said)) return asMatch(said)
      this.#later.set(
        specifier,
        Promise.resolve(said).then(asMatch, () => 1),
      )
    } catch {
      // Nobody knows what it would have said.
    }
    return 1
  }

  async settle(wait: Wait): Promise<boolean> {
    if (this.#later.size === 0 || this.#known.size > MOST_SETTLED) return false
    const waiting = [...this.#later]
    this.#later.clear()
    const said = await wait(Promise.all(waiting.map(([, match]) => match))).catch(() => [])
    waiting.forEach(([specifier], at) => this.#known.set(specifier, said[at] ?? 1))
    return true
  }
}

function asMatch(said: unknown): Match {
  return said === true ? 2 : said === false ? 0 : 1
}

function isLater(said: unknown): said is PromiseLike<unknown> {
  return typeof said === 'object' && said !== null && 'then' in said && typeof said.then === 'function'
}

/** A rejection that nobody handles would end the process. */
function ignore(later: PromiseLike<unknown>): void {
  Promise.resolve(later).catch(() => undefined)
}

function weigh(tool: CustomTool, input: Input, readOnly: unknown, answer: unknown): Consulted {
  const { readOnly: reads, finding } = judged(tool, readOnly, answer)
  return withFinding(tool, input, reads, finding)
}

function judged(tool: CustomTool, readOnly: unknown, answer: unknown): Pick<Consulted, 'readOnly' | 'finding'> {
  const finding = findingOf(tool, answer)
  const reads = readOnly === true && finding?.code !== 'tool-check-invalid'
  return finding === undefined ? { readOnly: reads } : { readOnly: reads, finding }
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
  const matches = new Matches(tool, input)
  const match = (specifier: string): Match => matches.of(specifier)
  return { readOnly, match, ...(finding === undefined ? {} : { finding }), ...suggestionsOf(tool, input) }
}

function suggestionsOf(tool: CustomTool, input: Input): { readonly suggestions?: readonly string[] } {
  if (tool.suggest === undefined) return {}
  try {
    const said: unknown = tool.suggest(input)
    if (isLater(said)) ignore(said)
    return { suggestions: textsOf(said).map((text) => asRule(tool, text)) }
  } catch {
    return {}
  }
}

function textsOf(said: unknown): readonly string[] {
  return Array.isArray(said) ? said.filter((text): text is string => typeof text === 'string') : []
}

function asRule({ name }: CustomTool, specifier: string): string {
  return specifier === '' ? name : `${name}(${specifier})`
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

/** Part of proving exports and imports: compares two deciders. */

import type { Call } from '../../engine/call.ts'
import type { Effect, Reading } from '../../engine/effect.ts'
import type { Behavior } from '../../engine/rule.ts'
import { singleQuoted } from '../../vocabulary/quote.ts'
import type { Model } from '../dialect.ts'
import { isWhole } from '../model/input.ts'

/** What our policy decides. */
export interface Ours {
  readonly behavior: Behavior
  readonly code: string
  readonly reading: Reading
}

export interface Comparison {
  readonly compared: number
  readonly equal: number
  /** The derived side asks or denies where the other allows. */
  readonly safer: number
  /** The derived side asks where the other denies: nothing passes unasked, but a person could let it. */
  readonly asked: number
  /** Our policy allows it as read-only by its own catalogue; the other system's configuration says nothing about it. */
  readonly readOnly: number
  /** Calls spelled in another way, or wrapped, whose commands, files and hosts the other system allows one by one. */
  readonly inPieces: number
  /** The derived side allows what the other does not. Must be empty. */
  readonly lessSafe: readonly Call[]
}

/** How the policy that was imported compares with the system it came from. */
export function compareImport(
  calls: readonly Call[],
  source: Model,
  ours: (call: Call) => Ours,
  root: string,
): Comparison {
  const count = new Count()
  for (const call of calls) {
    if (!isWhole(call)) continue
    const theirs = source(call)
    const mine = ours(call)
    const isWider = mine.behavior === 'allow' && theirs !== 'allow'
    count.add(call, theirs, mine.behavior, isWider ? apart(mine, theirs, source, root) : undefined)
  }
  return count.result()
}

/** How a system with the configuration that was written compares with the policy it was written from. */
export function compareExport(calls: readonly Call[], target: Model, ours: (call: Call) => Behavior): Comparison {
  const count = new Count()
  for (const call of calls) if (isWhole(call)) count.add(call, ours(call), target(call))
  return count.result()
}

/** Whether the source allows, alone, every effect that is not harmless and not part of another effect that passes. */
function inPieces({ call, effects }: Reading, source: Model, root: string): boolean {
  const passes = effects.map((effect, index): boolean | undefined => {
    if (index === 0) return undefined
    const isAllowed = alone(effect, call, root).some((call) => source(call) === 'allow')
    return effect.harmless && !isAllowed ? undefined : isAllowed
  })
  const isPart = (index: number): boolean => {
    // An effect comes after the one it belongs to.
    const of = Math.min((effects[index] as Effect).of, index - 1)
    return of > 0 && (passes[of] === true || isPart(of))
  }
  const open = effects.filter((_, index) => passes[index] === false && !isPart(index))
  return open.length === 0 && passes.includes(true)
}

function alone(effect: Effect, call: Call, root: string): Call[] {
  if (effect.type === 'run') {
    // Also by its bare name, if it was called by the path of a system folder.
    const [first = null, ...rest] = effect.argv
    return [...new Set(effect.trusted ? [effect.program, first] : [first])].map((program) => ({
      tool: 'Bash',
      input: { command: [program, ...rest].map((word) => spelled(word ?? 'x')).join(' ') },
    }))
  }
  if (effect.type === 'read' || effect.type === 'write') {
    const paths = [effect.path, ...(effect.path.startsWith(`${root}/`) ? [effect.path.slice(root.length + 1)] : [])]
    const tools = effect.type === 'read' ? ['Read'] : ['Write', 'Edit']
    const same =
      'file_path' in call.input ? paths.map((file_path) => ({ ...call, input: { ...call.input, file_path } })) : []
    return [
      ...same,
      ...tools.flatMap((tool) => paths.map((file_path) => ({ tool, input: { file_path, content: '' } }))),
    ]
  }
  if (effect.type === 'connect')
    return [{ tool: 'WebFetch', input: { url: `${effect.scheme || 'https'}://${effect.host}${effect.path}` } }]
  return []
}

function spelled(word: string): string {
  // A closing bracket without an opening one is an ordinary character.
  if (/^[\w./:=@%+,!\]-]+$/u.test(word)) return word
  return !word.includes("'") || /[$`"\\]/u.test(word) ? singleQuoted(word) : `"${word}"`
}

function apart(
  { code, reading }: Ours,
  theirs: Behavior | 'none',
  source: Model,
  root: string,
): 'readOnly' | 'inPieces' | undefined {
  if (theirs === 'none' && BUILT_IN.has(code)) return 'readOnly'
  return inPieces(reading, source, root) ? 'inPieces' : undefined
}

const BUILT_IN: ReadonlySet<string> = new Set(['read-only', 'internal-tool'])
const RANK = { allow: 0, none: 1, ask: 1, deny: 2 } as const

class Count {
  #compared = 0
  #equal = 0
  #safer = 0
  #asked = 0
  readonly #apart = { readOnly: 0, inPieces: 0 }
  readonly #lessSafe: Call[] = []

  add(call: Call, from: Behavior | 'none', derived: Behavior | 'none', apart?: 'readOnly' | 'inPieces'): void {
    this.#compared++
    if (apart !== undefined) this.#apart[apart]++
    else if (RANK[derived] === RANK[from]) this.#equal++
    else if (RANK[derived] > RANK[from]) this.#safer++
    else if (derived === 'allow') this.#lessSafe.push(call)
    else this.#asked++
  }

  result(): Comparison {
    return {
      compared: this.#compared,
      equal: this.#equal,
      safer: this.#safer,
      asked: this.#asked,
      ...this.#apart,
      lessSafe: this.#lessSafe,
    }
  }
}

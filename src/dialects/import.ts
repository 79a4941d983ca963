/**
 * Importing: a text of another system's into a policy document, held against that system's own answers.
 *
 * INVARIANT: a permission by which ours would allow a call that the source does not allow is taken out again, and the
 * finding names that call.
 */

import type { Call } from '../engine/call.ts'
import type { Verdict } from '../engine/verdict.ts'
import type { PolicyDocument } from '../policy/object.ts'
import { quoted } from '../policy/problem.ts'
import type { Dialect, Finding, ReadResult, Where } from './dialect.ts'
import { callsFor } from './proof/calls.ts'
import { compareImport } from './proof/compare.ts'
import type { Comparison } from './proof/compare.ts'

/** Makes a decider of a document: the command line has the engine, a dialect has not. */
export type DeciderOf = (document: PolicyDocument) => (call: Call) => Verdict

export interface Imported extends ReadResult {
  readonly comparison?: Comparison
}

export function importText(dialect: Dialect, text: string, where: Where, deciderOf: DeciderOf): Imported {
  const read = dialect.read(text, where)
  const model = read.document === undefined ? undefined : dialect.model(text, where)
  if (read.document === undefined || model === undefined) return read
  let document: PolicyDocument = read.document
  const findings: Finding[] = [...read.findings]
  const calls = callsFor(document.rules, where)
  for (;;) {
    const decide = deciderOf(document)
    const comparison = compareImport(calls, model, decide, where.root)
    const [slip] = comparison.lessSafe
    if (slip === undefined) return { ...read, document, findings, comparison }
    const { rule } = decide(slip)
    const { file = where.file, line = 0, col = 0 } = rule?.source ?? {}
    const what = rule === undefined ? 'what no rule names is not allowed' : `allow ${quoted(rule.rule)} is left out`
    const message = `${what}: ${dialect.title} would not allow ${quoted(JSON.stringify(slip.input))}`
    findings.push({ file, line, col, made: 'withheld', message })
    const { otherwise, ...rest } = document
    document =
      rule === undefined
        ? { ...rest, mode: undefined }
        : { ...rest, otherwise, rules: document.rules.filter((one) => one !== rule) }
  }
}

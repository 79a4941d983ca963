/**
 * Importing: reads another system's text into a policy document and compares it with that system's own answers.
 *
 * INVARIANT: a permission by which our policy would allow a call that the source does not allow is removed, and the
 * finding names that call. Each round removes something, or asks about a tool that was not asked about before.
 */

import type { Call } from '../engine/call.ts'
import type { Rule } from '../engine/rule.ts'
import type { Verdict } from '../engine/verdict.ts'
import type { PolicyDocument } from '../policy/object.ts'
import { quoted } from '../policy/problem.ts'
import type { Dialect, Finding, ReadResult, Where } from './dialect.ts'
import { callsFor } from './proof/calls.ts'
import { compareImport } from './proof/compare.ts'
import type { Comparison } from './proof/compare.ts'

/** Makes a decider from a document: the command line has the engine, a dialect does not. */
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
    findings.push(findingOn(slip, rule, document, dialect, where))
    document = without(slip, rule, document)
  }
}

/** Removes from the document what let the call pass; if no rule did, the tool is asked about. */
function without({ tool }: Call, rule: Rule | undefined, document: PolicyDocument): PolicyDocument {
  const { rules, otherwise, ...rest } = document
  if (rule !== undefined && rules.includes(rule))
    return { ...rest, otherwise, rules: rules.filter((one) => one !== rule) }
  if (saysMore(document)) {
    const { mode } = document
    return { ...rest, mode: mode?.value === 'acceptEdits' || mode?.value === 'bypass' ? undefined : mode, rules }
  }
  const source = { layer: document.layer, file: document.file }
  return { ...rest, rules: [...rules, { behavior: 'ask', rule: tool, source }] }
}

/** Whether the document allows more than its rules. A mode that only restricts does not. */
function saysMore({ otherwise, mode }: PolicyDocument): boolean {
  return otherwise?.value === 'allow' || mode?.value === 'acceptEdits' || mode?.value === 'bypass'
}

function findingOn(
  { tool, input }: Call,
  rule: Rule | undefined,
  document: PolicyDocument,
  { title }: Dialect,
  where: Where,
): Finding {
  const { file = where.file, line = 0, col = 0 } = rule?.source ?? {}
  const call = `${title} would not allow ${quoted(JSON.stringify(input))}`
  const at = { file, line, col }
  if (rule !== undefined) return { ...at, made: 'withheld', message: `allow ${quoted(rule.rule)} is left out: ${call}` }
  if (saysMore(document)) return { ...at, made: 'withheld', message: `what no rule names is not allowed: ${call}` }
  return { ...at, made: 'widened', message: `every ${quoted(tool)} is asked about: ${call}` }
}

/** `countersign lint`: the rules in force here that have no effect, and why. */

import { lint } from '../../engine/lint/lint.ts'
import type { Remark } from '../../engine/lint/lint.ts'
import { NODE_DISK } from '../../gate/node-fs.ts'
import { worldOf } from '../../gate/world.ts'
import type { Problem } from '../../policy/problem.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { print, printJson } from '../output.ts'
import { drawRemarks, remarkJson } from '../render/lint.ts'
import { drawProblems } from '../render/problems.ts'
import { drawNotes } from '../render/verdict.ts'
import { situationOf } from '../situation.ts'

export function run(invocation: Invocation): number {
  const { policy, notes, warnings, root, home } = situationOf(invocation)
  const remarks = lint(policy, worldOf({ root, home, fs: NODE_DISK }), Date.now())
  const problems = untold(warnings, remarks)
  if (invocation.on.has('json')) printJson({ remarks: remarks.map(remarkJson), notes, problems })
  else {
    if (notes.length > 0) print((page) => drawNotes(page, notes), 'stderr')
    if (problems.length > 0) print((page) => drawProblems(page, problems), 'stderr')
    print((page) => drawRemarks(page, remarks, policy.rules.length, problems.length))
  }
  return remarks.length + problems.length === 0 ? EXIT.ok : EXIT.failure
}

/** Warnings from reading the files that no remark covers: reading already warns about the plainest cases. */
function untold(warnings: readonly Problem[], remarks: readonly Remark[]): readonly Problem[] {
  const told = new Set(remarks.map(({ rule: { source } }) => `${source.file}:${source.line}:${source.col}`))
  return warnings.filter(
    ({ file, line, col, path }) => !path.endsWith('.expires') && !told.has(`${file}:${line}:${col}`),
  )
}

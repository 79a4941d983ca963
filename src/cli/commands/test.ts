/**
 * `countersign test`: tries every rule on the calls that it says it matches, and on those it says it does not match.
 */

import { NODE_DISK } from '../../gate/node-fs.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { print, printJson } from '../output.ts'
import { drawTests, testJson } from '../render/rule-tests.ts'
import { drawNotes } from '../render/verdict.ts'
import { testRules } from '../rule-tests.ts'
import { situationOf } from '../situation.ts'

export function run(invocation: Invocation): number {
  const { policy, notes, cwd, root, home } = situationOf(invocation)
  const tests = testRules(policy.rules, { cwd, root, home, fs: NODE_DISK })
  if (invocation.on.has('json')) printJson({ tests: tests.map(testJson), notes })
  else {
    if (notes.length > 0) print((page) => drawNotes(page, notes), 'stderr')
    print((page) => drawTests(page, tests))
  }
  return tests.every(({ ok }) => ok) ? EXIT.ok : EXIT.failure
}

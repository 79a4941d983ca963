/** `countersign sync`: compares exported configurations with the policy, or updates them. */

import type { Dialect, Scope } from '../../dialects/dialect.ts'
import { DIALECTS } from '../../dialects/dialects.ts'
import { BadUse, BrokenPolicy } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { givenDialect } from '../given-dialect.ts'
import { print, printJson } from '../output.ts'
import { drawDiff } from '../render/dialects.ts'
import type { Piece } from '../render/page.ts'
import { drawNotes } from '../render/verdict.ts'
import { situationOf } from '../situation.ts'
import type { Situation } from '../situation.ts'
import { scopeOf } from './export.ts'
import { isChanged, planExports, writeFile } from './export-plan.ts'
import { filesOf } from './import-files.ts'

export async function run(invocation: Invocation): Promise<number> {
  const { args, on } = invocation
  if (on.has('check') === on.has('write')) throw new BadUse('say --check or --write, one of them')
  const situation = situationOf(invocation)
  const scope = scopeOf(invocation)
  const named = args.map(givenDialect)
  const chosen = named.length > 0 ? named : DIALECTS.filter((dialect) => isHere(dialect, situation, scope))
  const plans = planExports(chosen, situation, scope)
  const relevant = plans.map((plan) =>
    named.length > 0 ? plan : { ...plan, files: plan.files.filter(({ before }) => before !== undefined) },
  )
  const problems = relevant.flatMap((plan) => plan.problems)
  if (problems.length > 0) throw new BrokenPolicy(problems)
  const files = relevant.flatMap((plan) => plan.files)
  const changed = files.filter(isChanged)
  if (on.has('write'))
    for (const file of changed) await writeFile(file, file.path.startsWith('~/') ? situation.home : situation.root)
  const { notes } = situation
  if (on.has('json'))
    printJson({
      files: files.map((file) => ({ path: file.path, inStep: !isChanged(file) })),
      written: on.has('write'),
      notes,
    })
  else {
    if (notes.length > 0) print((page) => drawNotes(page, notes), 'stderr')
    print((page) => {
      if (files.length === 0) page.line('No configuration that was exported is here.')
      const changing: Piece = on.has('write') ? ['written', 'green'] : ['out of step', 'yellow']
      for (const file of files) page.line(isChanged(file) ? changing : ['in step', 'green'], ` ${file.path}`)
      if (on.has('check')) for (const file of changed) drawDiff(page.gap(), file)
    })
  }
  return on.has('check') && changed.length > 0 ? EXIT.failure : EXIT.ok
}

/** Whether the file of the dialect exists where it would be written. */
function isHere(dialect: Dialect, { root, home }: Situation, scope: Scope): boolean {
  return filesOf(dialect, root, home).some(({ layer }) => (scope === 'user') === (layer === 'user'))
}

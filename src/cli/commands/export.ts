/** `countersign export`: the policy as other systems' configurations. */

import { DIALECT_NAMES } from '../../dialects/dialect.ts'
import type { Dialect, Scope } from '../../dialects/dialect.ts'
import { DIALECTS } from '../../dialects/dialects.ts'
import { BadUse, BrokenPolicy } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { givenDialect } from '../given-dialect.ts'
import { print, printJson } from '../output.ts'
import { drawPlan, planJson } from '../render/dialects.ts'
import { drawNotes } from '../render/verdict.ts'
import { situationOf } from '../situation.ts'
import { isChanged, planExports, writeFile } from './export-plan.ts'

export async function run(invocation: Invocation): Promise<number> {
  const { args, on } = invocation
  const dialects = chosen(args[0], on.has('all'))
  const situation = situationOf(invocation)
  const scope = scopeOf(invocation)
  const plans = planExports(dialects, situation, scope)
  const problems = plans.flatMap((plan) => plan.problems)
  // Nothing is written while any existing file cannot be understood.
  if (problems.length > 0) throw new BrokenPolicy(problems)
  const changed = plans.flatMap(({ files }) => files.filter(isChanged))
  if (!on.has('json')) {
    if (situation.notes.length > 0) print((page) => drawNotes(page, situation.notes), 'stderr')
    print((page) => plans.forEach((plan) => drawPlan(page, plan)))
  }
  if (on.has('write'))
    for (const file of changed) await writeFile(file, file.path.startsWith('~/') ? situation.home : situation.root)
  if (on.has('json')) printJson({ dialects: plans.map(planJson), written: on.has('write'), notes: situation.notes })
  else if (changed.length > 0)
    print((page) =>
      page
        .gap()
        .line(
          on.has('write')
            ? `Written: ${changed.map(({ path }) => path).join(', ')}.`
            : 'Nothing is written; add --write.',
        ),
    )
  return EXIT.ok
}

export function scopeOf({ values }: Invocation): Scope {
  return (values.get('scope') ?? 'project') as Scope
}

function chosen(name: string | undefined, all: boolean): readonly Dialect[] {
  if (all === (name !== undefined))
    throw new BadUse('name a dialect, or say --all', `Dialects: ${DIALECT_NAMES.join(', ')}.`)
  return name === undefined ? DIALECTS : [givenDialect(name)]
}

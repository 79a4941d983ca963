/** Part of the command line: decides one call, and shows it as a verdict or as its whole story. */

import type { Call } from '../engine/call.ts'
import type { Behavior } from '../engine/rule.ts'
import { createEngine } from '../gate/engine.ts'
import type { Engine } from '../gate/engine.ts'
import { NODE_DISK } from '../gate/node-fs.ts'
import { callOf } from './call-argument.ts'
import type { Invocation } from './command.ts'
import { print, printJson } from './output.ts'
import { explanationJson, verdictJson } from './render/json.ts'
import { drawNotes, drawVerdict } from './render/verdict.ts'
import { situationOf } from './situation.ts'
import type { Situation } from './situation.ts'

export async function decideOne(invocation: Invocation, story: boolean): Promise<Behavior> {
  const call = callOf(invocation)
  const situation = situationOf(invocation)
  const engine = createEngine({ ...situation, fs: NODE_DISK })
  const wantsJson = invocation.on.has('json')
  if (!wantsJson) await printBefore(situation)
  return story ? tellStory(engine, call, situation, wantsJson) : tellVerdict(engine, call, situation, wantsJson)
}

function tellVerdict(engine: Engine, call: Call, situation: Situation, wantsJson: boolean): Behavior {
  const { verdict, suggestions, changes } = engine.explain(call)
  if (wantsJson) {
    const { mode, enforced } = verdict
    printJson({ ...verdictJson(verdict, suggestions), mode, enforced, ...remarks(situation) })
  } else print((page) => drawVerdict(page, verdict, suggestions, changes))
  return verdict.behavior
}

async function tellStory(engine: Engine, call: Call, situation: Situation, wantsJson: boolean): Promise<Behavior> {
  const { widerRules } = await import('./wider-rules.ts')
  const told = engine.explain(call)
  const explanation = { ...told, changes: [...widerRules(engine, call), ...told.changes] }
  if (wantsJson) printJson({ ...explanationJson(explanation), ...remarks(situation) })
  else {
    const { drawExplanation } = await import('./render/explanation.ts')
    print((page) => drawExplanation(page, explanation, process.stdout.columns ?? 100))
  }
  return explanation.verdict.behavior
}

/** Printed beside the answer, so that a pipe gets nothing but the answer. */
async function printBefore({ notes, warnings }: Situation): Promise<void> {
  if (warnings.length > 0) {
    const { drawProblems } = await import('./render/problems.ts')
    print((page) => drawProblems(page, warnings), 'stderr')
  }
  if (notes.length > 0) print((page) => drawNotes(page, notes), 'stderr')
}

function remarks({ notes, warnings }: Situation) {
  return { notes, problems: warnings }
}

/** `countersign init`: finds the agents installed here, writes a policy to begin with, wires the hooks after asking. */

import { isatty } from 'node:tty'
import { hookFormat } from '../../adapters/hooks/formats.ts'
import type { Place, Scope } from '../../adapters/hooks/wiring/client.ts'
import { findClients, placeHere } from '../agents-here.ts'
import type { FoundClient } from '../agents-here.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { agrees } from '../consent.ts'
import { print, printJson } from '../output.ts'
import { ownProgram } from '../own-program.ts'
import { refuseOthers } from '../verbs.ts'
import type { Page } from '../render/page.ts'
import { drawAgent, drawChange, drawDone, drawNext, drawNone, drawProblems } from '../render/init.ts'
import { examine } from './doctor-look.ts'
import { apply, planPolicy, planWiring } from './init-plan.ts'
import type { Change, Wish } from './init-plan.ts'

interface Step {
  /** Undefined for the step that writes the policy. */
  readonly found?: FoundClient
  readonly changes: readonly Change[]
  /** Why the agent may not run the hook that was put in. */
  readonly problems?: readonly string[]
}

export async function run(invocation: Invocation): Promise<number> {
  const { on, values } = invocation
  const place = placeHere()
  const remove = on.has('remove')
  if (remove)
    refuseOthers(invocation, ['remove', 'agent', 'yes', 'dry-run'], '--remove', (option) =>
      option === 'scope' ? 'It takes out what is in your settings and in the project’s.' : undefined,
    )
  const wish: Wish = {
    remove,
    scope: (values.get('scope') ?? 'user') as Scope,
    command: { ...ownProgram(), ask: values.get('ask'), outcomes: on.has('outcomes') },
  }
  const found = await findClients(place, values.get('agent'))
  const policy = remove ? undefined : planPolicy(found, place)
  const steps: Step[] = [
    ...(policy === undefined ? [] : [{ changes: [policy] }]),
    ...found.map((one) => ({ found: one, changes: planWiring(one, place, wish) })),
  ]
  const done = await carryOut(steps, invocation, wish.scope, place)
  if (on.has('json')) printJson(asJson(done, wish.scope, on.has('dry-run')))
  else if (found.length === 0) print((page) => drawNone(page))
  else if (!remove && !on.has('dry-run') && done.some((step) => step.found !== undefined && step.changes.length > 0))
    print((page) => drawNext(page, values.has('ask') ? [] : mute(done)))
  return [...steps, ...done].every(isSound) ? EXIT.ok : EXIT.failure
}

/** The agents that were wired and have no prompt that could be relied on. */
function mute(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ found, changes }) =>
    found !== undefined && changes.length > 0 && hookFormat(found.client.name)?.canAsk === false
      ? [found.client.title]
      : [],
  )
}

/** Returns the steps that were taken, or would have been. */
async function carryOut(
  steps: readonly Step[],
  { on }: Invocation,
  scope: Scope,
  place: Place,
): Promise<readonly Step[]> {
  const quiet = on.has('json')
  const isDry = on.has('dry-run')
  const asks = !on.has('yes') && !isDry && steps.some(({ changes }) => changes.length > 0)
  if (asks && (quiet || !isatty(0) || !isatty(1)))
    throw new BadUse('nobody is here to ask', 'Say --yes to change the files, or --dry-run to see what would change.')
  const done: Step[] = []
  for (const step of steps) {
    if (!quiet) print((page) => show(page.line(), step))
    const able = step.changes.filter(({ problem }) => problem === undefined)
    if (able.length > 0 && asks && !(await agrees('Change it?', process.stdout))) {
      print((page) => page.line('  left as it is'))
      continue
    }
    if (!isDry) for (const change of able) apply(change)
    const problems = isDry || on.has('remove') ? [] : silencedBy(step, place)
    done.push({ ...step, problems })
    if (!quiet && !isDry && able.length > 0)
      print((page) => drawDone(page, step.found?.client.afterwards?.[scope], on.has('remove')))
    if (!quiet) print((page) => drawProblems(page, problems))
  }
  return done
}

function show(page: Page, { found, changes }: Step): void {
  drawAgent(page, found, changes.length === 0)
  for (const change of changes) drawChange(page, change)
}

/** What `doctor` would report, except for what is already listed as left to do. */
function silencedBy({ found, changes }: Step, place: Place): readonly string[] {
  if (found === undefined || changes.some(({ problem }) => problem !== undefined)) return []
  const silencers = found.client.silencers(place).filter(({ byHand }) => byHand !== true)
  return examine(found, place, silencers).problems
}

function isSound({ changes, problems = [] }: Step): boolean {
  return problems.length === 0 && changes.every((one) => one.problem === undefined && one.problems === undefined)
}

function asJson(steps: readonly Step[], scope: Scope, dryRun: boolean): object {
  const told = ({ path, before, after, about, problem, problems }: Change) => ({
    file: path,
    change:
      problem !== undefined ? 'none' : before === undefined ? 'create' : after === undefined ? 'remove' : 'change',
    ...(about === undefined ? {} : { about }),
    ...(problem === undefined ? {} : { problem }),
    ...(problems === undefined ? {} : { problems }),
  })
  return {
    dryRun,
    policy: steps.filter(({ found }) => found === undefined).flatMap(({ changes }) => changes.map(told)),
    agents: steps.flatMap(({ found, changes, problems = [] }) =>
      found === undefined
        ? []
        : [
            {
              name: found.client.name,
              version: found.version ?? null,
              program: found.program ?? null,
              changes: changes.map(told),
              afterwards: found.client.afterwards?.[scope] ?? null,
              problems,
            },
          ],
    ),
  }
}

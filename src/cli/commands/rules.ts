/** `countersign rules`: lists every rule in force with its place; adds rules to your own files and removes them. */

import { BEHAVIORS } from '../../engine/rule.ts'
import type { Behavior, OwnLayer } from '../../engine/rule.ts'
import { messageOf } from '../../engine/thrown.ts'
import { amendPolicy } from '../../policy/amend.ts'
import type { Amended } from '../../policy/amend.ts'
import type { RuleEntry } from '../../policy/rule-entry.ts'
import { loadPolicy } from '../../policy/load.ts'
import { readPolicyObject } from '../../policy/object.ts'
import { quoted, sayProblem } from '../../policy/problem.ts'
import { findRoot, realOrSpelled } from '../../policy/root.ts'
import { BadUse, meant } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { timeAhead } from '../given-values.ts'
import { homeFolder } from '../home.ts'
import { print, printJson } from '../output.ts'
import { drawRemoved, drawRules, ruleJson } from '../render/rules.ts'
import { drawNotes } from '../render/verdict.ts'
import { situationOf } from '../situation.ts'
import { verbOf } from '../verbs.ts'
import { managing } from './managing.ts'

const CHANGE = { needs: ['allow, ask or deny', 'the rule in quotes'], takes: ['layer', 'agent', 'until'] }
const VERBS = { list: { takes: ['cwd'] }, add: CHANGE, remove: CHANGE }

export async function run(invocation: Invocation): Promise<number> {
  const { verb, rest } = verbOf(invocation, VERBS)
  return verb === 'list' ? list(invocation) : change(invocation, verb, rest)
}

function list(invocation: Invocation): number {
  const { policy, notes, warnings } = situationOf(invocation)
  const { mode, otherwise, enforce, rules, tools, workingDirectories } = policy
  if (invocation.on.has('json')) {
    const shown = rules.map(ruleJson)
    printJson({ mode, otherwise, enforce, tools, workingDirectories, rules: shown, notes, problems: warnings })
    return EXIT.ok
  }
  if (notes.length > 0) print((page) => drawNotes(page, notes), 'stderr')
  print((page) => drawRules(page, policy))
  return EXIT.ok
}

async function change(invocation: Invocation, verb: 'add' | 'remove', rest: readonly string[]): Promise<number> {
  const entry = entryOf(invocation, rest)
  const home = homeFolder()
  const layer = (invocation.values.get('layer') ?? 'user') as OwnLayer
  const root = findRoot(process.cwd(), realOrSpelled(home))
  const amended = await amendPolicy({ layer, root, home, [verb]: [entry] })
  if (!amended.ok) throw new BadUse(`${amended.file} is as it was: ${amended.why}`)
  if (verb === 'remove' && !amended.changed)
    throw new BadUse(`${entry.behavior} ${entry.rule} is not in ${amended.file}`, '`countersign rules` lists them.')
  if (amended.changed) await recordChange(invocation, { [verb]: entry, layer, file: amended.file })
  const warnings = verb === 'remove' ? [] : [...warningsOf(entry), ...inVain(entry, layer, home)]
  tell(invocation, verb, entry, amended, warnings)
  return EXIT.ok
}

function entryOf({ values }: Invocation, [behavior = '', rule = '']: readonly string[]): RuleEntry {
  if (!isBehavior(behavior))
    throw new BadUse(`${behavior} is none of ${BEHAVIORS.join(', ')}`, meant(behavior, BEHAVIORS))
  const agent = values.get('agent')
  const until = values.get('until')
  return {
    behavior,
    rule,
    ...(agent === undefined ? {} : { agents: [agent] }),
    ...(until === undefined ? {} : { expires: timeAhead(until, 'until') }),
  }
}

function isBehavior(text: string): text is Behavior {
  return (BEHAVIORS as readonly string[]).includes(text)
}

/**
 * A policy can be changed even while the store cannot be used; then the person is told that the change is not on
 * record.
 */
async function recordChange(invocation: Invocation, body: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    await managing(invocation, ({ audit }) => audit.record('policy', body))
  } catch (error) {
    const why = messageOf(error)
    print((page) => page.line(['note', 'yellow'], ` the change is not on record: ${why}`), 'stderr')
  }
}

function tell(
  invocation: Invocation,
  verb: 'add' | 'remove',
  entry: RuleEntry,
  { file, changed, removed }: Amended & { ok: true },
  warnings: readonly string[],
): void {
  if (invocation.on.has('json')) return printJson({ [verb]: entry, file, changed, removed, warnings })
  for (const warning of warnings) print((page) => page.line(['warning', 'yellow'], ` ${warning}`), 'stderr')
  const times = removed.length > 1 ? `, where it stood ${removed.length} times` : ''
  const done = verb === 'remove' ? `is out of ${file}${times}` : `is in ${file}${changed ? '' : ' already'}`
  print((page) => {
    page.line([`${entry.behavior} ${entry.rule}`, 'bold'], ` ${done}.`)
    drawRemoved(page, removed)
  })
}

/** Why a permission would not count: the folder is not trusted, the managed policy keeps others from allowing, … */
function inVain({ behavior, rule }: RuleEntry, layer: OwnLayer, home: string): readonly string[] {
  if (behavior !== 'allow') return []
  return loadPolicy({ cwd: process.cwd(), home })
    .notes.filter(({ message, source }) => source.layer === layer && message.includes(quoted(rule)))
    .map(({ message, advice }) => `${message}; ${advice}`)
}

/** Warnings about the rule are shown to the person who writes it, not only by `lint`. */
function warningsOf({ behavior, rule }: RuleEntry): readonly string[] {
  return readPolicyObject({ [behavior]: [rule] }, 'user').problems.map(sayProblem)
}

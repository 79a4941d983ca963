/**
 * Part of hindsight: rules that would have answered past questions as people answered them. Nothing here is stored or
 * takes effect.
 *
 * INVARIANT: no permission is suggested that would allow what a person refused, or a recorded call in high danger; no
 * denial is suggested that would stop what a person allowed.
 */

import type { Rule } from '../../engine/rule.ts'
import type { Verdict } from '../../engine/verdict.ts'
import { REDACTED } from '../audit/command-secrets.ts'
import { callText } from '../call-text.ts'
import type { Engine } from '../engine.ts'
import type { Recorded } from './recorded.ts'
import type { PolicyHere } from './what-if.ts'

export interface Lesson {
  readonly behavior: 'allow' | 'deny'
  /** One for each part of the call that needs one. */
  readonly rules: readonly string[]
  /** How many questions the lesson would have answered, for how many calls, and in which projects. */
  readonly questions: number
  readonly calls: number
  readonly projects: readonly string[]
  readonly last: number
  readonly examples: readonly string[]
}

export interface Learned {
  /** Questions on record that people have answered. */
  readonly answered: number
  /** How many of them the policy still asks about. */
  readonly open: number
  /** How many of those the lessons would answer. */
  readonly taught: number
  readonly lessons: readonly Lesson[]
}

export interface Teacher {
  /** Throws for a folder whose policy cannot be read. */
  readonly policyAt: (project: string) => PolicyHere
  readonly engine: (here: PolicyHere) => Engine
}

/** An answered question that would be asked again, with what could be offered for it, narrow to broad. */
interface Question {
  readonly recorded: Recorded
  readonly project: string
  readonly here: PolicyHere
  /** The call is in high danger. */
  readonly grave: boolean
  readonly offers: readonly (readonly string[])[]
}

const MOST_EXAMPLES = 4

/** `least`: how often a question must have been answered the same way. */
export function learn(answered: readonly Recorded[], teacher: Teacher, least: number): Learned {
  const questions = stillAsked(answered, teacher)
  const allowed = questions.filter(({ recorded }) => recorded.answer === 'allow')
  const refused = questions.filter(({ recorded }) => recorded.answer === 'deny')
  const grave = allowed.filter((question) => question.grave)
  const taught = [
    ...lessonsOf('allow', allowed, [...refused, ...grave], teacher, least),
    ...lessonsOf('deny', refused, allowed, teacher, least),
  ]
  return {
    answered: answersIn(answered),
    open: answersIn(questions.map(({ recorded }) => recorded)),
    taught: answersIn(taught.flatMap((one) => one.questions.map(({ recorded }) => recorded))),
    lessons: taught.map(({ lesson }) => lesson),
  }
}

/** An answer given once counts once, however many calls it covered later. */
function answersIn(calls: readonly Recorded[]): number {
  return new Set(calls.map(({ approval, seq }) => approval ?? seq)).size
}

interface Taught {
  readonly lesson: Lesson
  readonly questions: readonly Question[]
}

function stillAsked(answered: readonly Recorded[], { policyAt, engine }: Teacher): readonly Question[] {
  const worlds = new Map<string, { readonly here: PolicyHere; readonly engine: Engine } | undefined>()
  const worldAt = (project: string) => {
    try {
      const here = policyAt(project)
      return { here, engine: engine(here) }
    } catch {
      return undefined
    }
  }
  return answered.flatMap((recorded): Question[] => {
    const { project, call } = recorded
    if (project === null) return []
    if (!worlds.has(project)) worlds.set(project, worldAt(project))
    const world = worlds.get(project)
    if (world === undefined) return []
    const verdict = world.engine.decide(call)
    if (verdict.behavior !== 'ask') return []
    const grave = verdict.reading.dangers.some(({ severity }) => severity === 'high' || severity === 'critical')
    const offers = grave && recorded.answer === 'allow' ? [] : offersFor(recorded, verdict, world.engine)
    return [{ recorded, project, here: world.here, grave, offers }]
  })
}

/**
 * A person who refused a line of several parts has not said which part. Rules with a redacted secret are left out,
 * since nobody knows what stood there.
 */
function offersFor({ answer }: Recorded, verdict: Verdict, engine: Engine): Question['offers'] {
  return engine.suggest(verdict).flatMap(({ rules, lasts }) => {
    const fits = lasts.includes('project') && (answer === 'allow' || rules.length === 1)
    return fits && rules.every((rule) => !rule.includes(REDACTED)) ? [rules] : []
  })
}

/** Lessons that answer the most come first; of two that answer equally many, the narrower. */
function lessonsOf(
  behavior: Lesson['behavior'],
  questions: readonly Question[],
  others: readonly Question[],
  teacher: Teacher,
  least: number,
): readonly Taught[] {
  const taught: Taught[] = []
  let open = questions
  const refused = new Set<string>()
  for (;;) {
    const best = mostAsked(open, refused, least)
    if (best === undefined) return taught
    // Two rules that are harmless each may together allow, or stop, a line that contains both.
    const together = [...taught.flatMap(({ lesson }) => lesson.rules), ...best.rules]
    if (isContradicted(behavior, together, others, teacher)) {
      refused.add(best.key)
      continue
    }
    taught.push({ lesson: lessonOf(behavior, best.rules, best.questions), questions: best.questions })
    open = open.filter((question) => !best.questions.includes(question))
  }
}

interface Candidate {
  readonly key: string
  readonly rules: readonly string[]
  /** How broad the rule is: its place among the offered ones. */
  readonly level: number
  readonly questions: Question[]
}

function mostAsked(open: readonly Question[], refused: ReadonlySet<string>, least: number): Candidate | undefined {
  const candidates = new Map<string, Candidate>()
  for (const question of open)
    for (const [level, rules] of question.offers.entries()) {
      const key = JSON.stringify(rules)
      if (refused.has(key)) continue
      const known = candidates.get(key)
      if (known === undefined) candidates.set(key, { key, rules, level, questions: [question] })
      else known.questions.push(question)
    }
  let best: Candidate | undefined
  for (const one of candidates.values()) {
    const isEnough = answersIn(one.questions.map(({ recorded }) => recorded)) >= least
    if (isEnough && (best === undefined || isBetter(one, best))) best = one
  }
  return best
}

function isBetter(a: Candidate, b: Candidate): boolean {
  if (a.questions.length !== b.questions.length) return a.questions.length > b.questions.length
  return a.rules.length === b.rules.length ? a.level < b.level : a.rules.length < b.rules.length
}

/** Whether, with these rules, a call that was answered otherwise would be decided against its answer. */
function isContradicted(
  behavior: Lesson['behavior'],
  texts: readonly string[],
  others: readonly Question[],
  teacher: Teacher,
): boolean {
  const rules = texts.map((rule): Rule => ({ behavior, rule, source: { layer: 'user' } }))
  const engines = new Map<string, Engine>()
  return others.some(({ here, project, recorded }) => {
    const { policy } = here
    const engine =
      engines.get(project) ?? teacher.engine({ ...here, policy: { ...policy, rules: [...policy.rules, ...rules] } })
    engines.set(project, engine)
    return engine.decide(recorded.call).behavior === behavior
  })
}

function lessonOf(behavior: Lesson['behavior'], rules: readonly string[], questions: readonly Question[]): Lesson {
  return {
    behavior,
    rules,
    questions: answersIn(questions.map(({ recorded }) => recorded)),
    calls: questions.length,
    projects: [...new Set(questions.map(({ project }) => project))],
    last: Math.max(...questions.map(({ recorded }) => recorded.at)),
    examples: [...new Set(questions.map(({ recorded }) => callText(recorded.call)))].slice(0, MOST_EXAMPLES),
  }
}

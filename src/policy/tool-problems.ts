/** Part of reading policies: names of tools and agents that nobody here goes by, and paths that cannot be patterns. */

import { PatternError } from '../engine/match/pattern-error.ts'
import { compilePath } from '../engine/match/path.ts'
import { COVERS } from '../engine/rule.ts'
import type { World } from '../engine/subject.ts'
import { canonicalTool, suggestTool } from '../vocabulary/canonical.ts'
import { closest } from '../vocabulary/closest.ts'
import { lookUp } from '../vocabulary/lookup.ts'
import { VOCABULARIES } from '../vocabulary/vocabularies.ts'
import { quoted } from './problem.ts'

/** What the reader of a policy is told about its surroundings. */
export interface Known {
  /** Names of custom tools. */
  readonly tools?: ReadonlySet<string>
  /** The present, for rules that have expired already. */
  readonly now?: number
}

interface Complaint {
  readonly message: string
  readonly suggestion?: string | undefined
}

/** Whether a pattern can be compiled does not depend on where the project is. */
export const ANYWHERE: World = { root: '/', home: '/', caseInsensitive: false, tool: canonicalTool }

export function isKnownTool(name: string, known: Known): boolean {
  return COVERS.has(name) || canonicalTool(name) !== undefined || known.tools?.has(name) === true
}

/** Tool names of `tools` are those the agents use, canonical ones included. */
export function toolNameProblem(name: string, known: Known): Complaint | undefined {
  const star = name.indexOf('*')
  if (star >= 0 && star < name.length - 1)
    return { message: `\`*\` stands for anything only at the end of a name; ${quoted(name)} is taken literally` }
  if (star >= 0 || isKnownTool(name, known) || lookUp(name, undefined, []) !== undefined) return undefined
  const suggestion = suggestTool(name)
  return suggestion === undefined ? undefined : { message: `${quoted(name)} is no tool known here`, suggestion }
}

export function agentProblem(name: string): Complaint | undefined {
  const agents = VOCABULARIES.flatMap(({ agent, aliases }) => [agent, ...aliases])
  if (agents.includes(name)) return undefined
  const suggestion = closest(
    name,
    agents.map((agent) => [agent, agent]),
  )
  return suggestion === undefined ? undefined : { message: `${quoted(name)} is no agent known here`, suggestion }
}

export function pathProblem(specifier: string): string | undefined {
  return patternProblem(() => compilePath(specifier, ANYWHERE))
}

/** What the compiler of patterns says against one, as a sentence. */
export function patternProblem(compile: () => unknown): string | undefined {
  try {
    compile()
    return undefined
  } catch (error) {
    if (error instanceof PatternError) return error.message
    return 'it cannot be understood'
  }
}

/**
 * Part of reading policies: which names of tools and agents are known while one policy is read.
 *
 * INVARIANT: searching for the name that was meant is slow, so it is done once per name and for a limited number of
 * names; further names count as mistakes. So do braces that together stand for too many patterns.
 */

import { expandBraces } from '../engine/match/braces.ts'
import { COVERS } from '../engine/rule.ts'
import { CANONICAL, canonicalTool, isKind, suggestTool } from '../vocabulary/canonical.ts'
import { commonTool, suggestAgent } from '../vocabulary/tables.ts'
import { patternProblem } from './pattern-problem.ts'
import { quoted } from './problem.ts'
import { regexCompiler } from './regex.ts'

/** What the reader of a policy knows about its surroundings. */
export interface Known {
  /** Names of custom tools. */
  readonly tools?: ReadonlySet<string>
  /** The present time, for rules that have expired already. */
  readonly now?: number
  /**
   * Whoever reads the policy compiles its rules at once and reads it again, without this, if one does not compile: then
   * they are not compiled just to see whether they can be.
   */
  readonly compiledNext?: boolean
}

export interface Complaint {
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly suggestion?: string | undefined
}

const MAX_UNKNOWN = 100
const MAX_REGEXES = 50
const MAX_ALTERNATIVES = 2048
/** This many groups of braces in one pattern stand for more alternatives than any pattern may have. */
const MAX_GROUPS = 64

export class Lexicon {
  readonly known: Known
  readonly regex = regexCompiler(MAX_REGEXES)
  readonly #tools = new Map<string, Complaint>()
  readonly #agents = new Map<string, Complaint | undefined>()

  #alternatives = 0

  constructor(known: Known) {
    this.known = known
  }

  isCustom(name: string): boolean {
    return this.known.tools?.has(name) === true
  }

  /** Whether the rules of a tool are compiled later just as they would be here. */
  isCompiledNext(name: string): boolean {
    return this.known.compiledNext === true && !this.isCustom(name)
  }

  isKnown(name: string): boolean {
    return COVERS.has(name) || canonicalTool(name) !== undefined || this.isCustom(name)
  }

  /** A near miss is a typo; a name that resembles no other may be a tool that is known only where it is used. */
  unknownTool(name: string): Complaint {
    const found = this.#tools.get(name)
    if (found !== undefined) return found
    if (this.#tools.size >= MAX_UNKNOWN)
      return { severity: 'error', message: `${quoted(name)} is not a tool known here, after ${MAX_UNKNOWN} others` }
    const suggestion = suggestTool(name)
    const complaint: Complaint =
      suggestion === undefined
        ? {
            severity: 'warning',
            message: `${quoted(name)} is not a tool known here; the rule counts only if an agent has one of that name`,
          }
        : { severity: 'error', message: `${quoted(name)} is not a tool known here`, suggestion }
    this.#tools.set(name, complaint)
    return complaint
  }

  /** A name that ends in a star, without it; what looks like the beginning of a command was meant as one. */
  unknownStart(start: string): Complaint | undefined {
    if (start.endsWith(':'))
      return { severity: 'error', message: `${quoted(`${start}*`)} is not a tool`, suggestion: `shell(${start}*)` }
    const names = [...CANONICAL.keys(), ...COVERS.keys(), ...(this.known.tools ?? [])]
    if (names.some((name) => name.startsWith(start))) return undefined
    const message = `${quoted(`${start}*`)} stands for no tool known here; the rule counts only if an agent has one whose name begins like this`
    const meant = names.find((name) => name.toLowerCase().startsWith(start.toLowerCase()))
    return { severity: 'warning', message, suggestion: meant && `${meant.slice(0, start.length)}*` }
  }

  /**
   * Names in `tools` may be the agents' own or canonical ones; a name that resembles none of them may be anybody's
   * tool.
   */
  filteredTool(name: string): Complaint | undefined {
    const star = name.indexOf('*')
    if (star >= 0 && star < name.length - 1) {
      const message = `\`*\` stands for anything only at the end of a name; ${quoted(name)} is taken literally`
      return { severity: 'warning', message }
    }
    if (isKind(name)) {
      const message = `${quoted(name)} is here only the name of a tool; \`kinds\` decides about all tools of a kind`
      return { severity: 'warning', message }
    }
    if (star >= 0 || this.isKnown(name) || name.startsWith('mcp__') || commonTool(name) !== undefined) return undefined
    const complaint = this.unknownTool(name)
    return complaint.severity === 'warning' ? undefined : { ...complaint, severity: 'warning' }
  }

  /**
   * Counts the alternatives that a pattern with braces stands for. Returns a complaint if they are too many, alone or
   * together with the other patterns.
   */
  alternatives(pattern: string): string | undefined {
    if (!pattern.includes('{')) return undefined
    if (pattern.split('{').length > MAX_GROUPS + 1) return `it has more than ${MAX_GROUPS} groups of braces`
    const problem = patternProblem(() => {
      this.#alternatives += expandBraces(pattern).length
    })
    if (problem !== undefined || this.#alternatives <= MAX_ALTERNATIVES) return problem
    return `the braces of this policy stand for more than ${MAX_ALTERNATIVES} patterns in all; use wildcards instead`
  }

  agent(name: string): Complaint | undefined {
    if (!this.#agents.has(name)) this.#agents.set(name, unknownAgent(name))
    return this.#agents.get(name)
  }
}

function unknownAgent(name: string): Complaint | undefined {
  const suggestion = suggestAgent(name)
  if (suggestion === undefined) return undefined
  return { severity: 'error', message: `${quoted(name)} is not an agent known here`, suggestion }
}

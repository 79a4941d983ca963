/** Part of reading policies: does a pattern compile? That does not depend on where the project is. */

import { PatternError } from '../engine/match/pattern-error.ts'
import { compilePath } from '../engine/match/path.ts'
import type { World } from '../engine/subject.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'

/** A made-up world, since the place of the project does not matter for compiling. */
export const ANYWHERE: World = { root: '/', home: '/', caseInsensitive: false, tool: canonicalTool }

export function pathProblem(specifier: string): string | undefined {
  return patternProblem(() => compilePath(specifier, ANYWHERE))
}

/** What the compiler of patterns has against this one, as a sentence. */
export function patternProblem(compile: () => unknown): string | undefined {
  try {
    compile()
    return undefined
  } catch (error) {
    if (error instanceof PatternError) return error.message
    return 'it cannot be understood'
  }
}

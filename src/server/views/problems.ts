/** Part of the server: what is wrong with a policy's text, as the page marks it. */

import type { Note } from '../../policy/layers.ts'
import type { Problem } from '../../policy/problem.ts'
import type { PolicyProblem } from '../api/problem.ts'

export function problemView({ severity, message, file, line, col, suggestion }: Problem): PolicyProblem {
  return {
    severity,
    message,
    file,
    ...(line > 0 ? { line, col } : {}),
    ...(suggestion === undefined ? {} : { hint: suggestion }),
  }
}

export function noteView({ message, advice }: Note): string {
  return `${message}; ${advice}`
}

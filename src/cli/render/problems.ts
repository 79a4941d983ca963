/** Part of what the command line prints: everything that is wrong with a policy, one line each. */

import { formatProblem } from '../../policy/problem.ts'
import type { Problem } from '../../policy/problem.ts'
import type { Page } from './page.ts'

export function drawProblems(page: Page, problems: readonly Problem[]): void {
  for (const problem of problems) {
    const isError = problem.severity === 'error'
    page.line([isError ? 'error' : 'warning', isError ? 'red' : 'yellow'], ` ${formatProblem(problem)}`)
  }
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0)
    page
      .gap()
      .line(
        errors === 1
          ? '1 error: nothing is decided, written or taken up until it is fixed.'
          : `${errors} errors: nothing is decided, written or taken up until they are fixed.`,
      )
}

/** What is wrong with a policy or a rule. */

import type { PolicyProblem } from '../../../src/server/api.ts'
import { Sentence, Strange } from '../text/strange.tsx'
import { Icon } from './icon.tsx'

interface ProblemsProps {
  readonly problems: readonly PolicyProblem[]
  readonly onGo?: (problem: PolicyProblem) => void
}

export function Problems({ problems, onGo }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <ul class="problems">
      {problems.map((problem, at) => (
        <li key={at} class={problem.severity}>
          <Icon name="warn" />
          {problem.line === undefined || problem.line === 0 ? null : onGo === undefined ? (
            <span class="muted">line {problem.line}</span>
          ) : (
            <button type="button" class="link" onClick={() => onGo(problem)}>
              line {problem.line}
            </button>
          )}
          <span>
            <Sentence text={problem.message} />
            {problem.hint === undefined ? null : (
              <>
                ; did you mean{' '}
                <code>
                  <Strange text={problem.hint} />
                </code>
                ?
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

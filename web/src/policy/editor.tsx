/**
 * Part of the policy page: a text with its problems marked in place. The marks lie under a plain text field, so that
 * writing, undoing and reading aloud work as the browser does them.
 */

import { visible } from '../../../src/gate/visible.ts'
import { useRef } from 'preact/hooks'
import type { PolicyProblem } from '../../../src/server/api.ts'
import { Problems } from '../parts/problems.tsx'
import { Deceptive } from '../text/block.tsx'

interface EditorProps {
  readonly label: string
  readonly text: string
  readonly problems: readonly PolicyProblem[]
  readonly onInput: (text: string) => void
}

export function Editor({ label, text, problems, onInput }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const lines = text.split('\n')
  const byLine = new Map<number, PolicyProblem>()
  for (const problem of problems) {
    const line = problem.line ?? 0
    if (line > 0 && byLine.get(line)?.severity !== 'error') byLine.set(line, problem)
  }
  const go = ({ line = 1, col = 1 }: PolicyProblem) => {
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + col - 1
    field.current?.focus()
    field.current?.setSelectionRange(start, start)
  }
  return (
    <>
      <Deceptive text={text} />
      <div class="code-editor">
        <ol class="under" aria-hidden="true">
          {lines.map((line, at) => {
            const problem = byLine.get(at + 1)
            return (
              <li key={at} class={problem?.severity}>
                <span class="number">{at + 1}</span>
                <span class="text">
                  <MarkedLine line={line} problem={problem} />
                </span>
              </li>
            )
          })}
        </ol>
        <textarea
          ref={field}
          aria-label={visible(label)}
          aria-invalid={problems.some(({ severity }) => severity === 'error')}
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </div>
      <div role="status">
        <Problems problems={problems} onGo={go} />
      </div>
    </>
  )
}

/** From the problem's column to the end of what it is about; the whole line if that is not known. */
function MarkedLine({ line, problem }: { readonly line: string; readonly problem: PolicyProblem | undefined }) {
  if (problem === undefined) return `${line}\n`
  const start = Math.max(0, (problem.col ?? 1) - 1)
  const end = problem.length === undefined ? line.length : start + problem.length
  return (
    <>
      {line.slice(0, start)}
      <span class="marked">{line.slice(start, end) || ' '}</span>
      {`${line.slice(end)}\n`}
    </>
  )
}

/**
 * Long text, folded but never hidden: its beginning and end are shown, and how much is in between.
 *
 * INVARIANT: while something of the question in view is folded, `isUnseen` says so; nothing is allowed before it was
 * opened.
 */

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { plural } from './format.ts'

const FIRST = 30
const LAST = 6
/** Folding less than this saves nothing. */
const SLACK = 8
/** At most this many are opened at once, so that no text is too much for a browser. */
const STEP = 400

const folds = signal<ReadonlySet<() => void>>(new Set())

/** Whether something of what is shown is still folded. */
export function isUnseen(): boolean {
  return folds.value.size > 0
}

export function unfoldAll(): void {
  for (const open of folds.value) open()
}

interface FoldedProps<T> {
  readonly rows: readonly T[]
  readonly draw: (rows: readonly T[]) => ComponentChildren
  readonly what?: string
}

export function Folded<T>({ rows, draw, what = 'line' }: FoldedProps<T>) {
  const [open, setOpen] = useState(FIRST)
  const hides = rows.length > open + LAST + SLACK
  useEffect(() => {
    if (!hides) return
    const more = () => setOpen((shown) => shown + STEP)
    folds.value = new Set(folds.value).add(more)
    return () => {
      const rest = new Set(folds.value)
      rest.delete(more)
      folds.value = rest
    }
  }, [hides])
  if (!hides) return draw(rows)
  const between = rows.length - open - LAST
  return (
    <>
      {draw(rows.slice(0, open))}
      <button type="button" class="fold" onClick={() => setOpen(open + STEP)}>
        Show {plural(Math.min(between, STEP), `more ${what}`)}
        {between > STEP ? ` of ${between.toLocaleString()}` : ''}
      </button>
      {draw(rows.slice(-LAST))}
    </>
  )
}

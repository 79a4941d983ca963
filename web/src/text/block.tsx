/** Part of showing text of strangers: a text of any length, folded if it is long, with its parts marked. */

import { useMemo } from 'preact/hooks'
import { visible } from '../../../src/gate/visible.ts'
import { Folded } from '../parts/folded.tsx'
import { Icon } from '../parts/icon.tsx'
import { warnOf } from './pieces.ts'
import type { Mark } from './pieces.ts'
import { rowsOf } from './rows.ts'
import type { Row } from './rows.ts'
import { Strange } from './strange.tsx'

interface BlockProps {
  readonly text: string
  readonly marks?: readonly Mark[]
  readonly label: string
}

export function Block({ text, marks = [], label }: BlockProps) {
  const rows = useMemo(() => rowsOf(text), [text])
  const draw = (shown: readonly Row[]) => {
    const start = shown[0]?.start ?? 0
    const end = shown.at(-1)?.end ?? 0
    const shifted = marks.map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }))
    return <Strange text={text.slice(start, end)} marks={shifted} lines />
  }
  return (
    <>
      <Deceptive text={text} />
      <pre class="block" role="region" aria-label={visible(label)} tabIndex={0}>
        {text === '' ? <i>empty</i> : <Folded rows={rows} draw={draw} />}
      </pre>
    </>
  )
}

/** Says that a text contains characters that are not what they seem. */
export function Deceptive({ text }: { readonly text: string }) {
  const warning = useMemo(() => warnOf(text), [text])
  if (warning === undefined) return null
  return (
    <p class="deceptive">
      <Icon name="warn" />
      {warning}
    </p>
  )
}

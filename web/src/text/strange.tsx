/** Part of showing text of strangers: on the page. Text of strangers is shown only through these components. */

import { piecesOf } from './pieces.ts'
import type { Mark, Piece } from './pieces.ts'

interface StrangeProps {
  readonly text: string
  readonly marks?: readonly Mark[] | undefined
  /** Whether line ends and tabs stay what they are. */
  readonly lines?: boolean
}

/** Each character in its place, from left to right, in the order in which a program reads them. */
export function Strange({ text, marks, lines = false }: StrangeProps) {
  return <bdo dir="ltr">{piecesOf(text, marks, lines).map(draw)}</bdo>
}

/** Sentences, which may be in any language; their writing direction does not affect the text around them. */
export function Words({ text, lines = false }: StrangeProps) {
  return <bdi>{piecesOf(text, [], lines).map(draw)}</bdi>
}

/**
 * Text with `parts in backticks`, as in our own sentences; the parts come from strangers, and so does a path between
 * them.
 */
export function Sentence({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at}>
        <Strange text={part} />
      </code>
    ) : (
      <bdi key={at} class="ours" dir="ltr">
        {piecesOf(part).map(draw)}
      </bdi>
    ),
  )
}

/** The rule behind a reason, if the reason does not name it itself. */
export function ByRule({ reason, rule }: { readonly reason: string; readonly rule: string | null }) {
  if (rule === null || reason.toLowerCase().includes(rule.toLowerCase())) return null
  return (
    <p class="muted">
      by <Sentence text={rule} />
    </p>
  )
}

function draw(piece: Piece, at: number) {
  const { text, seems, note, mark } = piece
  if (seems === 'plain' && mark === undefined) return text
  const look = `${seems === 'plain' ? '' : seems}${mark === undefined ? '' : ` mark ${mark.as}`}`
  return (
    <span key={at} class={look.trim()} title={note}>
      {text}
    </span>
  )
}

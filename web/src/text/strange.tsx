/** Part of showing text of strangers: on the page. Nothing of a stranger is shown in another way than through this. */

import { piecesOf } from './pieces.ts'
import type { Mark, Piece } from './pieces.ts'

interface StrangeProps {
  readonly text: string
  readonly marks?: readonly Mark[] | undefined
  /** Lines and tabs stay what they are. */
  readonly lines?: boolean
}

/** Each character in its place, left to right as the machine reads them. */
export function Strange({ text, marks, lines = false }: StrangeProps) {
  return <bdo dir="ltr">{piecesOf(text, marks, lines).map(draw)}</bdo>
}

/** Sentences, which may be of any language; directions stay inside. */
export function Words({ text, lines = false }: StrangeProps) {
  return <bdi>{piecesOf(text, [], lines).map(draw)}</bdi>
}

/** Text with `parts in backticks`, as our own sentences have them; the parts are strangers', and so is a path between them. */
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

/** The rule behind a reason, where the reason does not name it itself. */
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

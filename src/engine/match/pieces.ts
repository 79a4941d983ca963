/**
 * Texts with `*` inside, kept as the pieces between the stars: `['feature/', '']` is `feature/*`. The first piece
 * stands at the start, the last at the end, the others in order between them; one piece is plain equality.
 */
export function matchesPieces(pieces: readonly string[], text: string): boolean {
  const head = pieces[0] as string
  if (pieces.length === 1) return head === text
  const tail = pieces.at(-1) as string
  if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false
  let at = head.length
  for (let i = 1; i < pieces.length - 1; i++) {
    const piece = pieces[i] as string
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= text.length - tail.length
}

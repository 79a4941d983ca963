/**
 * Part of what the command line prints: lines of styled pieces.
 *
 * INVARIANT: every piece is made visible here, before colour is added; nothing else writes to a terminal.
 */

import { styleText } from 'node:util'
import { visible } from '../../gate/visible.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan'
export type Piece = string | readonly [text: string, ...styles: Style[]]

const LONGEST = 2000

export class Page {
  readonly #lines: string[] = []
  readonly #coloured: boolean

  constructor(coloured: boolean) {
    this.#coloured = coloured
  }

  line(...pieces: Piece[]): this {
    this.#lines.push(
      pieces
        .map((piece) => this.#drawn(piece))
        .join('')
        .trimEnd(),
    )
    return this
  }

  /** A blank line, unless there is nothing above it. */
  gap(): this {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('')
    return this
  }

  toString(): string {
    return this.#lines.map((line) => `${line}\n`).join('')
  }

  #drawn(piece: Piece): string {
    if (typeof piece === 'string') return shortened(piece)
    const [text, ...styles] = piece
    const plain = shortened(text)
    return this.#coloured ? styleText(styles, plain) : plain
  }
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return visible(text)
  return `${visible(text.slice(0, LONGEST))}… (${text.length - LONGEST} more characters)`
}

/**
 * Colour only if a person looks at it. https://no-color.org, `FORCE_COLOR` and dumb terminals are respected. A pipe's
 * `isTTY` is undefined.
 */
export function wantsColour(
  isTerminal: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '') return env['FORCE_COLOR'] !== '0'
  return isTerminal === true && env['TERM'] !== 'dumb'
}

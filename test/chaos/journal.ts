/**
 * For the chaos: what a process was told, written down and flushed before it goes on, so that its death loses none of it.
 *
 * INVARIANT: a line without its end was being written when the process died: it is no acknowledgement and is left out.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

export type Told =
  /** `authorize` answered. */
  | {
      readonly told: 'decided'
      readonly item: number
      readonly id: string
      readonly behavior: 'allow' | 'deny'
      readonly code: string
      readonly approval: string | null
    }
  /** An answer was taken. Its words are its own: no other answer has the same. */
  | { readonly told: 'taken'; readonly approval: string; readonly words: string }
  /** A question ended, as somebody who waited for it learned. */
  | { readonly told: 'ended'; readonly approval: string; readonly state: string; readonly words: string | null }

export class Journal {
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, 'a')
    // Ends what a predecessor left half written.
    writeSync(this.#file, '\n')
  }

  write(told: Told): void {
    writeSync(this.#file, `${JSON.stringify(told)}\n`)
    fsyncSync(this.#file)
  }

  close(): void {
    closeSync(this.#file)
  }
}

export function readJournal(path: string): readonly Told[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Told]
      } catch {
        return []
      }
    })
}

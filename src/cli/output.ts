/** Part of the command line: the two streams it writes to. A reader that goes away early is no failure. */

import { Page, wantsColour } from './render/page.ts'
import { visibleJson } from './render/visible.ts'

export type Stream = 'stdout' | 'stderr'

/** Once, before anything is written. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/** Draws on a page, coloured where a person looks at it, and writes it. */
export function print<T>(draw: (page: Page) => T, stream: Stream = 'stdout'): T {
  const page = new Page(wantsColour(process[stream].isTTY, process.env))
  const drawn = draw(page)
  process[stream].write(page.toString())
  return drawn
}

export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(value, process.stdout.isTTY ? 2 : undefined)}\n`)
}

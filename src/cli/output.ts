/** Part of the command line: the two streams it writes to. A reader that goes away early is no failure. */

import { Page, wantsColour } from './render/page.ts'
import { visibleJson } from '../gate/visible.ts'

type Name = 'stdout' | 'stderr'

const tolerant = new Set<Name>()

/** Made when it is first needed: a stream nobody writes to need not be opened. */
export function stream(name: Name): NodeJS.WriteStream {
  const opened = process[name]
  if (tolerant.has(name)) return opened
  tolerant.add(name)
  return opened.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Draws on a page, coloured where a person looks at it, and writes it. */
export function print<T>(draw: (page: Page) => T, name: Name = 'stdout'): T {
  const output = stream(name)
  const page = new Page(wantsColour(output.isTTY, process.env))
  const drawn = draw(page)
  output.write(page.toString())
  return drawn
}

export function printJson(value: unknown): void {
  const output = stream('stdout')
  output.write(`${visibleJson(value, output.isTTY ? 2 : undefined)}\n`)
}

/**
 * Part of the command line: the two streams it writes to. A reader that goes away early is no failure.
 *
 * Opening a stream of Node's takes longer than a decision, so text is written to the file itself, and the stream is opened
 * only for what a slow reader cannot take at once.
 */

import { fstatSync, statSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'
import { visibleJson } from '../gate/visible.ts'
import { NotWritten } from '../policy/replace-file.ts'
import { Page, wantsColour } from './render/page.ts'

type Name = 'stdout' | 'stderr'

/** As it is called where it cannot be written. */
const OUTPUT = 'what it has to say'

const FILES = { stdout: 1, stderr: 2 } as const

const opened = new Set<Name>()

/** Made when it is first needed: a stream nobody writes to need not be opened. */
function stream(name: Name): NodeJS.WriteStream {
  const output = process[name]
  if (opened.has(name)) return output
  opened.add(name)
  return output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Draws on a page, coloured where a person looks at it, and writes it. */
export function print<T>(draw: (page: Page) => T, name: Name = 'stdout'): T {
  const page = new Page(wantsColour(isTerminal(FILES[name]), process.env))
  const drawn = draw(page)
  write(page.toString(), name)
  return drawn
}

export function printJson(value: unknown): void {
  write(`${visibleJson(value, isTerminal(FILES.stdout) ? 2 : undefined)}\n`)
}

export function write(text: string, name: Name = 'stdout'): void {
  const rest = writeNow(text, name)
  if (rest !== undefined && rest.length > 0) stream(name).write(rest)
}

/** The same for whoever has more to say: once there is room for it. False when nobody reads any more. */
export function writeOn(text: string): boolean | Promise<boolean> {
  const rest = writeNow(text, 'stdout')
  if (rest === undefined || rest.length === 0) return rest !== undefined
  return new Promise((resolve) => void stream('stdout').write(rest, (error) => resolve(!error)))
}

/** What cannot be taken at once, nor before what waits already; undefined when nobody reads any more. */
function writeNow(text: string, name: Name): Buffer | undefined {
  const bytes = Buffer.from(text)
  if (opened.has(name)) return bytes
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(FILES[name], bytes, written)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPIPE') return undefined
    if (code !== 'EAGAIN') throw new NotWritten(OUTPUT, error)
  }
  return bytes.subarray(written)
}

/** Ends the process, at once when nothing waits to be written: tidying up takes Node longer than a decision. */
export function leave(code: number): void {
  process.exitCode = code
  if (opened.size === 0) process.exit()
}

/** Whether a person is at the other end. Node's own question takes long to load: where the answer is clear, it is not asked. */
export function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && !leadsNowhere(descriptor) && isatty(descriptor)
  } catch {
    return false
  }
}

/** Node's own name for it takes long to load where the name is known. */
const nullDevice = () => (process.platform === 'win32' ? devNull : '/dev/null')

/** Into the null device; what was closed when Node started, it has opened there. */
export function leadsNowhere(descriptor: number): boolean {
  const { rdev } = fstatSync(descriptor)
  return rdev !== 0 && rdev === statSync(nullDevice(), { throwIfNoEntry: false })?.rdev
}

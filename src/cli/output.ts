/**
 * Part of the command line: the two streams it writes to. If a reader goes away early, that is not a failure.
 *
 * Opening a stream of Node takes longer than a decision. So text is written to the file descriptor directly, and the
 * stream is opened only for what a slow reader cannot take at once.
 */

import { fstatSync, statSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'
import { visibleJson } from '../gate/visible.ts'
import { NotWritten } from '../policy/replace-file.ts'
import { Page, wantsColour } from './render/page.ts'

type Name = 'stdout' | 'stderr'

/** What a message calls the output when it cannot be written. */
const OUTPUT = 'what it has to say'

const FILES = { stdout: 1, stderr: 2 } as const

const opened = new Set<Name>()

/** Created when it is first needed, so that an unused stream is never opened. */
function stream(name: Name): NodeJS.WriteStream {
  const output = process[name]
  if (opened.has(name)) return output
  opened.add(name)
  return output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Draws on a page and writes it, with colour if a person looks at it. */
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

/**
 * The same for a caller with more to say; a promise waits until there is room for it. False if nobody reads any more.
 */
export function writeOn(text: string): boolean | Promise<boolean> {
  const rest = writeNow(text, 'stdout')
  if (rest === undefined || rest.length === 0) return rest !== undefined
  return new Promise((resolve) => void stream('stdout').write(rest, (error) => resolve(!error)))
}

/**
 * Returns what cannot be written at once, or must wait behind what is already waiting; undefined if nobody reads any
 * more.
 */
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

/** Ends the process, at once if nothing waits to be written: Node's orderly exit takes longer than a decision. */
export function leave(code: number): void {
  process.exitCode = code
  if (opened.size === 0) process.exit()
}

/**
 * Whether a person is at the other end. Node's own function takes long to load, so it is used only if the answer is not
 * clear.
 */
export function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && !leadsNowhere(descriptor) && isatty(descriptor)
  } catch {
    return false
  }
}

/** Node's constant for it takes long to load, so it is used only on Windows. */
const nullDevice = () => (process.platform === 'win32' ? devNull : '/dev/null')

/** Whether it is the null device; Node opens that in place of what was closed at its start. */
export function leadsNowhere(descriptor: number): boolean {
  const { rdev } = fstatSync(descriptor)
  return rdev !== 0 && rdev === statSync(nullDevice(), { throwIfNoEntry: false })?.rdev
}

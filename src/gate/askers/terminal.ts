/** The terminal asker: one question at a time, answered by a key. Works while an agent holds standard input and output. */

import { performance } from 'node:perf_hooks'
import { StringDecoder } from 'node:string_decoder'
import type { Asker, Question, Reply } from '../asker.ts'
import { userName } from '../user-name.ts'
import { Dialogue } from './terminal-dialogue.ts'
import { findTerminal, showsColour } from './terminal-streams.ts'
import type { Terminal, TerminalInput } from './terminal-streams.ts'

export interface TerminalOptions {
  /** Streams to use instead of the process's own terminal. */
  readonly terminal?: Terminal
  /** The name of the person at the terminal; by default the user's name. */
  readonly by?: string
  /** Milliseconds without a key, after something was drawn, before keys count. */
  readonly deadTime?: number
  readonly now?: () => number
  /** The person may leave a question open for somebody else, with the key `q`. */
  readonly mayLeave?: boolean
  /**
   * Called on Ctrl-C or Ctrl-D: the person wants no more questions. Waiting questions are denied, or left open if that
   * is possible.
   */
  readonly onLeave?: () => void
}

const DEAD_TIME = 250

export function createTerminalAsker(options: TerminalOptions = {}): Asker {
  let turn: Promise<unknown> = Promise.resolve()
  let terminal = tolerant(options.terminal)
  let count = 0
  /** Questions up to this number are no longer shown. */
  let leftAt = 0
  const leaves = () => {
    leftAt = count
    options.onLeave?.()
  }
  return {
    name: 'terminal',
    ask(question, signal) {
      const number = ++count
      const answer = turn.then(() => {
        if (signal.aborted) return undefined
        if (number <= leftAt) return options.mayLeave === true ? undefined : denial(question, options)
        terminal ??= tolerant(findTerminal())
        return terminal === undefined ? undefined : show(question, signal, terminal, { ...options, leaves })
      })
      turn = answer.catch(() => undefined)
      return Promise.race([answer, aborted(signal)])
    },
  }
}

interface Shown extends TerminalOptions {
  readonly leaves: () => void
}

function denial({ digest }: Question, { by = whoSits() }: TerminalOptions): Reply {
  return { behavior: 'deny', lasts: 'once', digest, by, rules: [] }
}

async function show(
  question: Question,
  signal: AbortSignal,
  { input, output }: Terminal,
  { by = whoSits(), deadTime = DEAD_TIME, now = () => performance.now(), mayLeave = false, leaves }: Shown,
): Promise<Reply | undefined> {
  const { promise, resolve } = deferred<Reply | undefined>()
  const screen = {
    // A terminal that does not know its size reports 0.
    width: output.columns || 80,
    height: output.rows || 24,
    coloured: showsColour(output, process.env),
    write: (text: string) => void output.write(text),
  }
  const lost = () => resolve(undefined)
  output.on('error', lost)
  const dialogue = new Dialogue(question, screen, { by, deadTime, now, mayLeave, leaves }, resolve)
  const stop = listen(input, (text) => dialogue.press(text), lost)
  const ended = () => {
    dialogue.end(`No answer is needed any more: ${reasonOf(signal)}`)
    resolve(undefined)
  }
  signal.addEventListener('abort', ended, { once: true })
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', ended)
    output.off('error', lost)
    stop()
  }
}

/** A terminal that goes away between two questions must not end the process. */
function tolerant(terminal: Terminal | undefined): Terminal | undefined {
  terminal?.input.on('error', () => undefined)
  terminal?.output.on('error', () => undefined)
  return terminal
}

/** Passes on keys as they come; returns a function that gives the terminal back. */
function listen(input: TerminalInput, press: (text: string) => void, lost: () => void): () => void {
  const decoder = new StringDecoder('utf8')
  const heard = (chunk: Buffer | string) => press(typeof chunk === 'string' ? chunk : decoder.write(chunk))
  input.setRawMode?.(true)
  input.ref?.()
  input.on('data', heard).on('end', lost).on('close', lost).on('error', lost).resume()
  return () => {
    input.off('data', heard).off('end', lost).off('close', lost).off('error', lost).pause()
    input.unref?.()
    input.setRawMode?.(false)
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = deferred<undefined>()
  if (signal.aborted) resolve(undefined)
  else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  return promise
}

function reasonOf({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : reason instanceof Error ? reason.message : 'it has ended elsewhere'
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((fulfil) => void (resolve = fulfil))
  return { promise, resolve }
}

function whoSits(): string {
  return `${userName()} at the terminal`
}

/**
 * Part of the gateways: a program that is spoken to over its standard streams.
 *
 * INVARIANT: it has a process group of its own, and no process of the group outlives the gateway: whatever the program
 * started ends with it.
 */

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { LineTransport } from './lines.ts'
import type { Message } from './message.ts'
import { listen } from './transport.ts'
import type { Transport } from './transport.ts'

export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly longest?: number
}

/** Milliseconds from closing its input to asking it to end, and from there to killing it. */
const GRACE = 1_000
const LAST_WORDS = 200

const running = new Set<ChildTransport>()

/** When this process ends, there is no time to ask the programs to end. */
function endAll(): void {
  for (const child of running) child.kill()
}

export class ChildTransport implements Transport {
  onmessage: Transport['onmessage']
  onclose: Transport['onclose']
  onerror: Transport['onerror']
  onrefused: Transport['onrefused']
  readonly #program: Program
  #child: ChildProcess | undefined
  #lines: LineTransport | undefined
  #ended: Promise<void> = Promise.resolve()
  #closed = false
  /** Whether we ourselves ended it. */
  #isWanted = false

  constructor(program: Program) {
    this.#program = program
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Rejects if the program cannot be started. */
  async start(): Promise<void> {
    const { command, args, cwd, env, longest } = this.#program
    const child = spawn(command, [...args], {
      cwd,
      env: env ?? process.env,
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    })
    this.#child = child
    running.add(this)
    if (running.size === 1) process.on('exit', endAll)
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
    child.once('exit', (code, signal) => {
      if (!this.#isWanted) this.onerror?.(new Error(`${command} has ended (${signal ?? code})`))
      // Its last output may still be on the way, but a grandchild may hold the stream open for ever.
      setTimeout(() => void this.#end(), LAST_WORDS)
    })
    const lines = new LineTransport(child.stdout, child.stdin, { longest, answersGarbage: false })
    listen(lines, {
      onmessage: (message) => this.onmessage?.(message as never),
      onerror: (error) => this.onerror?.(error),
      onrefused: (why, value) => this.onrefused?.(why, value),
      onclose: () => void this.#end(),
    })
    this.#lines = lines
    await lines.start()
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
  }

  send(message: Message): Promise<void> {
    return this.#lines?.send(message) ?? Promise.reject(new Error('the program is not running'))
  }

  close(): Promise<void> {
    // Its output may have ended before its exit is reported, and the close is then the answer to that.
    this.#isWanted ||= !this.#closed
    return this.#end()
  }

  async #end(): Promise<void> {
    if (this.#closed) return this.#ended
    this.#closed = true
    await this.#lines?.close()
    this.onclose?.()
    this.#child?.stdin?.end()
    if (!(await this.#endsInTime())) this.#signal('SIGTERM')
    if (!(await this.#endsInTime())) this.#signal('SIGKILL')
    await this.#ended
    // Kills what it left behind in its group.
    this.kill()
    running.delete(this)
    if (running.size === 0) process.off('exit', endAll)
  }

  /** Ends the program at once, with everything that it started. */
  kill(): void {
    this.#signal('SIGKILL')
  }

  #endsInTime(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), GRACE)
      void this.#ended.then(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid
    if (pid === undefined) return
    try {
      process.kill(-pid, signal)
    } catch {
      // The group is gone already.
    }
  }
}

/** For tests: starts `child.ts`, or another file, as real processes, built from the current sources. */

import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Task } from './child.ts'

const HERE = dirname(fileURLToPath(import.meta.url))
const MODULES = join(HERE, '..', '..', '..', 'node_modules')

export class Processes<T extends object = Task> {
  readonly #folder: string
  readonly #children: ChildProcess[] = []

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** `bare` processes contain what is built in, and load no packages from outside. */
  static async build<T extends object = Task>({ bare = false, input = join(HERE, 'child.ts') } = {}): Promise<
    Processes<T>
  > {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-processes-'))
    chmodSync(folder, 0o755)
    const bundle = await rolldown({
      input,
      platform: 'node',
      // Everything else goes into one file: starting a process that reads a hundred files costs more than its work.
      external: ['libsql', 'pg'],
    })
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'child.mjs' })
    await bundle.close()
    if (!bare) symlinkSync(MODULES, join(folder, 'node_modules'))
    return new Processes<T>(folder)
  }

  /** Resolves when the child has opened its store and waits to begin. */
  async start(address: string, task: T): Promise<Child> {
    const child = this.#spawn(address, task)
    await child.said(1)
    return child
  }

  /** Runs a child that waits for nothing, and returns what it printed. */
  async run(address: string, task: T): Promise<readonly unknown[]> {
    const child = this.#spawn(address, task)
    return child.end()
  }

  remove(): void {
    for (const child of this.#children) child.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #spawn(address: string, task: T): Child {
    const started = spawn(process.execPath, [join(this.#folder, 'child.mjs'), address, JSON.stringify(task)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#children.push(started)
    return new Child(started)
  }
}

export class Child {
  readonly #process: ChildProcess
  readonly #lines: unknown[] = []
  readonly #closed: Promise<number | null>
  #stderr = ''
  #heard: () => void = () => undefined

  constructor(child: ChildProcess) {
    this.#process = child
    child.stdin?.on('error', () => undefined)
    child.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()))
    const lines = child.stdout && createInterface({ input: child.stdout })
    lines?.on('line', (line) => {
      this.#lines.push(JSON.parse(line))
      this.#heard()
    })
    this.#closed = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
  }

  go(): void {
    this.#process.stdin?.write('\n')
  }

  kill(): void {
    this.#process.kill('SIGKILL')
  }

  /** Resolves when this many lines were printed; rejects if the process ends earlier. */
  async said(lines: number): Promise<void> {
    const enough = new Promise<void>((resolve) => {
      this.#heard = () => {
        if (this.#lines.length >= lines) resolve()
      }
      this.#heard()
    })
    const ended = this.#closed.then((code) => {
      throw new Error(`the process ended with ${String(code)}: ${this.#stderr}`)
    })
    ended.catch(() => undefined)
    await Promise.race([enough, ended])
  }

  /** What it printed after "ready", once it has ended by itself; a warning on standard error is a failure. */
  async end(): Promise<readonly unknown[]> {
    const code = await this.#closed
    if (code !== 0 || this.#stderr !== '') throw new Error(`the process ended with ${String(code)}: ${this.#stderr}`)
    return this.#lines.filter((line) => line !== 'ready')
  }

  /** What it printed after "ready", once it was killed. */
  async remains(): Promise<readonly unknown[]> {
    await this.#closed
    return this.#lines.filter((line) => line !== 'ready')
  }
}

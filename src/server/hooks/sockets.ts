/**
 * Part of the server: the sockets that `bin/countersign-hook` asks through `nc`. In: a note (`note.ts`), then the payload and the
 * end of it. Out: the note, then the answer (`framed`).
 *
 * INVARIANT: like the socket for HTTP they permit only asking, with the same limits of size, rate and number. Anything
 * but a whole payload with a note gets a denial or no answer at all, which the script treats as a denial.
 */

import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { join } from 'node:path'
import { makeFolder } from '../../policy/make-folder.ts'
import { listening } from '../http/listen.ts'
import { Stop } from '../http/stop.ts'
import { HttpProblem } from '../problem.ts'
import { whileAlive } from './alive.ts'
import { framed } from './answers.ts'
import type { HookCall } from './answers.ts'
import { dropOldNote, noteFile, takeNote } from './note.ts'
import type { Note } from './note.ts'
import type { HookDeps } from './over-http.ts'
import { receive } from './receive.ts'

/**
 * How many scripts can be between their note and their connection at once; `bin/countersign-hook` has the same number.
 */
const SOCKETS = 16
const OLDEST_NOTE = 10_000
const LAST_WORDS = 2_000

export class HookSockets {
  readonly #deps: HookDeps
  readonly #files: readonly string[]
  readonly #open = new Set<Socket>()
  readonly #servers: Server[] = []
  readonly #sweeper: NodeJS.Timeout

  private constructor(folder: string, deps: HookDeps) {
    this.#deps = deps
    this.#files = Array.from({ length: SOCKETS }, (_, index) => join(folder, String(index)))
    this.#sweeper = setInterval(() => {
      for (const file of this.#files) dropOldNote(noteFile(file), OLDEST_NOTE)
    }, OLDEST_NOTE).unref()
  }

  /** Only for the one server of this home: files in the folder are assumed to be left by a server that has ended. */
  static async listen(folder: string, deps: HookDeps): Promise<HookSockets> {
    rmSync(folder, { recursive: true, force: true })
    makeFolder(folder, 0o700)
    const sockets = new HookSockets(folder, deps)
    try {
      for (const file of sockets.#files) await sockets.#listen(file)
    } catch (error) {
      await sockets.stop()
      throw error
    }
    return sockets
  }

  /** Scripts that still wait get an answer first. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeper)
    const cut = setTimeout(() => {
      for (const socket of this.#open) socket.destroy()
    }, LAST_WORDS)
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
    clearTimeout(cut)
  }

  async #listen(file: string): Promise<void> {
    // The other side ends its half first, which shows that the payload is complete.
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#serve(socket, file).catch(() => socket.destroy())
    })
    server.maxConnections = Math.ceil(this.#deps.limits.connections / SOCKETS)
    await listening(server, { path: file })
    this.#servers.push(server)
    chmodSync(file, 0o600)
  }

  async #serve(socket: Socket, file: string): Promise<void> {
    this.#open.add(socket)
    socket.on('close', () => this.#open.delete(socket))
    // A script that is gone needs no answer.
    socket.on('error', () => undefined)
    const note = takeNote(noteFile(file))
    if (note === undefined) return void socket.destroy()
    const stop = new Stop()
    const giveUp = () => stop.abort()
    socket.on('close', giveUp)
    const stopLooking = whileAlive(note.pid, giveUp)
    const late = note.within === undefined ? undefined : setTimeout(giveUp, note.within)
    const answer = await this.#deps.answers.answer(note.agent, () => this.#receive(socket, note, stop.signal))
    stopLooking()
    clearTimeout(late)
    socket.removeListener('close', giveUp)
    socket.write(Buffer.concat([note.bytes, Buffer.from(`\n${framed(answer)}`)]))
    socket.destroySoon()
  }

  async #receive(socket: Socket, { project, within }: Note, signal: AbortSignal): Promise<HookCall> {
    const payload = await receive(socket, this.#deps.limits.body, within)
    if (!this.#deps.bucket.take()) throw new HttpProblem('too-many', 'Agents ask too often; slow down.')
    return { payload, project, signal }
  }
}

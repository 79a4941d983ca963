/** For tests of `bin/countersign-hook`: a home of its own with few programs, and a server that does what it is told. */

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SHIM = fileURLToPath(new URL('../bin/countersign-hook', import.meta.url))
const NUMBERS = Array.from({ length: 16 }, (_, number) => number)

export type Tool = 'nc' | 'curl'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What is done once the payload is there; `dressed` puts before an answer what this way wants before it. */
export type Reply = (socket: Socket, dressed: (answer: string) => string) => void

/** An answer as it should be. */
export function whole(body: string, exit: number): string {
  return `${exit} ${Buffer.byteLength(body)}\n${body}\n.`
}

export class ShimHome {
  readonly home: string
  readonly path: string
  readonly tool: Tool
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  readonly #chunks: Buffer[] = []
  /** What the hook says besides the payload: its note, or its HTTP head. */
  said = ''

  constructor(tool: Tool, home = mkdtempSync(join(tmpdir(), 'countersign-shim-'))) {
    this.tool = tool
    this.home = home
    this.path = join(home, 'bin')
    mkdirSync(join(this.state('hooks')), { recursive: true })
    mkdirSync(this.path)
    for (const name of ['readlink', 'sh', ...(tool === 'curl' ? ['curl'] : [])])
      symlinkSync(find(name) ?? name, join(this.path, name))
    symlinkSync(process.execPath, join(this.path, 'node'))
  }

  state(name: string): string {
    return join(this.home, '.local', 'state', 'countersign', name)
  }

  /** The payload as it came. */
  get received(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  async listen(reply: Reply): Promise<void> {
    writeFileSync(this.state('server.json'), JSON.stringify({ version: 1, pid: process.pid }))
    if (this.tool === 'curl') return this.#listenAt('server.sock', (socket) => this.#overHttp(socket, reply))
    for (const number of NUMBERS)
      await this.#listenAt(`hooks/${number}`, (socket) => this.#byNote(socket, `hooks/${number}.note`, reply))
  }

  /** As of a server that was killed. */
  async leaveDeadSockets(server: object = { pid: 2 ** 22 + 1 }): Promise<void> {
    const names = ['server.sock', ...NUMBERS.map((number) => `hooks/${number}`)]
    writeFileSync(this.state('server.json'), JSON.stringify({ version: 1, ...server }))
    await deadSockets(names.map((name) => this.state(name)))
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.home, { recursive: true })
  }

  async stop(): Promise<void> {
    const closed = this.#servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)))
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(closed)
  }

  /**
   * In surroundings that somebody else has prepared: with one of its streams closed, or with nobody who reads what it says any
   * more, on a disk that takes nothing, in a folder that was deleted, or with an input that nobody ends.
   */
  hook(
    { cwd, closing, deaf, full, deleting, endless, ...more }: Record<string, string>,
    payload: string | Buffer,
    args: readonly string[] = ['claude-code'],
  ): Promise<Ended> {
    return new Promise((resolve) => {
      const env = { PATH: this.path, HOME: this.home, COUNTERSIGN_WITHIN: '2', ...more }
      const leaving = deleting === undefined ? '' : '/bin/mkdir "$0" && cd "$0" && /bin/rmdir "$0" &&'
      const limit = full === undefined ? '' : 'ulimit -f 0 &&'
      const script = `${leaving} ${limit} exec "$@" ${closing === undefined ? '' : `${closing}>&-`}`
      const words = ['-c', script, deleting ?? 'sh', SHIM, ...args]
      const child = spawn('/bin/sh', words, { env, cwd, detached: true })
      const heard = { stdout: '', stderr: '' }
      child.stdout.on('data', (chunk: Buffer) => (heard.stdout += chunk.toString('utf8')))
      child.stderr.on('data', (chunk: Buffer) => (heard.stderr += chunk.toString('utf8')))
      if (deaf !== undefined) for (const stream of [child.stdout, child.stderr]) stream.destroy()
      child.stdin.on('error', () => undefined)
      if (endless === undefined) child.stdin.end(payload)
      else child.stdin.write(payload)
      child.on('close', (code) => resolve({ code, ...heard }))
    })
  }

  async #listenAt(name: string, meet: (socket: Socket) => void): Promise<void> {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
      meet(socket)
    })
    this.#servers.push(server)
    await new Promise<void>((resolve) => server.listen(this.state(name), resolve))
  }

  #byNote(socket: Socket, name: string, reply: Reply): void {
    this.said = readFileSync(this.state(name), 'utf8')
    rmSync(this.state(name))
    socket.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    socket.on('end', () => reply(socket, (answer) => `${this.said}\n${answer}`))
  }

  #overHttp(socket: Socket, reply: Reply): void {
    let come = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      come = Buffer.concat([come, chunk])
      const end = come.indexOf('\r\n\r\n')
      if (end < 0) return
      this.said = come.subarray(0, end).toString()
      const payload = unchunked(come.subarray(end + 4))
      if (payload === undefined) return
      this.#chunks.push(payload)
      const head = (bytes: number) => `HTTP/1.1 200 OK\r\ncontent-length: ${bytes}\r\nconnection: close\r\n\r\n`
      reply(socket, (answer) => head(Buffer.byteLength(answer)) + answer)
    })
  }
}

/** Undefined until the last chunk, which is empty, has come. */
function unchunked(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, Math.max(end, at)), 16)
    if (size === 0) return Buffer.concat(chunks)
    const from = end + 2
    if (end < 0 || bytes.length < from + size + 2) return undefined
    chunks.push(bytes.subarray(from, from + size))
    at = from + size + 2
  }
}

/** Only a process that is killed leaves them. */
function deadSockets(files: readonly string[]): Promise<void> {
  const script = `for (const file of ${JSON.stringify(files)}) require('net').createServer().listen(file); process.kill(process.pid, 'SIGKILL')`
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', script], { stdio: 'ignore' }).on('close', () => resolve())
  })
}

export function find(name: string): string | undefined {
  const places = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, name))
  return places.find((place) => existsSync(place))
}

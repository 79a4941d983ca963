/**
 * For tests: a real PostgreSQL server in a temporary folder and on a free port, from the system's binaries. PostgreSQL
 * refuses to run as root; then it runs as the user `postgres` that Debian's package creates.
 */

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const DEBIAN = '/usr/lib/postgresql'
const STARTING_MS = 90_000

interface User {
  readonly uid?: number
  readonly gid?: number
}

/**
 * The folder of `initdb` and `postgres`: Debian's newest version, or a folder of the search path; undefined if there is
 * none.
 */
export function postgresBinaries(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = versions.map((version) => join(DEBIAN, version, 'bin'))
  folders.push(...(process.env['PATH'] ?? '').split(delimiter))
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

export class PostgresServer {
  readonly #folder: string
  readonly #user: User
  readonly #binaries: string
  readonly #port: number
  #process: ChildProcess | undefined
  #log = ''
  #databases = 0

  private constructor(folder: string, user: User, binaries: string, port: number) {
    this.#folder = folder
    this.#user = user
    this.#binaries = binaries
    this.#port = port
  }

  static async start(binaries: string): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'))
    const user = serverUser()
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
    const made = spawnSync(
      join(binaries, 'initdb'),
      ['-D', folder, '-U', 'countersign', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...user, cwd: folder, encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
    const server = new PostgresServer(folder, user, binaries, await freePort())
    await server.run()
    return server
  }

  /** An empty database of its own. */
  async newDatabase(): Promise<string> {
    const name = `store_${++this.#databases}`
    await this.query(`create database ${name}`)
    return this.address(name)
  }

  address(database: string): string {
    return `postgres://countersign@127.0.0.1:${this.#port}/${database}`
  }

  async query(sql: string, database = 'postgres'): Promise<void> {
    const client = new pg.Client(this.address(database))
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }

  /** Starts the server, also after `halt()`. */
  async run(): Promise<void> {
    const args = ['-D', this.#folder, '-p', String(this.#port), '-h', '127.0.0.1', '-k', '']
    const server = spawn(join(this.#binaries, 'postgres'), args, {
      ...this.#user,
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server.stderr.on('data', (chunk: Buffer) => (this.#log += chunk.toString()))
    this.#process = server
    process.once('exit', () => server.kill('SIGQUIT'))
    const deadline = performance.now() + STARTING_MS
    for (;;) {
      try {
        return await this.query('select 1')
      } catch (error) {
        if (server.exitCode !== null || performance.now() > deadline) {
          throw new Error(`PostgreSQL did not start: ${this.#log}`, { cause: error })
        }
      }
      await delay(50)
    }
  }

  /** SIGINT ends connections and shuts down cleanly. */
  async halt(): Promise<void> {
    const server = this.#process
    this.#process = undefined
    if (server === undefined || server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
  }

  async stop(): Promise<void> {
    await this.halt()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function serverUser(): User {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  if (!(uid > 0 && gid > 0)) throw new Error('PostgreSQL does not run as root, and there is no user "postgres"')
  return { uid, gid }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

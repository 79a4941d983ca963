/**
 * For the tests of the page: a server process with a home and a project of its own, and agents that ask it.
 *
 * Everything is under one folder that is removed at the end; the server is ended with its whole process group.
 */

import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const COMMAND = join(ROOT, 'bin', 'countersign.js')

export interface Told {
  readonly behavior?: 'allow' | 'deny'
  readonly reason?: string
  readonly words?: string
  readonly pending?: string
}

export interface Approver {
  readonly name: string
  readonly password: string
}

interface Ready {
  readonly url: string
  readonly link: string
}

const POLICY = `allow:
  - shell(npm test:*)
ask:
  - shell(git push:*)
deny:
  - shell(sudo:*)
`

export class House {
  readonly home: string
  readonly project: string
  readonly #folder: string
  readonly #approver: Approver | undefined
  #server: ChildProcess | undefined
  #ready: Ready | undefined

  private constructor(approver: Approver | undefined) {
    this.#approver = approver
    this.#folder = mkdtempSync(join(tmpdir(), 'countersign-page-'))
    this.home = join(this.#folder, 'home')
    this.project = join(this.home, 'code', 'harbor')
    mkdirSync(join(this.project, '.git'), { recursive: true })
    mkdirSync(join(this.project, 'src'))
    this.write('.config/countersign/policy.yaml', POLICY)
  }

  /** With an approver, people sign in by name and password instead of a link. */
  static async open(approver?: Approver): Promise<House> {
    if (!existsSync(join(ROOT, 'dist', 'web', 'index.html'))) throw new Error('the page is not built: npm run build')
    const house = new House(approver)
    if (approver !== undefined) house.#enter(approver)
    await house.start()
    return house
  }

  get url(): string {
    return this.#ready?.url ?? ''
  }

  /** Opens the page once. */
  get link(): string {
    return this.#ready?.link ?? ''
  }

  /** A file of the home folder. */
  write(path: string, text: string): void {
    const file = join(this.home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), 'utf8')
  }

  /** On the port it had before, if it ran before. */
  async start(): Promise<void> {
    const port = this.#ready === undefined ? '0' : new URL(this.#ready.url).port
    const server = spawn(process.execPath, [COMMAND, 'serve', '--port', port, '--json', ...this.#accounts], {
      cwd: this.project,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    this.#server = server
    const lines = createInterface({ input: server.stdout })
    const [line] = (await Promise.race([once(lines, 'line'), once(server, 'exit')])) as [string]
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    this.#ready = JSON.parse(line) as Ready
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server?.pid === undefined || server.exitCode !== null) return
    const ended = once(server, 'exit')
    process.kill(-server.pid, signal)
    await ended
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** An agent's call: what it was told in the end. Asks again while it is pending, and while the server is away. */
  async ask(tool: string, input: object, more: { agent?: string; session?: string } = {}): Promise<Told> {
    const call = { tool, input, cwd: this.project, agent: 'claude-code', session: 'one', ...more }
    let body: object = { call, wait: 20_000 }
    for (let tries = 0; tries < 600; tries++) {
      const told = await this.#post(body)
      if (told === undefined) {
        body = { call, wait: 20_000 }
        await new Promise((resolve) => setTimeout(resolve, 100))
      } else if (told.pending === undefined) return told
      else body = { pending: told.pending, wait: 20_000 }
    }
    throw new Error(`nobody answered ${tool}`)
  }

  /** A shell command. */
  run(command: string, more: { agent?: string; session?: string } = {}): Promise<Told> {
    return this.ask('Bash', { command }, more)
  }

  get #environment() {
    return { PATH: process.env['PATH'], HOME: this.home, TZ: 'UTC' }
  }

  get #accounts(): string[] {
    return this.#approver === undefined ? [] : ['--approvers', join(this.home, 'approvers')]
  }

  #enter({ name, password }: Approver): void {
    const added = spawnSync(process.execPath, [COMMAND, 'serve', '--add-approver', name, ...this.#accounts], {
      env: this.#environment,
      input: `${password}\n`,
      encoding: 'utf8',
    })
    if (added.status !== 0) throw new Error(`nobody was added: ${added.stderr}`)
  }

  async #post(body: object): Promise<Told | undefined> {
    try {
      const token = this.read('.local/state/countersign/agent-token').trim()
      const response = await fetch(`${this.url}/v1/authorize`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.ok ? ((await response.json()) as Told) : undefined
    } catch {
      return undefined
    }
  }
}

/** For tests: a server in this process with its own home, and both ways to reach it: as an agent and as an approver. */

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { OpenedSession } from './api/session.ts'
import { KEY_HEADER } from './auth/guard.ts'
import { startServer } from './serve.ts'
import type { RunningServer, ServeOptions } from './serve.ts'

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly json: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface Approver {
  readonly cookie: string
  readonly key: string
}

export type Headers = Readonly<Record<string, string | undefined>>

export class TestServer {
  readonly home: string
  readonly folder: string
  readonly server: RunningServer
  readonly failures: unknown[]

  private constructor(home: string, server: RunningServer, failures: unknown[]) {
    this.home = home
    this.folder = join(home, 'project')
    this.server = server
    this.failures = failures
  }

  static async start(options: Partial<ServeOptions> = {}): Promise<TestServer> {
    const home = options.home ?? realpathSync(mkdtempSync(join(tmpdir(), 'countersign-server-')))
    mkdirSync(join(home, 'project'), { recursive: true })
    const failures: unknown[] = []
    const server = await startServer({
      cwd: join(home, 'project'),
      version: '0.0.0',
      approver: 'ann',
      port: 0,
      onFailure: (error) => failures.push(error),
      ...options,
      home,
    })
    return new TestServer(home, server, failures)
  }

  get token(): string {
    return readFileSync(join(this.home, '.local/state/countersign/agent-token'), 'utf8').trim()
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  call(command: string, more: object = {}): object {
    return { tool: 'Bash', input: { command }, cwd: this.folder, session: 's1', agent: 'claude-code', ...more }
  }

  /** Sends a request as an agent. One that does not say how long it waits is sent again, as clients do, until it is decided. */
  async ask(body: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Answered> {
    const asked = (body: object) =>
      this.send('POST', '/v1/authorize', { body, headers: { authorization: `Bearer ${this.token}` }, signal })
    let answered = await asked(body)
    if (body['wait'] !== undefined) return answered
    while (answered.json['pending'] !== undefined) answered = await asked({ pending: answered.json['pending'] })
    return answered
  }

  async open(secret = secretOf(this.server.link())): Promise<Approver> {
    const { headers, json, status } = await this.send('POST', '/v1/session', { body: { open: secret } })
    if (status !== 200) throw new Error(`no session: ${status}`)
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    return { cookie, key: (json as unknown as OpenedSession).key }
  }

  /** Sends a request as an approver. */
  page(approver: Approver, method: string, path: string, body?: object): Promise<Answered> {
    return this.send(method, path, { body, headers: headersOf(approver) })
  }

  send(method: string, path: string, { body, headers = {}, socket, signal }: Sending = {}): Promise<Answered> {
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          method,
          path,
          ...(socket === undefined ? { host: '127.0.0.1', port: this.server.port } : { socketPath: socket }),
          ...(signal === undefined ? {} : { signal }),
          headers: { ...framing(text), ...headers } as Record<string, string>,
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const whole = Buffer.concat(chunks).toString()
            resolve({
              status: response.statusCode ?? 0,
              headers: flat(response.headers),
              text: whole,
              json: parsed(whole),
            })
          })
          response.on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
  }

  async stop(): Promise<void> {
    await this.server.stop()
    rmSync(this.home, { recursive: true, force: true })
  }
}

interface Sending {
  readonly body?: object | string | undefined
  readonly headers?: Headers
  readonly socket?: string
  readonly signal?: AbortSignal | undefined
}

export function headersOf({ cookie, key }: Approver): Headers {
  return { cookie, [KEY_HEADER]: key }
}

export function secretOf(link: string | undefined): string {
  return link?.split('#open=')[1] ?? ''
}

function framing(text: string | undefined): Headers {
  if (text === undefined) return {}
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
}

function flat(headers: NodeJS.Dict<string | string[]>): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

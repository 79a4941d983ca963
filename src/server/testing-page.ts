/** For tests of the page's routes: an approver who reads, and agents who ask. */

import { expect, vi } from 'vitest'
import type { ApprovalView } from './api/approvals.ts'
import type { ServeOptions } from './serve.ts'
import { headersOf, TestServer } from './testing.ts'
import type { Answered, Approver, Headers } from './testing.ts'

export class TestPage {
  readonly server: TestServer
  readonly #ann: Approver

  private constructor(server: TestServer, ann: Approver) {
    this.server = server
    this.#ann = ann
  }

  static async open(options?: Partial<ServeOptions>): Promise<TestPage> {
    const server = await TestServer.start(options)
    return new TestPage(server, await server.open())
  }

  get headers(): Headers {
    return headersOf(this.#ann)
  }

  send(method: string, path: string, body?: object): Promise<Answered> {
    return this.server.page(this.#ann, method, path, body)
  }

  async read<T>(method: string, path: string, body?: object): Promise<T> {
    const answered = await this.send(method, path, body)
    expect(answered.status, answered.text).toBe(200)
    return answered.json as T
  }

  /** Sends the call and waits until its question is in the inbox. */
  async asking(command: string, more: object = {}): Promise<{ view: ApprovalView; answered: Promise<Answered> }> {
    const answered = this.server.ask({ call: this.server.call(command, more) })
    const view = await vi.waitFor(
      async () => {
        const { approvals } = await this.read<{ approvals: ApprovalView[] }>('GET', '/v1/approvals')
        const found = approvals.find(({ call }) => JSON.stringify(call.input).includes(command))
        if (found === undefined) throw new Error('nobody is asked')
        return found
      },
      { timeout: 60_000, interval: 20 },
    )
    return { view, answered }
  }
}

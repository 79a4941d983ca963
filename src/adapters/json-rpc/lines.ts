/**
 * Part of the gateways: a peer at the other end of two byte streams, one message per line.
 *
 * INVARIANT: a line that is not a message, or that two readers could read differently, never gets past here. A line
 * without an end is not collected for ever.
 */

import { isObject } from '../../engine/call.ts'
import type { Readable, Writable } from 'node:stream'
import { ERROR, failureOf, isId } from './message.ts'
import type { Message } from './message.ts'
import { parseStrict } from './strict-json.ts'
import type { Transport } from './transport.ts'

/** The same limit as in the official packages. */
export const LONGEST_MESSAGE = 10 * 1024 * 1024

export interface LineOptions {
  readonly longest?: number | undefined
  /** Whether the peer is told of lines that are refused. A program that may also print other things is not. */
  readonly answersGarbage?: boolean
}
const NEWLINE = 0x0a
/**
 * JSON does not escape these characters, but some readers end a line at them, so that a text could smuggle in a
 * message.
 */
const LINE_ENDS = /[\u0085\u2028\u2029]/gu

export class LineTransport implements Transport {
  onmessage: Transport['onmessage']
  onclose: Transport['onclose']
  onerror: Transport['onerror']
  onrefused: Transport['onrefused']
  readonly #input: Readable
  readonly #output: Writable
  readonly #longest: number
  readonly #answersGarbage: boolean
  #chunks: Buffer[] = []
  #size = 0
  #closed = false

  constructor(input: Readable, output: Writable, { longest, answersGarbage }: LineOptions = {}) {
    this.#input = input
    this.#output = output
    this.#longest = longest ?? LONGEST_MESSAGE
    this.#answersGarbage = answersGarbage ?? true
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#input.once('end', () => void this.close())
    this.#input.once('close', () => void this.close())
    this.#input.on('error', (error) => this.#broken(error))
    this.#output.on('error', (error) => this.#broken(error))
  }

  send(message: Message): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the connection is closed'))
    const line = `${oneLine(JSON.stringify(message))}\n`
    return new Promise((resolve, reject) => {
      this.#output.write(line, (error) => (error == null ? resolve() : reject(error)))
    })
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#input.pause()
    this.#chunks = []
    this.onclose?.()
  }

  #broken(error: Error): void {
    this.onerror?.(error)
    void this.close()
  }

  #take(chunk: Buffer): void {
    let rest = chunk
    while (!this.#closed) {
      const end = rest.indexOf(NEWLINE)
      const piece = end < 0 ? rest : rest.subarray(0, end)
      this.#chunks.push(piece)
      this.#size += piece.length
      if (this.#size > this.#longest) return this.#tooLong()
      if (end < 0) return
      const line = Buffer.concat(this.#chunks).toString('utf8')
      this.#chunks = []
      this.#size = 0
      this.#line(line)
      rest = rest.subarray(end + 1)
    }
  }

  #tooLong(): void {
    this.#refuse(`a message is longer than ${this.#longest} bytes`, null)
    this.#broken(new Error(`a message is longer than ${this.#longest} bytes`))
  }

  #line(line: string): void {
    if (line.trim() === '') return
    const { value, problem } = parseStrict(line)
    if (problem !== undefined) return this.#refuse(problem, value)
    this.onmessage?.(value as never)
  }

  /** The peer is told, so that it does not wait for an answer for ever. */
  #refuse(why: string, value: unknown): void {
    this.onerror?.(new Error(`a message is refused: ${why}`))
    this.onrefused?.(why, value)
    const isAnswer = isObject(value) && value['method'] === undefined
    if (isAnswer || !this.#answersGarbage) return
    const id = isObject(value) && isId(value['id']) ? value['id'] : null
    const code = value === undefined ? ERROR.parse : ERROR.invalidRequest
    this.send(failureOf(id, code, `Refused: ${why}.`)).catch(() => undefined)
  }
}

function oneLine(json: string): string {
  return json.replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

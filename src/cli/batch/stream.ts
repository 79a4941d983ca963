/**
 * Part of `check --batch`: lines in, lines out, in the same order, however many there are.
 *
 * INVARIANT: every line that is not blank is answered by exactly one line; memory stays bounded by the longest line.
 */

import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { visibleJson } from '../render/visible.ts'
import { Answerer } from './answer.ts'
import type { Answer } from './answer.ts'

const NEWLINE = 10
const LONGEST_LINE = 16 * 1024 * 1024
const CHUNK = 64 * 1024

export async function answerLines(input: Readable, output: Writable): Promise<void> {
  const answerer = new Answerer()
  let waiting = ''
  let number = 0
  for await (const line of linesOf(input)) {
    number++
    const answer = answerOf(line, number, answerer)
    if (answer === undefined) continue
    waiting += `${visibleJson(answer)}\n`
    if (waiting.length < CHUNK) continue
    if (!(await flushed(waiting, output))) return void input.destroy()
    waiting = ''
  }
  await flushed(waiting, output)
}

function answerOf(line: Buffer | undefined, number: number, answerer: Answerer): Answer | undefined {
  if (line === undefined) return { id: null, error: `line ${number}: longer than ${LONGEST_LINE} bytes` }
  if (!isUtf8(line)) return { id: null, error: `line ${number}: not UTF-8 text` }
  const text = line.toString('utf8').replace(/^\uFEFF/, '').trim()
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { id: null, error: `line ${number}: not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  return answerer.answer(value)
}

/** Splits at line feeds only, as JSON may hold other line ends. A line that is too long comes as undefined. */
async function* linesOf(input: Readable): AsyncGenerator<Buffer | undefined> {
  let pieces: Buffer[] = []
  let length = 0
  const finish = () => {
    const line = length > LONGEST_LINE ? undefined : Buffer.concat(pieces, length)
    pieces = []
    length = 0
    return line
  }
  const keep = (piece: Buffer) => {
    length += piece.length
    if (length <= LONGEST_LINE) pieces.push(piece)
    else pieces = []
  }
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end))
      yield finish()
      start = end + 1
    }
    if (start < chunk.length) keep(chunk.subarray(start))
  }
  if (length > 0) yield finish()
}

/** False when nobody reads any more. */
async function flushed(text: string, output: Writable): Promise<boolean> {
  if (output.destroyed || !output.writable) return false
  if (text === '' || output.write(text)) return true
  try {
    await Promise.race([once(output, 'drain'), once(output, 'close').then(() => undefined)])
  } catch {
    return false
  }
  return output.writable
}

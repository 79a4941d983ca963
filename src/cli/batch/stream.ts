/**
 * Part of `check --batch`: lines in, lines out, in the same order, however many there are.
 *
 * INVARIANT: every line that is not blank is answered by exactly one line; memory stays bounded by the longest line.
 */

import { isUtf8 } from 'node:buffer'
import { messageOf } from '../../engine/thrown.ts'
import { visibleJson } from '../../gate/visible.ts'
import { writeOn } from '../output.ts'
import { Answerer } from './answer.ts'
import { inputChunks } from './input.ts'
import { hasDialect } from './line.ts'
import type { Answer } from './answer.ts'

const NEWLINE = 10
const LONGEST_LINE = 16 * 1024 * 1024
const CHUNK = 64 * 1024

export async function answerInput(): Promise<void> {
  const answerer = new Answerer()
  let number = 0
  // What has arrived is answered before waiting for more: the sender may be waiting, too.
  for await (const lines of linesOf(inputChunks())) {
    let waiting = ''
    for (const line of lines) {
      const made = answerOf(line, ++number, answerer)
      const answer = made instanceof Promise ? await made : made
      if (answer !== undefined) waiting += `${visibleJson(answer)}\n`
      if (waiting.length < CHUNK) continue
      if (!(await writeOn(waiting))) return
      waiting = ''
    }
    if (waiting !== '' && !(await writeOn(waiting))) return
  }
}

type Answered = Answer | undefined

function answerOf(line: Buffer | undefined, number: number, answerer: Answerer): Answered | Promise<Answered> {
  if (line === undefined) return { id: null, error: `line ${number}: longer than ${LONGEST_LINE} bytes` }
  if (!isUtf8(line)) return { id: null, error: `line ${number}: not UTF-8 text` }
  const text = line
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { id: null, error: `line ${number}: not JSON: ${messageOf(error)}` }
  }
  const answered = () => placed(answerer.answer(value), number)
  return hasDialect(value) ? answerer.prepare(value).then(answered) : answered()
}

/** An error without an id names its line, since counting the answers does not help: empty lines have none. */
function placed(answer: Answer, number: number): Answer {
  return 'error' in answer && answer.id === null ? { ...answer, error: `line ${number}: ${answer.error}` } : answer
}

/**
 * The lines of each chunk, split at line feeds only: JSON may contain other line ends. A line that is too long is
 * undefined.
 */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<(Buffer | undefined)[]> {
  const open = new OpenLine()
  for await (const chunk of input) {
    const lines: (Buffer | undefined)[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      open.add(chunk.subarray(start, end))
      lines.push(open.close())
      start = end + 1
    }
    open.add(chunk.subarray(start))
    yield lines
  }
  yield [open.close()]
}

/** A line whose end has not arrived yet. */
class OpenLine {
  #pieces: Buffer[] = []
  #length = 0

  add(piece: Buffer): void {
    this.#length += piece.length
    if (this.#length <= LONGEST_LINE) this.#pieces.push(piece)
    else this.#pieces = []
  }

  close(): Buffer | undefined {
    const line = this.#length > LONGEST_LINE ? undefined : Buffer.concat(this.#pieces, this.#length)
    this.#pieces = []
    this.#length = 0
    return line
  }
}

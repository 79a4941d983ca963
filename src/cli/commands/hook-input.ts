/** Part of `countersign hook`: reads the payload from the input, limited in size and time. */

import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { ambiguityOf } from '../../adapters/json-rpc/strict-json.ts'
import { messageOf } from '../../engine/thrown.ts'

export interface InputLimits {
  readonly most?: number
  readonly within?: number
  /** Whoever started this process takes every end of it but exit code 0 for a denial. */
  readonly anyEndDenies?: boolean
}

export type ReadInput = { readonly payload: unknown } | { readonly problem: string }

/** A payload may contain a whole file, but must not be endless. */
const MOST = 32 * 1024 * 1024
const WITHIN = 10_000

/** Standard input, unless a stream is given. */
export async function readInput(
  { most = MOST, within = WITHIN, anyEndDenies = false }: InputLimits = {},
  stream?: Readable,
): Promise<ReadInput> {
  const bytes = await (stream === undefined ? fromInput(most, within, anyEndDenies) : fromStream(stream, most, within))
  if (typeof bytes === 'string') return { problem: bytes }
  if (bytes.length === 0) return { problem: 'its input is empty' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const payload = JSON.parse(text) as unknown
    const problem = ambiguityOf(text)
    return problem === undefined ? { payload } : { problem: `its input cannot be relied on: ${problem}` }
  } catch (error) {
    return { problem: `its input is not JSON (${error instanceof Error ? error.message : 'it cannot be read'})` }
  }
}

function fromInput(most: number, within: number, anyEndDenies: boolean): Promise<Buffer | string> {
  if (anyEndDenies) return fromThread(most, within)
  const pipe = openPipe()
  return pipe === undefined ? fromStream(process.stdin, most, within) : fromPipe(pipe, most, within)
}

/** Creating `process.stdin` takes longer than a decision; a pipe can be read without it. */
function openPipe(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return fstatSync(0).isFIFO() ? openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK) : undefined
  } catch {
    return undefined
  }
}

const CHUNK = 64 * 1024
const PAUSE = 2

/** What arrived, or why it could not be read. */
async function fromPipe(descriptor: number, most: number, within: number): Promise<Buffer | string> {
  // `performance` would have to be loaded first, which takes longer than reading.
  const end = process.uptime() + within / 1000
  const chunks: Buffer[] = []
  try {
    for (let size = 0; size <= most;) {
      const chunk = Buffer.allocUnsafe(CHUNK)
      const count = readNow(descriptor, chunk)
      if (count === 0) return Buffer.concat(chunks)
      if (count === undefined) {
        if (process.uptime() > end) return late(within)
        await new Promise((resolve) => void setTimeout(resolve, PAUSE))
        continue
      }
      chunks.push(chunk.subarray(0, count))
      size += count
    }
    return large(most)
  } catch (error) {
    return unreadable(error)
  } finally {
    closeSync(descriptor)
  }
}

/** Undefined while there is nothing to read yet. */
function readNow(descriptor: number, chunk: Buffer): number | undefined {
  try {
    return readSync(descriptor, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

/**
 * One of Node's threads reads, whatever the input is: what `process.stdin` needs for a socket takes as long to load as
 * deciding. But Node does not end while such a read waits, so if the process ends before its input, it kills itself.
 */
function fromThread(most: number, within: number): Promise<Buffer | string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const kill = () => process.kill(process.pid, 'SIGKILL')
    const timer = setTimeout(() => resolve(late(within)), within)
    const end = (result: Buffer | string) => {
      clearTimeout(timer)
      process.off('exit', kill)
      resolve(result)
    }
    const next = () => {
      const chunk = Buffer.allocUnsafe(CHUNK)
      read(0, chunk, 0, CHUNK, null, (error, count) => {
        if (error?.code === 'EAGAIN') return void setTimeout(next, PAUSE)
        if (error !== null) return end(unreadable(error))
        if (count === 0) return end(Buffer.concat(chunks))
        chunks.push(chunk.subarray(0, count))
        size += count
        if (size > most) end(large(most))
        else next()
      })
    }
    process.on('exit', kill)
    next()
  })
}

function fromStream(stream: Readable, most: number, within: number): Promise<Buffer | string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (result: Buffer | string) => {
      clearTimeout(timer)
      stream.destroy()
      resolve(result)
    }
    const timer = setTimeout(() => end(late(within)), within)
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > most) end(large(most))
    })
    stream.on('end', () => end(Buffer.concat(chunks)))
    stream.on('error', (error) => end(unreadable(error)))
  })
}

function late(within: number): string {
  return `its input did not end within ${within / 1000} s`
}

function large(most: number): string {
  return `its input is larger than ${most / 1024 / 1024} MB`
}

function unreadable(error: unknown): string {
  return `its input cannot be read (${messageOf(error)})`
}

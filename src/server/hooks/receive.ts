/** Part of the server: reads what the other side of a socket sends until it ends, within limits of size and time. */

import { isUtf8 } from 'node:buffer'
import type { Socket } from 'node:net'
import { HttpProblem } from '../problem.ts'

/** As for a request over HTTP. */
const WITHIN = 30_000

/** Rejects with `HttpProblem`. */
export function receive(socket: Socket, most: number, within = WITHIN): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = () => {
      clearTimeout(timer)
      socket.removeListener('data', take)
      socket.removeListener('end', whole)
      socket.removeListener('close', broken)
      // Any further data is ignored.
      socket.resume()
    }
    const refuse = (problem: HttpProblem) => {
      stop()
      reject(problem)
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > most) refuse(new HttpProblem('too-large', `its payload is larger than ${most} bytes`))
    }
    const whole = () => {
      stop()
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      if (isUtf8(bytes)) resolve(bytes.toString())
      else reject(new HttpProblem('bad-request', 'its payload is not UTF-8'))
    }
    const broken = () => refuse(new HttpProblem('bad-request', 'its payload broke off'))
    const late = () => refuse(new HttpProblem('bad-request', 'its payload did not end in time'))
    const timer = setTimeout(late, Math.min(within, WITHIN))
    socket.on('data', take)
    socket.on('end', whole)
    socket.on('close', broken)
  })
}

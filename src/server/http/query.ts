/** Part of the server: numbers in the address of a request. */

import type { Context } from 'hono'
import { HttpProblem } from '../problem.ts'

/**
 * Undefined if it is not given. A value that is not a whole number, or is further from 0 than `most`, is a bad request.
 */
export function numberIn(c: Context, name: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const text = c.req.query(name)
  if (text === undefined || text === '') return undefined
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new HttpProblem('bad-request', `\`${name}\` must be a whole number.`)
  if (Math.abs(number) > most)
    throw new HttpProblem('bad-request', `\`${name}\` must be a number from -${most} to ${most}.`)
  return number
}

/** How many are requested, limited to the most that are returned at once. */
export function limitIn(c: Context, most: number): number {
  return Math.min(Math.max(numberIn(c, 'limit') ?? 50, 1), most)
}

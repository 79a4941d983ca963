/** Part of the AI SDK adapter: puts a decision before a tool's `execute`, and its outcome on record. */

import { Denied, errorText } from '../in-process.ts'
import type { Interceptor, Ruling } from '../interceptor.ts'
import type { AiTool, Execute, ExecuteOptions } from './protocol.ts'

type Rule = (input: unknown, options: ExecuteOptions) => Promise<Ruling>

/**
 * The SDK checks at once what `execute` returns, and only a generator can report progress. So a tool that is a
 * generator stays one. If any other tool returns a stream, its last item counts, as in the SDK.
 */
export function guardedExecute(tool: AiTool, execute: Execute, rule: Rule, { outcome }: Pick<Interceptor, 'outcome'>) {
  const begin: Rule = async (input, options) => {
    const ruling = await rule(input, options)
    if (ruling.behavior !== 'allow') throw new Denied(ruling)
    return ruling
  }
  const failed = async ({ id }: Ruling, error: unknown) => {
    await outcome(id, { ok: false, error: errorText(error) })
    return error
  }

  async function once(input: unknown, options: ExecuteOptions): Promise<unknown> {
    const ruling = await begin(input, options)
    try {
      const result = await lastOf(execute.call(tool, ruling.input, options))
      await outcome(ruling.id, { ok: true })
      return result
    } catch (error) {
      throw await failed(ruling, error)
    }
  }

  async function* inSteps(input: unknown, options: ExecuteOptions): AsyncGenerator {
    const ruling = await begin(input, options)
    try {
      yield* execute.call(tool, ruling.input, options) as AsyncIterable<unknown>
      await outcome(ruling.id, { ok: true })
    } catch (error) {
      throw await failed(ruling, error)
    }
  }

  return isGenerator(execute) ? inSteps : once
}

function isGenerator(execute: Execute): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'
}

async function lastOf(result: unknown): Promise<unknown> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result
  let last: unknown
  for await (const output of result as AsyncIterable<unknown>) last = output
  return last
}

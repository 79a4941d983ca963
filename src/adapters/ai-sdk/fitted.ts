/**
 * Part of the AI SDK adapter: turns an input that a person changed into what the tool would have got from the model.
 *
 * INVARIANT: `execute` is called here without the SDK's own check, so what does not fit the tool's schema must never
 * reach it.
 */

import { errorText } from '../in-process.ts'
import type { Ruling } from '../interceptor.ts'

/** The interface that every schema library offers. */
interface StandardSchema {
  readonly '~standard': { validate(value: unknown): unknown }
}

export async function fitted(ruling: Ruling, schema: unknown): Promise<Ruling> {
  if (ruling.behavior !== 'allow' || !ruling.edited || !isStandard(schema)) return ruling
  try {
    const checked = (await schema['~standard'].validate(ruling.input)) as Readonly<Record<string, unknown>>
    if (checked['issues'] === undefined) return { ...ruling, input: checked['value'] as Ruling['input'] }
    return unfit(ruling, JSON.stringify(checked['issues']).slice(0, 500))
  } catch (error) {
    return unfit(ruling, errorText(error))
  }
}

function unfit(ruling: Ruling, why: string): Ruling {
  const reason = `Not allowed: a person has changed the input, and so it does not fit the tool (${why}).`
  return { ...ruling, behavior: 'deny', code: 'edited', reason }
}

function isStandard(schema: unknown): schema is StandardSchema {
  return (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema
}

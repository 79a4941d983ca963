/** Part of the server: checks the fields of a request's body one by one; a malformed field is a bad request. */

import { isTexts } from '../engine/call.ts'
import { HttpProblem } from './problem.ts'

type Body = Readonly<Record<string, unknown>>

export class Given {
  readonly #body: Body

  constructor(body: Body) {
    this.#body = body
  }

  text(name: string): string {
    return this.optionalText(name) ?? bad(`\`${name}\` is missing.`)
  }

  optionalText(name: string): string | undefined {
    const value = this.#body[name]
    if (value === undefined || typeof value === 'string') return value
    return bad(`\`${name}\` must be a text.`)
  }

  optionalNumber(name: string): number | undefined {
    const value = this.#body[name]
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value
    return bad(`\`${name}\` must be a number.`)
  }

  choice<T extends string>(name: string, among: readonly T[]): T {
    return this.optionalChoice(name, among) ?? bad(`\`${name}\` is missing: one of ${among.join(', ')}.`)
  }

  optionalChoice<T extends string>(name: string, among: readonly T[]): T | undefined {
    const value = this.#body[name]
    if (value === undefined) return undefined
    return among.find((known) => known === value) ?? bad(`\`${name}\` must be one of ${among.join(', ')}.`)
  }

  optionalTexts(name: string): readonly string[] | undefined {
    const value = this.#body[name]
    if (value === undefined) return undefined
    if (isTexts(value)) return value
    return bad(`\`${name}\` must be a list of texts.`)
  }

  optionalObject(name: string): Body | undefined {
    const value = this.#body[name]
    if (value === undefined) return undefined
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body
    return bad(`\`${name}\` must be an object.`)
  }

  object(name: string): Body {
    return this.optionalObject(name) ?? bad(`\`${name}\` is missing.`)
  }

  objects(name: string, most: number): readonly Given[] {
    const value = this.#body[name]
    if (!Array.isArray(value)) return bad(`\`${name}\` must be a list.`)
    if (value.length > most) return bad(`\`${name}\` may have ${most} entries at most.`)
    return value.map((item: unknown) => {
      if (typeof item !== 'object' || item === null) return bad(`\`${name}\` must be a list of objects.`)
      return new Given(item as Body)
    })
  }

  is(name: string): boolean {
    return isTrue(this.#body[name], name)
  }

  has(name: string): boolean {
    return this.#body[name] !== undefined
  }

  isNull(name: string): boolean {
    return this.#body[name] === null
  }
}

/** False if the field is missing. */
export function isTrue(value: unknown, name: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  return bad(`\`${name}\` must be true or false.`)
}

function bad(detail: string): never {
  throw new HttpProblem('bad-request', detail)
}

/** Part of the vocabularies: input fields as they come, of any type and under any of their names. */

import type { Input } from '../engine/call.ts'

export interface GivenField {
  readonly field: string
  readonly value: unknown
}

export interface GivenText {
  readonly field: string
  readonly text: string
}

/** The fields that the input has, in the order of `names`; null counts as absent. */
export function givenFields(input: Input, names: readonly string[]): readonly GivenField[] {
  let given: GivenField[] | undefined
  for (const field of names) {
    if (!Object.hasOwn(input, field)) continue
    const value = input[field]
    if (value === undefined || value === null) continue
    if (given === undefined) given = [{ field, value }]
    else given.push({ field, value })
  }
  return given ?? NONE
}

const NONE: readonly GivenField[] = []

/**
 * The texts of the fields. A value that is not a text is a problem, and so are two fields for one thing that disagree.
 */
export function readTexts(
  given: readonly GivenField[],
  { what, list }: { readonly what: string; readonly list: boolean },
  problems: string[],
): GivenText[] {
  const texts: GivenText[] = []
  for (const { field, value } of given) {
    if (typeof value === 'string') texts.push({ field, text: value })
    else if (Array.isArray(value)) readList(field, value, what, list, texts, problems)
    else problems.push(`its ${what} is not text (\`${field}\`)`)
  }
  if (given.length > 1 && new Set(texts.map(({ text }) => text)).size > 1) {
    problems.push(`its ${what} is said twice, differently (${given.map(({ field }) => `\`${field}\``).join(', ')})`)
  }
  return texts
}

function readList(
  field: string,
  value: readonly unknown[],
  what: string,
  list: boolean,
  texts: GivenText[],
  problems: string[],
): void {
  for (const text of value) if (typeof text === 'string') texts.push({ field, text })
  if (!list) problems.push(`its ${what} is a list (\`${field}\`)`)
  else if (value.some((text) => typeof text !== 'string')) problems.push(`its ${what} is not text (\`${field}\`)`)
}

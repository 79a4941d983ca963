/**
 * Part of the schema: a small language for the shape of a policy. One description has two uses: `check` compares values
 * with it, `jsonSchema` publishes it for editors.
 *
 * It is written by hand and not with a schema library because every start of the command line reads the policy, and
 * because good messages matter most here.
 */

import { nearest } from '../vocabulary/closest.ts'
import { below, quoted } from './problem.ts'
import { readTime, TIME_PATTERN } from './time.ts'

export type Shape =
  | { readonly is: 'text'; readonly what: string }
  | { readonly is: 'flag' }
  | { readonly is: 'time' }
  | { readonly is: 'choice'; readonly what: string; readonly among: readonly string[] }
  | { readonly is: 'list'; readonly what: string; readonly items: Shape; readonly orOne?: true }
  | { readonly is: 'mapping'; readonly what: string; readonly fields: Readonly<Record<string, Field>> }
  | { readonly is: 'any mapping'; readonly what: string }
  | { readonly is: 'text or mapping'; readonly text: Shape; readonly mapping: Shape }

export interface Field {
  readonly shape: Shape
  /** For readers of the published schema. */
  readonly about: string
  readonly required?: true
}

export interface Finding {
  readonly path: string
  readonly message: string
  readonly suggestion?: string
  /** Whether the name of the field is at fault, not its value. */
  readonly key?: true
}

/** At most this many unknown fields of one mapping are reported; there could be thousands. */
const MANY = 101

export type Report = (finding: Finding) => void

/** Reports everything about `value` that the shape does not allow. */
export function check(shape: Shape, value: unknown, path: string, report: Report): void {
  switch (shape.is) {
    case 'text':
      if (typeof value !== 'string') report({ path, message: `expected ${shape.what}, found ${found(value)}` })
      else if (value.trim() === '') report({ path, message: `expected ${shape.what}, found an empty text` })
      return
    case 'flag':
      if (value === 'true' || value === 'false')
        report({ path, message: `expected true or false without quotes, found ${found(value)}` })
      else if (typeof value !== 'boolean')
        report({ path, message: `expected true or false, found ${found(value)}`, ...asFlag(value) })
      return
    case 'time':
      if (readTime(value) === undefined)
        report({ path, message: `expected a date such as 2027-01-01 or 2027-01-01T18:00:00Z, found ${found(value)}` })
      return
    case 'choice':
      return checkChoice(shape, value, path, report)
    case 'list':
      return checkList(shape, value, path, report)
    case 'mapping':
      return checkMapping(shape, value, path, report)
    case 'any mapping':
      if (!isMapping(value)) report({ path, message: `expected ${shape.what}, found ${found(value)}` })
      return
    case 'text or mapping':
      return check(isMapping(value) ? shape.mapping : shape.text, value, path, report)
  }
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function checkChoice(shape: Shape & { is: 'choice' }, value: unknown, path: string, report: Report): void {
  if (typeof value === 'string' && shape.among.includes(value)) return
  const names = `${shape.among.slice(0, -1).join(', ')} or ${shape.among.at(-1)}`
  if (typeof value !== 'string') return report({ path, message: `expected ${names}, found ${found(value)}` })
  const near = nearest(value, shape.among)
  const message = `${quoted(value)} is not ${shape.what}`
  report(near === undefined ? { path, message: `${message}; expected ${names}` } : { path, message, suggestion: near })
}

function checkList(shape: Shape & { is: 'list' }, value: unknown, path: string, report: Report): void {
  if (Array.isArray(value)) return value.forEach((item, i) => check(shape.items, item, below(path, i), report))
  if (shape.orOne) return check(shape.items, value, path, report)
  const message = `expected a list of ${shape.what}, found ${found(value)}`
  const written = typeof value === 'string' && value.length < 60 ? { suggestion: `["${value}"]` } : {}
  report({ path, message, ...written })
}

function checkMapping(shape: Shape & { is: 'mapping' }, value: unknown, path: string, report: Report): void {
  if (!isMapping(value)) return report({ path, message: `expected ${shape.what}, found ${found(value)}` })
  const names = Object.keys(value)
  const strange = names.filter((name) => !Object.hasOwn(shape.fields, name))
  for (const name of strange.slice(0, MANY)) report(unknownField(shape, name, below(path, name)))
  for (const [name, field] of Object.entries(shape.fields)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (Object.hasOwn(value, name) && !isLeftOut(field, given)) check(field.shape, given, below(path, name), report)
    // The unknown field may well be the missing one, misspelled.
    else if (field.required && strange.length === 0) report({ path, message: `${quoted(name)} is missing` })
  }
}

/** A list such as `deny:` with all entries commented out counts as left out; a setting with no value is a mistake. */
function isLeftOut(field: Field, value: unknown): boolean {
  if (value === undefined) return !field.required
  return value === null && isOptionalCollection(field)
}

function isOptionalCollection({ shape, required }: Field): boolean {
  return !required && (shape.is === 'list' || shape.is === 'mapping')
}

function unknownField(shape: Shape & { is: 'mapping' }, name: string, path: string): Finding {
  const message = `${quoted(name)} is not a field of ${shape.what}`
  if (name.includes('(')) return { path, key: true, message: `${message}; a rule with \`: \` in it needs quotes` }
  const near = nearest(name, Object.keys(shape.fields))
  if (near !== undefined) return { path, key: true, message, suggestion: near }
  return { path, key: true, message: `${message}; it has ${Object.keys(shape.fields).join(', ')}` }
}

function asFlag(value: unknown): { suggestion?: string } {
  if (typeof value !== 'string') return {}
  const word = value.trim().toLowerCase()
  if (['yes', 'on', 'true', 'y'].includes(word)) return { suggestion: 'true' }
  if (['no', 'off', 'false', 'n'].includes(word)) return { suggestion: 'false' }
  return {}
}

function found(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string') return `the text ${quoted(value)}`
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return `\`${value}\``
  if (value instanceof Date) return 'a date'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`
}

/** The same shape as JSON Schema (draft 2020-12). */
export function jsonSchema(shape: Shape): Record<string, unknown> {
  switch (shape.is) {
    case 'text':
      return { type: 'string', pattern: '\\S' }
    case 'flag':
      return { type: 'boolean' }
    case 'time':
      return { type: 'string', pattern: TIME_PATTERN }
    case 'choice':
      return { enum: [...shape.among] }
    case 'list': {
      const items = jsonSchema(shape.items)
      const list = { type: 'array', items }
      return shape.orOne ? { anyOf: [items, list] } : list
    }
    case 'mapping':
      return mappingSchema(shape)
    case 'any mapping':
      return { type: 'object' }
    case 'text or mapping':
      return { anyOf: [jsonSchema(shape.text), jsonSchema(shape.mapping)] }
  }
}

function mappingSchema(shape: Shape & { is: 'mapping' }): Record<string, unknown> {
  const fields = Object.entries(shape.fields)
  const required = fields.filter(([, field]) => field.required).map(([name]) => name)
  const properties = Object.fromEntries(
    fields.map(([name, field]) => {
      const schema = jsonSchema(field.shape)
      const optional = isOptionalCollection(field) ? { anyOf: [schema, { type: 'null' }] } : schema
      return [name, { description: field.about, ...optional }]
    }),
  )
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 ? { required } : {}) }
}

/**
 * Several documents as one of our policies: those of one system's scopes, or of several systems.
 *
 * INVARIANT: a tool that one of them hides stays hidden. A machine's settings rank before a person's and a project's. A
 * call that no rule names is allowed only if every system concerned allows it; of their modes the strictest counts.
 */

import type { ToolFilter } from '../engine/policy.ts'
import type { Mode } from '../engine/mode.ts'
import type { Behavior } from '../engine/rule.ts'
import type { PolicyDocument, Said } from '../policy/object.ts'
import type { DialectName, Finding } from './dialect.ts'

export interface Brought {
  readonly dialect: { readonly name: DialectName; readonly title: string }
  readonly document?: PolicyDocument | undefined
  readonly findings: readonly Finding[]
}

/** From the strictest. */
const MODES: readonly Mode[] = ['explore', 'dontAsk', 'default', 'acceptEdits', 'bypass']
const OTHERWISE: readonly Behavior[] = ['deny', 'ask', 'allow']

/** The same for several systems: the strictest decides the default and the mode. */
export function together<T extends Brought>(files: readonly T[]): T[] {
  const modes = chosen(files, 'mode', MODES, 'default')
  const others = chosen(files, 'otherwise', OTHERWISE, 'ask')
  return files.map((file) => {
    const { dialect, document } = file
    if (document === undefined) return file
    const [mode, otherwise] = [modes(dialect, document.mode), others(dialect, document.otherwise)]
    const findings = [...mode.told, ...otherwise.told].map((one): Finding => ({ file: document.file, ...one }))
    const rest = { ...document, mode: mode.kept, otherwise: otherwise.kept }
    return { ...file, document: rest, findings: [...file.findings, ...findings] }
  })
}

/** Which of them counts: for each document, what stays of it and what is reported. */
function chosen<V extends string>(
  files: readonly Brought[],
  name: 'mode' | 'otherwise',
  order: readonly V[],
  usual: V,
): (
  dialect: Brought['dialect'],
  value: Said<V> | undefined,
) => { kept: Said<V> | undefined; told: Omit<Finding, 'file'>[] } {
  const byDialect = new Map<string, PolicyDocument[]>()
  for (const { dialect, document } of files)
    if (document !== undefined) byDialect.set(dialect.name, [...(byDialect.get(dialect.name) ?? []), document])
  const effective = new Map(
    [...byDialect].map(([one, documents]) => [one, (said(documents, name)?.value ?? usual) as V]),
  )
  const strictest = order.find((one) => [...effective.values()].includes(one)) ?? usual
  const isOne = [...effective.values()].every((one) => one === strictest)
  return ({ name: own, title }, value) => {
    if (isOne || value === undefined) return { kept: value, told: [] }
    const tell = (made: Finding['made'], what: string) => {
      const { line = 0, col = 0 } = value.source
      return [{ line, col, made, message: `${name}: ${value.value} is said by ${title} alone, and ${what}` }]
    }
    const isOpen = order.indexOf(value.value) > order.indexOf(usual)
    if (effective.get(own) !== strictest)
      return { kept: undefined, told: isOpen ? tell('withheld', 'left out here') : [] }
    return { kept: value, told: value.value === usual ? [] : tell('widened', 'counts for all of them here') }
  }
}

/** The value that counts in the end. */
export function said<K extends 'mode' | 'otherwise'>(documents: readonly PolicyDocument[], name: K): PolicyDocument[K] {
  const saying = documents.filter((document) => document[name] !== undefined)
  return (saying.find(({ layer }) => layer === 'managed') ?? saying.at(-1))?.[name]
}

/** A name that no tool has, because an empty list would mean all tools. */
const NO_TOOL = '(none)'

/** The tools that all documents show. */
export function shownByAll(documents: readonly PolicyDocument[]): readonly string[] {
  return shownIn(documents.flatMap(({ tools }) => tools ?? []))
}

/** The tools that all filters show; empty if no filter has a list. */
export function shownIn(filters: readonly ToolFilter[]): readonly string[] {
  const [first, ...others] = filters.map(({ allowed }) => allowed).filter((list) => list.length > 0)
  if (first === undefined) return []
  const both = others.reduce(
    (some, list) => [...some.filter((name) => isIn(name, list)), ...list.filter((name) => isIn(name, some))],
    first,
  )
  return both.length === 0 ? [NO_TOOL] : [...new Set(both)]
}

function isIn(name: string, list: readonly string[]): boolean {
  return list.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))))
}

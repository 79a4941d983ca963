/**
 * Several documents as one policy of ours: those of one system's scopes, or of several systems.
 *
 * INVARIANT: what one of them keeps hidden stays hidden, what a machine's settings say comes before a person's and a project's,
 * and what no rule names is allowed only if every system that has a say here allows it.
 */

import type { ToolFilter } from '../engine/policy.ts'
import type { PolicyDocument } from '../policy/object.ts'
import type { DialectName, Finding } from './dialect.ts'

export interface Brought {
  readonly dialect: { readonly name: DialectName; readonly title: string }
  readonly document?: PolicyDocument | undefined
  readonly findings: readonly Finding[]
}

/** The same, without an `otherwise: allow` that is one system's among several. */
export function together<T extends Brought>(files: readonly T[]): T[] {
  const names = [...new Set(files.flatMap(({ dialect, document }) => (document === undefined ? [] : dialect.name)))]
  const ofDialect = (name: DialectName) =>
    files.flatMap(({ dialect, document }) => (dialect.name === name && document !== undefined ? [document] : []))
  const isOpen = names.every((name) => said(ofDialect(name), 'otherwise')?.value === 'allow')
  if (isOpen) return [...files]
  return files.map((file) => {
    const { document, dialect } = file
    if (document?.otherwise?.value !== 'allow' || names.length === 1) return file
    const { otherwise, ...rest } = document
    const { line = 0, col = 0 } = otherwise.source
    const message = `what no rule names is allowed by ${dialect.title} alone, and asked about here`
    const finding: Finding = { file: document.file, line, col, made: 'withheld', message }
    return { ...file, document: rest, findings: [...file.findings, finding] }
  })
}

/** What they say in the end. */
export function said<K extends 'mode' | 'otherwise'>(documents: readonly PolicyDocument[], name: K): PolicyDocument[K] {
  const saying = documents.filter((document) => document[name] !== undefined)
  return (saying.find(({ layer }) => layer === 'managed') ?? saying.at(-1))?.[name]
}

/** A name no tool has: an empty list would be all tools. */
const NO_TOOL = '(none)'

/** The tools that all of them show. */
export function shownByAll(documents: readonly PolicyDocument[]): readonly string[] {
  return shownIn(documents.flatMap(({ tools }) => tools ?? []))
}

/** The tools that all filters show; none where there is no list. */
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

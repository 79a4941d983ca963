/**
 * Part of the engine: which tools a model may see (seed 003).
 *
 * A hidden tool is left out of every listing and refused when called all the same; both ask here.
 * INVARIANT: nothing is remembered between calls, so tools and filters that change later are judged as they then are.
 */

import type { ToolFilter } from './policy.ts'

/** Says whether a tool is visible, given all names it goes by (its agent's own and the canonical one). */
export type Visibility = (names: readonly string[]) => boolean

interface NameList {
  readonly exact: ReadonlySet<string>
  readonly prefixes: readonly string[]
}

/** The canonical name of what a filter may call by a former one. */
export type Canonical = (name: string) => string | undefined

/** Prepares filters for many questions; every filter must let a tool through. */
export function compileVisibility(filters: readonly ToolFilter[], canonical: Canonical = noOther): Visibility {
  const compiled = (names: readonly string[]) => compileNames(names.flatMap((name) => [name, canonical(name) ?? name]))
  const disallowed = compiled(filters.flatMap((filter) => filter.disallowed))
  const allowed = filters.filter((filter) => filter.allowed.length > 0).map((filter) => compiled(filter.allowed))
  return (names) => !hasAny(disallowed, names) && allowed.every((list) => hasAny(list, names))
}

/** Whether the tool with these names may be seen and called. */
export function isVisible(filters: readonly ToolFilter[], names: readonly string[]): boolean {
  return compileVisibility(filters)(names)
}

/**
 * The visible ones among `tools`, in their order.
 *
 * @param namesOf all names of a tool, where it has more than its own
 */
export function filterTools<T extends { readonly name: string }>(
  filters: readonly ToolFilter[],
  tools: readonly T[],
  namesOf: (tool: T) => readonly string[] = (tool) => [tool.name],
  canonical?: Canonical,
): T[] {
  const visible = compileVisibility(filters, canonical)
  return tools.filter((tool) => visible(namesOf(tool)))
}

function noOther(): undefined {}

/** A name is exact, or ends in one `*` and is a prefix; a `*` elsewhere is a letter like any other. */
function compileNames(names: readonly string[]): NameList {
  return {
    exact: new Set(names.filter((name) => !name.endsWith('*'))),
    prefixes: names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  }
}

function hasAny({ exact, prefixes }: NameList, names: readonly string[]): boolean {
  return names.some((name) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))
}

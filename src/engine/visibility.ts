/**
 * Part of the engine: which tools a model may see (seed 003).
 *
 * A hidden tool is left out of every listing, and refused if it is called anyway; both use this. INVARIANT: nothing is
 * remembered between calls, so a change of tools or filters takes effect at once.
 */

import type { ToolFilter } from './policy.ts'

/** Whether a tool is visible, given all names it has (its agent's own and the canonical one). */
export type Visibility = (names: readonly string[]) => boolean

interface NameList {
  readonly exact: ReadonlySet<string>
  readonly prefixes: readonly string[]
}

/** The canonical name for a former name that a filter may still use. */
export type Canonical = (name: string) => string | undefined

/** Prepares filters for many questions; a tool must pass every filter. */
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
 * @param namesOf all names of a tool, if it has more than its own
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

/** A name is exact, or ends in one `*` and is a prefix; a `*` in another place is an ordinary character. */
function compileNames(names: readonly string[]): NameList {
  return {
    exact: new Set(names.filter((name) => !name.endsWith('*'))),
    prefixes: names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  }
}

function hasAny({ exact, prefixes }: NameList, names: readonly string[]): boolean {
  return names.some((name) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))
}

/**
 * Part of linting: does a rule count whenever another does, and take out no more?
 *
 * INVARIANT: yes is only said when it is proven.
 */

import type { Rule } from '../rule.ts'

export function countsWhenever(outer: Rule, inner: Rule): boolean {
  return (
    lastsAsLong(outer, inner) && isForAgents(outer, inner) && wantsNoMore(outer, inner) && sparesNoMore(outer, inner)
  )
}

function lastsAsLong({ expires }: Rule, inner: Rule): boolean {
  return expires === undefined || (inner.expires !== undefined && inner.expires <= expires)
}

function isForAgents({ agents }: Rule, inner: Rule): boolean {
  return agents === undefined || (inner.agents !== undefined && inner.agents.every((name) => agents.includes(name)))
}

/** Every argument that it wants, the other wants as well, and the same of it. */
function wantsNoMore({ where }: Rule, inner: Rule): boolean {
  if (where === undefined) return true
  const wanted = inner.where
  if (wanted === undefined) return false
  return Object.entries(where).every(
    ([name, value]) => Object.hasOwn(wanted, name) && JSON.stringify(wanted[name]) === JSON.stringify(value),
  )
}

function sparesNoMore({ except }: Rule, inner: Rule): boolean {
  return except === undefined || except.every((text) => inner.except?.includes(text) === true)
}

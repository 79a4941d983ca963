/**
 * Part of linting: does one rule count whenever another does, with no more exceptions?
 *
 * INVARIANT: the answer is yes only if that is proven.
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

/** Every argument that this rule requires, the other rule requires as well, with the same value. */
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

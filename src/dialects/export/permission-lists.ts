/** Part of writing other systems' configurations: a JSON file whose `permissions` are lists of rules, one for each behavior. */

import type { Behavior } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import { readJsonList, setJsonList } from './json-file.ts'
import type { Native, Note } from './target.ts'

/** @param lists the behaviors for which the system has a list */
export function withPermissionLists(
  before: string,
  lists: readonly Behavior[],
  entries: readonly Native<string>[],
  note: Note,
): string {
  let text = before
  for (const behavior of lists) {
    const wanted = [...new Set(entries.filter((one) => one.behavior === behavior).map(({ entry }) => entry))]
    const written = behavior === 'allow' ? wanted : withKept(text, behavior, wanted, note)
    text = setJsonList(text, ['permissions', behavior], written)
  }
  return text
}

/** Existing restrictions that are not ours are kept, because they only protect. */
function withKept(text: string, list: Behavior, wanted: readonly string[], note: Note): string[] {
  const there = (readJsonList(text, ['permissions', list]) ?? []).filter((item) => typeof item === 'string')
  const kept = there.filter((item) => !wanted.includes(item))
  for (const item of kept) note(undefined, 'kept', `${list} ${quoted(item)} stays, which your policy does not have`)
  return [...wanted, ...kept]
}

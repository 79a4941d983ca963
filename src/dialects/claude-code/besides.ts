/**
 * Part of the Claude Code dialect: what its settings restrict besides their rules: servers, and features that only it
 * has.
 */

import { own } from '../../engine/call.ts'
import { below, quoted } from '../../policy/problem.ts'
import { isMapping } from '../../policy/shape.ts'
import type { Draft } from '../import/draft.ts'
import type { Fields } from '../text/sheet.ts'

/** Events whose hooks may deny a call. */
const DECIDING = ['PreToolUse', 'PermissionRequest']

export function readBesides(draft: Draft, settings: Fields): void {
  const { sheet } = draft
  for (const { value, path } of sheet.texts(own(settings, 'disabledMcpjsonServers'), 'disabledMcpjsonServers'))
    draft.add('deny', `mcp__${value}`, path)
  for (const { name, path } of serversIn(draft, settings, 'deniedMcpServers')) {
    if (name === undefined) draft.widen('mcp', path, 'which server it is goes by its command or its address')
    else draft.add('deny', `mcp__${name}`, path)
  }
  if (own(settings, 'allowedMcpServers') !== undefined) {
    const names = serversIn(draft, settings, 'allowedMcpServers').flatMap(({ name }) => name ?? [])
    draft.only(
      'mcp',
      names.map((name) => `mcp__${name}`),
      'allowedMcpServers',
    )
  }
  const deciding = DECIDING.filter((event) => hasOthers(own(sheet.fields(own(settings, 'hooks'), 'hooks'), event)))
  if (deciding.length > 0)
    draft.note(
      'hooks',
      'left out',
      `its hooks (${deciding.join(', ')}) decide there as well: they are programs, and run for that agent alone`,
    )
}

/** The entries, by server name if they have one. */
function serversIn(draft: Draft, settings: Fields, list: string): { name: string | undefined; path: string }[] {
  return draft.sheet.items(own(settings, list), list).map(({ value, path }) => {
    const entry = draft.sheet.fields(value, path)
    const name = draft.sheet.text(own(entry, 'serverName'), below(path, 'serverName'))
    const others = Object.keys(entry).filter((field) => field !== 'serverName')
    if (name === undefined && list === 'allowedMcpServers')
      draft.note(path, 'widened', `${others.map(quoted).join(', ')}: only servers that are named are let through here`)
    return { name, path }
  })
}

/** Whether there is a hook that is not Countersign's. */
export function hasOthers(groups: unknown): boolean {
  const hooks = (Array.isArray(groups) ? groups : []).flatMap((group: unknown) =>
    isMapping(group) && Array.isArray(own(group, 'hooks')) ? (own(group, 'hooks') as unknown[]) : [],
  )
  return hooks.some((hook) => !isMapping(hook) || !/\bcountersign\b/u.test(String(own(hook, 'command'))))
}

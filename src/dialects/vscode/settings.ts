/** Part of the VS Code dialect: `chat.tools.*` of `settings.json`, checked. */

import { own } from '../../engine/call.ts'
import { below } from '../../policy/problem.ts'
import { isFields } from '../sheet.ts'
import type { Sheet } from '../sheet.ts'

/** A key and whether it approves. */
export interface Approval {
  readonly key: string
  readonly approve: boolean
  /** The whole line, not each command of it. */
  readonly wholeLine: boolean
  readonly path: string
}

export interface VscodeSettings {
  readonly commands: readonly Approval[]
  readonly edits: readonly Approval[]
  readonly urls: readonly Approval[]
  readonly tools: readonly Approval[]
  readonly everything: boolean
  readonly isOff: boolean
  readonly writes: unknown
}

const COMMANDS = 'chat.tools.terminal.autoApprove'

export function vscodeSettings(sheet: Sheet): VscodeSettings {
  const file = sheet.fields(sheet.value, '')
  return {
    commands: approvals(sheet, own(file, COMMANDS), COMMANDS),
    edits: approvals(sheet, own(file, 'chat.tools.edits.autoApprove'), 'chat.tools.edits.autoApprove'),
    urls: approvals(sheet, own(file, 'chat.tools.urls.autoApprove'), 'chat.tools.urls.autoApprove'),
    tools: approvals(sheet, own(file, 'chat.tools.eligibleForAutoApproval'), 'chat.tools.eligibleForAutoApproval'),
    everything:
      sheet.flag(own(file, 'chat.tools.global.autoApprove'), below('', 'chat.tools.global.autoApprove')) === true,
    isOff: own(file, 'chat.tools.terminal.enableAutoApprove') === false,
    writes: own(file, 'chat.tools.terminal.blockDetectedFileWrites') ?? 'outsideWorkspace',
  }
}

function approvals(sheet: Sheet, value: unknown, name: string): Approval[] {
  const path = below('', name)
  return Object.entries(sheet.fields(value, path)).flatMap(([key, said]) => {
    const at = below(path, key)
    if (said === null) return []
    if (!isFields(said)) {
      const approve = sheet.flag(said, at)
      return approve === undefined ? [] : [{ key, approve, wholeLine: false, path: at }]
    }
    const approve = sheet.flag(own(said, 'approve') ?? own(said, 'approveRequest'), at)
    return approve === undefined ? [] : [{ key, approve, wholeLine: own(said, 'matchCommandLine') === true, path: at }]
  })
}

/** `/…/flags`, or undefined for a key that is a prefix. */
export function regexOf(key: string): { readonly source: string; readonly flags: string } | undefined {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/su.exec(key) ?? []
  return source === undefined ? undefined : { source, flags: flags?.includes('i') === true ? 'i' : '' }
}

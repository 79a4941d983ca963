/** Part of the VS Code dialect: reads and checks `chat.tools.*` of `settings.json`. */

import { own } from '../../engine/call.ts'
import { below } from '../../policy/problem.ts'
import { isMapping } from '../../policy/shape.ts'
import type { Fields, Sheet } from '../text/sheet.ts'
import { networkOf } from './network.ts'
import type { Network } from './network.ts'

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
  readonly network: Network
}

const COMMANDS = 'chat.tools.terminal.autoApprove'
/** Settings that are read, or that do not concern approval. */
const KNOWN = new Set([
  COMMANDS,
  'chat.tools.edits.autoApprove',
  'chat.tools.urls.autoApprove',
  'chat.tools.eligibleForAutoApproval',
  'chat.tools.global.autoApprove',
  'chat.tools.terminal.enableAutoApprove',
  'chat.tools.terminal.blockDetectedFileWrites',
])

/** Whether an unknown setting is, by its name, about what may run. */
export function isUnknownApproval(name: string): boolean {
  return /^chat\.tools\..*(?:approv|block|den[iy]|allow)/iu.test(name) && !KNOWN.has(name)
}

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
    network: networkOf(sheet, file),
  }
}

function approvals(sheet: Sheet, value: unknown, name: string): Approval[] {
  const path = below('', name)
  return Object.entries(sheet.fields(value, path)).flatMap(([key, said]) => {
    const at = below(path, key)
    if (said === null) return []
    if (!isMapping(said)) {
      const approve = sheet.flag(said, at)
      return approve === undefined ? [] : [{ key, approve, wholeLine: false, path: at }]
    }
    const approve = isOfUrl(said) ? approvesUrl(sheet, said, at) : sheet.flag(own(said, 'approve'), at)
    return approve === undefined ? [] : [{ key, approve, wholeLine: own(said, 'matchCommandLine') === true, path: at }]
  })
}

function isOfUrl(said: Fields): boolean {
  return Object.hasOwn(said, 'approveRequest') || Object.hasOwn(said, 'approveResponse')
}

/** A person who wants to see the response before the model does is asked. */
function approvesUrl(sheet: Sheet, said: Fields, path: string): boolean {
  const flags = ['approveRequest', 'approveResponse'].map((name) => sheet.flag(own(said, name), below(path, name)))
  return flags.every((flag) => flag === true)
}

/** `/…/flags`, or undefined for a key that is a prefix. */
export function regexOf(key: string): { readonly source: string; readonly flags: string } | undefined {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/su.exec(key) ?? []
  return source === undefined ? undefined : { source, flags: flags?.includes('i') === true ? 'i' : '' }
}

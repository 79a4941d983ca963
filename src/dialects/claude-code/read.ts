/** Part of the Claude Code dialect: reads `settings.json` of any scope into a policy. */

import { own } from '../../engine/call.ts'
import { BEHAVIORS } from '../../engine/rule.ts'
import { below } from '../../policy/problem.ts'
import type { ReadResult, Where } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import type { Fields } from '../text/sheet.ts'
import { readJson } from '../text/json.ts'
import { readBesides } from './besides.ts'
import { mayBypass } from './model.ts'
import { addClaudeRule } from './rules.ts'
import type { Variant } from './rules.ts'

const MODES = ['default', 'manual', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] as const

const KNOWN = [...BEHAVIORS, 'additionalDirectories', 'defaultMode', 'disableBypassPermissionsMode']

export function readClaudeSettings(text: string, where: Where, variant: Variant = {}): ReadResult {
  const sheet = readJson(text, where, variant.form ?? 'strict')
  const draft = new Draft(sheet, variant.filledIn)
  const settings = sheet.fields(sheet.value, '')
  const permissions = sheet.fields(own(settings, 'permissions'), 'permissions')
  for (const behavior of BEHAVIORS) {
    const list = below('permissions', behavior)
    for (const { value, path } of sheet.texts(own(permissions, behavior), list))
      addClaudeRule(draft, value, behavior, path, variant)
  }
  for (const { value, path } of sheet.texts(
    own(permissions, 'additionalDirectories'),
    'permissions.additionalDirectories',
  ))
    draft.directory(value, path)
  draft.unread(permissions, 'permissions', KNOWN)
  readMode(draft, permissions)
  ;(variant.besides ?? readBesides)(draft, settings)
  readSandbox(draft, sheet.fields(own(settings, 'sandbox'), 'sandbox'))
  if (own(settings, 'allowManagedPermissionRulesOnly') === true) draft.lock('rules')
  return draft.result()
}

function readMode(draft: Draft, permissions: Fields): void {
  const path = 'permissions.defaultMode'
  const mode = draft.sheet.choice(own(permissions, 'defaultMode'), path, MODES)
  if (own(permissions, 'disableBypassPermissionsMode') === 'disable') lockBypass(draft)
  if (mode !== undefined && mode !== 'bypassPermissions') settle(draft, mode, path)
  if (mode === 'dontAsk') draft.mode('dontAsk', path)
  if (mode === 'plan') {
    draft.mode('explore', path)
    draft.note(path, 'withheld', 'plan: only what reads is allowed here; a plan’s own file is not')
  }
  if (mode === 'acceptEdits') acceptEdits(draft, permissions, path)
  if (mode === 'auto') draft.note(path, 'withheld', 'auto: a model decides there; here a person is asked')
  if (mode !== 'bypassPermissions') return
  if (!mayBypass(draft.sheet.where))
    return draft.note(
      path,
      'inert',
      'bypassPermissions counts in the settings of a person or a machine, not of a project',
    )
  // Our bypass would also pass over calls that Claude Code asks about in every mode, such as removing the root.
  draft.otherwise('allow', path)
  draft.note(path, 'withheld', 'bypassPermissions: what no rule names is allowed, what is dangerous still asks')
}

/** A mode in a file, even the default one, replaces that of a wider scope; the machine's replaces all others. */
function settle(draft: Draft, mode: (typeof MODES)[number], path: string): void {
  draft.otherwise('ask', path)
  if (mode !== 'plan' && mode !== 'dontAsk') draft.mode('default', path)
  for (const lock of ['mode', 'otherwise'] as const) draft.lock(lock)
}

/** Only the managed file can lock anything; in other files this has no effect. */
export function lockBypass(draft: Draft): void {
  draft.lock('bypass')
  if (draft.sheet.where.layer !== 'managed')
    draft.note(
      'permissions.disableBypassPermissionsMode',
      'left out',
      'no bypass: only the managed policy can say that here (`locked: [bypass]`)',
    )
}

/** Our mode of that name allows reading anywhere and every file command: only the edits are carried over. */
function acceptEdits(draft: Draft, permissions: Fields, path: string): void {
  const folders = draft.sheet.texts(own(permissions, 'additionalDirectories'), 'permissions.additionalDirectories')
  for (const folder of ['.', ...folders.map(({ value }) => value)]) {
    const anchored = /^(?:\/|~|\.\.?(?:\/|$))/u.test(folder) ? folder : `./${folder}`
    draft.add('allow', `Edit(${anchored.replace(/\/$/u, '')}/**)`, path)
  }
  draft.note(
    path,
    'withheld',
    'acceptEdits: edits in the working directories are allowed, file commands of a shell are asked about',
  )
}

/** What the sandbox forbids is denied; what it permits says nothing about asking. */
function readSandbox(draft: Draft, sandbox: Fields): void {
  const { sheet } = draft
  const files = sheet.fields(own(sandbox, 'filesystem'), 'sandbox.filesystem')
  const network = sheet.fields(own(sandbox, 'network'), 'sandbox.network')
  for (const [name, tool] of [
    ['denyRead', 'Read'],
    ['denyWrite', 'Edit'],
  ] as const) {
    for (const { value, path } of sheet.texts(own(files, name), `sandbox.filesystem.${name}`)) {
      for (const one of value.startsWith('/') ? [value, `.${value}`] : [value])
        draft.add('deny', `${tool}(${one})`, path)
    }
  }
  for (const { value, path } of sheet.texts(own(network, 'deniedDomains'), 'sandbox.network.deniedDomains'))
    draft.add('deny', `url(${value})`, path)
  if (own(sandbox, 'enabled') === true)
    draft.note('sandbox', 'left out', 'its sandbox confines commands there; none is known here')
  if (own(sandbox, 'autoAllowBashIfSandboxed') === true)
    draft.note(
      'sandbox.autoAllowBashIfSandboxed',
      'withheld',
      'no sandbox is known here, so its commands are asked about',
    )
}

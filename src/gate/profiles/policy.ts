/**
 * Part of profiles: the user's policy file with other rules and another mode.
 *
 * INVARIANT: when read back, the new text says exactly what was intended, and otherwise what the old one said. Comments
 * stay where the parser keeps them.
 */

import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Document } from 'yaml'
import type { Mode } from '../../engine/mode.ts'
import { BEHAVIORS } from '../../engine/rule.ts'
import type { Rule } from '../../engine/rule.ts'
import { readPolicy } from '../../policy/document.ts'
import type { PolicyDocument } from '../../policy/object.ts'
import { describeBroken } from '../../policy/problem.ts'
import { AS_WRITTEN } from '../../policy/yaml.ts'
import { canonicalJson } from '../audit/canonical.ts'
import { writtenRule } from './file.ts'

export interface PolicyEdit {
  readonly add: readonly Rule[]
  readonly remove: readonly Rule[]
  /** Null removes it; undefined leaves it unchanged. */
  readonly mode: Mode | null | undefined
}

/** Throws if the text is broken. */
export function readUserPolicy(text: string, file: string): PolicyDocument {
  const { document, problems } = readPolicy(text, { file, layer: 'user' })
  const broken = describeBroken(problems)
  if (document === undefined || broken !== undefined) throw new Error(broken ?? `${file} cannot be read`)
  return document
}

export function editedText(text: string, file: string, edit: PolicyEdit): string {
  const before = readUserPolicy(text, file)
  const next = file.endsWith('.json') ? editedJson(text, edit) : editedYaml(text, edit)
  const after = readUserPolicy(next, file)
  const gone = new Set(edit.remove.map(essenceOf))
  const rules = [...before.rules.filter((rule) => !gone.has(essenceOf(rule))), ...edit.add]
  const mode = edit.mode === undefined ? before.mode?.value : (edit.mode ?? undefined)
  if (summary({ ...before, rules, mode }) !== summary({ ...after, mode: after.mode?.value }))
    throw new Error(`${file} could not be changed without changing anything else`)
  return next
}

/** Text that is equal for two rules that mean the same, wherever they stand. */
export function essenceOf({ source: _source, ...rule }: Rule): string {
  return canonicalJson(rule)
}

function summary({ rules, mode, ...rest }: Omit<PolicyDocument, 'mode'> & { readonly mode: Mode | undefined }): string {
  const others = JSON.stringify(rest, (key, value: unknown) => (key === 'source' ? undefined : value))
  return JSON.stringify([mode ?? null, rules.map(essenceOf).toSorted(), others])
}

function editedYaml(text: string, { add, remove, mode }: PolicyEdit): string {
  const document = parseDocument(text, AS_WRITTEN) as Document
  if (!isMap(document.contents)) document.contents = document.createNode({})
  const head = headOf(document)
  const gone = new Set(remove.map(essenceOf))
  for (const behavior of BEHAVIORS) {
    const list: unknown = document.get(behavior)
    if (!isSeq(list)) continue
    const items = list.items.filter((item) => !gone.has(essenceOfWritten(document, item, behavior)))
    if (items.length === 0) document.delete(behavior)
    else list.items = items
  }
  for (const { behavior, rule } of remove)
    if (document.getIn(['kinds', rule]) === behavior) document.deleteIn(['kinds', rule])
  if (isMap(document.get('kinds')) && (document.get('kinds') as { items: unknown[] }).items.length === 0)
    document.delete('kinds')
  for (const rule of add) {
    const node = document.createNode(writtenRule(rule))
    if (isSeq(document.get(rule.behavior))) document.addIn([rule.behavior], node)
    else document.set(rule.behavior, document.createNode([node]))
  }
  if (mode === null) document.delete('mode')
  else if (mode !== undefined) document.set('mode', mode)
  // A comment above the first field is about the file, and stays when that field is removed.
  if (head !== undefined && headOf(document) !== head) document.commentBefore ??= head
  return isMap(document.contents) && document.contents.items.length === 0 ? '' : document.toString({ lineWidth: 0 })
}

function headOf({ contents }: Document): string | undefined {
  const key: unknown = isMap(contents) ? contents.items[0]?.key : undefined
  return (isScalar(key) ? key.commentBefore : undefined) ?? undefined
}

function essenceOfWritten(document: Document, item: unknown, behavior: Rule['behavior']): string {
  const value = (item as { toJS(document: Document): unknown }).toJS(document)
  return essenceOfValue(value, behavior)
}

/** Uses the reader itself, so that all spellings of a rule count as one. */
function essenceOfValue(value: unknown, behavior: Rule['behavior']): string {
  const { document } = readPolicy(JSON.stringify({ [behavior]: [value] }), { file: 'policy.json', layer: 'user' })
  const rule = document?.rules[0]
  return rule === undefined ? '' : essenceOf(rule)
}

function editedJson(text: string, { add, remove, mode }: PolicyEdit): string {
  const policy = (text.trim() === '' ? {} : (JSON.parse(text) ?? {})) as Record<string, unknown>
  const gone = new Set(remove.map(essenceOf))
  for (const behavior of BEHAVIORS) {
    const list = policy[behavior]
    const kept = Array.isArray(list) ? list.filter((item) => !gone.has(essenceOfValue(item, behavior))) : []
    const added = add.filter((rule) => rule.behavior === behavior).map(writtenRule)
    if (Array.isArray(list) || added.length > 0) policy[behavior] = [...kept, ...added]
  }
  const kinds = policy['kinds'] as Record<string, unknown> | undefined
  for (const { behavior, rule } of remove) if (kinds?.[rule] === behavior) Reflect.deleteProperty(kinds, rule)
  if (mode === null) Reflect.deleteProperty(policy, 'mode')
  else if (mode !== undefined) policy['mode'] = mode
  return `${JSON.stringify(policy, null, 2)}\n`
}

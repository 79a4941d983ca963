/**
 * Part of changing policy files: the text with rules added or removed.
 *
 * `careful` leaves every other character as it is; otherwise the file is written anew from its parsed form, with its
 * comments. The caller reads both results back and takes the first one that says what was meant.
 */

import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml'
import { BEHAVIORS } from '../engine/rule.ts'
import type { Behavior } from '../engine/rule.ts'
import { toldBy, writtenForm } from './rule-entry.ts'
import type { RuleEntry, Told } from './rule-entry.ts'
import { AS_WRITTEN } from './yaml.ts'

export interface Writing {
  readonly format: 'yaml' | 'json'
  readonly careful: boolean
}

/** `item`: the rule as it is written. */
export type Goes = (behavior: Behavior, rule: Told, item: unknown) => boolean

export function textWith(text: string, entries: readonly RuleEntry[], { format, careful }: Writing): string {
  if (format === 'json') return jsonWith(text, entries)
  return entries.reduce((before, entry) => {
    const spliced = careful ? spliceIn(before, entry) : undefined
    return spliced ?? rewrittenWith(before, entry)
  }, text)
}

export function textWithout(text: string, goes: Goes, { format, careful }: Writing): string {
  if (format === 'json') return jsonWithout(text, goes)
  const document = parseDocument(text, AS_WRITTEN)
  for (const behavior of BEHAVIORS) {
    const list = listOf(document, behavior)
    const items = (list?.items ?? []) as Node[]
    const at = items.findIndex((node) => {
      const item: unknown = node.toJS(document)
      return goes(behavior, toldBy(item), item)
    })
    if (at < 0) continue
    const spliced = careful && list !== undefined ? spliceOut(text, list, at) : undefined
    if (spliced === undefined) document.deleteIn([behavior, at])
    return textWithout(spliced ?? document.toString({ lineWidth: 0 }), goes, { format, careful })
  }
  return text
}

function listOf(document: Document.Parsed, behavior: Behavior): YAMLSeq | undefined {
  const list: unknown = isMap(document.contents) ? document.get(behavior) : undefined
  return isSeq(list) ? list : undefined
}

function spliceIn(text: string, entry: RuleEntry): string | undefined {
  const { contents } = parseDocument(text, AS_WRITTEN)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  if (contents !== null && !(isMap(contents) && contents.flow !== true)) return undefined
  const pair = contents === null ? undefined : pairOf(contents, entry.behavior)
  if (pair === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : newline
    return `${text}${gap}${entry.behavior}:${newline}${blockItem(entry, '  ', newline)}`
  }
  const list = pair.value
  if (isScalar(list) && list.value === null)
    return spliceBelow(text, pair.key as Node, blockItem(entry, '  ', newline), newline)
  if (!isSeq(list) || list.range === null || list.range === undefined) return undefined
  const last = list.items.at(-1) as Node | undefined
  if (list.flow === true) {
    const at = last?.range?.[1] ?? list.range[0] + 1
    return `${text.slice(0, at)}${last === undefined ? ` ${flowItem(entry)} ` : `, ${flowItem(entry)}`}${text.slice(at)}`
  }
  const indent = text.slice(lineStart(text, list.range[0]), list.range[0])
  if (indent.trim() !== '' || last?.range === null || last?.range === undefined) return undefined
  const at = lineEnd(text, last.range[1])
  const gap = text[at - 1] === '\n' ? '' : newline
  return `${text.slice(0, at)}${gap}${blockItem(entry, indent, newline)}${text.slice(at)}`
}

/**
 * Inserts below the name of a list that is empty or has all its items commented out: the comments stay where they are.
 */
function spliceBelow(text: string, { range }: Node, item: string, newline: string): string | undefined {
  if (range === null || range === undefined || lineStart(text, range[0]) !== range[0]) return undefined
  const at = lineEnd(text, range[1])
  if (!/^:\s*(?:#.*)?$/.test(text.slice(range[1], at).trimEnd())) return undefined
  return `${text.slice(0, at)}${text[at - 1] === '\n' ? '' : newline}${item}${text.slice(at)}`
}

function pairOf(map: YAMLMap, behavior: Behavior): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === behavior)
}

/** Removes whole lines only, and never the last item: a key without items is not a list. */
function spliceOut(text: string, list: YAMLSeq, at: number): string | undefined {
  const { range } = list.items[at] as Node
  if (list.flow === true || list.items.length === 1 || range === null || range === undefined) return undefined
  return text.slice(0, lineStart(text, range[0])) + text.slice(lineEnd(text, range[1]))
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** The index after the line break that ends the line; a value that ends with a line break ends there already. */
function lineEnd(text: string, at: number): number {
  if (text[at - 1] === '\n') return at
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

/** JSON's quoting is valid YAML. */
function blockItem(entry: RuleEntry, indent: string, newline: string): string {
  const written = writtenForm(entry)
  if (typeof written === 'string') return `${indent}- ${JSON.stringify(written)}${newline}`
  const lines = Object.entries(written).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `${indent}- ${lines.join(`${newline}${indent}  `)}${newline}`
}

function flowItem(entry: RuleEntry): string {
  return JSON.stringify(writtenForm(entry))
}

function rewrittenWith(text: string, entry: RuleEntry): string {
  const document = parseDocument(text, AS_WRITTEN)
  const item: unknown = document.createNode(writtenForm(entry))
  if (listOf(document, entry.behavior) === undefined) document.set(entry.behavior, document.createNode([item]))
  else document.addIn([entry.behavior], item)
  return document.toString({ lineWidth: 0 })
}

function jsonWith(text: string, entries: readonly RuleEntry[]): string {
  const policy = jsonPolicy(text)
  for (const entry of entries) {
    const list = policy[entry.behavior]
    policy[entry.behavior] = [...(Array.isArray(list) ? (list as unknown[]) : []), writtenForm(entry)]
  }
  return entries.length === 0 ? text : jsonText(policy)
}

function jsonWithout(text: string, goes: Goes): string {
  const policy = jsonPolicy(text)
  let changed = false
  for (const behavior of BEHAVIORS) {
    const list = policy[behavior]
    if (!Array.isArray(list)) continue
    const kept = list.filter((item: unknown) => !goes(behavior, toldBy(item), item))
    changed ||= kept.length < list.length
    policy[behavior] = kept
  }
  return changed ? jsonText(policy) : text
}

function jsonPolicy(text: string): Record<string, unknown> {
  return text.trim() === '' ? {} : ((JSON.parse(text) as Record<string, unknown> | null) ?? {})
}

function jsonText(policy: Record<string, unknown>): string {
  return `${JSON.stringify(policy, null, 2)}\n`
}

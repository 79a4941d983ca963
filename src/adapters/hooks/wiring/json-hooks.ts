/**
 * Part of wiring: adds our entry to an agent's JSON file of hooks and removes it, without touching anything else.
 *
 * INVARIANT: text in, text out. Comments, order and formatting of everything else stay; a file that is not understood
 * is refused, not rewritten.
 */

import { isObject } from '../../../engine/call.ts'
import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser'
import type { JSONPath, Node, ParseError, ParseOptions } from 'jsonc-parser'
import { whatIsWrong } from '../../../policy/json-slip.ts'
import { appended, removed, replaced } from '../../../policy/json-text.ts'

/** Why a file cannot be changed. */
export class Unwirable extends Error {
  override readonly name = 'Unwirable'
}

/** Recognises our own entries by the text of their command. */
export type IsOurs = (command: string) => boolean

/** A hook as it is written in the file. */
export interface FoundHook {
  readonly event: string
  readonly command: string
  readonly hook: Readonly<Record<string, unknown>>
  readonly group: Readonly<Record<string, unknown>>
}

type Entry = Readonly<Record<string, unknown>>

/** The text with `entry` among the hooks of `event`, in place of any entry of ours. */
export function withHook(text: string, event: string, entry: Entry, isOurs: IsOurs): string {
  const start = text.trim() === '' ? '{}\n' : text
  const root = treeOf(start)
  const list = listAt(root, event)
  const mine = list.findIndex((group) => commandsOf(group).some(isOurs))
  if (mine === -1) return withEntry(start, root, event, entry)
  const node = findNodeAtLocation(root, ['hooks', event, mine])
  if (node !== undefined && hooksOf(list[mine]).every((hook) => isOurs(commandOf(hook) ?? '')))
    return JSON.stringify(list[mine]) === JSON.stringify(entry) ? start : replaced(start, node, entry)
  return withHook(withoutHooks(start, isOurs) ?? '', event, entry, isOurs)
}

function withEntry(text: string, root: Node, event: string, entry: Entry): string {
  const hooks = findNodeAtLocation(root, ['hooks'])
  if (hooks === undefined) return appended(text, root, { [event]: [entry] }, 'hooks')
  const list = findNodeAtLocation(root, ['hooks', event])
  return list === undefined ? appended(text, hooks, [entry], event) : appended(text, list, entry)
}

/** The text without anything of ours; undefined if nothing is left. */
export function withoutHooks(text: string, isOurs: IsOurs): string | undefined {
  let rest = text
  for (;;) {
    const root = treeOf(rest)
    const place = placeOfOurs(getNodeValue(root) as unknown, isOurs)
    const found = place === undefined ? undefined : findNodeAtLocation(root, place)
    if (found === undefined) break
    // To remove a value, its whole property has to go.
    const child = found.parent?.type === 'property' ? found.parent : found
    if (child.parent === undefined) break
    rest = removed(rest, child.parent, child)
  }
  return rest === text || !isEmpty(rest) ? rest : undefined
}

/** Every hook of the file, ours or not. Throws `Unwirable` if it is not a file of hooks. */
export function hooksIn(text: string): readonly FoundHook[] {
  const value = getNodeValue(treeOf(text)) as unknown
  const events = isObject(value) && isObject(value['hooks']) ? value['hooks'] : {}
  return Object.entries(events).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : []).flatMap((group: unknown) =>
      hooksOf(group).flatMap((hook) => {
        const command = commandOf(hook)
        return command === undefined ? [] : [{ event, command, hook, group: group as Entry }]
      }),
    ),
  )
}

/** What a client can read: JSON; JSON with comments; or also with commas after the last item. */
export type JsonForm = 'strict' | 'commented' | 'lenient'

const FORMS: Readonly<Record<JsonForm, ParseOptions>> = {
  strict: { disallowComments: true },
  commented: {},
  lenient: { allowTrailingComma: true },
}

/** The file as a value, without its comments. Throws `Unwirable`. */
export function valueOf(text: string, form: JsonForm = 'lenient'): unknown {
  return getNodeValue(treeOf(text, form))
}

function treeOf(text: string, form: JsonForm = 'lenient'): Node {
  const errors: ParseError[] = []
  // Clients skip a byte order mark. A blank in its place keeps all positions.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, FORMS[form])
  const [error] = errors
  if (error !== undefined) {
    if (form !== 'lenient') treeOf(text)
    const what = form === 'lenient' ? '' : '; its client drops the whole file for that'
    throw new Unwirable(`is not valid JSON: ${describe(text, error)}${what}`)
  }
  if (root?.type !== 'object') throw new Unwirable('holds no JSON object')
  const key = repeatedKey(root)
  if (key !== undefined) throw new Unwirable(`says ${JSON.stringify(key)} twice: clients go by the last, or by none`)
  return root
}

/** If a key is repeated, a change to one of them might have no effect, or change somebody else's entry. */
function repeatedKey(root: Node): string | undefined {
  const left = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const children = node.children ?? []
    if (node.type === 'object') {
      const keys = children.map((property) => String(property.children?.[0]?.value))
      if (new Set(keys).size < keys.length) return keys.find((key, index) => keys.indexOf(key) !== index)
    }
    for (const child of children) left.push(child)
  }
  return undefined
}

function describe(text: string, { error, offset }: ParseError): string {
  const before = text.slice(0, offset).split('\n')
  return `${whatIsWrong(error)}, line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function listAt(root: Node, event: string): readonly unknown[] {
  const hooks = findNodeAtLocation(root, ['hooks'])
  if (hooks !== undefined && hooks.type !== 'object') throw new Unwirable('has `hooks` that is not an object')
  const list = findNodeAtLocation(root, ['hooks', event])
  if (list !== undefined && list.type !== 'array') throw new Unwirable(`has \`hooks.${event}\` that is not a list`)
  return list === undefined ? [] : (getNodeValue(list) as unknown[])
}

/** The innermost piece to remove: one hook among others, else its group, its event, or all of `hooks`. */
function placeOfOurs(value: unknown, isOurs: IsOurs): JSONPath | undefined {
  const events = isObject(value) ? value['hooks'] : undefined
  if (!isObject(events)) return undefined
  for (const [event, list] of Object.entries(events)) {
    if (!Array.isArray(list)) continue
    const index = list.findIndex((group) => commandsOf(group).some(isOurs))
    if (index === -1) continue
    const inner = hooksOf(list[index])
    const others = inner.filter((hook) => !isOurs(commandOf(hook) ?? ''))
    if (others.length > 0)
      return ['hooks', event, index, 'hooks', inner.findIndex((hook) => isOurs(commandOf(hook) ?? ''))]
    if (list.length > 1) return ['hooks', event, index]
    return Object.keys(events).length > 1 ? ['hooks', event] : ['hooks']
  }
  return undefined
}

/** Whether the file has only what every file of hooks has. */
function isEmpty(text: string): boolean {
  const value = valueOf(text)
  return isObject(value) && Object.keys(value).every((key) => key === 'version')
}

function commandsOf(group: unknown): string[] {
  return hooksOf(group).flatMap((hook) => commandOf(hook) ?? [])
}

/** A group holds hooks (Claude's shape) or is one itself (Copilot's). */
function hooksOf(group: unknown): readonly Entry[] {
  if (!isObject(group)) return []
  const inner = group['hooks']
  return Array.isArray(inner) ? inner.filter(isObject) : [group]
}

function commandOf(hook: Entry): string | undefined {
  const command = hook['command'] ?? hook['bash']
  return typeof command === 'string' ? command : undefined
}

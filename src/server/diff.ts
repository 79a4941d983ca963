/**
 * Part of the server: how a call would change the files it writes, shown to the person who is asked.
 *
 * INVARIANT: only plain files are opened, and only a limited part of them is read: an agent's path can lead anywhere.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { structuredPatch } from 'diff'
import type { Call, Input } from '../engine/call.ts'
import { translate } from '../vocabulary/translate.ts'
import type { FileDiff } from './api/approvals.ts'

const LARGEST = 512 * 1024
const MOST_LINES = 2_000
const MOST_EDITS = 500
const LARGEST_RESULT = 4 * 1024 * 1024
const TOO_MUCH = { note: 'It is too much to be compared.' } as const

/** The names under which agents pass a file's new content, and pieces of it. */
const WHOLE = ['content', 'contents', 'file_text', 'text', 'new_content']
const OLD = ['old_string', 'old_str', 'oldText', 'old_text']
const NEW = ['new_string', 'new_str', 'newText', 'new_text']
const LISTS = ['edits', 'replacements']
const ALL = ['replace_all', 'replaceAll']

/** Empty if it cannot be told. Never throws. */
export function diffsOf(call: Call): readonly FileDiff[] {
  try {
    const { paths, kind } = translate(call)
    const written = kind === 'write' ? paths.filter(({ access }) => access === 'write') : []
    const [only] = written
    if (only === undefined || written.length > 1) return []
    const path = resolve(call.cwd ?? '/', only.text)
    return [only.how === 'delete' ? removed(path) : changed(path, call.input)].flatMap((diff) => diff ?? [])
  } catch {
    return []
  }
}

function removed(path: string): FileDiff {
  const before = textAt(path)
  if ('note' in before) return { path, change: 'delete', hunks: [], note: before.note }
  return diffOf(path, 'delete', before.text, '')
}

function changed(path: string, input: Input): FileDiff | undefined {
  const before = textAt(path)
  if ('note' in before) return { path, change: 'modify', hunks: [], note: before.note }
  const after = afterwards(before.text, input)
  if (after === undefined) return undefined
  if (typeof after !== 'string') return { path, change: 'modify', hunks: [], note: after.note }
  const change = !before.exists ? 'create' : before.text === after ? 'unchanged' : 'modify'
  return diffOf(path, change, before.text, after)
}

function diffOf(path: string, change: FileDiff['change'], before: string, after: string): FileDiff {
  const patch = structuredPatch(path, path, before, after, undefined, undefined, { context: 3, timeout: 200 })
  if (patch === undefined) return { path, change, hunks: [], note: 'The two differ too much to be drawn in time.' }
  let left = MOST_LINES
  const hunks = patch.hunks.flatMap(({ oldStart, newStart, lines }) => {
    const shown = lines.slice(0, Math.max(0, left))
    left -= lines.length
    return shown.length === 0 ? [] : [{ oldStart, newStart, lines: shown }]
  })
  return { path, change, hunks, note: left < 0 ? `${-left} more lines are not drawn.` : null }
}

/** Undefined if the input says nothing about the content. */
function afterwards(before: string, input: Input): string | { readonly note: string } | undefined {
  const whole = textIn(input, WHOLE)
  if (whole !== undefined) return whole
  const list = LISTS.map((name) => input[name]).find(Array.isArray) as readonly unknown[] | undefined
  const edits = list ?? [input]
  if (edits.length > MOST_EDITS) return TOO_MUCH
  let text = before
  for (const edit of edits) {
    const given = (typeof edit === 'object' && edit !== null ? edit : {}) as Input
    const [old, fresh] = [textIn(given, OLD), textIn(given, NEW)]
    if (old === undefined || fresh === undefined) return undefined
    if (old !== '' && !text.includes(old)) return { note: 'What it would replace is not in the file as it is now.' }
    const all = ALL.some((name) => given[name] === true)
    const times = all && old !== '' ? occurrences(text, old) : 1
    // Each replacement can be many times longer than the text it replaces, and can match text that the one before
    // inserted.
    if (text.length + times * (fresh.length - old.length) > LARGEST_RESULT) return TOO_MUCH
    text = old === '' ? fresh + text : all ? text.split(old).join(fresh) : replaceFirst(text, old, fresh)
  }
  return text
}

function occurrences(text: string, old: string): number {
  let count = 0
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + old.length)) count++
  return count
}

function replaceFirst(text: string, old: string, fresh: string): string {
  const at = text.indexOf(old)
  return text.slice(0, at) + fresh + text.slice(at + old.length)
}

function textIn(input: Input, names: readonly string[]): string | undefined {
  return names.map((name) => input[name]).find((value) => typeof value === 'string')
}

function textAt(path: string): { readonly text: string; readonly exists: boolean } | { readonly note: string } {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return { note: 'It is not a plain file.' }
    const bytes = Buffer.alloc(LARGEST + 1)
    const size = readSync(descriptor, bytes, 0, bytes.length, 0)
    if (size > LARGEST) return { note: 'The file is too large to be compared.' }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, size)), exists: true }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { text: '', exists: false }
    return { note: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'The file is not text.' : 'The file cannot be read.' }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

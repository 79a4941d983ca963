/**
 * Part of the vocabularies: further files that the input of a file tool names in its lists and objects (`edits: [{ path
 * }]`, `files: ['a', 'b']`, `files: { 'a': '…' }`). Only the tool's author knows which of them it uses, so all of them
 * count.
 */

import type { Input } from '../engine/call.ts'
import type { PathField } from './entry.ts'
import type { Draft } from './translate.ts'

const NAMES = new Set(
  `file_path path filePath filepath absolute_path absolutePath target_file targetFile file filename fileName old_path oldPath
   source_path sourcePath new_path newPath destination_path destinationPath destination dest
   move_path movePath move_to moveTo`.split(/\s+/u),
)
const LISTS = new Set(['files', 'paths', 'file_paths', 'filePaths', 'filenames', 'fileNames'])
/** Fields with content to write, which is not a path whatever it looks like. */
const CONTENT = new Set(['content', 'contents', 'text', 'data', 'body'])
const DEEPEST = 6

/** Adds the files named below the input's own fields, with the access of `like`. */
export function addListedFiles(input: Input, like: PathField, draft: Draft, problems: string[]): void {
  // Most inputs contain only texts.
  for (const field in input) if (typeof input[field] === 'object') return addAll(input, like, draft, problems)
}

function addAll(input: Input, like: PathField, draft: Draft, problems: string[]): void {
  const found = new Map<string, string>()
  const seen = new Set<object>()
  for (const [field, value] of Object.entries(input)) {
    if (typeof value !== 'object' || value === null) continue
    if (!look(field, value, 1, found, seen)) problems.push(`its paths may lie too deep in it (\`${field}\`)`)
  }
  if (found.size === 0) return
  const { access, how, tree } = like
  for (const { text, access: known } of draft.paths) if (known === access) found.delete(text)
  for (const [text, field] of found) if (text !== '') draft.paths.push({ text, access, how, tree, field })
}

/** Returns whether all of the value was examined. */
function look(field: string, value: unknown, depth: number, found: Map<string, string>, seen: Set<object>): boolean {
  if (typeof value === 'string') {
    if (NAMES.has(field) || LISTS.has(field)) found.set(value, field)
    return true
  }
  if (typeof value !== 'object' || value === null || CONTENT.has(field)) return true
  if (depth > DEEPEST) return false
  // A value that contains itself is examined only once.
  if (seen.has(value)) return true
  seen.add(value)
  if (Array.isArray(value)) {
    return value.map((item) => look(typeof item === 'string' ? field : '', item, depth + 1, found, seen)).every(Boolean)
  }
  const fields = Object.entries(value)
  const byPath = LISTS.has(field) && !fields.some(([name]) => NAMES.has(name))
  if (byPath) for (const [name] of fields) found.set(name, field)
  return fields.map(([name, inner]) => look(byPath ? '' : name, inner, depth + 1, found, seen)).every(Boolean)
}

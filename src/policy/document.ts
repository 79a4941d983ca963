/** Policy files: from text to a `PolicyDocument`; all problems are reported at once, each with its line and column. */

import { messageOf } from '../engine/thrown.ts'
import { jsonProblem } from './json.ts'
import { readPage } from './object.ts'
import type { ReadPolicy } from './object.ts'
import { Page } from './page.ts'
import type { Origin } from './page.ts'
import type { Known } from './lexicon.ts'
import { parseText } from './yaml.ts'
import type { SyntaxProblem } from './yaml.ts'

export interface FileOrigin extends Origin {
  /** By default taken from the ending of the file's name. */
  readonly format?: 'yaml' | 'json'
}

export const MAX_SIZE = 1024 * 1024

/**
 * Never throws.
 *
 * @example
 * readPolicy('deny: [ "shell(sudo:*)" ]', { file: 'countersign.yaml', layer: 'project' }).document?.rules
 */
export function readPolicy(text: string, origin: FileOrigin, known: Known = {}): ReadPolicy {
  if (text.length > MAX_SIZE) return refuse(origin, { line: 1, col: 1, path: '', message: TOO_LARGE })
  try {
    return readText(text, origin, known)
  } catch (error) {
    const why = messageOf(error)
    return refuse(origin, { line: 1, col: 1, path: '', message: `cannot be read: ${why}` })
  }
}

export const TOO_LARGE = 'is larger than 1 MiB; a policy is not'

function readText(text: string, origin: FileOrigin, known: Known): ReadPolicy {
  const { value, find, problems, contents, place } = parseText(text)
  const slip = isJson(origin) && contents !== null ? jsonProblem(text, contents) : undefined
  const found =
    slip === undefined ? problems : [...problems, { path: '', message: slip.message, ...place(slip.offset) }]
  if (contents === null && found.length > 0) return refuse(origin, ...found)
  const page = new Page(origin, find)
  for (const { path, message, line, col } of found) page.error(path, { message, place: { line, col } })
  return readPage(value, page, known)
}

function isJson({ file, format }: FileOrigin): boolean {
  return format === undefined ? file.endsWith('.json') : format === 'json'
}

function refuse({ file }: FileOrigin, ...problems: SyntaxProblem[]): ReadPolicy {
  return { problems: problems.map((problem) => ({ severity: 'error', file, ...problem })) }
}

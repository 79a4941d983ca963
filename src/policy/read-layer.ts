/**
 * Part of loading: one layer's files in one folder, each with its problems.
 *
 * INVARIANT: only plain files of a limited size are opened. A file that may exist and cannot be read is a problem, never
 * passed over.
 */

import { lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Layer } from '../engine/rule.ts'
import { messageOf } from '../engine/thrown.ts'
import { anyonesPath } from './anyones.ts'
import { fromAround } from './around.ts'
import { cameLate, readAtRest } from './at-rest.ts'
import { MAX_SIZE, TOO_LARGE } from './document.ts'
import { readOrRecall } from './kept.ts'
import type { Keeping } from './kept.ts'
import type { Known } from './lexicon.ts'
import type { PolicyDocument } from './object.ts'
import type { Problem } from './problem.ts'

export interface Place {
  readonly layer: Layer
  /** The file names of which one may exist. */
  readonly forms: readonly string[]
  /** The folder they are in, if it is not the project but one around it. */
  readonly around?: string | undefined
}

export interface ReadLayer {
  readonly documents: PolicyDocument[]
  readonly problems: Problem[]
  readonly files: string[]
}

interface Reader {
  /** The path as people write it. */
  readonly show: (path: string) => string
  readonly known: Known
  readonly open: (path: string) => Content | undefined
  readonly keeping: Keeping | undefined
}

export function readLayer(place: Place, reader: Reader): ReadLayer {
  const found = readThere(place, reader)
  const isLate = found.files.length === 0 && cameLate(place.forms, place.layer === 'project')
  return isLate ? readThere(place, reader) : found
}

function readThere({ layer, forms, around }: Place, reader: Reader): ReadLayer {
  const { show, open } = reader
  const found: ReadLayer = { documents: [], problems: [], files: [] }
  for (const path of forms) {
    const content = open(path)
    if (content === undefined) continue
    const file = show(path)
    const [first] = found.files
    found.files.push(path)
    if (content.hidden === true) {
      // The other forms are in the same folder, so they need not be tried. The root folder has no name to show.
      found.problems.push(fileProblem(show(dirname(path)) || '.', 'cannot be looked into: permission denied'))
      return found
    }
    if (content.problem !== undefined) found.problems.push(fileProblem(file, content.problem))
    // A project's files come from others anyway, and count according to the trust in its folder.
    const writable = layer === 'managed' || layer === 'user' ? anyonesPath(path) : undefined
    const anyones = writable && show(writable)
    if (anyones !== undefined) found.problems.push({ ...fileProblem(file, canBeChanged(anyones)), severity: 'warning' })
    if (content.text !== undefined) readText(content.text, { layer, file, around, anyones }, reader, found)
    if (first !== undefined) found.problems.push(fileProblem(file, `stands beside ${show(first)}; keep one of the two`))
  }
  return found
}

function readText(
  text: string,
  { layer, file, around, anyones }: Pick<PolicyDocument, 'layer' | 'file' | 'around' | 'anyones'>,
  { known, keeping }: Reader,
  found: ReadLayer,
): void {
  const { document, problems } = readOrRecall(text, { file, layer }, known, keeping)
  found.problems.push(...problems)
  if (document === undefined) return
  const counting = around === undefined ? { document, problems: [] } : fromAround(document, around)
  found.documents.push(anyones === undefined ? counting.document : { ...counting.document, anyones })
  found.problems.push(...counting.problems)
}

interface Content {
  readonly text?: string
  readonly problem?: string
  /** Its folder may not be searched, so it is not known whether the file exists. */
  readonly hidden?: boolean
}

/** Undefined if there is no such file. Only plain files are opened: a pipe or a device could go on for ever. */
export function readFile(path: string): Content | undefined {
  let isThere = false
  try {
    // Most files are missing, and an exception is expensive: without one, looking costs microseconds.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    isThere = true
    const stat = statSync(path)
    if (!stat.isFile()) return { problem: `is a ${stat.isDirectory() ? 'folder' : 'special file'}, not a file` }
    if (stat.size > MAX_SIZE) return { problem: TOO_LARGE }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(readAtRest(path, MAX_SIZE)) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return undefined
    if (code === 'ENOENT') return { problem: 'is a link that leads nowhere' }
    if (code === 'EACCES' && !isThere) return { hidden: true }
    if (code === 'EACCES' || code === 'EPERM') return { problem: 'cannot be read: permission denied' }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { problem: 'is not UTF-8 text' }
    return { problem: `cannot be read: ${code ?? messageOf(error)}` }
  }
}

function canBeChanged(path: string): string {
  return `everybody on this machine can change it, so what it permits does not count; run \`chmod o-w ${path}\``
}

export function fileProblem(file: string, message: string): Problem {
  return { severity: 'error', file, line: 0, col: 0, path: '', message }
}

/**
 * Part of loading: what a policy file was read as, kept on disk, since reading it takes longer than all else a start does.
 *
 * INVARIANT: a kept reading counts only for exactly the text it was made from, of the same file and layer, by the same
 * build, when there was nothing to complain about and nothing in it depends on the time. Managed policy is never kept:
 * whoever may not write it must not be able to write what it is taken for.
 */

import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPolicy } from './document.ts'
import type { FileOrigin } from './document.ts'
import type { Known } from './lexicon.ts'
import type { PolicyDocument, ReadPolicy } from './object.ts'
import { makeFolder } from './make-folder.ts'

export interface Keeping {
  /** Where readings are kept; nobody else may write there. */
  readonly folder: string
  /** Names the program that reads: another one may read otherwise. */
  readonly build: string
}

interface Kept {
  readonly build: string
  readonly layer: string
  readonly file: string
  readonly text: string
  readonly document: PolicyDocument
}

const LONGEST = 256 * 1024
/** The folder holds as many readings at most; two that share a place take turns. */
const PLACES = 128

/** As `readPolicy`, which is asked only when there is no kept reading. Never throws. */
export function readOrRecall(text: string, origin: FileOrigin, known: Known, keeping: Keeping | undefined): ReadPolicy {
  if (keeping === undefined || !isKeepable(text, origin, known)) return readPolicy(text, origin, known)
  const place = join(keeping.folder, `${placeOf(text, origin)}.json`)
  const kept = recall(place)
  if (kept !== undefined && isOf(kept, text, origin, keeping)) return { document: kept.document, problems: [] }
  const read = readPolicy(text, origin, known)
  if (read.document !== undefined && read.problems.length === 0) {
    const { layer, file } = origin
    keep(place, { build: keeping.build, layer, file, text, document: read.document }, keeping)
  }
  return read
}

function isKeepable(text: string, { layer }: FileOrigin, { tools }: Known): boolean {
  return layer !== 'managed' && text.length <= LONGEST && (tools?.size ?? 0) === 0 && !text.includes('expires')
}

function isOf(kept: Kept, text: string, { layer, file }: FileOrigin, { build }: Keeping): boolean {
  return kept.build === build && kept.layer === layer && kept.file === file && kept.text === text
}

function recall(place: string): Kept | undefined {
  try {
    const stat = lstatSync(place, { throwIfNoEntry: false })
    if (stat === undefined || !stat.isFile() || stat.size > 8 * LONGEST || !isOwn(stat)) return undefined
    return (JSON.parse(readFileSync(place, 'utf8')) as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Written by this user, and by nobody else. */
function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
}

/** Aside and renamed: whoever reads meanwhile finds the one before. That it cannot be kept is no failure. */
function keep(place: string, kept: Kept, { folder }: Keeping): void {
  const aside = `${place}.${process.pid}`
  try {
    makeFolder(folder, 0o700)
    writeFileSync(aside, JSON.stringify(kept), { mode: 0o600, flag: 'wx' })
    renameSync(aside, place)
  } catch {
    discard(aside)
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // There was nothing to discard.
  }
}

/** FNV-1a. It only spreads; what lies there is compared in full. */
function placeOf(text: string, { layer, file }: FileOrigin): number {
  let hash = 0x811c9dc5
  for (const part of [layer, file, text]) {
    for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0) % PLACES
}

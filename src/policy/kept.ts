/**
 * Part of loading: keeps on disk what a policy file was read as, since reading it takes longer than everything else at
 * a start.
 *
 * INVARIANT: a kept reading is used only for exactly the text it was made from, of the same file and layer, by the same
 * build, and only if there were no problems and nothing in it depends on the time. Managed policy is never kept: a user
 * who may not write it must not be able to change how it is read.
 */

import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPolicy } from './document.ts'
import type { FileOrigin } from './document.ts'
import type { Known } from './lexicon.ts'
import type { PolicyDocument, ReadPolicy } from './object.ts'
import { makeFolder } from './make-folder.ts'

export interface Keeping {
  /** Where readings are kept; no other user may write there. */
  readonly folder: string
  /** Identifies the program that reads, since another version may read the same text differently. */
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
/** The folder holds at most this many readings; two that share a place replace each other. */
const PLACES = 128

/** Like `readPolicy`, which is called only if there is no kept reading. Never throws. */
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

/** Whether only this user can write it. */
function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
}

/**
 * Writes to another name and renames, so that a reader finds the earlier version meanwhile. If it cannot be kept,
 * nothing is lost.
 */
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
    // The file did not exist.
  }
}

/** FNV-1a. It only spreads the names; what is found there is compared in full. */
function placeOf(text: string, { layer, file }: FileOrigin): number {
  let hash = 0x811c9dc5
  for (const part of [layer, file, text]) {
    for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0) % PLACES
}

/**
 * Loading: finds the policy files that count here, reads them and merges them.
 *
 * INVARIANT: a missing file says nothing; a file that exists and cannot be read leaves the policy broken.
 */

import { lstatSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import type { Policy } from '../engine/policy.ts'
import type { Layer } from '../engine/rule.ts'
import { messageOf } from '../engine/thrown.ts'
import { anyonesPath } from './anyones.ts'
import { fromAround } from './around.ts'
import { cameLate, readAtRest } from './at-rest.ts'
import { MAX_SIZE, TOO_LARGE } from './document.ts'
import { readOrRecall } from './kept.ts'
import type { Keeping } from './kept.ts'
import { mergeLayers } from './layers.ts'
import type { Note } from './layers.ts'
import type { Lock } from './schema.ts'
import type { PolicyDocument } from './object.ts'
import type { Problem } from './problem.ts'
import {
  findRoot,
  foldersAround,
  isTooDeep,
  localForms,
  managedForms,
  projectForms,
  realOrSpelled,
  userForms,
} from './root.ts'
import type { Known } from './lexicon.ts'
import { readTrust } from './trust.ts'

export interface LoadOptions extends Known {
  readonly cwd: string
  readonly home: string
  /** Where the managed policy is; `/etc/countersign` except in tests. */
  readonly managedDir?: string
  /** Documents besides the files, for what was set for this session. */
  readonly session?: readonly PolicyDocument[]
  /** Texts that replace the content of files, by absolute path: to try a policy before it is saved. */
  readonly instead?: ReadonlyMap<string, string>
  /** Where readings are kept for the next start; by default they are not kept. */
  readonly keeping?: Keeping | undefined
}

export interface Loaded {
  readonly policy: Policy
  readonly notes: readonly Note[]
  readonly locks: ReadonlySet<Lock>
  readonly problems: readonly Problem[]
  /** The files that were read, or should have been, as absolute paths. */
  readonly files: readonly string[]
  readonly root: string
  readonly trusted: boolean
}

/** At most this many policies, one inside the other; a hostile checkout could nest thousands. */
const MOST_AROUND = 16

/** The policy in force in a folder. Never throws. */
export function loadPolicy(options: LoadOptions): Loaded {
  const known: Known = { now: Date.now(), ...options }
  const cwd = realOrSpelled(options.cwd)
  const home = realOrSpelled(options.home)
  const root = findRoot(cwd, home)
  const around = foldersAround(root, home)
  const show = (path: string) => displayed(path, cwd, home)
  const open = (path: string) => {
    const text = options.instead?.get(path)
    return text === undefined ? readFile(path) : { text }
  }
  const readLayer = (place: Place) => readForms(place, { show, known, open, keeping: options.keeping })
  const read = [
    readLayer({ layer: 'managed', forms: managedForms(options.managedDir) }),
    readLayer({ layer: 'user', forms: userForms(home) }),
    ...[...around.slice(-MOST_AROUND), root].flatMap((folder) => {
      const outer = folder === root ? undefined : folder
      return [
        readLayer({ layer: 'project', forms: projectForms(folder), around: outer }),
        readLayer({ layer: 'local', forms: localForms(folder), around: outer }),
      ]
    }),
  ]
  const problems = read.flatMap((one) => one.problems)
  if (around.length > MOST_AROUND)
    problems.push(fileProblem(root, `lies in more than ${MOST_AROUND} folders that have a policy`))
  if (isTooDeep(cwd))
    problems.push(fileProblem(`${cwd.slice(0, 60)}…`, 'lies in more folders, one inside the other, than are looked at'))
  // With a relative home, files in the project, where an agent writes, would count as the user's own.
  if (!isAbsolute(options.home)) problems.push(fileProblem(options.home, 'is no absolute path, so it is nobody’s home'))
  const trust = readTrust(home)
  if (trust.problem !== undefined)
    problems.push({ ...fileProblem(show(trust.file), trust.problem), severity: 'warning' })
  const trusted = trust.folders.some((folder) => folder.path === root)
  const documents = [...(options.session ?? []), ...read.flatMap((one) => one.documents)]
  const merged = mergeLayers(documents, { trusted, broken: problems, cwd, root, home })
  return { ...merged, problems, files: read.flatMap((one) => one.files), root, trusted }
}

interface Place {
  readonly layer: Layer
  /** The file names of which one may exist. */
  readonly forms: readonly string[]
  /** The folder they are in, if it is not the project but one around it. */
  readonly around?: string | undefined
}

interface ReadLayer {
  readonly documents: PolicyDocument[]
  readonly problems: Problem[]
  readonly files: string[]
}

interface Reader {
  readonly show: (path: string) => string
  readonly known: Known
  readonly open: typeof readFile
  readonly keeping: Keeping | undefined
}

function readForms(place: Place, reader: Reader): ReadLayer {
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
function readFile(path: string): Content | undefined {
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

/** The path as people write it: relative to here for the project's files, from `~` for the user's. */
function displayed(path: string, cwd: string, home: string): string {
  const config = join(home, '.config')
  if (path.startsWith(`${config}/`)) return `~/${relative(home, path)}`
  const near = relative(cwd, path)
  return near.startsWith('../../..') || dirname(path) === '/' ? path : near
}

function canBeChanged(path: string): string {
  return `everybody on this machine can change it, so what it permits does not count; run \`chmod o-w ${path}\``
}

function fileProblem(file: string, message: string): Problem {
  return { severity: 'error', file, line: 0, col: 0, path: '', message }
}

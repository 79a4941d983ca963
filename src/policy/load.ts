/**
 * Loading: finds the policy files that count here, reads them and merges them.
 *
 * INVARIANT: a missing file says nothing; a file that exists and cannot be read leaves the policy broken.
 */

import { dirname, isAbsolute, join, relative } from 'node:path'
import type { Policy } from '../engine/policy.ts'
import type { Keeping } from './kept.ts'
import { mergeLayers } from './layers.ts'
import type { Note } from './layers.ts'
import type { Lock } from './schema.ts'
import type { PolicyDocument } from './object.ts'
import type { Problem } from './problem.ts'
import { fileProblem, readFile, readLayer } from './read-layer.ts'
import type { Place } from './read-layer.ts'
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
  const folders = [...around.slice(-MOST_AROUND), root]
  const reader = { show, known, open, keeping: options.keeping }
  const read = placesOf(folders, home, options.managedDir).map((place) => readLayer(place, reader))
  const problems = read.flatMap((one) => one.problems)
  if (around.length > MOST_AROUND)
    problems.push(fileProblem(root, `lies in more than ${MOST_AROUND} folders that have a policy`))
  if (isTooDeep(cwd))
    problems.push(fileProblem(`${cwd.slice(0, 60)}…`, 'lies in more folders, one inside the other, than are looked at'))
  // With a relative home, files in the project, where an agent writes, would count as the user's own.
  if (!isAbsolute(options.home))
    problems.push(fileProblem(options.home, 'is not an absolute path, so it is nobody’s home'))
  const trust = readTrust(home)
  if (trust.problem !== undefined)
    problems.push({ ...fileProblem(show(trust.file), trust.problem), severity: 'warning' })
  const trusted = trust.folders.some((folder) => folder.path === root)
  const documents = [...(options.session ?? []), ...read.flatMap((one) => one.documents)]
  const merged = mergeLayers(documents, { trusted, broken: problems, cwd, root, home })
  return { ...merged, problems, files: read.flatMap((one) => one.files), root, trusted }
}

/** Where policies can be, the most powerful first. `folders`: the project's root comes last, after those around it. */
function placesOf(folders: readonly string[], home: string, managedDir: string | undefined): readonly Place[] {
  return [
    { layer: 'managed', forms: managedForms(managedDir) },
    { layer: 'user', forms: userForms(home) },
    ...folders.flatMap((folder): Place[] => {
      const around = folder === folders.at(-1) ? undefined : folder
      return [
        { layer: 'project', forms: projectForms(folder), around },
        { layer: 'local', forms: localForms(folder), around },
      ]
    }),
  ]
}

/** The path as people write it: relative to here for the project's files, from `~` for the user's. */
export function displayed(path: string, cwd: string, home: string): string {
  const config = join(home, '.config')
  if (path.startsWith(`${config}/`)) return `~/${relative(home, path)}`
  const near = relative(cwd, path)
  return near.startsWith('../../..') || dirname(path) === '/' ? path : near
}

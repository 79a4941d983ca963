/**
 * Part of the gate: the policy in force, read again when its files have changed.
 *
 * INVARIANT: a change that was on disk before a call came in counts for that call. A look costs some microseconds; the
 * policy is read and compiled only if something changed.
 */

import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Layer } from '../engine/rule.ts'
import { cameLate } from '../policy/at-rest.ts'
import type { Keeping } from '../policy/kept.ts'
import { loadPolicy } from '../policy/load.ts'
import type { Loaded } from '../policy/load.ts'
import { readPolicyObject } from '../policy/object.ts'
import type { PolicyDocument } from '../policy/object.ts'
import {
  findRoot,
  foldersAbove,
  foldersAround,
  isThere,
  localForms,
  managedForms,
  projectForms,
  realOrSpelled,
  spelledRoot,
  userForms,
} from '../policy/root.ts'
import { trustFile } from '../policy/trust.ts'
import { policyVersion } from './digest.ts'
import type { Holding } from './holding.ts'

export interface PolicyPlace {
  readonly cwd: string
  readonly home: string
  readonly managedDir?: string | undefined
  /** This session's own policy, in addition to the files. */
  readonly session: readonly PolicyDocument[]
  /** Names of custom tools. */
  readonly tools: ReadonlySet<string>
  readonly keeping?: Keeping | undefined
  /**
   * Given what was read, returns the equal object of another source if there is one. Files are then named relative to
   * the project's root, so that all its folders read the same.
   */
  readonly shared?: ((inForce: InForce) => InForce) | undefined
}

export interface InForce extends Loaded {
  readonly version: string
  /** What is reported besides the policy (trust, locks, notes, problems), as one text for comparing. */
  readonly beside: string
  /** The root, spelled as its folder was reached. */
  readonly spelled: string
}

/** The same text for every folder of a project in which the same policy was read. */
export function nameOf({ spelled, root, version, files, beside }: InForce): string {
  return JSON.stringify([spelled, root, version, files, beside])
}

function besideOf({ trusted, locks, notes, problems }: Loaded): string {
  return JSON.stringify([trusted, [...locks], notes, problems])
}

/** File systems record change times coarsely: two changes within this many milliseconds can look like one. */
const GRAIN = 100

export class PolicySource {
  readonly #place: PolicyPlace
  /** The folder with links resolved. */
  #cwd: string
  readonly #fixed: readonly string[]
  #inForce: InForce | undefined
  #holding: Holding | undefined
  /** The state, as last seen, of every file that counts or would count if it existed. */
  #seen: Look | undefined
  /**
   * The state, as last seen, of the existing files and of the folders in which others could appear. This is much less
   * to look at.
   */
  #glimpsed: Look | undefined
  #watched: readonly string[] = []

  constructor(place: PolicyPlace) {
    this.#place = { ...place, home: realOrSpelled(place.home) }
    this.#cwd = realOrSpelled(place.cwd)
    const { home, managedDir } = this.#place
    this.#fixed = [...managedForms(managedDir), ...userForms(home), trustFile(home)]
  }

  current(): InForce {
    const glimpse = look(this.#watched)
    if (this.#inForce !== undefined && isSame(glimpse, this.#glimpsed)) return this.#inForce
    const { home } = this.#place
    this.#cwd = realOrSpelled(this.#place.cwd)
    // While a policy file is moved away to be rewritten, the policy would be missing, and its folder might not even
    // count as a project.
    for (const file of this.#inForce?.files ?? []) if (!isThere(file)) cameLate([file], false)
    const root = findRoot(this.#cwd, home)
    const around = foldersAround(root, home)
    const project = [root, ...around].flatMap((folder) => [...projectForms(folder), ...localForms(folder)])
    const forms = [...this.#fixed, ...project]
    // A link that leads nowhere is a broken policy, although it looks like a missing file.
    const seen = look(forms, [root, ...around, ...forms.filter(isThere)])
    if (this.#inForce === undefined || !isSame(seen, this.#seen)) {
      this.#inForce = this.#reload(this.#inForce)
      this.#holding = undefined
      this.#seen = seen
    }
    const watched = this.#watchedFor(this.#inForce)
    this.#glimpsed = isSame(watched, this.#watched) ? glimpse : undefined
    this.#watched = watched
    return this.#inForce
  }

  /** Finds out by trying: a rule put into either file must come out of the merge with the other rules. */
  holding(): Holding {
    this.current()
    if (this.#holding === undefined) {
      const { rules } = this.#load([probe('local'), probe('user')]).policy
      const holds = (layer: Layer) => rules.some(({ rule, source }) => rule === PROBE && source.layer === layer)
      this.#holding = { project: holds('local'), always: holds('user') }
    }
    return this.#holding
  }

  /** If the same policy was read again, the same object is returned, so that whoever compiled it goes on using it. */
  #reload(before: InForce | undefined): InForce {
    const loaded = this.#load([])
    const version = policyVersion(loaded.policy)
    const spelled = spelledRoot(this.#place.cwd, loaded.root)
    const read = { ...loaded, version, spelled, beside: besideOf(loaded) }
    if (before !== undefined && nameOf(before) === nameOf(read)) return before
    return this.#place.shared?.(read) ?? read
  }

  #load(more: readonly PolicyDocument[]): Loaded {
    const { managedDir, session, home, tools, keeping, shared } = this.#place
    return loadPolicy({
      cwd: shared === undefined ? this.#cwd : findRoot(this.#cwd, home),
      home,
      tools,
      keeping,
      ...(managedDir === undefined ? {} : { managedDir }),
      session: [...session, ...more],
    })
  }

  /**
   * A file can only appear, disappear or be renamed with a change of its folder. If a link is pointed elsewhere, that
   * is a change of folder, too.
   */
  #watchedFor({ files }: InForce): string[] {
    const folders = new Set([...this.#fixed.map((file) => dirname(file)), this.#place.cwd])
    // Policies in folders further up count too, for their restrictions.
    for (const folder of [this.#cwd, ...foldersAbove(this.#cwd, this.#place.home)]) {
      folders.add(folder)
      if (isThere(join(folder, '.countersign'))) folders.add(join(folder, '.countersign'))
    }
    return [...folders, ...files, this.#fixed.at(-1) as string]
  }
}

/** A list of names and numbers, because joining them into one text would take longer than asking the disk. */
type Look = readonly (string | number)[]

/**
 * The state of some files and folders; undefined if one changed so recently that a further change could look the same.
 */
function look(paths: readonly string[], first: readonly string[] = []): Look | undefined {
  const before = Date.now() - GRAIN
  const seen: (string | number)[] = [...first]
  for (const path of paths) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat === undefined) {
        seen.push('-')
        continue
      }
      const { dev, ino, size, mode, mtimeMs, ctimeMs } = stat
      if (ctimeMs > before || mtimeMs > before) return undefined
      seen.push(dev, ino, size, mode, mtimeMs, ctimeMs)
    } catch (error) {
      seen.push(String((error as NodeJS.ErrnoException).code))
    }
  }
  return seen
}

/** An undefined look equals nothing, not even itself. */
function isSame(a: Look | undefined, b: Look | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((part, index) => part === b[index])
}

const PROBE = 'mcp__countersign_probe__tool'

function probe(layer: Layer): PolicyDocument {
  return readPolicyObject({ allow: [PROBE] }, layer).document as PolicyDocument
}

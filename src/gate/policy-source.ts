/**
 * Part of the gate: the policy in force, read again when its files have changed.
 *
 * INVARIANT: a change that was on disk before a call came in counts for that call. Looking costs a few dozen microseconds;
 * reading and compiling happen only when something changed.
 */

import { realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Layer } from '../engine/rule.ts'
import { loadPolicy } from '../policy/load.ts'
import type { Loaded } from '../policy/load.ts'
import { readPolicyObject } from '../policy/object.ts'
import type { PolicyDocument } from '../policy/object.ts'
import { findRoot, formsOf, localForms, projectForms } from '../policy/root.ts'
import { policyVersion } from './digest.ts'

export interface PolicyPlace {
  readonly cwd: string
  readonly home: string
  readonly managedDir?: string | undefined
  /** What this session was told besides the files. */
  readonly session: readonly PolicyDocument[]
  /** Names of custom tools. */
  readonly tools: ReadonlySet<string>
}

export interface InForce extends Loaded {
  readonly version: string
}

/** Which of a person's own files can allow anything here. */
export interface Holding {
  readonly project: boolean
  readonly always: boolean
}

/** File systems stamp changes by a coarse clock: two within this time can look like one. */
const GRAIN = 100

export class PolicySource {
  readonly #place: PolicyPlace
  readonly #fixed: readonly string[]
  #inForce: InForce | undefined
  #print = ''
  #holding: Holding | undefined

  constructor(place: PolicyPlace) {
    this.#place = { ...place, cwd: realOrSpelled(place.cwd), home: realOrSpelled(place.home) }
    const config = join(this.#place.home, '.config', 'countersign')
    this.#fixed = [
      ...formsOf(place.managedDir ?? '/etc/countersign', 'policy'),
      ...formsOf(config, 'policy'),
      join(config, 'trusted.json'),
    ]
  }

  current(): InForce {
    const { print, settled } = this.#look()
    if (this.#inForce === undefined || print !== this.#print) {
      const loaded = this.#load([])
      const version = policyVersion(loaded.policy)
      // What reads the same is the same: whoever compiled it goes on using it.
      if (version !== this.#inForce?.version || loaded.root !== this.#inForce.root)
        this.#inForce = { ...loaded, version }
      this.#holding = undefined
      this.#print = settled ? print : ''
    }
    return this.#inForce
  }

  /** Found by trying: a rule put into either file must come out of the merge with the others. */
  holding(): Holding {
    this.current()
    if (this.#holding === undefined) {
      const { rules } = this.#load([probe('local'), probe('user')]).policy
      const holds = (layer: Layer) => rules.some(({ rule, source }) => rule === PROBE && source.layer === layer)
      this.#holding = { project: holds('local'), always: holds('user') }
    }
    return this.#holding
  }

  #load(more: readonly PolicyDocument[]): Loaded {
    const { managedDir, session, ...place } = this.#place
    return loadPolicy({ ...place, ...(managedDir === undefined ? {} : { managedDir }), session: [...session, ...more] })
  }

  #look(): { print: string; settled: boolean } {
    const root = findRoot(this.#place.cwd, this.#place.home)
    let print = root
    let latest = 0
    for (const files of [this.#fixed, projectForms(root), localForms(root)]) {
      for (const file of files) {
        const stat = statOf(file)
        if (stat === undefined) continue
        print += `\0${file}\0${stat.print}`
        latest = Math.max(latest, stat.changed)
      }
    }
    return { print, settled: Date.now() - latest > GRAIN }
  }
}

function statOf(file: string): { print: string; changed: number } | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    const { dev, ino, size, mode, mtimeMs, ctimeMs } = stat
    return { print: `${dev} ${ino} ${size} ${mode} ${mtimeMs} ${ctimeMs}`, changed: Math.max(mtimeMs, ctimeMs) }
  } catch (error) {
    return { print: String((error as NodeJS.ErrnoException).code), changed: 0 }
  }
}

const PROBE = 'mcp__countersign_probe__tool'

function probe(layer: Layer): PolicyDocument {
  return readPolicyObject({ allow: [PROBE] }, layer).document as PolicyDocument
}

function realOrSpelled(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

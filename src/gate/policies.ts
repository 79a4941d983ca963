/**
 * Part of the gate: the policy in force for a call. It is either that of the project in which the gate was opened,
 * whatever folder a call names, or that of each call's own project.
 *
 * INVARIANT: a call is decided by a look at the disk that was taken after it came in; calls that come in together share
 * one look. However many folders calls name, only a limited number is kept.
 */

import { GateFailure } from './failure.ts'
import type { Holding } from './holding.ts'
import { nextTurn } from './next-turn.ts'
import { nameOf, PolicySource } from './policy-source.ts'
import type { InForce, PolicyPlace } from './policy-source.ts'
import { keepLatest } from './recent.ts'

export interface PoliciesOptions extends Omit<PolicyPlace, 'shared'> {
  /** `called`: the project of each call's own folder. */
  readonly projects: 'own' | 'called'
}

const MOST_FOLDERS = 500

interface Place {
  readonly source: PolicySource
  /** A look that has not begun. */
  looking: Promise<InForce> | undefined
}

export class Policies {
  readonly #options: PoliciesOptions
  /** Least lately used first. */
  readonly #places = new Map<string, Place>()
  /** The one used last: the next call usually comes from the same folder. */
  #latest: { readonly cwd: string; readonly place: Place } | undefined
  readonly #shared = new Map<string, InForce>()

  constructor(options: PoliciesOptions) {
    this.#options = options
  }

  /** The policy as it is on disk now. */
  current(cwd: string): InForce {
    return look(this.#at(cwd).source)
  }

  /** The policy as it is on disk a moment from now. */
  fresh(cwd: string): Promise<InForce> {
    const place = this.#at(cwd)
    // Looks at the end of this turn of the event loop, because a server's requests arrive one by one, each in a
    // callback of its own.
    place.looking ??= nextTurn().then(() => {
      place.looking = undefined
      return look(place.source)
    })
    return place.looking
  }

  /** Returns a function that looks at each folder once from now on, however many calls ask for its policy. */
  looks(): (cwd: string) => InForce {
    const seen = new Map<Place, InForce>()
    return (cwd) => {
      const place = this.#at(cwd)
      const inForce = seen.get(place) ?? look(place.source)
      seen.set(place, inForce)
      return inForce
    }
  }

  holding(cwd: string): Holding {
    return this.#at(cwd).source.holding()
  }

  /** The policies last in force in the known folders, by project. */
  known(): ReadonlyMap<string, InForce> {
    const found = new Map<string, InForce>()
    for (const { source } of this.#places.values()) {
      const inForce = tried(source)
      if (inForce !== undefined) found.set(inForce.root, inForce)
    }
    return found
  }

  #at(called: string): Place {
    const cwd = this.#options.projects === 'own' ? this.#options.cwd : called
    if (this.#latest?.cwd === cwd) return this.#latest.place
    const place = this.#places.get(cwd) ?? { source: this.#sourceAt(cwd), looking: undefined }
    keepLatest(this.#places, cwd, place, MOST_FOLDERS)
    this.#latest = { cwd, place }
    return place
  }

  #sourceAt(cwd: string): PolicySource {
    const { projects, ...place } = this.#options
    const shared = projects === 'own' ? undefined : (inForce: InForce) => this.#share(inForce)
    return new PolicySource({ ...place, cwd, shared })
  }

  /** All folders of a project share one policy, which is compiled once. */
  #share(inForce: InForce): InForce {
    const name = nameOf(inForce)
    const known = this.#shared.get(name) ?? inForce
    keepLatest(this.#shared, name, known, MOST_FOLDERS)
    return known
  }
}

function look(source: PolicySource): InForce {
  try {
    return source.current()
  } catch (error) {
    throw new GateFailure('policy', error)
  }
}

function tried(source: PolicySource): InForce | undefined {
  try {
    return source.current()
  } catch {
    return undefined
  }
}

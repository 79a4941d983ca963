/** For tests: where stores are opened. */

import type { Store } from '../port.ts'

/** An empty database; opening it again is opening the same one, as another process would. */
export interface Place {
  open(): Promise<Store>
  remove(): Promise<void>
}

/** Keeps what was opened, to close and remove it in the end. */
export class Places {
  readonly #make: () => Promise<Place>
  readonly #opened = new Map<Store, Place>()

  constructor(make: () => Promise<Place>) {
    this.#make = make
  }

  /** An empty store. */
  async fresh(): Promise<Store> {
    return this.#open(await this.#make())
  }

  /** One more store on the database of this one. */
  async again(store: Store): Promise<Store> {
    const place = this.#opened.get(store)
    if (place === undefined) throw new Error('this store was not opened here')
    return this.#open(place)
  }

  async removeAll(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map((store) => store.close()))
    await Promise.all([...new Set(this.#opened.values())].map((place) => place.remove()))
    this.#opened.clear()
  }

  async #open(place: Place): Promise<Store> {
    const store = await place.open()
    this.#opened.set(store, place)
    return store
  }
}

/** For tests: where stores are opened. */

import type { Store } from '../port.ts'

/** An empty database; opening it again opens the same one, as another process would. */
export interface Place {
  /** For `openStore`. */
  readonly address: string
  open(): Promise<Store>
  remove(): Promise<void>
}

/** Keeps what was opened, so that it can be closed and removed at the end. */
export class Places {
  readonly #make: () => Promise<Place>
  readonly #opened = new Map<Store, Place>()
  readonly #made: Place[] = []

  constructor(make: () => Promise<Place>) {
    this.#make = make
  }

  /** An empty store. */
  async fresh(): Promise<Store> {
    return this.#open(await this.#place())
  }

  /** The address of an empty database that nobody has opened. */
  async empty(): Promise<string> {
    return (await this.#place()).address
  }

  /** One more store on the database of this one. */
  async again(store: Store): Promise<Store> {
    return this.#open(this.#of(store))
  }

  address(store: Store): string {
    return this.#of(store).address
  }

  async removeAll(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map((store) => store.close()))
    await Promise.all(this.#made.map((place) => place.remove()))
  }

  async #place(): Promise<Place> {
    const place = await this.#make()
    this.#made.push(place)
    return place
  }

  #of(store: Store): Place {
    const place = this.#opened.get(store)
    if (place === undefined) throw new Error('this store was not opened here')
    return place
  }

  async #open(place: Place): Promise<Store> {
    const store = await place.open()
    this.#opened.set(store, place)
    return store
  }
}

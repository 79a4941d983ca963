/** Part of the store in memory: profiles. */

import { keyText, plainText, whole } from '../encode.ts'
import type { Profile, ProfileStore } from '../port.ts'
import type { Tell } from './tell.ts'

export class ProfilesInMemory implements ProfileStore {
  readonly #all = new Map<string, Profile>()
  readonly #tell: Tell

  constructor(tell: Tell) {
    this.#tell = tell
  }

  async save({ name, body, savedAt }: Profile): Promise<void> {
    const profile: Profile = {
      name: keyText(name, "a profile's name"),
      body: plainText(body, "a profile's body"),
      savedAt: whole(savedAt, 'savedAt'),
    }
    this.#all.set(name, profile)
    this.#tell('profile', name)
  }

  async get(name: string): Promise<Profile | undefined> {
    return this.#all.get(name)
  }

  async list(): Promise<readonly Profile[]> {
    return [...this.#all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  async remove(name: string): Promise<boolean> {
    const isThere = this.#all.delete(name)
    if (isThere) this.#tell('profile', name)
    return isThere
  }
}

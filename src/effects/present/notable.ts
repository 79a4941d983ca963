/**
 * Part of looking at what lies there: tells most files by their names alone to be none that a rule restricts, or that
 * holds secrets.
 *
 * INVARIANT: a file is passed over only if the rules and the list of secrets would say nothing of it.
 */

import type { FileAccess } from '../../engine/effect.ts'
import { mayEndOne } from '../../engine/trie/last-names.ts'
import type { LastNames } from '../../engine/trie/last-names.ts'
import type { Surroundings } from '../context.ts'
import { readOf } from './met.ts'

interface Place {
  readonly path: string
  readonly real: string
}

/** The name of a file that stands for any: no pattern of a rule means it in particular. */
const ANY_NAME = '\0'

export class Notable {
  readonly #context: Surroundings
  readonly #tool: string
  readonly #names: readonly LastNames[]

  constructor(context: Surroundings, tool: string) {
    const { fs, root, protectedPaths, restrictedNames } = context
    const ignoresCase = fs.caseInsensitive || !root.startsWith('/')
    this.#context = context
    this.#tool = tool
    this.#names = [protectedPaths.secretNames(ignoresCase), ...(restrictedNames?.() ?? [])]
  }

  /** Whether a file of that name may matter wherever it lies. */
  mayBe(name: string): boolean {
    return mayEndOne(name, this.#names)
  }

  /** Whether files may matter because of a name on the way to them. */
  mayLead({ path, real }: Place): boolean {
    if (this.#names.some(({ isOpen }) => isOpen)) return true
    const names = (real === path ? path : `${path}/${real}`).split('/')
    return names.some((name) => name !== '' && this.mayBe(name))
  }

  /** The same for the paths of files, counted from that place. Those that follow each other mostly lie in one folder. */
  below(place: Place): (name: string) => boolean {
    const isLed = this.mayLead(place)
    let last = ''
    let isLedOn = isLed
    return (name) => {
      const slash = Math.max(name.lastIndexOf('/'), 0)
      if (slash !== last.length || !name.startsWith(last)) {
        last = name.slice(0, slash)
        isLedOn = isLed || last.split('/').some((one) => one !== '' && this.mayBe(one))
      }
      return isLedOn || this.mayBe(slash === 0 ? name : name.slice(slash + 1))
    }
  }

  /** Whether all files in that folder may matter, whatever their names are. Only asked where some name leads to it. */
  areAllIn({ path, real }: Place): boolean {
    const { protectedPaths, root, home, fs, restricts } = this.#context
    const [file, realFile] = [`${path}/${ANY_NAME}`, `${real}/${ANY_NAME}`]
    // With a drive, a path is compared in another way.
    if ([path, real].some((one) => one.startsWith('/') !== root.startsWith('/'))) return true
    const context = { root, home, caseInsensitive: fs.caseInsensitive }
    const isSecret = protectedPaths.liesSecret(file, context) || protectedPaths.liesSecret(realFile, context)
    const access: FileAccess = readOf(file, realFile)
    return isSecret || restricts?.(access, this.#tool) === true
  }
}

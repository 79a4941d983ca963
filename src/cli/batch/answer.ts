/**
 * Part of `check --batch`: answers one line. Engines are kept, since neighbouring lines tend to share a policy.
 *
 * INVARIANT: never throws, reads no policy file, and does not look at the disk.
 */

import type { Call } from '../../engine/call.ts'
import { EMPTY_POLICY } from '../../engine/policy.ts'
import type { Policy } from '../../engine/policy.ts'
import { messageOf } from '../../engine/thrown.ts'
import { createEngine } from '../../gate/engine.ts'
import type { Engine } from '../../gate/engine.ts'
import { keepLatest } from '../../gate/recent.ts'
import { describedFileSystem } from '../../effects/paths/file-system.ts'
import { homeFolder } from '../home.ts'
import { verdictJson } from '../render/json.ts'
import { hasDialect, idOf, readLine } from './line.ts'
import type { Line } from './line.ts'

export type Id = string | number | null
export type Answer =
  | { readonly id: Id; readonly error: string }
  | ({ readonly id: Id } & ReturnType<typeof verdictJson>)

const MOST_ENGINES = 64

/** `policyOfSettings`, once it is loaded. */
type OfSettings = (dialect: string, settings: unknown, here: { cwd: string; home: string }) => Policy

export class Answerer {
  #ofSettings: OfSettings | undefined
  readonly #engines = new Map<string, Engine>()
  readonly #cwd = process.cwd()
  readonly #home = homeFolder()

  /** Loads the dialects when the first line needs one. */
  async prepare(value: unknown): Promise<void> {
    if (this.#ofSettings === undefined && hasDialect(value))
      this.#ofSettings = (await import('./settings.ts')).policyOfSettings
  }

  answer(value: unknown): Answer {
    const id = idOf(value)
    try {
      const line = readLine(value)
      if ('error' in line) return { id, error: line.error }
      const engine = this.#engineFor(line)
      const verdict = engine.decide(callOf(line))
      return { id, ...verdictJson(verdict, engine.suggest(verdict)) }
    } catch (error) {
      return { id, error: messageOf(error) }
    }
  }

  #settings(dialect: string, settings: unknown, here: { cwd: string; home: string }): Policy {
    if (this.#ofSettings === undefined) throw new Error('dialects are not loaded')
    return this.#ofSettings(dialect, settings, here)
  }

  #engineFor(line: Line): Engine {
    const { policy, dialect, settings, mode, fs } = line
    const key = JSON.stringify([policy, dialect, settings, mode, line.cwd, line.home, fs])
    const known = this.#engines.get(key)
    if (known !== undefined) return known
    const here = { cwd: line.cwd ?? this.#cwd, home: line.home ?? this.#home }
    // Most lines bring no policy, and then the code that reads one need not be loaded.
    const own = Object.keys(policy).length === 0 ? EMPTY_POLICY : policy
    const said = dialect === undefined ? own : this.#settings(dialect, settings, here)
    const engine = createEngine({
      policy: mode === undefined ? said : { ...said, mode },
      ...here,
      ...(fs === undefined ? {} : { fs: describedFileSystem(fs) }),
    })
    keepLatest(this.#engines, key, engine, MOST_ENGINES)
    return engine
  }
}

function callOf({ tool, input, agent }: Line): Call {
  return agent === undefined ? { tool, input } : { tool, input, agent }
}

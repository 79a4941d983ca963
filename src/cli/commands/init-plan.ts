/** Part of `init`: what would change, file by file, before anything does. */

import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HookCommand, Place, Scope } from '../../adapters/hooks/wiring/client.ts'
import { Unwirable } from '../../adapters/hooks/wiring/json-hooks.ts'
import { replaceText } from '../../policy/replace-file.ts'
import { formsOf } from '../../policy/root.ts'
import { BadUse } from '../bad-use.ts'
import type { FoundClient } from './init-found.ts'
import { STARTER_POLICY } from './init-policy.ts'

export interface Change {
  readonly path: string
  /** Undefined for a file that is not there. */
  readonly before: string | undefined
  /** Undefined for a file that goes. */
  readonly after: string | undefined
  readonly about?: string | undefined
  /** Why it cannot be changed. */
  readonly problem?: string
}

export interface Wish {
  readonly remove: boolean
  readonly scope: Scope
  readonly command: Omit<HookCommand, 'version'>
}

/** Only what would really change. */
export function planWiring(
  { client, version }: FoundClient,
  place: Place,
  { remove, scope, command }: Wish,
): readonly Change[] {
  const scopes = remove ? client.scopes : [scope]
  if (!scopes.every((one) => client.scopes.includes(one)))
    throw new BadUse(`${client.title} has no settings of a project that could be relied on`, 'Leave --scope away.')
  return scopes
    .flatMap((one) => client.files(place, one))
    .map(({ path, about, wire, unwire }): Change => {
      const before = textOf(path)
      try {
        if (remove) return { path, before, after: before === undefined ? undefined : unwire(before), about }
        return { path, before, after: wire(before ?? '', { ...command, version }), about }
      } catch (error) {
        if (!(error instanceof Unwirable)) throw error
        return { path, before, after: before, about, problem: `${path} ${error.message}` }
      }
    })
    .filter(({ before, after, problem }) => before !== after || problem !== undefined)
}

/** The policy to begin with, where there is none. */
export function planPolicy({ home }: Place): Change | undefined {
  const folder = join(home, '.config', 'countersign')
  const isThere = formsOf(folder, 'policy').some((path) => textOf(path) !== undefined)
  return isThere ? undefined : { path: join(folder, 'policy.yaml'), before: undefined, after: STARTER_POLICY }
}

/** Throws `BadUse` when the file is another by now, or cannot be written. */
export function apply({ path, before, after }: Change): void {
  try {
    if (after === undefined) return rmSync(path)
    mkdirSync(dirname(path), { recursive: true })
    // Settings are often a link into a folder of dotfiles; it stays one.
    if (replaceText(before === undefined ? path : realpathSync(path), before ?? '', after)) return
  } catch (error) {
    throw new BadUse(`${path} cannot be changed: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new BadUse(`${path} was changed meanwhile; nothing was written`, 'Run it again.')
}

export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new BadUse(`${path} cannot be read: ${code}`)
  }
}

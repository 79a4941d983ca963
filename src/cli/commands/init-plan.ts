/** Part of `init`: what would change, file by file, before anything does. */

import { lstatSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { HookCommand, Place, Scope } from '../../adapters/hooks/wiring/client.ts'
import { Unwirable } from '../../adapters/hooks/wiring/json-hooks.ts'
import { readPolicy } from '../../policy/document.ts'
import { makeFolder } from '../../policy/make-folder.ts'
import { configFolder } from '../../policy/own-folders.ts'
import { formatProblem, sayProblem } from '../../policy/problem.ts'
import { replaceText, whyNotWritten } from '../../policy/replace-file.ts'
import { userForms } from '../../policy/root.ts'
import type { FoundClient } from '../agents-here.ts'
import { BadUse } from '../bad-use.ts'
import { counted } from '../render/counted.ts'
import { settingsIn } from '../settings-in.ts'
import { broughtRules } from './init-brought.ts'
import { STARTER_POLICY, starterPolicy } from './init-policy.ts'

export interface Change {
  readonly path: string
  /** Undefined if the file does not exist. */
  readonly before: string | undefined
  /** Undefined if the file is removed. */
  readonly after: string | undefined
  readonly about?: string | undefined
  /** Why it stays as it is, although something should be done about it. */
  readonly problem?: string
  /** What is wrong although the file can be changed. */
  readonly problems?: readonly string[]
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
    .flatMap((one) =>
      client.files(place, one).map((file) => ({ ...file, isLed: one === 'project' && leadsOut(file.path, place) })),
    )
    .map(({ path, about, wire, unwire, isLed }): Change => {
      const before = isLed ? undefined : settingsIn(path)
      try {
        if (isLed) throw new Unwirable('leads out of the project by a link: it is left alone')
        if (remove) return { path, before, after: before === undefined ? undefined : unwire(before) }
        return { path, before, after: wire(before ?? '', { ...command, version }), about }
      } catch (error) {
        if (!(error instanceof Unwirable)) throw error
        return { path, before, after: before, about, problem: `${path} ${error.message}` }
      }
    })
    .filter(({ before, after, problem }) => before !== after || problem !== undefined)
}

/**
 * The first policy, if there is none; it takes over what the agents found here were told already. A policy that is there
 * stays as it is, and nothing changes unless it is broken: then every call would be denied.
 */
export function planPolicy(found: readonly FoundClient[], place: Place): Change | undefined {
  const folder = configFolder(place.home)
  for (const path of userForms(place.home)) {
    const text = settingsIn(path)
    if (text !== undefined) return brokenPolicy(path, text)
  }
  const path = join(folder, 'policy.yaml')
  const { rules: brought, problems: unread } = broughtRules(found, place)
  const after = starterPolicy(brought)
  const error = readPolicy(after, { file: path, layer: 'user' }).problems.find(({ severity }) => severity === 'error')
  const problems = [
    ...unread,
    ...(error === undefined ? [] : [`no rule of your agents’ own settings is in it: ${sayProblem(error)}`]),
  ]
  const told = problems.length === 0 ? {} : { problems }
  if (brought.length === 0 || error !== undefined) return { path, before: undefined, after: STARTER_POLICY, ...told }
  return {
    path,
    before: undefined,
    after,
    about: `with ${counted(brought.length, 'rule')} of your agents’ own settings`,
    ...told,
  }
}

function brokenPolicy(path: string, text: string): Change | undefined {
  const error = readPolicy(text, { file: path, layer: 'user' }).problems.find(({ severity }) => severity === 'error')
  if (error === undefined) return undefined
  return {
    path,
    before: text,
    after: text,
    problem: `${formatProblem(error)}. Until it is fixed, every call is denied`,
  }
}

/** Throws `BadUse` if the file has changed since, or cannot be written. */
export function apply({ path, before, after }: Change): void {
  try {
    // Settings are often a link into a folder of dotfiles; the link stays.
    const file = linkedFrom(path)
    if (after === undefined && file === path) return rmSync(path)
    makeFolder(dirname(path))
    if (replaceText(file, before ?? '', after ?? emptyOf(path))) return
  } catch (error) {
    throw new BadUse(`${path} cannot be changed: ${whyNotWritten(error)}`)
  }
  throw new BadUse(`${path} was changed meanwhile; nothing was written`, 'Run it again.')
}

/** Settings that say nothing. */
function emptyOf(path: string): string {
  return path.endsWith('.json') ? '{}\n' : ''
}

const MOST_LINKS = 40

/** The file that a link leads to, whether it exists or not. */
function linkedFrom(path: string): string {
  let file = path
  for (let links = 0; lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true; links++) {
    if (links === MOST_LINKS) throw new Error('it is a link that leads nowhere')
    file = resolve(realpathSync(dirname(file)), readlinkSync(file))
  }
  return file
}

/** Whether a link of the checkout leads to a file outside of it. */
function leadsOut(path: string, { root }: Place): boolean {
  const top = realpathSync(root)
  try {
    for (let here = path; here !== root && here !== dirname(here); here = dirname(here)) {
      if (lstatSync(here, { throwIfNoEntry: false }) === undefined) continue
      return !`${realpathSync(here)}/`.startsWith(`${top}/`)
    }
    return false
  } catch {
    return true
  }
}

/** Part of `doctor`: what is wired for each agent here, and what is wrong with it. It changes nothing. */

import { existsSync } from 'node:fs'
import type { HookClient, Place, WiredHook } from '../../adapters/hooks/wiring/client.ts'
import { hooksIn, Unwirable } from '../../adapters/hooks/wiring/json-hooks.ts'
import { isHookLine } from '../../adapters/hooks/wiring/command-line.ts'
import type { FoundClient } from '../agents-here.ts'
import { isOwnCommand } from '../own-program.ts'
import { settingsIn } from '../settings-in.ts'

export interface Examined {
  readonly found: FoundClient
  /** The hooks before a call; those after it only report. */
  readonly hooks: readonly WiredHook[]
  /** Why calls may pass undecided although a hook is wired. */
  readonly problems: readonly string[]
  /** Hooks of others that could change a call after our decision. */
  readonly others: readonly string[]
}

export function examine(found: FoundClient, place: Place, silencers = found.client.silencers(place)): Examined {
  const { client } = found
  const problems: string[] = []
  const files = new Map(client.scopes.flatMap((scope) => client.files(place, scope).map(({ path }) => [path, scope])))
  const hooks = [...files].flatMap(([path, scope]) => {
    const found = attempt(path, problems, (text) => (text === undefined ? [] : client.find(path, text))) ?? []
    const believed = found.filter(({ command }) => scope === 'user' || isOwnCommand(command, client.name))
    if (believed.length < found.length)
      problems.push(`${path}: its hook calls another program than this Countersign; it may have come with the checkout`)
    return believed
  })
  const before = hooks.filter(({ event }) => !/post|after/i.test(event))
  for (const { file, command, problems: own } of before) {
    problems.push(...own.map((problem) => `${file}: ${problem}`))
    problems.push(...missingPrograms(command).map((program) => `${file}: ${program} is gone; every call is denied`))
  }
  if (before.length > 0) {
    for (const { path, silences } of silencers) {
      const why = attempt(path, problems, silences)
      if (why !== undefined) problems.push(`${path}: ${why}`)
    }
  }
  return { found, hooks: before, problems: [...new Set(problems)], others: othersIn(client, [...files.keys()]) }
}

/** Reads what a file says; a file that cannot be understood is a problem of its own. */
function attempt<T>(path: string, problems: string[], read: (text: string | undefined) => T): T | undefined {
  try {
    return read(settingsIn(path))
  } catch (error) {
    if (!(error instanceof Unwirable)) throw error
    problems.push(`${path} ${error.message}: none of its hooks counts`)
    return undefined
  }
}

function missingPrograms(command: string | readonly string[]): readonly string[] {
  const words = typeof command === 'string' ? (command.match(/'[^']*'|\S+/g) ?? []) : command
  return words
    .map((word) => word.replaceAll("'", '').replace(/^\w+=/, ''))
    .filter((word) => word.startsWith('/') && !existsSync(word))
}

/** Clients let each hook rewrite a call independently; the result of another hook is not decided again. */
function othersIn({ name, title }: HookClient, files: readonly string[]): readonly string[] {
  return files.flatMap((path) => {
    if (!path.endsWith('.json')) return []
    try {
      return hooksIn(settingsIn(path) ?? '{}')
        .filter(({ event, command }) => /^(?:pre|before)tool/i.test(event) && !isHookLine(command, name))
        .map(({ command }) => `${path}: \`${command}\` may change a call after ours has decided; ${title} would run it`)
    } catch {
      return []
    }
  })
}

/** Part of wiring: what all clients share that keep their hooks in JSON. */

import type { HookCommand, Silencer, WiredFile, WiredHook } from './client.ts'
import { blocksOnFailure, hookLine, isHookLine } from './command-line.ts'
import { hooksIn, valueOf, withHook, withoutHooks } from './json-hooks.ts'
import type { JsonForm } from './json-hooks.ts'

export interface JsonHooks {
  readonly agent: string
  /** What the client can read; it silently drops every hook of a file in another form. */
  readonly form: JsonForm
  /** The event before a tool, and the one after it. */
  readonly before: string
  readonly after: string
  readonly entry: (line: string, command: HookCommand) => Readonly<Record<string, unknown>>
  /** The content that a new file starts with. */
  readonly start?: string
  /** What is wrong with a hook that was found, apart from its command line. */
  readonly problems?: (hook: Readonly<Record<string, unknown>>, group: Readonly<Record<string, unknown>>) => string[]
  /** What else in the same file prevents the hooks from being loaded. */
  readonly siblings?: (file: unknown) => string[]
}

export function jsonFile(path: string, hooks: JsonHooks): WiredFile {
  const { agent, form, before, after, entry, start = '' } = hooks
  const isOurs = (line: string) => isHookLine(line, agent)
  return {
    path,
    wire(text, command) {
      if (text.trim() !== '') valueOf(text, form)
      const made = entry(hookLine(command, agent), command)
      const wired = withHook(text.trim() === '' ? start : text, before, made, isOurs)
      return command.outcomes ? withHook(wired, after, made, isOurs) : wired
    },
    unwire: (text) => withoutHooks(text, isOurs),
  }
}

export function jsonHooks(path: string, text: string, hooks: JsonHooks): WiredHook[] {
  const { agent, form, before, problems, siblings } = hooks
  const file = valueOf(text, form)
  const around = siblings?.(file) ?? []
  return hooksIn(text)
    .filter(({ command }) => isHookLine(command, agent))
    .map(({ event, command, hook, group }) => ({
      file: path,
      event,
      command,
      problems: event === before ? [...around, ...lineProblems(command), ...(problems?.(hook, group) ?? [])] : [],
    }))
}

function lineProblems(line: string): string[] {
  return blocksOnFailure(line)
    ? []
    : ['its command does not end in `|| exit 2`: where the program is gone or killed, calls run']
}

/** Reports a matcher that lets some tools pass unseen. */
export function matcherProblems({ matcher }: Readonly<Record<string, unknown>>): string[] {
  const isAll = matcher === undefined || matcher === '' || matcher === '*' || matcher === '.*'
  return isAll ? [] : [`its matcher ${JSON.stringify(matcher)} does not cover every tool`]
}

/** Reports a timeout that is too short: most clients run the tool if the hook is late. */
export function timeoutProblems(timeout: unknown, least: number): string[] {
  if (typeof timeout === 'number' && timeout >= least) return []
  return [
    `its timeout (${timeout === undefined ? 'the default' : JSON.stringify(timeout)}) is shorter than a person may take; calls may run after it`,
  ]
}

/** A switch, at a path into a JSON file, that turns hooks off. */
export function switchOff(path: string, keys: readonly string[], off: (value: unknown) => boolean): Silencer {
  return {
    path,
    silences(text) {
      if (text === undefined) return undefined
      let value = valueOf(text)
      for (const key of keys)
        value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
      return off(value) ? `\`${keys.join('.')}\` is ${JSON.stringify(value)}: hooks do not run` : undefined
    },
  }
}

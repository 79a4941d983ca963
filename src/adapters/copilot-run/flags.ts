/** Part of running Copilot: the flags that tell it that a call may run, as narrow as flags can be. */

import { dirname, resolve } from 'node:path'
import type { Call } from '../../engine/call.ts'
import type { Effect, Word } from '../../engine/effect.ts'
import { wholeUrl } from '../../engine/match/whole-url.ts'
import { isCopilotKind } from '../../vocabulary/copilot.ts'

export interface Grant {
  readonly flags: readonly string[]
  /** What else the flags let run, in words; undefined if they allow exactly what was allowed. */
  readonly also?: string
}

export const AUTONOMOUS: Readonly<Record<string, readonly string[]>> = {
  all: ['--allow-all'],
  tools: ['--allow-all-tools'],
  paths: ['--allow-all-paths'],
  urls: ['--allow-all-urls'],
}

/** What may stand in parentheses: nothing that could close them, open others, or be read as a pattern. */
const SAFE = /^[^()*?,\n\r]+$/u
const SAFE_URL = /^[^()*,\s]+$/u
const MCP_PART = /^[\w.-]+$/u
/** A subcommand; for many programs it is part of Copilot's name for the command. */
const WORD = /^[a-z][\w:.-]*$/u

export interface GrantOptions {
  /** The flag that this release knows. */
  readonly flag?: string | undefined
  /** Whether a person allowed it as it is, and not a rule, which knows only the file. */
  readonly person?: boolean
}

/**
 * @param effects what the call would do, for a shell command
 * @returns undefined when Copilot has no flag for it
 */
export function grantFor(
  { tool, input }: Call,
  effects: readonly Effect[],
  cwd: string,
  { flag = '--allow-tool', person = false }: GrantOptions,
): Grant | undefined {
  if (tool.startsWith('mcp__')) return mcpGrant(tool.slice('mcp__'.length), flag)
  const path = typeof input['path'] === 'string' ? resolve(cwd, input['path']) : undefined
  switch (tool) {
    case 'bash':
      return shellGrant(effects, flag)
    case 'create':
    case 'edit':
      if (path === undefined || !SAFE.test(path)) return undefined
      return { flags: [`${flag}=write(${path})`], ...(person ? { also: `any other content of ${path}` } : {}) }
    case 'view':
      return path === undefined || !SAFE.test(path) ? undefined : folderGrant(dirname(path))
    case 'web_fetch':
      return urlGrant(input['url'])
    default:
      return undefined
  }
}

/** None if another server could be meant, or one of Copilot's own kinds: the flag would then be for that. */
function mcpGrant(tool: string, flag: string): Grant | undefined {
  const [server = '', name = '', ...more] = tool.split('__')
  if (more.length > 0 || name.startsWith('_') || isCopilotKind(server)) return undefined
  if (!MCP_PART.test(server) || !MCP_PART.test(name)) return undefined
  return { flags: [`${flag}=${server}(${name})`], also: `${name} of ${server} with any arguments` }
}

/** Copilot knows commands only by their names: `rm`, `git push`. */
function shellGrant(effects: readonly Effect[], flag: string): Grant | undefined {
  if (effects.some(({ type }) => type === 'unknown')) return undefined
  const commands = effects.flatMap((effect) => (effect.type === 'run' && effect.of === 0 ? [namesOf(effect.argv)] : []))
  // A redirection is a write by the line itself, not by one of its programs.
  const written = effects.flatMap((effect) => (effect.type === 'write' && effect.of === 0 ? [effect.path] : []))
  const names = commands.flat()
  if (commands.length === 0 || commands.some(({ length }) => length === 0)) return undefined
  if (![...names, ...written].every((text) => SAFE.test(text))) return undefined
  const programs = new Set(commands.map(([broadest]) => `\`${broadest} …\``))
  return {
    flags: [
      ...new Set([
        ...names.map((name) => `${flag}=shell(${name})`),
        ...written.map((path) => `${flag}=write(${path})`),
      ]),
    ],
    also: `every ${[...programs].join(' and ')}`,
  }
}

/**
 * The names that Copilot may use for it, the broadest first; a name it does not use matches nothing. Empty if that is
 * not certain.
 */
function namesOf([program, second, third]: readonly Word[]): string[] {
  if (program === undefined || program === null) return []
  if (second === undefined || second === null || !WORD.test(second)) return [program]
  const two = `${program} ${second}`
  return program === 'gh' && third !== undefined && third !== null && WORD.test(third)
    ? [program, two, `${two} ${third}`]
    : [program, two]
}

function folderGrant(folder: string): Grant {
  return { flags: [`--add-dir=${folder}`], also: `everything in ${folder}, its skills and agents included` }
}

function urlGrant(url: unknown): Grant | undefined {
  const whole = typeof url === 'string' ? wholeUrl(url) : undefined
  if (whole === undefined) return undefined
  const { href, origin, pathname, search } = whole
  if (!SAFE_URL.test(href)) return undefined
  const isHost = pathname === '/' && search === ''
  return { flags: [`--allow-url=${href}`], ...(isHost ? { also: `everything at ${origin}` } : {}) }
}

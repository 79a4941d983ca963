/**
 * Part of the MCP gateway: which server this is, for rules and for pins.
 *
 * INVARIANT: neither the name nor the key comes from the server itself, which could otherwise take another server's
 * place.
 */

import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { hashOf } from './definition.ts'

export interface Identity {
  /** As in rules: `mcp__NAME__tool`. */
  readonly name: string
  /** The key under which its pins are kept. */
  readonly key: string
  /** How it is shown to people. */
  readonly text: string
  /** Whether a person gave the name, so that it is compared with the server that had this name before. */
  readonly isNamed: boolean
}

export type Origin =
  | { readonly command: string; readonly args: readonly string[]; readonly cwd: string }
  | { readonly url: string }

/** Programs that only start another one, which is their first word that is not an option. */
const RUNNERS = new Set(
  'npx bunx pnpx uvx pipx node nodejs bun deno tsx python python3 uv docker podman sh bash'.split(' '),
)
const RUNNER_WORDS = new Set(['run', 'exec', 'dlx', 'x', 'tool'])
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_))*$/
const LONGEST = 64

/** Whether the name can be used in a rule: it must not contain `__`, which would end it. */
export function isServerName(name: string): boolean {
  return NAME.test(name) && !name.endsWith('_') && name.length <= LONGEST
}

export function identityOf(origin: Origin, name?: string): Identity {
  const isNamed = name !== undefined
  if ('url' in origin) {
    const { host, origin: site, pathname } = new URL(origin.url)
    return { name: name ?? cleaned(host), key: hashOf(['url', site, pathname]), text: `${site}${pathname}`, isNamed }
  }
  const words = [origin.command, ...origin.args]
  // A file of this folder would be another program in another folder; a package or a program of the system is the same
  // everywhere.
  const isOfFolder = words.some((word) => !word.startsWith('-') && existsSync(resolve(origin.cwd, word)))
  const place = isOfFolder ? [origin.cwd] : []
  const text = words.join(' ') + (isOfFolder ? ` (in ${origin.cwd})` : '')
  return { name: name ?? nameOf(words), key: hashOf(['command', words, ...place]), text, isNamed }
}

/** `npx -y @scope/server-files@1.2 .` is `server-files`, `/opt/bin/notes` is `notes`. */
function nameOf(words: readonly string[]): string {
  const [program = '', ...rest] = words.map((word) => basename(word))
  const isRunner = RUNNERS.has(program.toLowerCase())
  const meant = isRunner ? rest.find((word) => !word.startsWith('-') && !RUNNER_WORDS.has(word)) : undefined
  return cleaned((meant ?? program).replace(/(?!^)@[^@]*$/, '').replace(/\.(?:[cm]?[jt]s|py|exe)$/, ''))
}

function cleaned(text: string): string {
  const clean = text
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST)
  return clean === '' ? 'server' : clean
}

/** `countersign mcp pins`: which definitions are hidden, what changed in them, and how a person accepts them. */

import { accept } from '../../adapters/mcp/pins.ts'
import type { ServerPins } from '../../adapters/mcp/pins.ts'
import { changePins, pinsFileOf, PinsError, readPins } from '../../adapters/mcp/pins-file.ts'
import type { AllPins } from '../../adapters/mcp/pins-file.ts'
import { BadUse, meant } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { homeFolder } from '../home.ts'
import { print, printJson } from '../output.ts'
import { drawHeld, drawPins, SHORT } from '../render/pins.ts'
import { refuseOthers } from '../verbs.ts'

type Known = readonly [key: string, pins: ServerPins]

const VERBS = ['list', 'show', 'accept', 'forget'] as const

export async function pins(invocation: Invocation): Promise<number> {
  refuseOthers(invocation, [], 'pins')
  const [, verb = 'list', ...rest] = invocation.args
  try {
    if (verb === 'list') return list(invocation)
    const [server = '', ...tools] = rest
    if (verb === 'show') return show(invocation, server)
    if (verb === 'accept') return await acceptAll(invocation, server, tools)
    if (verb === 'forget') return await forget(invocation, server)
  } catch (error) {
    throw error instanceof PinsError ? new BadUse(error.message) : error
  }
  throw new BadUse(`${verb} is none of ${VERBS.join(', ')}`, meant(verb, VERBS))
}

function list({ on }: Invocation): number {
  const all = Object.values(readPins(file()))
  if (on.has('json')) printJson({ servers: all.map(summary) })
  else
    print((page) => {
      if (all.length === 0) page.line('No MCP server was met yet.')
      for (const server of all) drawPins(page, server)
    })
  return EXIT.ok
}

/** Everything that is hidden, in full. */
function show({ on }: Invocation, name: string): number {
  const [, server] = known(readPins(file()), name)
  if (on.has('json')) printJson(server)
  else print((page) => drawHeld(page, server))
  return EXIT.ok
}

async function acceptAll({ on }: Invocation, name: string, tools: readonly string[]): Promise<number> {
  if (tools.length === 0) throw new BadUse('accept needs a server and TOOL@HASH', HINT)
  await changePins(file(), (all) => {
    const [key, server] = known(all, name)
    return { ...all, [key]: tools.reduce(accepted, server) }
  })
  if (on.has('json')) printJson({ server: name, accepted: tools })
  else
    print((page) =>
      page.line([tools.join(' '), 'bold'], ` of ${name} may be seen; clients see it when they list again.`),
    )
  return EXIT.ok
}

const HINT = '`countersign mcp pins show SERVER` shows each difference and its hash.'

/**
 * The hash makes sure that what is accepted is what was shown: a definition that has changed since has another hash.
 */
function accepted(server: ServerPins, word: string): ServerPins {
  const at = word.lastIndexOf('@')
  const [tool, hash] = at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)]
  const held = Object.hasOwn(server.held, tool) ? server.held[tool] : undefined
  if (held === undefined) throw new BadUse(`no tool ${tool} of ${server.name} is held back`, HINT)
  if (hash.length < SHORT)
    throw new BadUse(`${word} does not say which definition of ${tool}: write ${tool}@HASH`, HINT)
  const full = held.hash.startsWith(hash) ? held.hash : hash
  const after = accept(server, tool, full)
  if (after === undefined) throw new BadUse(`${tool} has changed since: its definition is no longer ${hash}`, HINT)
  return after
}

async function forget({ on }: Invocation, name: string): Promise<number> {
  await changePins(file(), (all) => {
    const [key] = known(all, name)
    return Object.fromEntries(Object.entries(all).filter(([other]) => other !== key))
  })
  if (on.has('json')) printJson({ forgotten: name })
  else print((page) => page.line(['Forgotten.', 'bold'], ` ${name} is met anew next time.`))
  return EXIT.ok
}

/** By its name, or by the beginning of its key if two have the same name. */
function known(all: AllPins, name: string): Known {
  if (name === '') throw new BadUse('which server?', '`countersign mcp pins` lists them.')
  const byKey = Object.entries(all).filter(([key]) => name.length >= SHORT && key.startsWith(name))
  const found = byKey.length > 0 ? byKey : Object.entries(all).filter(([, pins]) => pins.name === name)
  const [only, second] = found
  if (only === undefined) throw new BadUse(`no server ${name} was met`, '`countersign mcp pins` lists them.')
  if (second !== undefined)
    throw new BadUse(
      `${name} is several servers`,
      found.map(([key, { identity }]) => `${key.slice(0, SHORT)} is ${identity}`).join('; '),
    )
  return only
}

function summary({ name, identity, pinned, held }: ServerPins): object {
  const waiting = Object.entries(held).map(([tool, { hash, why, was }]) => ({ tool, hash, why, was: was ?? null }))
  return { name, identity, pinned: Object.keys(pinned), held: waiting }
}

function file(): string {
  return pinsFileOf(homeFolder())
}

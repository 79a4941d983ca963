/** Part of `countersign hook`: who decides (a running server, or a gate of our own) and who is asked. */

import { statSync } from 'node:fs'
import type { HookFormat } from '../../adapters/hooks/format.ts'
import type { RespondOptions } from '../../adapters/hooks/respond.ts'
import { intercept } from '../../adapters/interceptor.ts'
import type { Interceptor } from '../../adapters/interceptor.ts'
import type { Invocation } from '../command.ts'
import { homeFolder } from '../home.ts'
import { keepingOf } from '../keeping.ts'
import { connectServer } from './hook-server.ts'

export interface Gatekeeper {
  readonly interceptor: Interceptor
  readonly asks: NonNullable<RespondOptions['asks']>
  /** The folder whose policy counts. */
  readonly project: string
  readonly close: () => Promise<void>
}

type Ask = 'auto' | 'inbox' | 'client' | 'nobody'

/** Time left for saying no after a person took too long; if there is little time, a part of that. */
const SPARE = 5_000
const SPARED_PART = 1 / 4

/** Throws if neither can be had; the call is then denied. */
export async function openGatekeeper(format: HookFormat, within: number, { values }: Invocation): Promise<Gatekeeper> {
  const ask = (values.get('ask') ?? 'auto') as Ask
  const spare = Math.min(SPARE, within * SPARED_PART)
  const limits = { agent: format.name, patience: within - spare }
  const project = projectOf(format)
  const home = homeFolder()
  const server = await connectServer(values.get('server'), limits.patience, home)
  if (server !== undefined)
    return { interceptor: intercept(server, limits), asks: askedBy(ask, true), project, close: nothing }
  const { openGate } = await import('../../gate/gate.ts')
  const store = values.get('store')
  const gate = await openGate({
    cwd: project,
    home,
    agent: format.name,
    timeout: within - 2 * spare,
    late: true,
    keeping: keepingOf(home),
    ...(store === undefined ? {} : { store }),
  })
  const close = () => gate.close().catch(nothing)
  return { interceptor: intercept(gate, limits), asks: askedBy(ask, false), project, close }
}

function askedBy(ask: Ask, hasServer: boolean): Gatekeeper['asks'] {
  if (ask === 'auto') return hasServer ? 'people' : 'client'
  return ask === 'inbox' ? 'people' : ask
}

/**
 * The project the agent was started in. The folder in which a call says it runs does not count, or a call could evade
 * the project's rules. Throws if the folder is gone: an agent that could delete it would be rid of its rules.
 */
function projectOf({ project }: HookFormat): string {
  const named = project.map((name) => process.env[name]).find((folder) => folder?.startsWith('/'))
  if (named === undefined) return ownFolder()
  if (statSync(named, { throwIfNoEntry: false })?.isDirectory()) return named
  throw new Error('the folder its agent was started in is gone')
}

/**
 * As the shell spells it, if it does: the agent spells its paths the same way. Throws if the folder's name cannot be
 * read as text: what was read might then name another folder, or none.
 */
function ownFolder(): string {
  const here = statSync('.')
  const isHere = (folder: string) => {
    const named = statSync(folder, { throwIfNoEntry: false })
    return here.ino === named?.ino && here.dev === named.dev
  }
  const { PWD: spelled = '' } = process.env
  const folder = [spelled, process.cwd()].find((name) => name.startsWith('/') && isHere(name))
  if (folder !== undefined) return folder
  throw new Error('the folder it was started in has no name that can be read')
}

async function nothing(): Promise<void> {}

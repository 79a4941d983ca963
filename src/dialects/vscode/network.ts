/**
 * Part of the VS Code dialect: `chat.agent.*NetworkDomains`, the hosts that an agent may reach, whatever is approved.
 *
 * They count if the filter or the sandbox is on, which another file may say: if this file does not, the hosts they
 * block are asked about.
 */

import { own } from '../../engine/call.ts'
import { below, quoted } from '../../policy/problem.ts'
import type { Draft } from '../import/draft.ts'
import { isPlainHost } from '../import/star-text.ts'
import type { Fields, Item, Sheet } from '../text/sheet.ts'

const DENIED = 'chat.agent.deniedNetworkDomains'
const ALLOWED = 'chat.agent.allowedNetworkDomains'
const FILTER = 'chat.agent.networkFilter'
const SANDBOX = 'chat.agent.sandbox.enabled'

export interface Network {
  readonly denied: readonly Item[]
  readonly allowed: readonly Item[]
  /** Whether this file switches the filter or the sandbox on. */
  readonly isOn: boolean
  /** Whether commands can reach no more hosts than the tools. */
  readonly isSandboxed: boolean
}

export function networkOf(sheet: Sheet, file: Fields): Network {
  const sandbox = own(file, SANDBOX)
  const isSandboxed = sandbox === true || sandbox === 'on'
  return {
    denied: sheet.texts(own(file, DENIED), below('', DENIED)),
    allowed: sheet.texts(own(file, ALLOWED), below('', ALLOWED)),
    isOn: isSandboxed || own(file, FILTER) === true,
    isSandboxed,
  }
}

export function addNetwork(draft: Draft, { denied, allowed, isOn, isSandboxed }: Network): void {
  const behavior = isOn ? 'deny' : 'ask'
  for (const { value, path } of denied)
    for (const host of withDomain(value)) {
      if (host === '*') draft.add(behavior, 'url', path)
      else if (isPlainHost(host)) draft.add(behavior, `url(${host})`, path)
      else draft.widen('url', path, `${quoted(value)} is not a plain host`)
    }
  const isEmpty = denied.length === 0 && allowed.length === 0
  if (allowed.length === 0 && !(isOn && isEmpty)) return
  const tool = isSandboxed ? 'url' : 'WebFetch'
  const plain = allowed.map(({ value }) => hostOf(value)).filter((host) => host === '*' || isPlainHost(host))
  if (plain.includes('*')) return
  const except = plain.map((host) => `${tool}(${host})`)
  draft.add(
    behavior,
    tool,
    allowed[0]?.path ?? below('', isSandboxed ? SANDBOX : FILTER),
    except.length === 0 ? {} : { except },
  )
}

/** Whether it blocks a host, and how certainly. */
export function keptFrom({ denied, allowed, isOn }: Network, host: string): 'deny' | 'ask' | undefined {
  const isDenied = denied.some(({ value }) => withDomain(value).some((one) => covers(one, host)))
  const isAllowed = allowed.some(({ value }) => covers(hostOf(value), host))
  const isLeftOut = allowed.length > 0 ? !isAllowed : isOn && denied.length === 0
  if (!isDenied && !isLeftOut) return undefined
  return isOn ? 'deny' : 'ask'
}

function hostOf(value: string): string {
  return value.trim().toLowerCase()
}

/** It is not documented whether a star also stands for the domain itself; for blocking, it is assumed to. */
function withDomain(value: string): readonly string[] {
  const host = hostOf(value)
  return host.startsWith('*.') ? [host, host.slice(2)] : [host]
}

function covers(pattern: string, host: string): boolean {
  return pattern === '*' || (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern)
}

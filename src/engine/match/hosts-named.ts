/**
 * Part of matching shell rules: a rule that names a url names its host, and permits no other one.
 *
 * `shell(curl https://a.example/:*)` lets further words through, but not a second url behind the first.
 */

import type { Connect, Reading, Run } from '../effect.ts'
import { normalHost } from './host.ts'

const URL_WORD = /^[a-z][a-z0-9+.-]*:\/\//iu

/** The hosts that words name by a url; undefined where none does. */
export function hostsNamed(words: readonly string[]): ReadonlySet<string> | undefined {
  const urls = words.filter((word) => URL_WORD.test(word))
  if (urls.length === 0) return undefined
  return new Set(urls.flatMap((word) => (URL.canParse(word) ? (normalHost(new URL(word).hostname) ?? []) : [])))
}

/** Nothing the run itself connects to, or may, is another host. */
export function staysWith(hosts: ReadonlySet<string>, run: Run, { effects }: Reading): boolean {
  const own = effects.indexOf(run)
  if (own < 0) return false
  return effects.every((effect) => {
    if (effect.of !== own) return true
    if (effect.type === 'unknown') return !effect.could.includes('connect')
    return effect.type !== 'connect' || isAmong(hosts, effect)
  })
}

function isAmong(hosts: ReadonlySet<string>, { host }: Connect): boolean {
  return hosts.has(host) || hosts.has(normalHost(host) ?? '')
}

/**
 * Part of matching: hosts that stand among the words of a rule or of a command.
 *
 * A shell rule that names a url names its host, and permits no other one: `shell(curl https://a.example/:*)` lets further
 * words through, but not a second url behind the first. A url rule that restricts a host is met by a command that names it in a
 * word of which no table says what it is (`restic -r sftp:host:/x`): it may connect.
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

/** Where a host stands in a word: at its beginning, or behind a sign that parts it from an option, a user or a scheme. */
const HOST_WORD = /(?:^(?:\/\/)?|[=@:,(+"'])((?:[a-z0-9_-]+\.)+[a-z0-9-]{2,})\.?(?=$|[:/,)"'])/giu
const LONGEST = 16_384
const PERSON = /^[^:]*@[^:/]*$/u

/** What may be hosts among the words of a command; a text with blanks is prose. */
export function hostsAmong(argv: Run['argv']): readonly string[] {
  const hosts: string[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    // What is a url has been read as one.
    if (word == null || !word.includes('.') || word.length > LONGEST || /\s|:\/\//u.test(word)) continue
    // Whoever writes commits says who they are; an address of git's has a colon behind the host.
    if (argv[0] === 'git' && PERSON.test(word)) continue
    for (const [, host] of word.matchAll(HOST_WORD)) if (host !== undefined) hosts.push(host.toLowerCase())
  }
  return hosts
}

/** Its effects tell all that it does: a file command, or one whose every option is known. */
export function isTold({ harmless, inside, program }: Run): boolean {
  return harmless || inside === true || program === 'curl'
}

/** A command names such a host, and nothing that was read of the call tells that it connects there. */
export function mayMean(isHost: (host: string) => boolean, run: Run, { effects }: Reading): boolean {
  if (isTold(run)) return false
  return hostsAmong(run.argv).some(
    (host) => isHost(host) && !effects.some((effect) => effect.type === 'connect' && effect.host === host),
  )
}

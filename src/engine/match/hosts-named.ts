/**
 * Part of matching: hosts that stand among the words of a rule or of a command.
 *
 * A shell rule that names a url permits only that host: `shell(curl https://a.example/:*)` lets more words through, but
 * not a second url behind the first. And a url rule that restricts a host also matches a command that names the host in
 * a word that no table explains (`restic -r sftp:host:/x`), since the command may connect to it.
 */

import type { Connect, Reading, Run } from '../effect.ts'
import { normalHost } from './host.ts'
import { wholeUrl } from './whole-url.ts'

const URL_WORD = /^[a-z][a-z0-9+.-]*:\/\//iu

/** The hosts of the urls among the words; undefined if there are none. */
export function hostsNamed(words: readonly string[]): ReadonlySet<string> | undefined {
  const urls = words.filter((word) => URL_WORD.test(word))
  if (urls.length === 0) return undefined
  return new Set(urls.flatMap((word) => normalHost(wholeUrl(word)?.hostname ?? '') ?? []))
}

/** The run connects, or may connect, only to these hosts. */
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

/**
 * Where a host stands in a word: at the beginning, or after a sign that separates it from an option, a user or a
 * scheme.
 */
const HOST_WORD = /(?:^(?:\/\/)?|[=@:,(+"'])((?:[a-z0-9_-]+\.)+[a-z0-9-]{2,})\.?(?=$|[:/,)"'])/giu
const LONGEST = 16_384
const PERSON = /^[^:]*@[^:/]*$/u

/** What may be hosts among the words of a command. A word with blanks is taken for prose. */
export function hostsAmong(argv: Run['argv']): readonly string[] {
  const hosts: string[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    // A url has been read as one already.
    if (word == null || !word.includes('.') || word.length > LONGEST || /\s|:\/\//u.test(word)) continue
    // `name@host` in a git command is most likely the author of a commit; an address of git's has a colon after the
    // host.
    if (argv[0] === 'git' && PERSON.test(word)) continue
    for (const [, host] of word.matchAll(HOST_WORD)) if (host !== undefined) hosts.push(host.toLowerCase())
  }
  return hosts
}

/** Whether its effects tell everything that it does, as for a file command or one whose options are all known. */
export function isTold({ harmless, inside, program }: Run): boolean {
  return harmless || inside === true || program === 'curl'
}

/** Whether a command names such a host while nothing that was read of the call says that it connects there. */
export function mayMean(isHost: (host: string) => boolean, run: Run, { effects }: Reading): boolean {
  if (isTold(run)) return false
  return hostsAmong(run.argv).some(
    (host) => isHost(host) && !effects.some((effect) => effect.type === 'connect' && effect.host === host),
  )
}

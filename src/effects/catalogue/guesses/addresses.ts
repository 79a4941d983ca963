/**
 * Part of the command catalogue: words that look like the name of another host, whatever the program. For restrictions
 * only.
 */

import { codeAt } from '../../code-at.ts'
import { addAddress } from '../addresses.ts'
import { addConnect, type Draft, GUESS } from '../draft.ts'
import { isStrayFlag } from '../scan.ts'

const LONGEST = 16_384
/** At most this many in one word. */
const MOST_URLS = 8
const SCHEME_CHAR = /[a-z0-9+.-]/iu
/** A text with blanks is prose unless it begins like this; `name @ address` tells pip where a package is. */
const BEGINS_AS_URL = /^\s*(?:\S+ @ )?[a-z][a-z0-9+.-]*:\/\//iu
/**
 * `user@host:path`, alone or as the value of an option. Built when it is first needed, because compiling it takes long.
 */
const atHost = (): RegExp => /^(?:[^=\s]*=)?[\w.-]+@([a-z0-9.-]+):/iu
/** What package managers write after the at sign in place of a host. */
const PROTOCOLS = new Set(['npm', 'workspace', 'file', 'link', 'portal', 'patch', 'catalog', 'jsr', 'exec', 'git'])
const PROXY = /^-{0,2}(?:\w+[_-])?proxy=(.+)$|^[A-Z_]*(?:HOST|ADDR|SERVER|ENDPOINT)=([\w.-]+\.[a-z]{2,}(?:[:/].*)?)$/iu

/** The last letters of `proxy`, `host`, `addr`, `server` and `endpoint`. */
const LAST_LETTERS = 'ytr'
const COLON = 0x3a
const EQUALS = 0x3d
const AT = 0x40

/**
 * Options whose value is a text that is sent or kept, whatever stands in it. By program, or program and subcommand; the
 * longest of the names of each.
 */
const TEXTS: Readonly<Record<string, string>> = {
  curl: '--data --data-ascii --data-binary --data-raw --data-urlencode --json --form --form-string --header --referer --user-agent --cookie --write-out',
  gh: '--title --body',
  'git commit': '--message',
  'git merge': '--message',
  'git notes': '-m',
  'git stash': '--message',
  'git tag': '--message',
  wget: '--post-data --body-data --header --referer --user-agent',
}

/** Whatever a program does, it may connect to a word that is an address. */
export function guessAddresses(draft: Draft): void {
  let known: ReadonlySet<string> | undefined
  let texts: ReadonlySet<number> | undefined
  for (let index = 1; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word == null || word.length < 3 || word.length > LONGEST) continue
    if (!hasSign(word) || (texts ??= textsIn(draft)).has(index)) continue
    const mark = word.indexOf('://')
    const at = mark > 0 ? -1 : word.indexOf('@')
    const names = at >= 0 && word.includes(':', at)
    const proxied = mark < 0 && mayBeProxy(word)
    if (SLOPPY_SIGN.test(word)) guessSloppy(draft, index, word)
    guessBroken(draft, index, word)
    if (mark <= 0 && !names && !proxied) continue
    if (/\s/u.test(word) && !BEGINS_AS_URL.test(word)) continue
    if (mark > 0) guessUrls(draft, index, word, mark, (known ??= connectsOf(draft)))
    else if (names) guessAtHost(draft, index, word, (known ??= connectsOf(draft)))
    const proxy = proxied ? PROXY.exec(word) : null
    if (proxy !== null) addConnect(draft, index, proxy[1] ?? proxy[2] ?? '', GUESS)
  }
}

/** Indexes of words that are certainly such a text: a flag that no table lists may make them something else. */
function textsIn({ argv, table, path, flags, doubted }: Draft): ReadonlySet<number> {
  const [program = '', sub = ''] = path
  const names = (lookUp(program) ?? lookUp(`${program} ${sub}`))?.split(' ')
  if (names === undefined || doubted > 0 || argv.some((word) => isStrayFlag(table, word))) return NOWHERE
  const texts = flags.filter(({ flag, value }) => value != null && flag.names.some((name) => names.includes(name)))
  return new Set(texts.map(({ index }) => index))
}

function lookUp(command: string): string | undefined {
  return Object.hasOwn(TEXTS, command) ? TEXTS[command] : undefined
}

const NOWHERE: ReadonlySet<number> = new Set()

const SLOPPY_SIGN = /:(?:\/(?!\/)|\\)/u
/** As browsers and similar programs read it: any number of slashes, of either kind. */
const sloppy = (): RegExp => /(https?|wss?|ftp):[\\/]+([^\\/\s"'`,;|<>]+)/giu

/** Browsers and libraries drop tabs and line ends wherever they stand, also among the letters of the host. */
function guessBroken(draft: Draft, index: number, word: string): void {
  const [start = ''] = BREAK.test(word) ? (TO_HOST.exec(word) ?? []) : []
  if (BREAK.test(start)) guessSloppy(draft, index, start.replaceAll(BREAKS, ''))
}

const BREAK = /[\t\n\r]/u
const BREAKS = /[\t\n\r]/gu
/** An address up to the end of its host, alone or as the value of an option. */
const TO_HOST = /^(?:--?[\w-]+=)?[a-z][a-z0-9+.\t\n\r-]*:[\\/\t\n\r]*[^\\/?#]*/iu

function guessSloppy(draft: Draft, index: number, word: string): void {
  let left = MOST_URLS
  for (const [, scheme = '', host = ''] of word.matchAll(sloppy())) {
    if (left-- === 0) {
      draft.connects = true
      draft.unknown = true
      return
    }
    addConnect(draft, index, `${scheme}://${host}`, GUESS)
  }
}

/** Whether the word has one of the characters without which it cannot be an address. */
function hasSign(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = codeAt(word, at)
    if (code === COLON || code === AT || code === EQUALS) return true
  }
  return false
}

/** Whether the text before the first equals sign ends like one of these names. */
function mayBeProxy(word: string): boolean {
  const equals = word.indexOf('=')
  return equals > 0 && LAST_LETTERS.includes(word.charAt(equals - 1).toLowerCase())
}

/** Index of the word and text of each address that is already known. */
function connectsOf({ effects }: Draft): ReadonlySet<string> {
  const known = new Set<string>()
  for (const { type, index, value } of effects) if (type === 'connect') known.add(`${index} ${value}`)
  return known
}

function guessUrls(draft: Draft, index: number, word: string, first: number, known: ReadonlySet<string>): void {
  let left = MOST_URLS
  for (let mark = first; mark > 0; mark = word.indexOf('://', mark + 3)) {
    if (left-- === 0) {
      draft.connects = true
      draft.unknown = true
      return
    }
    let start = mark
    while (start > 0 && SCHEME_CHAR.test(word.charAt(start - 1))) start--
    while (start < mark && !/[a-z]/iu.test(word.charAt(start))) start++
    // A mere `http://`, as one searches for it, names no host.
    if (start === mark || word.length === mark + 3) continue
    const quote = word.slice(mark).search(/[\s"'`,;|<>]/u)
    const url = word.slice(start, quote < 0 ? undefined : mark + quote)
    // An option's letter may be glued to the address: `-uhttp://host`.
    if (!known.has(`${index} ${url}`)) addAddress(draft, index, url, GUESS)
  }
}

function guessAtHost(draft: Draft, index: number, word: string, known: ReadonlySet<string>): void {
  const host = atHost().exec(word)?.[1]
  if (host !== undefined && !PROTOCOLS.has(host) && !known.has(`${index} ${host}`))
    addConnect(draft, index, host, GUESS)
}

/**
 * Part of the command catalogue: programs that talk to other hosts: hosts that are only named in an option, and files
 * that are sent.
 */

import type { Word } from '../../../engine/effect.ts'
import { addRead, addWrite, type Draft, GLOB, GUESS, TREE } from '../draft.ts'
import { addContents, addValue } from '../values.ts'
import { percentDecoded, spread } from './url-lists.ts'

/** curl: `--connect-to from::to:` and `--resolve name:port:address` send the request elsewhere. */
export function curlDetours(draft: Draft): void {
  // curl reads braces and brackets as patterns of its own: `-T '{a,b}'`.
  for (const { flag, index, value } of draft.flags) {
    if (flag.names.includes('-T') && /[[{]/u.test(value ?? '')) draft.unknown = true
    for (const [, file] of value?.matchAll(/%output\{(?:>>)?([^}%]+)\}/gu) ?? [])
      addValue(draft, 'w', index, file, GUESS)
  }
  fetchesLists(draft)
  curlFiles(draft)
  curlHosts(draft)
  for (const { flag, index, value } of draft.flags) {
    if (value == null || !(flag.names.includes('--connect-to') || flag.names.includes('--resolve'))) continue
    for (const [host] of value.matchAll(/\[[^\]]*\]|[^:,[\]]+/gu))
      if (/[a-z.:]/iu.test(host)) addValue(draft, 'u', index, host, GUESS)
  }
}

/** `file:///x/{a,b}`, `file:///x/%61`: curl itself expands and decodes these, and with `-T` it writes them. */
function curlFiles(draft: Draft): void {
  const uploads = draft.flags.some(({ flag }) => flag.names.includes('-T'))
  draft.argv.forEach((word, index) => {
    const path = /^(?:--url=)?file:\/*(?:localhost)?(\/[^]*)$/iu.exec(word ?? '')?.[1]
    if (path === undefined) return
    for (const spelled of spread(path)) {
      const file = percentDecoded(spelled)
      const as = GUESS | (file.includes('*') ? GLOB : 0)
      if (uploads) addWrite(draft, 'modify', index, file, as)
      else if (file !== path) addRead(draft, index, file, as)
    }
  })
}

/** `http://{one,two}/`, `10.0.0.[1-9]`: curl expands the name of a host, too. */
function curlHosts(draft: Draft): void {
  const add = (index: number, address: Word | undefined) => {
    if (address == null || !HOST_LIST.test(address)) return
    for (const spelled of spread(address)) if (spelled !== address) addValue(draft, 'u', index, spelled, GUESS)
  }
  for (const index of draft.operands) add(index, draft.argv[index])
  for (const { flag, index, value } of draft.flags) if (flag.names.includes('--url')) add(index, value)
}

const HOST_LIST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/\s]*[[{]/iu

/** Addresses may stand in a file, so it connects even if no word is an address. */
export function fetchesLists(draft: Draft): void {
  draft.connects ||= draft.unknown
}

/** Programs that always take folders along with everything in them; the last operand is the target. */
export function takesFolders(draft: Draft): void {
  for (const index of draft.operands.slice(0, -1)) {
    const word = draft.argv[index]
    if (word != null && (!word.includes(':') || /^[./~]/u.test(word))) addContents(draft, index, word)
  }
}

/** `aws s3 sync`: always a whole folder; the files get the names that they have at the other end. */
export function laysTrees(draft: Draft): void {
  const last = draft.operands.at(-1)
  const word = last === undefined ? null : draft.argv[last]
  if (last === undefined || word == null || word.includes('://') || draft.path.at(-1) !== 'sync') return
  addWrite(draft, 'modify', last, word, GUESS | TREE)
}

/** socat: `TCP4:host:80,opt`, `OPENSSL:host:443`, `FILE:path`, and `EXEC:` runs. */
export function socatAddresses(draft: Draft): void {
  for (const index of draft.operands)
    // If there are two, one is read and the other written.
    for (const address of draft.argv[index]?.split('!!') ?? []) {
      const found = /^(?:tcp|udp|ssl|openssl|sctp|dccp|socks|proxy|ip)[\w-]*:([^:,]+)/iu.exec(address)
      if (found !== null) addValue(draft, 'u', index, found[1])
      const file =
        /^(?:file|g?open|create?|pipe):([^,]+)/iu.exec(address)?.[1] ?? /^([^:,]*\/[^:,]*)/u.exec(address)?.[1]
      if (file !== undefined) addValue(draft, 'e', index, file, GUESS)
    }
}

/** httpie: the words after the address are fields, and `name@file` sends a file. */
export function requestItems(draft: Draft): void {
  for (const index of draft.operands.slice(1)) addValue(draft, '?', index, draft.argv[index])
}

/**
 * Programs of which few options are listed: a word that looks like a host or an image may be a file to send
 * (`oras push h/x f:type`, `gh release upload v1 f#label`).
 */
export function maybeFiles(draft: Draft): void {
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (word == null || word.includes('://')) continue
    addValue(draft, '?', index, word)
    const mark = word.search(/[:#]/u)
    if (mark >= 0) addValue(draft, '?', index, word.slice(0, mark))
  }
}

/** sftp and similar programs: their input, or the text of an option, says what they send and fetch. */
export function toldWhatToMove(draft: Draft): void {
  maybeFiles(draft)
  if (draft.operands.length > 0 || draft.flags.some(({ value }) => value !== undefined)) draft.unknown = true
  for (const { index, value } of draft.flags)
    for (const [, host] of value?.matchAll(/\bopen\s+(?:-\S+\s+)*(\S+)/gu) ?? [])
      addValue(draft, 'u', index, host, GUESS)
}

const HOST_OPTION = /^\s*(?:hostname|proxyjump)(?:\s*=\s*|\s+)(\S+)/iu
const FORWARD_OPTION = /^\s*(?:local|remote)forward(?:\s*=\s*|\s+)(.*)$/iu
/** `[bind:]port:host:port`, or with a blank in place of the second colon. */
const FORWARDED = /(?:^|[\s:])([^\s:/]+):\d+$/u

/** ssh: further hosts that it connects to, or goes through, which are only named in an option. */
export function hostsOfOptions(draft: Draft): void {
  for (const { flag, index, value } of draft.flags) {
    if (typeof value !== 'string') continue
    const [name = ''] = flag.names
    const jumps = name === '-J' ? value : name === '-o' ? HOST_OPTION.exec(value)?.[1] : undefined
    const forward = name === '-L' || name === '-R' ? value : name === '-o' ? FORWARD_OPTION.exec(value)?.[1] : undefined
    const forwarded = forward === undefined ? undefined : FORWARDED.exec(forward)?.[1]
    for (const host of jumps?.split(',') ?? []) addValue(draft, 'u', index, host, GUESS)
    if (forwarded !== undefined) addValue(draft, 'u', index, forwarded, GUESS)
  }
}

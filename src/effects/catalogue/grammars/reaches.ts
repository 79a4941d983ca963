/** Part of the command catalogue: programs where the value of an option reaches further than the option says. */

import { includes } from '../../code-at.ts'
import { type Draft, isMany, sawFlag, short, spoil, traits } from '../draft.ts'
import { addContents, addValue } from '../values.ts'
import { listedOnInput } from './lists.ts'

/** aws: `file://x` reads a file for any parameter, `https://x` fetches it. */
export function awsValues(draft: Draft): void {
  for (let index = draft.from; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    const found = word == null ? null : /^(?:--[\w-]+=)?(fileb?|https?):\/\/(.*)$/isu.exec(word)
    if (found === null) continue
    if (found[1]?.startsWith('file') === true) addValue(draft, 'r', index, found[2])
    else spoil(draft, `fetches ${short(word ?? '')}`)
  }
}

/** kubectl: `-o go-template-file=x` reads a template. */
export function outputFile(draft: Draft): void {
  for (const { flag, index, value } of draft.flags) {
    const file = flag.names.includes('-o') ? /^=?[\w-]+-file=(.*)$/su.exec(value ?? '')?.[1] : undefined
    if (file !== undefined) addValue(draft, 'r', index, file)
  }
}

/** less: behind a number, and behind the `$` that ends a text, more flags follow in the same word (`-b5ofile`). */
export function lessValues(draft: Draft): void {
  for (const { flag, value } of draft.flags) {
    if (value === undefined) continue
    const isText = flag.names.includes('-p') || flag.names.includes('-P')
    if (value === null || (isText ? value.includes('$') : !/^-?[\d.,]*$/u.test(value)))
      spoil(draft, `flag ${flag.names[0]} with more behind it`)
  }
}

/** The binutils take more words from `@file`, `--plugin` among them. */
export function argumentFiles(draft: Draft): void {
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (word?.startsWith('@') !== true) continue
    addValue(draft, 'r', index, word.slice(1))
    spoil(draft, `takes its words from ${short(word)}`)
  }
}

/** hg: a template without a field may be a file, and a set of revisions, in whatever word, those that another repository has. */
export function onlyLocalSets(draft: Draft): void {
  for (const { flag, index, value } of draft.flags)
    if (flag.names.includes('-T') && value?.includes('{') === false) addValue(draft, 'r', index, value)
  for (let index = draft.from; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word === null) spoil(draft, 'a dynamic set of revisions')
    else if (word !== undefined && /\b(?:remote|outgoing)\s*\(/u.test(word))
      spoil(draft, `asks another repository: ${short(word)}`)
  }
}

/** smartctl: `-l scterc` shows a limit of the drive, `-l scterc,70,70` sets it. */
export function onlyShownLogs(draft: Draft): void {
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('-l') && !/^(?!sct(?:erc|tempint),)[\w,+-]+$/u.test(value ?? ''))
      spoil(draft, 'changes settings of the drive')
}

const LISTERS = new Set(['git', 'svn', 'auto'])

const PACKED = /\.(?:tar|tgz|tbz2?|txz|gz|Z|bz2|xz|zst|zip|7z|rar|deb|rpm|srpm|jar|war|whl|egg|ezi)$/iu

/** cloc: `--vcs` names the command that lists the files, and archives are unpacked. */
export function knownLister(draft: Draft): void {
  for (const index of draft.operands) if (PACKED.test(draft.argv[index] ?? '')) spoil(draft, 'unpacks an archive')
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('--vcs') && !LISTERS.has(value ?? '')) spoil(draft, 'runs what lists the files')
}

const FROM_FILE = new Set(['--fromfile', '--fromtabfile'])

/** tree: shows the lines of a file as if they were paths. */
export function treeOfFile(draft: Draft): void {
  if (!sawFlag(draft, FROM_FILE)) return
  for (const index of draft.operands) addValue(draft, 'r', index, draft.argv[index])
}

/** npm: settings that hold credentials. */
export function noTokens(draft: Draft): void {
  for (const index of draft.operands)
    if (/auth|password|token|otp|secret|^_|:_/iu.test(draft.argv[index] ?? 'auth')) spoil(draft, 'shows a credential')
}

/** ps: the letter `e` without a dash shows every process's environment, and so does a column of that name. */
export function noEnvironments(draft: Draft): void {
  shownByPs(draft, draft.operands)
  for (const { flag, value } of draft.flags)
    if (COLUMNS.test(flag.names[0] ?? '') && includes(value ?? ENVIRONMENTS, ENVIRONMENTS))
      spoil(draft, 'shows the environment of processes')
  // `ps -p $X`: what follows the first word of it are operands. `$USER` and what `whoami` prints is one name.
  for (const { flag, value, index } of draft.flags)
    if (value === null && !(BY_USER.test(flag.names[0] ?? '') && traits(draft, index).undashed === true))
      shownByPs(
        draft,
        [index, index + 1].filter((at) => draft.argv[at] === null && isMany(draft, at)),
      )
}

const BY_USER = /^-[uU]$/u
const COLUMNS = /^-[oO]$/u
const ENVIRONMENTS = 'environ'

/** docker top: behind the container, words for ps. */
export function noEnvironmentsInside(draft: Draft): void {
  shownByPs(draft, draft.operands.slice(1))
}

function shownByPs(draft: Draft, words: readonly number[]): void {
  for (const index of words)
    if (/^[A-Za-z]*e[A-Za-z]*$|environ/u.test(draft.argv[index] ?? traits(draft, index).digits ?? 'e'))
      spoil(draft, 'shows the environment of processes')
}

const QUERIES = new Set(['-versions'])
const WELL_KNOWN = /^(?:github\.com|gitlab\.com|gopkg\.in|(?:google\.)?golang\.org)\//u

/** go: with `-mod=mod` even a listing rewrites go.mod, and a query (`x@latest`) asks the host that the module is named after. */
export function knownModules(draft: Draft): void {
  for (const index of draft.operands) {
    const module = draft.argv[index]
    if (module === null) spoil(draft, 'a dynamic module')
    if (module == null || WELL_KNOWN.test(module) || !(module.includes('@') || sawFlag(draft, QUERIES))) continue
    spoil(draft, `asks the host of ${short(module)}`)
    addValue(draft, 'u', index, module.replace(/[@/].*$/su, ''), false, false)
  }
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('-mod') && value !== 'readonly' && value !== 'vendor') spoil(draft, 'may rewrite go.mod')
}

/** curl: `--connect-to from::to:` and `--resolve name:port:address` send the request elsewhere. */
export function curlDetours(draft: Draft): void {
  // It takes braces and brackets for patterns of its own: `-T '{a,b}'`.
  for (const { flag, index, value } of draft.flags) {
    if (flag.names.includes('-T') && /[[{]/u.test(value ?? '')) draft.unknown = true
    for (const [, file] of value?.matchAll(/%output\{(?:>>)?([^}%]+)\}/gu) ?? [])
      addValue(draft, 'w', index, file, false, false)
  }
  fetchesLists(draft)
  for (const { flag, index, value } of draft.flags) {
    if (value == null || !(flag.names.includes('--connect-to') || flag.names.includes('--resolve'))) continue
    for (const host of value.split(/[:,]/u)) if (/[a-z.]/iu.test(host)) addValue(draft, 'u', index, host, false, false)
  }
}

/** A list of addresses may stand in a file, so it connects even where no word is one. */
export function fetchesLists(draft: Draft): void {
  draft.connects ||= draft.unknown
}

/** socat: `TCP4:host:80,opt`, `OPENSSL:host:443`, `FILE:path`, and `EXEC:` runs. */
export function socatAddresses(draft: Draft): void {
  for (const index of draft.operands) {
    const found = /^(?:tcp|udp|ssl|openssl|sctp|dccp|socks|proxy|ip)[\w-]*:([^:,]+)/iu.exec(draft.argv[index] ?? '')
    if (found !== null) addValue(draft, 'u', index, found[1])
    const file = /^(?:file|g?open|create?):([^,]+)/iu.exec(draft.argv[index] ?? '')?.[1]
    if (file !== undefined) addValue(draft, 'e', index, file, false, false)
  }
}

/** mount: with operands it changes what a folder shows, perhaps from another host. */
export function mountsNothing(draft: Draft): void {
  if (draft.operands.length > 0) spoil(draft, 'mounts something')
  for (const index of draft.operands) {
    const host = /^\/\/([^/]+)/u.exec(draft.argv[index] ?? '')?.[1]
    if (host !== undefined) addValue(draft, 'u', index, host, false, false)
  }
}

/** ssh-keygen: `-f` is read when it shows a key, and written when it makes one. */
export function keyFile(draft: Draft): void {
  if (sawFlag(draft, SHOWS_KEY)) return
  for (const { flag, index, value } of draft.flags) if (flag.names.includes('-f')) addValue(draft, 'w', index, value)
}

const SHOWS_KEY = new Set(['-l', '-F', '-y', '-e', '-B'])

const EX_FILE =
  /^\+?:?(?:sil\w*!?\s+)?(?:r|re|rea|read|e|edit|sp|split|vs|vsp|tabe\w*|w|wr\w*|sav\w*|so|source)!?\s+(\S+)$/u

/** vi: commands given on the line open and write further files. */
export function editorFiles(draft: Draft): void {
  for (let index = draft.from; index < draft.argv.length; index++) {
    for (const command of draft.argv[index]?.split('|') ?? []) {
      const file = EX_FILE.exec(command.trim())?.[1]
      if (file !== undefined && !file.startsWith('!')) addValue(draft, 'e', index, file, false, false)
    }
  }
}

/** Programs of whose options few are listed: what stands for a host or an image may be a file to send (`oras push h/x f:type`, `gh release upload v1 f#label`). */
export function maybeFiles(draft: Draft): void {
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (word == null || word.includes('://')) continue
    addValue(draft, '?', index, word)
    const mark = word.search(/[:#]/u)
    if (mark >= 0) addValue(draft, '?', index, word.slice(0, mark))
  }
}

/** sftp and its like: what they send and fetch is told by their input, or by the text of an option. */
export function toldWhatToMove(draft: Draft): void {
  maybeFiles(draft)
  if (draft.operands.length > 0 || draft.flags.some(({ value }) => value !== undefined)) draft.unknown = true
  for (const { index, value } of draft.flags)
    for (const [, host] of value?.matchAll(/\bopen\s+(?:-\S+\s+)*(\S+)/gu) ?? [])
      addValue(draft, 'u', index, host, false, false)
}

const HOST_OPTION = /^\s*(?:hostname|proxyjump)(?:\s*=\s*|\s+)(\S+)/iu
const FORWARD_OPTION = /^\s*(?:local|remote)forward(?:\s*=\s*|\s+)(.*)$/iu
/** `[bind:]port:host:port`, or a blank in the place of the second colon. */
const FORWARDED = /(?:^|[\s:])([^\s:/]+):\d+$/u

/** ssh: hosts that it goes on to, or by way of, which only an option names. */
export function hostsOfOptions(draft: Draft): void {
  for (const { flag, index, value } of draft.flags) {
    if (typeof value !== 'string') continue
    const [name = ''] = flag.names
    const jumps = name === '-J' ? value : name === '-o' ? HOST_OPTION.exec(value)?.[1] : undefined
    const forward = name === '-L' || name === '-R' ? value : name === '-o' ? FORWARD_OPTION.exec(value)?.[1] : undefined
    const forwarded = forward === undefined ? undefined : FORWARDED.exec(forward)?.[1]
    for (const host of jumps?.split(',') ?? []) addValue(draft, 'u', index, host, false, false)
    if (forwarded !== undefined) addValue(draft, 'u', index, forwarded, false, false)
  }
}

/** httpie: behind the address stand fields, and `name@file` is sent. */
export function requestItems(draft: Draft): void {
  for (const index of draft.operands.slice(1)) addValue(draft, '?', index, draft.argv[index])
}

/** zip: with the folder one stands in goes every file that a rule names; `-@` takes the names from its input. */
export function packedFolders(draft: Draft): void {
  listedOnInput(draft)
  for (const index of draft.operands.slice(1)) {
    const word = draft.argv[index]
    if (word != null) addContents(draft, index, word)
  }
}

/** git config writes its file, unless it was only asked. */
export function configFile(draft: Draft): void {
  if (draft.spoiled === undefined) return
  for (const { flag, index, value } of draft.flags)
    if (flag.names.includes('-f')) addValue(draft, 'w', index, value, false, false)
}

/** python: `-m venv folder` makes it. */
export function moduleFolders(draft: Draft): void {
  const at = draft.argv.indexOf('-m')
  const name = at < 0 ? undefined : draft.argv[at + 1]
  if (name !== 'venv' && name !== 'virtualenv') return
  for (let index = at + 2; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word != null && !word.startsWith('-')) addValue(draft, 'w', index, word, false, false)
  }
}

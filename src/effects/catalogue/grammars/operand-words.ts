/** Part of the command catalogue: programs where one sort of operand is not what it looks like. */

import { type Draft, GUESS, sawFlag, short, spoil, traits } from '../draft.ts'
import { guessText } from '../guesses.ts'
import { addValue } from '../values.ts'
import type { Guard } from '../spec.ts'

const PAGE_FILES = new Set(['-l', '--local-file'])

/** `man ./x` and `man -l x` format a file, and a man page can name its own preprocessors. */
export function manPages(draft: Draft): void {
  refuse(draft, (word) => word.includes('/'))
  for (const index of draft.operands)
    if (draft.argv[index]?.includes('/') === true || sawFlag(draft, PAGE_FILES))
      addValue(draft, '?', index, draft.argv[index])
}

/** `brew info ./x.rb`, `brew info x.rb`: a formula that is a file is run. */
export function noFormulas(draft: Draft): void {
  refuse(draft, (word) => word.includes('/') || /\.(?:rb|json|gz)$/iu.test(word))
}

/** `xxd a -e`: behind the file that is read every word is the one that is written. */
export function flagsFirst(draft: Draft): void {
  const first = draft.operands[0] ?? Infinity
  for (const { index } of draft.flags) {
    if (index < first) continue
    addValue(draft, 'w', index, draft.argv[index])
    spoil(draft, `writes to ${short(draft.argv[index] ?? '')}`)
  }
}

/** A package named by its address is fetched from there. */
export function noUrls(draft: Draft): void {
  refuse(draft, (word) => word.includes('://'))
}

const OF_A_FILE = new Set(['-p'])
const VERIFIES = new Set(['-V'])

/** rpm: to verify a package runs a script of it, and a file may be anybody's. */
export function onlyInstalled(draft: Draft): void {
  noUrls(draft)
  if (sawFlag(draft, OF_A_FILE) && sawFlag(draft, VERIFIES)) spoil(draft, 'runs a script of the package')
}

const REGISTERED = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?:@[^/:]*)?$|^\.$/u
const ARCHIVE = /\.(?:tgz|tar|tar\.gz)$/iu

/** What `npm view` is given first is a package, and `owner/name`, `github:x` or `x@git@host:y` is one that git fetches and npm prepares. */
export function onlyRegistered(draft: Draft): void {
  noUrls(draft)
  const first = draft.operands[0]
  const name = first === undefined ? undefined : draft.argv[first]
  if (name == null || (REGISTERED.test(name) && !ARCHIVE.test(name))) return
  spoil(draft, `${short(name)} is no package of the registry`)
}

/** `docker search registry.example/x` asks that registry. */
export function noHosts(draft: Draft): void {
  refuse(draft, (word) => /[.:]|^localhost/u.test(word))
}

/** `gh pr view https://github.com/o/r/pull/1` asks the host it would ask anyway. */
export function noOtherHost(draft: Draft): void {
  refuse(draft, (word) => word.includes('://') && !/^https:\/\/(?:gist\.)?github\.com\/[\w./-]*$/u.test(word))
}

/** `gh api`: a request with fields posts them, unless told to GET. A query in GraphQL is posted, and changes nothing. */
export function onlyGets(draft: Draft): void {
  noUrls(draft)
  const valuesOf = (name: string) =>
    draft.flags.flatMap(({ flag, value }) => (flag.names.includes(name) ? [value ?? ''] : []))
  const methods = valuesOf('-X')
  const raw = valuesOf('-f')
  const typed = valuesOf('-F')
  const posts = raw.length + typed.length > 0 && methods.length === 0
  if ((posts && !isQuery(draft, raw, typed)) || methods.some((method) => method !== 'GET'))
    spoil(draft, 'sends any request to the host')
  if (typed.some((field) => field === '' || field.includes('=@'))) spoil(draft, 'sends a file')
}

const QUERY = /^query=\s*(?:query\b|\{)/u

/** One query, beside it variables. In one that is typed, names of branches would be filled in. */
function isQuery({ argv, operands }: Draft, raw: readonly string[], typed: readonly string[]): boolean {
  const queries = raw.filter((field) => QUERY.test(field) && !/mutation|subscription/iu.test(field))
  const isVariable = (field: string) => /^(?!query=)\w+=/u.test(field)
  return (
    operands.length === 1 &&
    argv[operands[0] ?? 0] === 'graphql' &&
    queries.length === 1 &&
    raw.every((field) => field === queries[0] || isVariable(field)) &&
    typed.every(isVariable)
  )
}

/** Names alone list; with an operand something is done, perhaps with a file of that name (`npm run show .env`). */
export function onlyBare(why: string): Guard {
  return (draft) => {
    if (draft.operands.length === 0) return
    spoil(draft, why)
    for (const index of draft.operands) guessText(draft, index)
  }
}

/** `less +!cmd` and `vi +cmd` begin by running something. */
export function noStartCommand(draft: Draft): void {
  refuse(draft, (word) => word.startsWith('+') && !/^\+(?:\d*[gGF]?|\/.*)$/u.test(word))
}

/** `bat cache --build` compiles syntaxes. */
export function noCache(draft: Draft): void {
  refuse(draft, (word) => word === 'cache')
}

/** Older exiftools open a file whose name ends in a bar as a command, sox one that begins with it. */
export function noPipes(draft: Draft): void {
  refuse(draft, (word) => word.startsWith('|') || word.trimEnd().endsWith('|'))
}

const XPATHS = new Set(['-v', '-c', '-m', '-i', '--elif'])
const PURE = new Set(
  `text node comment count sum name local-name position last not true false contains starts-with substring substring-before substring-after
   string string-length normalize-space number floor ceiling round concat translate and or`.split(/\s+/u),
)

/** XPath's `document('x')` reads another file, or fetches it, and `dyn:evaluate` makes one of any text. */
export function plainPaths(draft: Draft): void {
  onlyFiles(draft)
  for (const { flag, value } of draft.flags) {
    if (!XPATHS.has(flag.names[0] ?? '')) continue
    const calls = [...(value ?? '').matchAll(/([\w:.-]+)\s*\(/gu)]
    if (value == null || calls.some(([, name = '']) => !PURE.has(name))) spoil(draft, 'may read other documents')
  }
}

/** What opens addresses as well as files: of a word that only running tells, the beginning must be that of a path. */
export function onlyFiles(draft: Draft): void {
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (word === null && !/^[^:]*[./]/u.test(traits(draft, index).prefix ?? ''))
      spoil(draft, 'a dynamic operand may be an address')
    // `file:x`, `concat:x|y`.
    if (word == null || !/^[a-z][\w+-]*:(?!\/\/)/iu.test(word)) continue
    spoil(draft, `opens what ${short(word)} means`)
    for (const one of word.slice(word.indexOf(':') + 1).split('|')) addValue(draft, '?', index, one)
  }
}

/** `svn info ^/trunk` and `svn info x@HEAD` ask the server. */
export function noRevisions(draft: Draft): void {
  refuse(draft, (word) => word.startsWith('^') || word.includes('@'))
}

/** `sysctl name=value` and the like set instead of showing. */
export function noAssignments(draft: Draft): void {
  refuse(draft, (word) => word.includes('='))
}

/** What a name would stand behind. */
const BEFORE_NAME = /@|\b(?:dst|src)\b/u

/** `ss dst host.example`, `lsof -i@host.example`: a name is asked of its server; an address is not, nor a path. */
export function noNames(name: RegExp): Guard {
  return (draft) => {
    for (let index = draft.from; index < draft.argv.length; index++) {
      const word = draft.argv[index]
      const { prefix = '' } = traits(draft, index)
      // Behind a colon stands a port.
      const begun = prefix.slice(prefix.lastIndexOf(':') + 1)
      if (word == null ? BEFORE_NAME.test(begun) : name.test(word)) spoil(draft, 'looks up a name')
    }
  }
}

/** nft joins its words: `nft list ruleset ';' flush ruleset` are two commands. */
export function plainNames(draft: Draft): void {
  refuse(draft, (word) => !/^[\w.-]+$/u.test(word))
}

/** `pmset sleepnow -g`: what stands before the question is done. */
export function askedFirst(draft: Draft): void {
  const asks = draft.flags[0]?.index ?? 0
  if (draft.operands.some((index) => index < asks)) spoil(draft, 'does more than it is asked')
}

const LOCAL = new Set(['passwd', 'group', 'services', 'protocols', 'rpc', 'shells', 'ethers', 'aliases', 'gshadow'])

/** `getent hosts x` asks a name server; the local tables tell nobody. */
export function localDatabase(draft: Draft): void {
  const first = draft.operands[0]
  const table = first === undefined ? undefined : draft.argv[first]
  if (table != null && LOCAL.has(table)) return
  spoil(draft, 'may ask a name server')
  for (const index of draft.operands.slice(1)) addValue(draft, 'u', index, draft.argv[index], GUESS)
}

const SAYS = new Set(['-v', '-h', '-help', '-listenc'])

/** `pdftotext a.pdf -` prints; without the dash it writes a file. */
export function onlyPrinted(draft: Draft): void {
  const target = draft.operands[1]
  if (sawFlag(draft, SAYS) || (target !== undefined && draft.argv[target] === '-')) draft.writes = false
  else spoil(draft, 'writes the text into a file')
}

const CHECK = new Set(['-check'])

/** `terraform fmt` rewrites the current folder unless told to check. */
export function onlyChecked(draft: Draft): void {
  if (sawFlag(draft, CHECK)) return
  draft.writes = true
  spoil(draft, 'rewrites sources')
}

/** `stty size` shows, nearly every other word sets. */
export function onlySizes(draft: Draft): void {
  refuse(draft, (word) => word !== 'size' && word !== 'speed')
}

const LIST = new Set(['-l'])

/** `crontab -` and a bare `crontab` replace the table by their input. */
export function onlyWithList(draft: Draft): void {
  if (!sawFlag(draft, LIST)) spoil(draft, 'replaces the table')
}

const SERVICE = /^[\w@-]+$/u

/** `service x status` runs the script named x; only a plain name comes from the system's own folder. */
export function serviceStatus(draft: Draft): void {
  const [name, verb] = draft.operands.map((index) => draft.argv[index])
  if (name === undefined) return
  if (name === null || !SERVICE.test(name) || verb !== 'status') spoil(draft, 'runs a service script')
}

/** `ffmpeg -attach f out`, `magick identify f`, `convert label:@f out`: what looks like the output may be read. */
export function maybeRead(draft: Draft): void {
  for (const index of draft.operands) addValue(draft, '?', index, draft.argv[index]?.replace(/^(?:\w+:)?@?/u, ''))
}

const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr'])

/** `tee /dev/stderr` writes to what is open already. */
export function onlySinks(draft: Draft): void {
  if (draft.operands.length === 0 || !draft.operands.every((index) => SINKS.has(draft.argv[index] ?? ''))) return
  draft.writes = false
  draft.effects = []
}

const ABOUT_ITSELF = new Set(['--help', '--version'])

/** It makes files whose names it chooses itself. */
export function madeSomewhere(draft: Draft): void {
  if (draft.argv.length === 2 && sawFlag(draft, ABOUT_ITSELF)) return
  draft.writes = true
  spoil(draft, 'makes files of its own naming')
}

const LENDS = /^[0-7]*[2-7][0-7]{3}$|[+=][rwxXt]*s/u

/** `chmod u+s x`, `install -m 4755 a b`: to lend the rights of its owner to whoever runs it is more than to edit a file. */
export function lendsNoRights(draft: Draft): void {
  const [mode] = draft.path[0] === 'chmod' ? draft.operands : []
  const asked = draft.flags.map(({ flag, value }) => (flag.names.includes('--mode') ? value : undefined))
  const texts = mode === undefined ? asked : [draft.argv[mode]]
  if (texts.some((text) => text != null && LENDS.test(text))) spoil(draft, 'lends the rights of its owner')
}

const FOLDERS = new Set(['-d'])

/** `install -d a b`: each of them is a folder that is made. */
export function installs(draft: Draft): void {
  lendsNoRights(draft)
  if (sawFlag(draft, FOLDERS)) for (const index of draft.operands) addValue(draft, 'c', index, draft.argv[index])
}

function refuse(draft: Draft, bad: (word: string) => boolean): void {
  for (const index of draft.operands) {
    // Of numbers one is as good as another.
    const word = draft.argv[index] ?? (traits(draft, index).digits === '1' ? '1' : undefined)
    if (word === undefined) spoil(draft, 'a dynamic operand')
    else if (bad(word)) spoil(draft, `operand ${short(word)}`)
  }
}

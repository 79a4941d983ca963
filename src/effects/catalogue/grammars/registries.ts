/** Part of the command catalogue: what asks a registry or a host for things by name, where a name may lead elsewhere. */

import { type Draft, isMany, sawFlag, short, spoil } from '../draft.ts'
import { refuse } from './operand-words.ts'

/** `brew info ./x.rb`, `brew info x.rb`: a formula that is a file is run. */
export function noFormulas(draft: Draft): void {
  refuse(draft, (word) => word.includes('/') || /\.(?:rb|json|gz)$/iu.test(word))
}

/** A package named by its address is fetched from there. */
export function noUrls(draft: Draft): void {
  refuse(draft, (word) => word.includes('://'))
  noFittingUrls(draft)
}

/** A pattern before two slashes (`h*`, `//evil.example/x`) fits an address where a folder is named `https:`. No pattern brings two of its own. */
function noFittingUrls(draft: Draft): void {
  for (const index of draft.operands)
    if (isMany(draft, index) && draft.argv[index]?.includes('//') === true) spoil(draft, 'may become an address')
}

const OF_A_FILE = new Set(['-p'])
const VERIFIES = new Set(['-V'])

/** rpm: to verify a package runs a script of it, and a file may be anybody's. */
export function onlyInstalled(draft: Draft): void {
  noUrls(draft)
  if (sawFlag(draft, OF_A_FILE) && sawFlag(draft, VERIFIES)) spoil(draft, 'runs a script of the package')
}

const SYNC = new Set(['-S', '--sync'])
const LOOKED_UP = new Set(['-s', '--search', '-i', '--info', '-l', '--list', '-g', '--groups'])
const BESIDE = new Set([...SYNC, ...LOOKED_UP, '-q', '--quiet'])

/** `pacman -Ss x` looks into the lists that are there; `-Su` and `-Sc` mean another thing than beside `-Q`. */
export function onlyLooksUpPackages(draft: Draft): void {
  if (!sawFlag(draft, SYNC)) return
  const isBeside = draft.flags.every(({ flag }) => flag.names.some((name) => BESIDE.has(name)))
  if (!isBeside || !sawFlag(draft, LOOKED_UP)) spoil(draft, 'changes packages')
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
  noFittingUrls(draft)
}

/** `gh api`: a request with fields posts them, unless told to GET. A query in GraphQL is posted, and changes nothing. */
export function onlyGets(draft: Draft): void {
  noUrls(draft)
  // `repos/o/r/pulls?state=all` without quotes fits files at best, and a second word is refused.
  for (const index of draft.operands)
    if (isMany(draft, index) && !ENDPOINT.test(draft.argv[index] ?? '')) spoil(draft, 'may become another request')
  const valuesOf = (name: string) =>
    draft.flags.flatMap(({ flag, value }) => (flag.names.includes(name) ? [value ?? ''] : []))
  const methods = valuesOf('-X')
  const raw = valuesOf('-f')
  const typed = valuesOf('-F')
  const posts = raw.length + typed.length > 0 && methods.length === 0
  if ((posts && !isQuery(draft, raw, typed)) || methods.some((method) => method !== 'GET'))
    spoil(draft, 'sends any request to the host')
  if (typed.some((field) => field === '' || field.includes('=@'))) spoil(draft, 'sends a file')
  if (!valuesOf('-H').every((header) => FORM.test(header))) spoil(draft, 'sends a header')
}

/** Written out up to its query. */
const ENDPOINT = /^\/?(?:gists|orgs|repos|search|user|users)\/[\w./{}-]*\?[\w.&=%+,:/-]*$/u

/** In which form the answer is wanted. */
const FORM = /^(?:accept|x-github-api-version): ?[\w.+/;=, *-]+$/iu

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

/** `svn info ^/trunk` and `svn info x@HEAD` ask the server. */
export function noRevisions(draft: Draft): void {
  refuse(draft, (word) => word.startsWith('^') || word.includes('@'))
}

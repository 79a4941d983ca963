/**
 * Part of the command catalogue: programs that ask a registry or a host for something by name, if a name may lead to
 * another host.
 */

import { type Draft, isMany, sawFlag, short, spoil } from '../draft.ts'
import { refuse } from './operand-words.ts'

/** `brew info ./x.rb`, `brew info x.rb`: a formula in a file is run. */
export function noFormulas(draft: Draft): void {
  refuse(draft, (word) => word.includes('/') || /\.(?:rb|json|gz)$/iu.test(word))
}

/** A package named by an address is fetched from there. */
export function noUrls(draft: Draft): void {
  refuse(draft, (word) => word.includes('://'))
  noFittingUrls(draft)
}

/**
 * A pattern before two slashes (`h*`, `//evil.example/x`) fits an address if there is a folder named `https:`. No
 * pattern produces two slashes by itself.
 */
function noFittingUrls(draft: Draft): void {
  for (const index of draft.operands)
    if (isMany(draft, index) && draft.argv[index]?.includes('//') === true) spoil(draft, 'may become an address')
}

const OF_A_FILE = new Set(['-p'])
const VERIFIES = new Set(['-V'])

/** rpm: verifying a package runs a script in it, and a file may come from anybody. */
export function onlyInstalled(draft: Draft): void {
  noUrls(draft)
  if (sawFlag(draft, OF_A_FILE) && sawFlag(draft, VERIFIES)) spoil(draft, 'runs a script of the package')
}

const SYNC = new Set(['-S', '--sync'])
const LOOKED_UP = new Set(['-s', '--search', '-i', '--info', '-l', '--list', '-g', '--groups'])
const BESIDE = new Set([...SYNC, ...LOOKED_UP, '-q', '--quiet'])

/** `pacman -Ss x` searches the lists that are on this machine. `-Su` and `-Sc` mean something else than with `-Q`. */
export function onlyLooksUpPackages(draft: Draft): void {
  if (!sawFlag(draft, SYNC)) return
  const isBeside = draft.flags.every(({ flag }) => flag.names.some((name) => BESIDE.has(name)))
  if (!isBeside || !sawFlag(draft, LOOKED_UP)) spoil(draft, 'changes packages')
}

const REGISTERED = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?:@[^/:]*)?$|^\.$/u
const ARCHIVE = /\.(?:tgz|tar|tar\.gz)$/iu

/**
 * The first operand of `npm view` is a package. `owner/name`, `github:x` and `x@git@host:y` are packages that git
 * fetches and npm prepares.
 */
export function onlyRegistered(draft: Draft): void {
  noUrls(draft)
  const first = draft.operands[0]
  const name = first === undefined ? undefined : draft.argv[first]
  if (name == null || (REGISTERED.test(name) && !ARCHIVE.test(name))) return
  spoil(draft, `${short(name)} is not a package of the registry`)
}

/** `docker search registry.example/x` asks that registry. */
export function noHosts(draft: Draft): void {
  refuse(draft, (word) => /[.:]|^localhost/u.test(word))
}

/** `gh pr view https://github.com/o/r/pull/1` asks the host that it would ask anyway. */
export function noOtherHost(draft: Draft): void {
  refuse(draft, (word) => word.includes('://') && !/^https:\/\/(?:gist\.)?github\.com\/[\w./-]*$/u.test(word))
  noFittingUrls(draft)
}

/**
 * `gh api`: a request with fields is a POST, unless it is told to GET. A query in GraphQL is a POST as well, but
 * changes nothing.
 */
export function onlyGets(draft: Draft): void {
  noUrls(draft)
  // `repos/o/r/pulls?state=all` without quotes can at most match files, and a second word is refused.
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

/** The address is written out up to its query. */
const ENDPOINT = /^\/?(?:gists|orgs|repos|search|user|users)\/[\w./{}-]*\?[\w.&=%+,:/-]*$/u

/** Headers that say in which form the answer is wanted. */
const FORM = /^(?:accept|x-github-api-version): ?[\w.+/;=, *-]+$/iu

const QUERY = /^query=\s*(?:query\b|\{)/u

/** One query, and otherwise only variables. In a typed query (`-F`), the names of branches would be filled in. */
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

/**
 * Part of the command catalogue: other ways to read a command, for restrictions.
 *
 * `git -C x push` is a `git push`, `npm i` an `npm install`, `rm build -fr` an `rm -rf build`. A rule is written in one
 * spelling; the forms make the others meet it. They are never used for permissions.
 */

import type { Form, GivenFlag, Word } from '../../engine/effect.ts'
import type { Draft } from './draft.ts'
import { ANY_FLAG, LaidOut } from './forms/laid-out.ts'
import { hasOtherNames, otherNames } from './forms/other-names.ts'

/** `inner`: index of the first word of the command that this one runs. */
export function otherForms(draft: Draft, inner?: number): readonly Form[] {
  if (isSpelledAsMeant(draft)) return NO_FORMS
  const { path, doubted, named } = draft
  const [program = ''] = path
  const { words, doubtful, flags } = new LaidOut(draft, inner)
  const behind = (names: readonly Word[], rest: readonly Word[] = words): Form => ({
    words: names.concat(rest),
    doubtful: doubtful.length === 0 ? doubtful : doubtful.map((at) => at + names.length),
    flags,
  })
  const whole = behind(path)
  const forms: Form[] = [whole]
  if (hasPatterns(draft)) forms.push(filledIn(whole, draft))
  const meant = equivalentOf(whole.words)
  if (meant !== undefined) forms.push({ words: meant, doubtful: [], flags })
  for (const other of otherNames(whole.words)) forms.push({ words: other, doubtful: [], flags })
  if (doubted > 0) addDoubted(draft, flags, forms)
  for (const instead of meanings(draft)) forms.push(behind(instead))
  if (named) return forms
  for (const name of abbreviated(draft, words[0])) forms.push(behind([program, name], words.slice(1)))
  if (SCRIPT_RUNNERS.has(program)) forms.push(behind([program, 'run']))
  return forms
}

const NO_FORMS: readonly Form[] = []

/** Most commands need no forms: no flags, nothing that could be one, and no other wording of another command. */
function isSpelledAsMeant(draft: Draft): boolean {
  const { argv, path, named, doubted } = draft
  const [program = ''] = path
  if (doubted > 0 || hasOtherNames(program) || (!named && TAKES_OTHERS.has(program))) return false
  if (hasPatterns(draft)) return false
  for (const word of argv) if (word === null || (word.length > 1 && SIGNS.includes(word.charAt(0)))) return false
  return !isCalledOtherwise(draft) && equivalentOf(argv) === undefined
}

const SIGNS = '-+:'

/**
 * Whether there are words between program and subcommand, or a name is not the canonical one. Flags may stand before a
 * subcommand that is in no table, or is not known (`git -C x $X`).
 */
function isCalledOtherwise({ path, argv, from }: Draft): boolean {
  return (from > path.length && from < argv.length) || path.some((name, at) => argv[at] !== name)
}

function hasPatterns({ words }: Draft): boolean {
  return words.some(({ glob }, at) => at > 0 && glob)
}

/**
 * `npm publis?`, `git push origin mai[n]`: if a file has such a name, the shell passes the very word that a rule names.
 */
function filledIn({ words, doubtful, flags }: Form, draft: Draft): Form {
  const spelled = new Set<Word>(draft.argv.filter((_, at) => draft.words[at]?.glob === true))
  const filled: Word[] = []
  const patterns: (string | undefined)[] = []
  let left = MOST_PATTERNS
  for (const word of words) {
    const isPattern = word !== null && spelled.has(word)
    filled.push(isPattern ? null : word)
    if (isPattern && left-- === 0) break
    patterns.push(isPattern ? word : undefined)
  }
  return { words: filled, doubtful: doubtful.filter((at) => at < patterns.length), flags, patterns }
}

/** From the next pattern on, anything may follow. */
const MOST_PATTERNS = 50

/** `npm publ`: npm accepts the beginning of a name for the name. */
function abbreviated({ path, table }: Draft, word: Word | undefined): readonly string[] {
  if (path.length > 1 || path[0] !== 'npm' || typeof word !== 'string' || word === '') return []
  return table.subs?.begun(word) ?? []
}

/** A word that is none of their subcommands is a script of the project. */
const SCRIPT_RUNNERS: ReadonlySet<string> = new Set(['yarn', 'pnpm', 'bun'])
/** A word that is no subcommand may still mean one (abbreviated, or as a script). */
const TAKES_OTHERS: ReadonlySet<string> = new Set([...SCRIPT_RUNNERS, 'npm'])

/** A command that begins like the left side means the same as with the right side; the first row that fits counts. */
const EQUIVALENTS: readonly (readonly [string, string])[] = [
  ['cargo +*', 'cargo'],
  ['docker container remove', 'docker rm'],
  ['docker container ls', 'docker ps'],
  ['docker container list', 'docker ps'],
  ['docker container', 'docker'],
  ['docker image rm', 'docker rmi'],
  ['docker image remove', 'docker rmi'],
  ['docker image ls', 'docker images'],
  ['docker image list', 'docker images'],
  ['docker image', 'docker'],
  ['docker buildx build', 'docker build'],
  ['docker buildx b', 'docker build'],
  ['docker builder build', 'docker build'],
  ['gcloud alpha', 'gcloud'],
  ['gcloud beta', 'gcloud'],
  ['git subtree push', 'git push'],
  ['git subtree pull', 'git pull'],
  ['npm test', 'npm run test'],
  ['npm start', 'npm run start'],
  ['yarn run', 'yarn'],
  ['pnpm run', 'pnpm'],
  ['bun run', 'bun'],
]

const equivalents = new Map<string, (readonly [string[], string[]])[]>()
for (const [said, meant] of EQUIVALENTS) {
  const words = said.split(' ')
  const known = equivalents.get(words[0] ?? '') ?? []
  known.push([words, meant.split(' ')])
  equivalents.set(words[0] ?? '', known)
}

function equivalentOf(words: readonly Word[]): readonly Word[] | undefined {
  const known = equivalents.get(words[0] ?? '')
  if (known === undefined) return undefined
  for (const [said, meant] of known)
    if (said.every((word, at) => isSaid(words[at], word))) return [...meant, ...words.slice(said.length)]
  return undefined
}

function isSaid(word: Word | undefined, said: string): boolean {
  return said.endsWith('*') ? word?.startsWith(said.slice(0, -1)) === true : word === said
}

const MOST_DOUBTED = 32

/** Any later word may be the subcommand. If there are more words than are tried, anything may be. */
function addDoubted({ path, argv, doubted }: Draft, flags: readonly GivenFlag[], forms: Form[]): void {
  const program = path[0] ?? null
  const later = argv.slice(doubted + 1).filter((word) => word?.startsWith('-') !== true)
  for (let at = 0; at < later.length && at < MOST_DOUBTED; at++)
    forms.push({ words: [program, ...later.slice(at)], doubtful: [], flags })
  if (later.length > MOST_DOUBTED) forms.push({ words: [program, null], doubtful: [], flags: [...flags, ANY_FLAG] })
}

const NO_NAMES: readonly never[] = []

/** The commands that this one becomes through its flags. */
function meanings({ table, flags }: Draft): readonly (readonly string[])[] {
  const { means } = table.spec
  if (means === undefined) return NO_NAMES
  return flags
    .flatMap(({ flag }) => flag.names)
    .flatMap((name) => (Object.hasOwn(means, name) ? [means[name]?.split(' ') ?? []] : []))
}

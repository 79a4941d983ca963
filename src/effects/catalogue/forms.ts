/**
 * Part of the command catalogue: other spellings of a command, for restrictions.
 *
 * `git -C x push` is a `git push`, `npm i` an `npm install`, `rm build -fr` an `rm -rf build`. A rule is written in one
 * spelling; the forms make the others meet it. They are never used for permissions.
 *
 * Plain loops, because every command with a flag comes through here.
 */

import type { Word } from '../../engine/effect.ts'
import type { Draft, Seen } from './draft.ts'

const MOST_FLAGS = 6
const MOST_PAIRED = 4

export function otherForms(draft: Draft): Word[][] {
  const forms: Word[][] = []
  // Flags may stand before a subcommand that is on no list, or that nobody knows (`git -C x $X`).
  const later = draft.from > draft.path.length && draft.from < draft.argv.length
  if (later || draft.path.some((name, at) => draft.argv[at] !== name)) {
    forms.push([...draft.path, ...draft.argv.slice(draft.from)])
  }
  addEquivalents(draft, forms)
  if (draft.doubted > 0) addDoubted(draft, forms)
  addMeanings(draft, forms)
  const flags: Seen[] = []
  for (const seen of draft.flags) {
    if (seen.index >= draft.from && flags.length < MOST_FLAGS) flags.push(seen)
  }
  if (flags.length === 0) return forms
  for (let first = 0; first < flags.length; first++) forms.push(flagsFirst(draft, flags, first, false))
  if (flags.some(({ flag }) => flag.names.length > 1)) {
    for (let first = 0; first < flags.length; first++) forms.push(flagsFirst(draft, flags, first, true))
  }
  addPairs(draft, flags, forms)
  return forms
}

/** What begins so is what begins otherwise; the first that fits counts. */
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
  ['docker buildx', 'docker'],
  ['docker builder', 'docker'],
  ['gcloud alpha', 'gcloud'],
  ['gcloud beta', 'gcloud'],
  ['git subtree push', 'git push'],
  ['git subtree pull', 'git pull'],
]

const equivalents = new Map<string, (readonly [string[], string[]])[]>()
for (const [said, meant] of EQUIVALENTS) {
  const words = said.split(' ')
  const known = equivalents.get(words[0] ?? '') ?? []
  known.push([words, meant.split(' ')])
  equivalents.set(words[0] ?? '', known)
}

function addEquivalents({ path, argv, from }: Draft, forms: Word[][]): void {
  const known = equivalents.get(path[0] ?? '')
  if (known === undefined) return
  const words: Word[] = [...path, ...argv.slice(from)]
  for (const [said, meant] of known) {
    if (!said.every((word, at) => isSaid(words[at], word))) continue
    forms.push([...meant, ...words.slice(said.length)])
    return
  }
}

function isSaid(word: Word | undefined, said: string): boolean {
  return said.endsWith('*') ? word?.startsWith(said.slice(0, -1)) === true : word === said
}

const MOST_DOUBTED = 8

/** Any later word may be the subcommand. */
function addDoubted({ path, argv, doubted }: Draft, forms: Word[][]): void {
  const program = path[0] ?? null
  for (let at = doubted + 1, left = MOST_DOUBTED; at < argv.length && left > 0; at++) {
    if (argv[at]?.startsWith('-') === true) continue
    forms.push([program, ...argv.slice(at)])
    left--
  }
}

/** The command that a flag makes of this one. */
function addMeanings(draft: Draft, forms: Word[][]): void {
  const { spec } = draft.table
  if (spec.means === undefined) return
  for (const { flag } of draft.flags) {
    for (const name of flag.names) {
      const meant = Object.hasOwn(spec.means, name) ? spec.means[name] : undefined
      if (meant !== undefined) forms.push([...meant.split(' '), ...draft.argv.slice(draft.from)])
    }
  }
}

/** Program, flags (this one first) and then the operands. */
function flagsFirst(draft: Draft, flags: readonly Seen[], first: number, long: boolean): Word[] {
  const form: Word[] = draft.path.slice()
  spell(flags[first], long, form)
  for (let at = 0; at < flags.length; at++) if (at !== first) spell(flags[at], long, form)
  for (const index of draft.operands) form.push(draft.argv[index] ?? null)
  return form
}

/** A flag with its value, under its first short or long name. */
function spell(seen: Seen | undefined, long: boolean, form: Word[]): void {
  if (!seen) return
  const { names, arity } = seen.flag
  let name = names[0] ?? ''
  for (const one of names) {
    if (one.startsWith('--') !== long) continue
    name = one
    break
  }
  form.push(name)
  if (seen.value !== undefined && arity !== 0) form.push(seen.value)
}

/** Every two valueless letters as one cluster, both ways round. */
function addPairs(draft: Draft, flags: readonly Seen[], forms: Word[][]): void {
  const letters: string[] = []
  for (const { flag } of flags) {
    const name = flag.arity === 0 ? flag.names.find((one) => one.length === 2) : undefined
    if (name !== undefined && !letters.includes(name[1] ?? '') && letters.length < MOST_PAIRED)
      letters.push(name[1] ?? '')
  }
  for (const one of letters) {
    for (const other of letters) {
      if (one === other) continue
      const form: Word[] = draft.path.slice()
      form.push(`-${one}${other}`)
      for (const index of draft.operands) form.push(draft.argv[index] ?? null)
      forms.push(form)
    }
  }
}

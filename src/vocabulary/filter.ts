/**
 * Part of the vocabularies: filters, which name the files whose lines a search prints.
 *
 * INVARIANT: the files that a filter may name are reported as possible reads below its directory; a filter never makes
 * the search itself count as less.
 */

import type { Input } from '../engine/call.ts'
import type { FilterField } from './entry.ts'
import { givenFields, readTexts } from './given.ts'
import { alternativesOf, join } from './glob-root.ts'
import type { Draft } from './translate.ts'

/** From this many paths in one call on, the files that its patterns name are no longer listed. */
const MOST_PATHS = 1024
const MOST_NAMES = 256
const WILD = /[*?[\]\\]/u
/** The end of a pattern that matches everything in a folder. */
const ALL_BELOW = /\/\**$/u
/** A form that some tools read as alternatives and others literally (`@(a|b)`). */
const GROUP = /[!*+?@]\(/u
const TOO_MANY = 'its pattern could name too many files'

/** Reads the filters of a search whose directories are in `draft` already. */
export function readFilter({ pattern, type = [] }: FilterField, input: Input, draft: Draft, problems: string[]): void {
  const found = readTexts(givenFields(input, pattern), { what: 'filter', list: true }, problems)
  for (const one of readTexts(givenFields(input, type), { what: 'file type', list: true }, problems)) {
    if (one.text !== '') found.push({ field: one.field, text: `*.${one.text}` })
  }
  const bases = draft.paths.map(({ text }) => text)
  for (const { field, text } of found) {
    for (const [within, base] of bases.entries()) {
      if (!addFiles(text, { base, within, field }, draft, problems)) return
    }
  }
}

/** Adds the files that a pattern selects below a directory; too many are a problem. */
export function addFiles(
  pattern: string,
  { base, within, field }: { readonly base: string; readonly within: number; readonly field: string },
  draft: Draft,
  problems: string[],
): boolean {
  const names = namesOf(pattern)
  if (names === undefined || draft.paths.length + names.length > MOST_PATHS) {
    if (!problems.includes(TOO_MANY)) problems.push(TOO_MANY)
    return false
  }
  for (const name of names) {
    const text = join(base, name)
    const place = text.startsWith('~') ? `./${text}` : text
    const tree = name.endsWith('/') || undefined
    draft.paths.push({
      text: place,
      access: 'read',
      tree,
      glob: tree ?? WILD.test(name),
      certain: false,
      within,
      field,
    })
  }
  return true
}

/**
 * Every path, relative to the start of the search, for which a tool may take the pattern. `**` is left out: a rule on a
 * name counts at any depth anyway, and a folder that only `**` could match is searched with or without a filter. A path
 * that ends in a slash is a folder with everything in it.
 */
function namesOf(pattern: string): string[] | undefined {
  const names = new Set<string>()
  for (const part of partsOf(pattern)) {
    if (part === '' || part.startsWith('!')) continue
    if (GROUP.test(part)) return undefined
    const alternatives = alternativesOf(part)
    if (alternatives === undefined) return undefined
    for (const alternative of alternatives) {
      const path = alternative.replaceAll('**/', '').replace(/^(?:\.?\/)+/u, '')
      if (/^\**$/u.test(path)) continue
      const folder = path.replace(ALL_BELOW, '/')
      names.add(folder)
      const hidden = folder === path ? withDot(path) : undefined
      if (hidden !== undefined) names.add(hidden)
    }
    if (names.size > MOST_NAMES) return undefined
  }
  return [...names]
}

/** Some tools accept several patterns in one text, separated by blanks or commas. */
function partsOf(pattern: string): Set<string> {
  const parts = new Set([pattern])
  if (/[\s,]/u.test(pattern)) for (const part of pattern.split(/\s+/u)) addPart(part, parts)
  return parts
}

function addPart(part: string, parts: Set<string>): void {
  if (part.includes('{')) parts.add(part)
  else for (const piece of part.split(',')) parts.add(piece)
}

/** Some tools let a leading wildcard stand for the dot of a hidden file. */
function withDot(path: string): string | undefined {
  const start = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, start), path.slice(start)]
  if (/^[?[]/u.test(name)) return `${folder}.${name.slice(name.startsWith('[') ? name.indexOf(']') + 1 : 1)}`
  const rest = name.replace(/^\*+/u, '')
  if (rest === name || rest.endsWith('*')) return undefined
  return rest.startsWith('.') ? folder + rest : `${folder}.*${rest}`
}

/**
 * Part of the vocabularies: reads the input fields of a known tool.
 *
 * INVARIANT: only own properties count, and only those that the entry names and those inside the lists and objects of a
 * file tool.
 */

import type { Input } from '../engine/call.ts'
import { readCommand } from './command.ts'
import type { GlobField, PathField, ToolEntry } from './entry.ts'
import { type GivenText, givenFields, readTexts } from './given.ts'
import { addFiles, readFilter } from './filter.ts'
import { alternativesOf, globReach, join } from './glob-root.ts'
import { addListedFiles } from './listed-files.ts'
import { readPatch } from './patch.ts'
import { urlsInProse } from './prose-urls.ts'
import type { Draft } from './translate.ts'

/** Reads an input with its tool's entry into `draft`; anything uncertain is added to `problems`. */
export function readFields(entry: ToolEntry, input: Input, draft: Draft, problems: string[]): void {
  if (entry.opaque !== undefined) problems.push(entry.opaque)
  const twin = twinField(input)
  if (twin !== undefined) problems.push(`a field is there twice, in other letters (\`${twin}\`)`)
  if (entry.command !== undefined) readCommand(entry, entry.command, input, draft, problems)
  if (entry.cwd !== undefined) readCwd(entry.cwd, input, draft, problems)
  if (entry.paths !== undefined) {
    for (const path of entry.paths) readPath(path, input, draft, problems)
    const last = entry.paths.at(-1)
    const listed = draft.paths.length
    if (last !== undefined) addListedFiles(input, last, draft, problems)
    undress(draft, listed, problems)
  }
  if (entry.glob !== undefined) readGlob(entry.glob, input, draft, problems)
  if (entry.filter !== undefined) readFilter(entry.filter, input, draft, problems)
  if (entry.patch !== undefined) {
    const patched = draft.paths.length
    readPatches(entry.patch, input, draft, problems)
    undress(draft, patched, problems)
  }
  if (entry.urls !== undefined) readUrls(entry.urls, entry.prose ?? [], input, draft, problems)
}

/** More fields than any tool has. */
const MOST_FIELDS = 64

/** Lenient readers treat keys that differ only in case as the same, and use the last one. */
function twinField(input: Input): string | undefined {
  const keys = Object.keys(input)
  if (keys.length > MOST_FIELDS) return keys[MOST_FIELDS]
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] as string
    for (let before = 0; before < at; before++) {
      const other = keys[before] as string
      if (other.length === key.length && folded(other) === folded(key)) return key
    }
  }
  return undefined
}

/** Some readers treat `ſ` as an s, and the Kelvin sign as a k. */
function folded(key: string): string {
  return key.toUpperCase().toLowerCase()
}

function readCwd(names: readonly string[], input: Input, draft: Draft, problems: string[]): void {
  const texts = readPlaces(names, input, { what: 'working directory', list: false }, problems)
  const cwd = texts[0]?.text
  if (cwd !== undefined && cwd !== '') draft.cwd = cwd
}

function readPath(path: PathField, input: Input, draft: Draft, problems: string[]): void {
  const { from, access, how, tree, list = false, searched, tells, lands } = path
  const known = problems.length
  const found = draft.paths.length
  for (const { text, field } of readPlaces(from, input, { what: 'path', list }, problems)) {
    if (text === '') continue
    draft.paths.push({ text, access, how, tree, field, searched: searched === true || undefined })
    if (tells === true) addTold(draft)
    if (lands === true) addLanding(draft, found)
  }
  if (draft.paths.length > found) return
  if (path.absent === 'here') return void draft.paths.push({ ...here(from), access, how, tree })
  if (problems.length === known) problems.push(missing('path', from))
}

/** Adds the last path as read, too, for restrictions; a permission to write it covers that. */
function addTold({ paths }: Draft): void {
  const { text, tree, field } = paths.at(-1) as Draft['paths'][number]
  paths.push({ text, access: 'read', tree, glob: tree, certain: false, within: paths.length - 1, field })
}

/** Adds the paths at which the sources may land below the last path, for restrictions. */
function addLanding({ paths }: Draft, sources: number): void {
  const within = paths.length - 1
  const { text: folder, field, access, how, tree } = paths[within] as Draft['paths'][number]
  const names = paths.slice(0, sources).map(({ text }) => /[^/]*(?=\/*$)/u.exec(text)?.[0] ?? '')
  for (const name of new Set(names))
    if (name !== '') paths.push({ text: join(folder, name), access, how, tree, certain: false, within, field })
}

function readGlob(glob: GlobField, input: Input, draft: Draft, problems: string[]): void {
  const { pattern: patterns, base: bases } = glob
  const found = readPlaces(bases, input, { what: 'path', list: false }, problems)
  const globs = readTexts(givenFields(input, patterns), { what: 'pattern', list: true }, problems)
  const starts = found.length > 0 ? found : [here(bases)]
  for (const start of starts) {
    const base = start.text === '' ? '.' : start.text
    for (const { text, field } of globs) {
      const { root, exact, bounded } = globReach(text, base)
      const isRead = glob.content === true && (!exact || text.endsWith('/'))
      const shown = isRead ? alternativesOf(text) : undefined
      const patterns = shown?.map((one) => placed(one, base))
      const within = draft.paths.push({ text: root, access: 'read', tree: !exact, field, patterns }) - 1
      // `{secret,src}/*` searches the same files as `secret/*`.
      for (const one of text.includes('{') ? (alternativesOf(text) ?? []) : []) {
        const reach = globReach(one, base)
        if (reach.root !== root)
          draft.paths.push({ text: reach.root, access: 'read', tree: !reach.exact, certain: false, within, field })
      }
      if (glob.content === true && !exact) addFiles(text, { base, within, field }, draft, problems)
      if (bounded) continue
      draft.paths.push({ text: base, access: 'read', tree: true, field: start.field })
      problems.push('its pattern may reach outside the directory it searches')
    }
    if (globs.length === 0) draft.paths.push({ text: base, access: 'read', tree: true, field: start.field })
  }
  if (globs.length === 0) problems.push(missing('pattern', patterns))
}

/** A pattern that ends in a slash is a folder with everything in it. */
function placed(pattern: string, base: string): string {
  const whole = pattern.endsWith('/') ? `${pattern}**/*` : pattern
  return whole.startsWith('/') ? whole : join(base, whole)
}

/**
 * Some tools drop characters that people put around a file or folder name (blanks, a leading `@`, a backslash before a
 * blank) or that no name may contain, and some read an editor's address as the file in it. The remaining name is
 * reported as well, and this is a problem.
 */
function readPlaces(
  names: readonly string[],
  input: Input,
  how: { readonly what: string; readonly list: boolean },
  problems: string[],
): GivenText[] {
  const given = givenFields(input, names)
  if (given.length === 0) return []
  const texts = readTexts(given, how, problems)
  if (!texts.some(isDressed)) return texts
  const bare = texts.flatMap(({ field, text }) => bareNames(text).map((left) => ({ field, text: left })))
  if (bare.length > 0) problems.push(`its ${how.what} has characters around it that some tools leave out`)
  return [...texts, ...bare]
}

/**
 * The same for the paths from this index on, which a patch or a list has named; these begin with `@` if a folder does.
 */
function undress({ paths }: Draft, from: number, problems: string[]): void {
  const dressed = paths.slice(from).filter(({ text }) => hasTwoReadings(text))
  for (const path of dressed) for (const text of bareNames(path.text)) paths.push({ ...path, text })
  if (dressed.length > 0) problems.push('a path of it has characters around it that some tools leave out')
}

function isDressed({ text }: GivenText): boolean {
  if (text.trim() !== text || text.startsWith('@') || text.includes('\0')) return true
  return hasTwoReadings(text)
}

function hasTwoReadings(text: string): boolean {
  return isEscaped(text) || ADDRESS.test(text) || SHORT_URL.test(text)
}

/**
 * Escapes as a shell needs them. Only for paths that begin with a slash: where paths begin with a drive, `app\[slug]`
 * is a folder and a file.
 */
const ESCAPES = /\\(?=[ \t()[\]{};|*?$`'"#&<>!~])/gu

function isEscaped(text: string): boolean {
  return text.startsWith('/') && text.includes('\\') && text.search(ESCAPES) >= 0
}

/** `vscode-remote://host/path`. A single letter is a drive, and `file:` is handled elsewhere. */
const ADDRESS = /^(?!file:)[a-z][a-z\d+.-]+:(?:\/\/[^/]*)?(?=\/)/iu

/** `file:home/x` is `/home/x` to a browser's parser, and `file:C:/x` a file on a drive. */
const SHORT_URL = /^file:(?=[^\\/])([a-z]:[\\/])?/iu

/** The bare names that differ from the text. */
function bareNames(text: string): readonly string[] {
  const trimmed = text.replaceAll('\0', '').trim()
  const undressed = trimmed.replace(/^@[\\/]*/u, '')
  const bare = undressed.replace(ADDRESS, '').replace(SHORT_URL, (_, drive: string | undefined) => drive ?? '/')
  const plain = isEscaped(bare) ? bare.replaceAll(ESCAPES, '') : bare
  return [...new Set([trimmed, bare, plain])].filter((name) => name !== text)
}

function readPatches(names: readonly string[], input: Input, draft: Draft, problems: string[]): void {
  const texts = readTexts(givenFields(input, names), { what: 'patch', list: false }, problems)
  if (texts.length === 0) return void problems.push(missing('patch', names))
  draft.patch = texts.map(({ text }) => text).join('\n')
  for (const { text, field } of texts) {
    const { files, problem } = readPatch(text)
    for (const { path, how, moved } of files) {
      draft.paths.push({ text: path, access: 'write', how, field })
      if (moved === true) addTold(draft)
    }
    if (problem !== undefined) problems.push(problem)
  }
}

function readUrls(
  names: readonly string[],
  prose: readonly string[],
  input: Input,
  draft: Draft,
  problems: string[],
): void {
  for (const url of readTexts(givenFields(input, names), { what: 'url', list: true }, problems)) {
    if (url.text !== '') draft.urls.push({ text: url.text, field: url.field })
  }
  for (const { text, field } of readTexts(givenFields(input, prose), { what: 'prompt', list: false }, problems)) {
    const { urls, plain } = urlsInProse(text)
    for (const url of urls) draft.urls.push({ text: url, field })
    if (!plain) problems.push('a url in its prompt is not set off from the text around it')
  }
  if (draft.urls.length === 0) problems.push(missing('url', [...names, ...prose]))
}

function here(names: readonly string[]): GivenText {
  return { text: '.', field: names[0] ?? 'cwd' }
}

function missing(what: string, names: readonly string[]): string {
  return `its ${what} is missing (${names.map((name) => `\`${name}\``).join(', ')})`
}

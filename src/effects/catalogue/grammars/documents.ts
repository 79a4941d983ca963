/**
 * Part of the command catalogue: programs that read documents, if an operand is not the file it looks like, or is not
 * only read.
 */

import { addRead, type Draft, isMany, sawFlag, short, spoil, traits, TREE } from '../draft.ts'
import { addValue } from '../values.ts'
import { refuse } from './operand-words.ts'

const PAGE_FILES = new Set(['-l', '--local-file'])

/** `man ./x` and `man -l x` format a file, and a man page can name its own preprocessors. */
export function manPages(draft: Draft): void {
  refuse(draft, (word) => word.includes('/'))
  for (const index of draft.operands)
    if (draft.argv[index]?.includes('/') === true || sawFlag(draft, PAGE_FILES))
      addValue(draft, '?', index, draft.argv[index])
}

/** `xxd a -e`: after the file that is read, every word is the file that is written. */
export function flagsFirst(draft: Draft): void {
  const first = draft.operands[0] ?? Infinity
  for (const { index } of draft.flags) {
    if (index < first) continue
    addValue(draft, 'w', index, draft.argv[index])
    spoil(draft, `writes to ${short(draft.argv[index] ?? '')}`)
  }
}

/** `less +!cmd` and `vi +cmd` run a command first. */
export function noStartCommand(draft: Draft): void {
  refuse(draft, (word) => word.startsWith('+') && !/^\+(?:\d*[gGF]?|\/.*)$/u.test(word))
}

/** `bat cache --build` compiles syntaxes. */
export function noCache(draft: Draft): void {
  refuse(draft, (word) => word === 'cache')
}

/** Older versions of exiftool run a file name that ends in a bar as a command; sox runs one that begins with a bar. */
export function noPipes(draft: Draft): void {
  refuse(draft, (word) => word.startsWith('|') || word.trimEnd().endsWith('|'))
  for (const index of draft.operands)
    if (isMany(draft, index) && !/[\w.-]$/u.test(draft.argv[index] ?? ''))
      spoil(draft, 'a name that fits may end in a bar')
}

const XPATHS = new Set(['-v', '-c', '-m', '-i', '--elif'])
const PURE = new Set(
  `text node comment count sum name local-name position last not true false contains starts-with substring substring-before substring-after
   string string-length normalize-space number floor ceiling round concat translate and or`.split(/\s+/u),
)

/** XPath's `document('x')` reads or fetches another file, and `dyn:evaluate` can build such a call from any text. */
export function plainPaths(draft: Draft): void {
  onlyFiles(draft)
  for (const { flag, value } of draft.flags) {
    if (!XPATHS.has(flag.names[0] ?? '')) continue
    const calls = [...(value ?? '').matchAll(/([\w:.-]+)\s*\(/gu)]
    if (value == null || calls.some(([, name = '']) => !PURE.has(name))) spoil(draft, 'may read other documents')
  }
}

/** For programs that open addresses as well as files: a word that is not known must begin like a path. */
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

const SAYS = new Set(['-v', '-h', '-help', '-listenc'])

/** `pdftotext a.pdf -` prints; without the dash it writes a file. */
export function onlyPrinted(draft: Draft): void {
  const target = draft.operands[1]
  if (sawFlag(draft, SAYS) || (target !== undefined && draft.argv[target] === '-')) draft.writes = false
  else spoil(draft, 'writes the text into a file')
}

/**
 * `ffmpeg -attach f out`, `magick identify f`, `convert label:@f out`: a word that looks like the output may be read.
 */
export function maybeRead(draft: Draft): void {
  for (const index of draft.operands) addValue(draft, '?', index, draft.argv[index]?.replace(/^(?:\w+:)?@?/u, ''))
}

/**
 * Formats in which a document has no address that is fetched, and names no other file. HTML is none of them because it
 * has frames; nor are TeX, org or reST.
 */
const READ_FORMAT = /^(?:markdown|gfm|commonmark|commonmark_x|markdown_strict|docx|odt|rtf|csv|tsv)(?:[+-][a-z_]+)*$/u
const READ_ENDING = /^[^:+]*\.(?:md|markdown|docx|odt|rtf|csv|tsv|txt)$/iu
/** Formats that are printed as text, without pictures, which would be fetched. */
const PRINTED =
  /^(?:plain|markdown|gfm|commonmark|commonmark_x|markdown_strict|html|html5|json|native|rst|org)(?:[+-][a-z_]+)*$/u

/** pandoc: a format may be a program of the user's own, and a file may be an address. */
export function printsDocument(draft: Draft): void {
  for (const { flag, value } of draft.flags) {
    const [name] = flag.names
    if (
      name === '-o' ||
      (name === '-f' && !READ_FORMAT.test(value ?? '')) ||
      (name === '-t' && !PRINTED.test(value ?? ''))
    )
      spoil(draft, 'converts documents, with filters of its own')
  }
  for (const index of draft.operands)
    if (isMany(draft, index) || !READ_ENDING.test(draft.argv[index] ?? ''))
      spoil(draft, 'converts documents, with filters of its own')
}

/** actionlint: without a file it reads all workflows of the project. */
export function ofWorkflows(draft: Draft): void {
  if (draft.operands.length === 0) addRead(draft, 0, '.github', TREE)
}

/**
 * Part of the command catalogue: of which files a command prints the names, for another to read.
 *
 * INVARIANT: what is not understood leaves none out.
 */

import type { Word } from '../../engine/effect.ts'
import { followsLinks } from './followers.ts'
import { testsOf } from './grammars/find-filter.ts'
import { PRINT } from './grammars/find-expression.ts'
import { actionEnd, FIND_RUNS } from './grammars/find-tests.ts'
import { readCommand } from './read.ts'
import type { CommandReading, Search } from './read.ts'
import type { Searching } from './searching.ts'

type Lister = (reading: CommandReading) => readonly Search[]

const PATTERN = /[*?[]/
const NONE: readonly never[] = []
const SHOWN = { shown: true } as const

/** Empty for a command that lists no files, or only those that git tracks: they are no secret to whoever has them. */
export function filesListed(argv: readonly Word[]): readonly Search[] {
  const [program = null] = argv
  const lister = program === null ? undefined : LISTERS.get(program)
  const follows = followsLinks(argv)
  const searches = lister?.(readCommand(argv)) ?? NONE
  return follows ? searches.map((one) => ({ ...one, searching: { ...one.searching, follows } })) : searches
}

function told({ flags, argv }: CommandReading, form: RegExp): boolean {
  return argv.includes(null) || flags.some(({ flag }) => flag.names.some((name) => form.test(name)))
}

function valuesOf({ flags }: CommandReading, form: RegExp): readonly Word[] {
  return flags.flatMap(({ flag, value }) =>
    value !== undefined && flag.names.some((name) => form.test(name)) ? [value] : [],
  )
}

function searchesIn(folders: readonly Word[], searching: (folder: string) => Searching): readonly Search[] {
  const named = folders.flatMap((folder) => folder ?? [])
  return (named.length === 0 ? ['.'] : named).map((folder) => ({
    index: 0,
    folder,
    glob: PATTERN.test(folder),
    searching: searching(folder),
  }))
}

/** The same tests as words of find; undefined if there are none. */
function asFind(root: string, words: readonly string[]): Searching['tests'] {
  return words.length === 0 ? undefined : testsOf(['find', root, ...words], false)?.[0]
}

function operandsOf({ operands, argv }: CommandReading): readonly Word[] {
  return operands.map((index) => argv[index] ?? null)
}

const ls: Lister = (reading) => {
  const visible = !told(reading, /^-[aAf]$|^--(?:almost-)?all$/)
  const isDeep = told(reading, /^-[RT]$|^--(?:recursive|recurse|tree)$/)
  return searchesIn(operandsOf(reading), (folder) => ({
    ...SHOWN,
    visible,
    tests: isDeep ? undefined : asFind(folder, ['-maxdepth', '1']),
  }))
}

const tree: Lister = (reading) => {
  const isAll = reading.stem[0] === 'du' || told(reading, /^-a$/)
  return searchesIn(operandsOf(reading), () => ({ ...SHOWN, visible: !isAll }))
}

const find: Lister = ({ argv }) => {
  const acts = argv.findIndex((word) => word !== null && FIND_RUNS.has(word))
  const words = acts < 0 ? argv : argv.slice(0, acts)
  // Behind an action, `-maxdepth` and `-depth` still count for the whole search.
  const isLast = acts < 0 || argv.slice(actionEnd(argv, acts + 1) + 1).every((word) => PRINT.has(word))
  // Nobody knows any more which of the words stood in quotes.
  const tests = isLast ? testsOf(words, acts >= 0, false) : undefined
  if (tests !== undefined)
    return tests.map((one) => ({ index: 0, folder: one.root, glob: false, searching: { ...SHOWN, tests: one } }))
  const end = words.findIndex((word, at) => at > 0 && word !== null && /^[-(!]/.test(word))
  return searchesIn(words.slice(1, end < 0 ? undefined : end), () => SHOWN)
}

const HIDDEN = /^(?:-[Hu]|--hidden|--unrestricted)$/
const NOT_IGNORED = /^(?:-[Iu]|--no-ignore.*|--unrestricted|--ignore-file|--no-require-git)$/

const FD_RUNS = /^-(?:[HIusigFalLp01qhV]*[xX]|-exec(?:-batch)?(?:=|$))/

/** Its pattern fits any part of a name, and its endings any case. */
const fd: Lister = ({ argv }) => {
  const runs = argv.findIndex((word) => word !== null && FD_RUNS.test(word))
  const reading = runs < 0 ? readCommand(argv) : readCommand(argv.slice(0, runs))
  const [pattern, ...places] = operandsOf(reading)
  const endings = valuesOf(reading, /^-e$/)
  const isExact = told(reading, /^(?:-p|--full-path|-g|--glob|--and|--regex)$/)
  const words = [
    ...valuesOf(reading, /^-d$/).flatMap((depth) => (depth === null ? [] : ['-maxdepth', depth])),
    ...valuesOf(reading, /^-E$/).flatMap((name) => (name === null ? [] : ['-not', '-name', name])),
    ...(pattern != null && !isExact && /^[\w-]+$/.test(pattern) ? ['-iname', `*${pattern}*`] : []),
    ...oneOf(endings),
  ]
  const searching = { ...SHOWN, visible: !told(reading, HIDDEN), ignores: !told(reading, NOT_IGNORED) }
  const skips = valuesOf(reading, /^-E$/).filter((name) => name !== null)
  const folders = [...valuesOf(reading, /^--(?:search-path|base-directory)$/), ...places]
  return searchesIn(folders, (folder) => ({ ...searching, skips, tests: asFind(folder, words) }))
}

/** `-e ts -e tsx` */
function oneOf(endings: readonly Word[]): readonly string[] {
  if (endings.length === 0 || endings.includes(null)) return []
  return [
    '(',
    ...endings.flatMap((ending, at) => [...(at > 0 ? ['-o'] : []), '-iname', `*.${ending?.replace(/^\./, '')}`]),
    ')',
  ]
}

/** What it searches it may also name; `rg --files x` names what `rg -l '' x` would search. */
const searcher: Lister = ({ argv }) => {
  const lists = argv.indexOf('--files')
  const words = lists < 0 ? argv : argv.toSpliced(lists, 1, '-l', '-e', 'x')
  const searches = readCommand(words).searches?.() ?? []
  return searches
    .map((one) => ({ ...one, searching: { ...one.searching, shown: true } }))
    .filter(({ searching }) => searching.tracked === undefined)
}

const git: Lister = (reading) => {
  const verb = reading.stem[1]
  if (verb === 'grep') return searcher(reading)
  const lists = verb === 'ls-files' && told(reading, /^(?:-[oi]|--others|--ignored)$/)
  if (!lists && verb !== 'status') return []
  const ignores = verb === 'status' ? !told(reading, /^--ignored$/) : isStandard(reading)
  const specs = operandsOf(reading)
  const isPlain = specs.every((spec) => spec !== null && /^(?!\.\.?(?:\/|$))[\w.*/-]+$/.test(spec))
  const paths = isPlain ? specs.flatMap((spec) => [`./${spec}`, `./${spec?.replace(/\/$/, '')}/*`]) : []
  const words = paths.flatMap((path, at) => [...(at > 0 ? ['-o'] : []), '-path', path])
  return [{ index: 0, folder: '.', glob: false, searching: { ...SHOWN, ignores, tests: asFind('.', words) } }]
}

/** With `-i`, what is ignored is listed. */
function isStandard(reading: CommandReading): boolean {
  if (reading.argv.includes(null) || told(reading, /^(?:-i|--ignored)$/)) return false
  return told(reading, /^--exclude-standard$/)
}

const LISTERS: ReadonlyMap<string, Lister> = new Map([
  ...['ls', 'gls', 'dir', 'vdir', 'll', 'la', 'exa', 'eza', 'lsd'].map((name) => [name, ls] as const),
  ...['tree', 'du'].map((name) => [name, tree] as const),
  ...['find', 'gfind', 'bfs'].map((name) => [name, find] as const),
  ...['fd', 'fdfind'].map((name) => [name, fd] as const),
  ...['grep', 'egrep', 'fgrep', 'rgrep', 'ggrep', 'rg', 'ag'].map((name) => [name, searcher] as const),
  ['git', git],
  ['compgen', () => searchesIn(NONE, (folder) => ({ ...SHOWN, tests: asFind(folder, ['-maxdepth', '1']) }))],
])

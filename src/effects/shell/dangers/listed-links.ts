/**
 * Part of reading shell lines: links whose names one command of the line lists, and another may read: `ls docs | xargs
 * cat`, `f=docs/*; cat $f`.
 *
 * It is not followed which command gets which names: whatever is listed may be read. A search that follows links, or
 * shows what is in the files, has been examined itself.
 */

import type { Effect, Unknown } from '../../../engine/effect.ts'
import { FileUse, folderAt } from '../../file.ts'
import type { Looking } from '../../linked.ts'
import { isExpression } from '../../catalogue/grammars/find-expression.ts'
import { findsNoLinks, foldersLeftOut, namesFound } from '../../catalogue/grammars/find-names.ts'
import { linkedEffects } from '../context.ts'
import type { ShellContext } from '../context.ts'
import { isName } from '../words/plain.ts'

interface Listing extends Looking {
  readonly patterns: readonly string[]
  /** What lies below the links is listed, too. */
  readonly deep?: true
}

type Lister = (words: readonly string[]) => Listing | undefined

const SEARCHED = { searched: true } as const
const DEEP = '/**/*'
const MOST_PLACES = 16

/** What the reader may read through links that the commands list, or that are among the names in these texts. */
export function listedLinks(
  effects: readonly Effect[],
  texts: readonly string[],
  reader: Unknown,
  context: ShellContext,
): readonly Effect[] {
  const { around, cwd } = context
  if (around.fs.entriesIn === undefined) return []
  const listings: Listing[] = [{ patterns: ['*'], ...SEARCHED }]
  // The names may be used in any of the folders in which the line has been.
  const places: (string | null)[] = [cwd]
  for (const effect of effects) {
    if (effect.type !== 'run' || effect.program === null) continue
    const words = effect.argv.slice(1).filter((word) => word !== null)
    const to = effect.program === 'cd' ? words.at(-1) : words[0] === '-C' ? words[1] : undefined
    const place = to === undefined ? undefined : folderAt(to, places.at(-1) ?? null, around)?.path
    if (place !== undefined && places.length < MOST_PLACES) places.push(place)
    const listing = LISTERS.get(effect.program)?.(words)
    if (listing !== undefined) listings.push(listing)
  }
  const named = new Set(texts.flatMap((text) => text.split(/\s+/)).filter((word) => /[*?[]/.test(word)))
  if (named.size > 0) listings.push({ patterns: [...named] })
  const found: Effect[] = []
  for (const { patterns, deep, ...looking } of listings)
    for (const pattern of patterns)
      for (const place of pattern.startsWith('/') ? [cwd] : places) {
        const use = new FileUse('read', pattern, reader.of, place, reader.span)
        use.certain = false
        use.glob = true
        if (deep) use.reach = 'tree'
        found.push(...linkedEffects(use, context, looking))
      }
  return found
}

function below(folder: string, names: string): string {
  return `${folder.replace(/\/+$/, '')}${names}`
}

const ls: Lister = (words) => {
  const names = words.filter(isName)
  const within = words.some((word) => /^-[^-]*R|^--rec/.test(word)) ? DEEP : '/*'
  const patterns = names.flatMap((name) => [name, below(name, within)])
  return { patterns: namesFolder(words) ? patterns : patterns.concat(`.${within}`), ...SEARCHED }
}

const find: Lister = (words) => {
  const acts = words.findIndex((word) => /^-(?:exec|ok|f?print|f?ls$)/.test(word))
  const tests = ['find', ...(acts < 0 ? words : words.slice(0, acts))]
  const options = words.findIndex((word) => !/^-[HLP]$/.test(word))
  const rest = options < 0 ? [] : words.slice(options)
  const end = rest.findIndex(isExpression)
  const roots = end < 0 ? rest : rest.slice(0, end)
  if (findsNoLinks([...tests, ...(acts < 0 ? [] : ['-print'])])) return behind(roots)
  const follows = words.some((word) => /^-(?:[HPEXdsx]*L|follow$)/.test(word))
  if (follows) return { patterns: roots.length === 0 ? ['.'] : roots, follows }
  const names = namesFound(tests) ?? ['*']
  const patterns = (roots.length === 0 ? ['.'] : roots).flatMap((root) =>
    names.map((name) => below(root, `/**/${name}`)),
  )
  return { patterns, ...SEARCHED, skips: foldersLeftOut(tests) }
}

const fd: Lister = (words) => {
  if (words.some((word, at) => /^(?:-t|--type)$/.test(word) && /^(?:f|file|d|directory)$/.test(words[at + 1] ?? '')))
    return behind(words.filter((word, at) => isName(word) && !/^(?:-E|--exclude)$/.test(words[at - 1] ?? '')))
  const acts = words.findIndex((word) => /^(?:-[xX]|--exec)/.test(word))
  return anywhere(acts < 0 ? words : words.slice(0, acts), 2)
}

/** The folders behind links that a pattern stands for, as in `find x/*\/ -type f`. */
function behind(roots: readonly string[]): Listing | undefined {
  const patterns = roots.filter((root) => /[*?[].*\//.test(root))
  return patterns.length === 0 ? undefined : { patterns, deep: true, ...SEARCHED }
}

const git: Lister = (words) => {
  return words.some((word) => GIT_LISTS.test(word)) ? anywhere([]) : undefined
}

const GIT_LISTS =
  /^(?:ls-files|ls-tree|status|check-ignore|cat-file|whatchanged|diff(?:-\w+)?|-p|--(?:patch|raw|name-only|name-status|summary|compact-summary|(?:num|dir)?stat(?:=.*)?))$/

function anywhere(words: readonly string[], least = 1): Listing {
  const names = words.filter(isName)
  const folders = namesFolder(words, least) ? names : ['.', ...names]
  return { patterns: folders.map((folder) => below(folder, DEEP)), ...SEARCHED }
}

/** Whether that many of the words are no options, and no values of one. */
function namesFolder(words: readonly string[], least = 1): boolean {
  return words.filter((word, at) => isName(word) && words[at - 1]?.startsWith('-') !== true).length >= least
}

const printed: Lister = (words) => {
  const patterns = words.filter((word) => /[*?[]/.test(word))
  return patterns.length === 0 ? undefined : { patterns }
}

const LISTERS: ReadonlyMap<string, Lister> = new Map([
  ...['ls', 'gls', 'dir', 'vdir', 'exa', 'eza', 'lsd'].map((name) => [name, ls] as const),
  ...['find', 'gfind', 'bfs'].map((name) => [name, find] as const),
  ...['fd', 'fdfind'].map((name) => [name, fd] as const),
  ...['echo', 'printf', 'print', 'realpath', 'readlink', 'basename', 'dirname', 'stat'].map(
    (name) => [name, printed] as const,
  ),
  ...['tree', 'du'].map((name) => [name, (words: readonly string[]) => anywhere(words)] as const),
  ['git', git],
])

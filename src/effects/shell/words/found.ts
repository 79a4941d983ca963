/**
 * Part of reading shell lines: names of files that a search hands on to a program. Which they are only running it would tell, but what the
 * disk holds there can be looked at.
 */

import type { Effect, Held, Word } from '../../../engine/effect.ts'
import type { FindTests } from '../../catalogue/grammars/find-filter.ts'
import { uncheckedEffect } from '../../file.ts'
import type { FileUse } from '../../file.ts'
import { changed } from '../../make.ts'
import { presentIn } from '../context.ts'
import type { ShellContext } from '../context.ts'
import { DEPTH } from '../output/whole-names.ts'
import type { Setting } from '../setting.ts'
import { readsFilesOnly, showsContent, takesFolders } from './takes-files.ts'
import { addSubstituted, patternUse, SOMEWHERE } from './taker.ts'
import type { Taker } from './taker.ts'
import type { Resolved } from './words.ts'

/** Rules examine the pattern; the check for secrets examines the names that the line mentions. */
export const FOUND = 'which files find has found is only known when it runs'

/** `find src -name '*.ts' -exec cat {} +` */
export function addFound(words: readonly Resolved[], taker: Taker): void {
  const { of, setting, reader } = taker
  reader.unknown(FOUND, of, [], setting.span, true)
  if (setting.elsewhere) return
  addSubstituted(taker)
  const { folders, span } = setting
  const argv = words.map(({ word }) => word)
  const given = { of, folders, span, shown: showsContent(argv) && !isListedByGit(setting) }
  for (const { found = [], tests } of words) {
    // All that lies below is among any names.
    const named = found.filter((one) => one.includes(DEPTH) && !one.endsWith(`${DEPTH}*`))
    const goesBelow = PACKS.has(argv[0] ?? null) || (takesFolders(argv) && presentIn(reader.context) !== undefined)
    const all = goesBelow ? [...found, ...named.map((one) => `${one}${DEPTH}*`)] : found
    // What lies below a folder that is handed on was not tested.
    const own = readsFilesOnly(argv) ? tests : undefined
    for (const effect of foundEffects(all, given, reader.context, own)) reader.add(effect)
  }
  if (words.some(({ above }) => above === true) && !readsFilesOnly(argv))
    for (const effect of foundEffects([`..${DEPTH}*`], given, reader.context)) reader.add(effect)
}

/** They take in everything below, also as far as no disk can be asked. */
const PACKS: ReadonlySet<Word> = new Set(['tar', 'bsdtar'])

/** What git tracks is no secret to whoever has the repository. */
function isListedByGit({ company }: Setting): boolean {
  return (company?.upstream ?? []).some(
    ([program, verb, ...rest]) => program === 'git' && !rest.some(isUntracked) && verb !== 'status',
  )
}

function isUntracked(word: Word): boolean {
  return word === null || /^-\w*o|^--(?:o|no-index|untracked)/.test(word)
}

/** Who gets the names of files that were found; `shown`: it shows what is in them. */
type Given = Pick<Setting, 'of' | 'folders' | 'span'> & { readonly shown: boolean }

/** The files that a search may have found. */
export function foundEffects(
  found: readonly string[],
  { of, folders, span, shown }: Given,
  context: ShellContext,
  tests?: readonly FindTests[],
): readonly Effect[] {
  const present = folders === null ? undefined : presentIn(context)
  const effects: Effect[] = []
  for (const cwd of folders ?? SOMEWHERE) {
    const held = placesOf(found, tests).map(({ text, tests: own }) => {
      const use = patternUse('read', text, of, cwd, span)
      use.certain = true
      return present?.holds(use, { shown, searched: true, tests: own })
    })
    const holds = held.every((one) => one !== undefined) ? together(held) : undefined
    const add = (use: FileUse) => {
      use.holds = holds
      effects.push(changed(uncheckedEffect(use, context.around), { harmless: true }))
    }
    // Rules that say where their files lie match a search of the folder around them, as they do with grep.
    const deep = found.filter((path) => path.includes(DEPTH))
    for (const folder of new Set(deep.map((path) => path.slice(0, path.indexOf(DEPTH))))) {
      const searched = patternUse('read', folder, of, cwd, span)
      searched.reach = 'tree'
      add(searched)
    }
    for (const text of found.flatMap(withHidden)) add(patternUse('read', text, of, cwd, span))
  }
  return effects
}

/** Where to look for them: in each of the folders in which find begins. */
function placesOf(
  found: readonly string[],
  tests: readonly FindTests[] | undefined,
): readonly { readonly text: string; readonly tests?: FindTests }[] {
  if (tests === undefined || !found.every((text) => text.includes(DEPTH))) return found.map((text) => ({ text }))
  const names = new Set(found.map((text) => text.slice(text.indexOf(DEPTH))))
  return tests.flatMap((one) => [...names].map((name) => ({ text: one.root + name, tests: one })))
}

function together(held: readonly Held[]): Held {
  return {
    files: held.flatMap(({ files }) => files),
    isWhole: held.every(({ isWhole }) => isWhole),
    waits: held.some(({ waits }) => waits === true),
  }
}

/**
 * Endings of source files: no rule on hidden names (`.env.*`) is about these, unless more of the name is spelled
 * (`*secrets.py`).
 */
const SOURCE =
  /^\*(?:[._A-Z-].*)?\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|[ch]|cc|cpp|hpp|cs|swift|scala|vue|svelte|s?css|html|mdx?|proto)$/

const MAY_HIDE = /^(?:[*?]|\[(?!0-9\]))/

/** For find, a wildcard at the beginning may stand for a dot, or for nothing before one. */
function withHidden(path: string): readonly string[] {
  const from = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, from), path.slice(from)]
  if (!MAY_HIDE.test(name) || SOURCE.test(name)) return [path]
  if (/^\*+$/.test(name)) return [path, `${folder}.${name}`]
  const behind = name.replace(/^\*+/, '')
  if (name.startsWith('*')) return [path, `${folder}.${name}`, /^[?[]/.test(behind) ? `${folder}.*` : folder + behind]
  return [path, folder + (name.startsWith('?') ? `.${name.slice(1)}` : '.*')]
}

/**
 * Part of reading shell lines: paths that git reads from the top of its repository (`HEAD:src/a.ts`, `:(top)src`,
 * `:/src`), which may be any folder around the one it runs in. For rules only, and only for what is read.
 */

import type { Effect, Word } from '../../../engine/effect.ts'
import { includes } from '../../code-at.ts'
import type { Surroundings } from '../../context.ts'
import { FileUse, folderAt, uncheckedEffect } from '../../file.ts'
import { changed } from '../../make.ts'
import type { Setting } from '../setting.ts'
import type { CommandWords } from '../words/words.ts'

/** `:x`, `:2:x`, `:/x`, `:(top)x`; but not paths that are excluded (`:!x`, `:(exclude)x`). */
const FROM_TOP = /^:(?:\/|\d:|\((?![^)]*exclude)([^)]*top[^)]*)\)|(?![!^/(\d]))(.+)$/su
/** Options of git itself, which stand before the subcommand. */
const WITH_VALUE: ReadonlySet<Word> = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --config-env --attr-source'.split(' '),
)
/** The word after one of these is not a path. */
const VALUED: ReadonlySet<Word | undefined> = new Set('-S -G -L --grep --author --committer -O'.split(' '))
/** The same for these, in subcommands that take a message. */
const MESSAGES: ReadonlySet<Word | undefined> = new Set(['-m', '-F', '--message'])
const WITH_MESSAGE: ReadonlySet<Word> = new Set('tag notes stash merge'.split(' '))
/** For these subcommands a colon separates two names, or is part of an address or a text. */
const OTHERWISE: ReadonlySet<Word> = new Set('push fetch pull clone remote commit ls-remote submodule'.split(' '))
/** Nobody's folders are nested deeper. */
const MOST_TOPS = 64

const NONE: readonly Effect[] = []

/** `of`: the effect of the command. */
export function readFromTop(
  { argv, resolved }: CommandWords,
  of: number,
  { folders, span }: Setting,
  around: Surroundings,
): readonly Effect[] {
  if (folders === null) return NONE
  // Even in `"$x:src/a.ts"`, the part after the colon is known.
  const words = resolved?.map(({ word, shape }) => word ?? shape) ?? argv
  if (!words.some((word) => word != null && includes(word, ':'))) return NONE
  const verb = verbOf(argv)
  if (OTHERWISE.has(argv[verb] ?? null)) return NONE
  const isValue = (at: number) =>
    at <= verb || VALUED.has(argv[at - 1]) || (WITH_MESSAGE.has(argv[verb] ?? null) && MESSAGES.has(argv[at - 1]))
  const paths = words.flatMap((word, at) => (word == null || isValue(at) ? [] : (pathIn(word) ?? [])))
  if (paths.length === 0) return NONE
  const effects: Effect[] = []
  for (const top of new Set(folders.flatMap((folder) => topsAround(folder, around))))
    for (const path of paths) {
      const use = new FileUse('read', path, of, top, span)
      use.certain = false
      use.reach = 'tree'
      use.glob = /[*?[]/.test(path)
      effects.push(changed(uncheckedEffect(use, around), { harmless: true }))
    }
  return effects
}

function verbOf(argv: readonly Word[]): number {
  let at = 1
  while (argv[at]?.startsWith('-') === true) at += WITH_VALUE.has(argv[at] ?? null) ? 2 : 1
  return at
}

function pathIn(word: string): string | undefined {
  const [, magic, path] = FROM_TOP.exec(word) ?? []
  if (path !== undefined) return magic?.includes('icase') === true ? inAnyCase(path) : path
  const behind = behindRevision(word)
  return behind === undefined || /^(?:\.{1,2}\/|\/\/|$)/.test(behind) ? undefined : behind
}

/** The `x` of `HEAD:x`. In braces a revision may contain anything: `HEAD@{1 day ago}`, `HEAD^{/fix: a}`. */
function behindRevision(word: string): string | undefined {
  let depth = 0
  for (let at = 0; at < word.length; at++) {
    const sign = word[at]
    if (sign === '{') depth++
    else if (sign === '}') depth--
    else if (depth === 0 && (at === 0 ? sign === '-' || sign === ':' : /\s/.test(sign ?? ''))) return undefined
    else if (depth === 0 && sign === ':') return word.slice(at + 1)
  }
  return undefined
}

function inAnyCase(path: string): string {
  return path.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}

/**
 * The folders around it, as it is spelled and where it really is, up to the one that holds a repository, if the disk
 * tells.
 */
function topsAround(folder: string, around: Surroundings): readonly string[] {
  const real = folderAt(folder, folder, around)?.real ?? folder
  return [...new Set([folder, real])].flatMap((below) => {
    const tops: string[] = []
    for (let top = below; top !== ''; top = top.slice(0, Math.max(0, top.lastIndexOf('/')))) {
      if (top !== folder && tops.push(top) === MOST_TOPS) break
      if (around.fs.isThere?.(`${top}/.git`) === true) break
    }
    return tops
  })
}

/** Part of reading shell lines: the path that a command prints, as far as its words say. */

import type { ShellWord } from '../syntax/script.ts'

const NONE: readonly never[] = []

/** For `realpath ~`, `cd ~ && pwd`, `dirname ~/x`, and where git keeps its files. */
export function pathTold(
  words: readonly ShellWord[],
  textsOf: (word: ShellWord) => readonly string[],
): readonly string[] {
  const [first, ...rest] = words
  const program = first?.value ?? ''
  if (program === 'git') return gitFolder(words.map(({ value }) => value))
  if (program === 'builtin' || program === 'command') return pathTold(rest, textsOf)
  if (!PATH_TELLERS.has(program)) return NONE
  if (program === 'cd' && rest.length === 0) return ['~']
  if (program === 'printenv') return rest[0]?.value === 'HOME' ? ['~'] : NONE
  const paths = rest.flatMap((word) => (word.value.startsWith('-') ? NONE : textsOf(word)))
  return program === 'dirname' ? paths.map((path) => path.replace(/\/+[^/]*\/*$/, '') || '/') : paths
}

const PATH_TELLERS = new Set(['realpath', 'grealpath', 'readlink', 'greadlink', 'dirname', 'cd', 'printenv'])

const GIT_FOLDER = /^git rev-parse --(?:(?:absolute-)?git-dir|git-common-dir|git-path (.+))$/

function gitFolder(argv: readonly string[]): readonly string[] {
  const found = GIT_FOLDER.exec(argv.join(' '))
  return found === null ? NONE : [found[1] === undefined ? '.git' : `.git/${found[1]}`]
}

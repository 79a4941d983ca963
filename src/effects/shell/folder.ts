/** Part of reading shell lines: `cd` and what comes of it. */

import type { Word } from '../../engine/effect.ts'
import { FileUse, fileEffect } from '../file.ts'
import type { Setting } from './setting.ts'
import type { ShellContext } from './context.ts'
import type { Folders } from './state.ts'
import type { CommandWords } from './words.ts'

const MOVERS = new Set(['cd', 'chdir', 'pushd', 'popd'])
/** Programs that run what a configuration in their folder tells them to, even when they only read. */
const OBEY_FOLDER = new Set(
  'git hg svn jj cargo rustc rustup mvn gradle poetry pipenv uv turbo nx pnpm npm yarn bun go terraform dotnet bundle composer mix deno node'.split(
    ' ',
  ),
)

export function obeysFolder(program: string): boolean {
  return OBEY_FOLDER.has(program)
}

export function isMover(program: string): boolean {
  return MOVERS.has(program)
}

/** For `cd` and its like: enters the new folder. Harmless when it certainly is inside a working directory. */
export function changeFolder(program: string, argv: readonly Word[], setting: Setting, context: ShellContext): boolean {
  const target = targetOf(program, argv, context)
  if (target === null) {
    setting.environment.move(null)
    return false
  }
  const effects = (setting.folders ?? [null]).map((cwd) =>
    fileEffect(new FileUse('read', target, 0, cwd), context.around),
  )
  const paths = effects.map((effect) => (effect.type === 'unknown' || effect.type === 'read' ? effect : undefined))
  const folders: Folders = paths.every((effect) => effect?.type === 'read')
    ? paths.map((effect) => (effect?.type === 'read' ? effect.path : ''))
    : null
  setting.environment.move(folders)
  return folders !== null && effects.every((effect) => effect.inside === true)
}

/** `git -C <the folder it is in anyway>`: the option changes nothing. */
export function withoutOwnFolder(
  words: CommandWords,
  { folders, environment }: Setting,
  context: ShellContext,
): CommandWords {
  const { argv, resolved } = words
  if (argv[0] !== 'git' || argv.length < 3 || argv[1] !== '-C') return words
  const folder = argv[2]
  if (typeof folder !== 'string' || environment.moved || folders?.length !== 1) return words
  const effect = fileEffect(new FileUse('read', folder, 0, folders[0] ?? null), context.around)
  const same = effect.type === 'read' && effect.path === folders[0] && effect.real === effect.path
  if (!same) return words
  const isKept = (_: unknown, at: number) => at !== 1 && at !== 2
  return { argv: argv.filter(isKept), resolved: resolved?.filter(isKept) }
}

function targetOf(program: string, argv: readonly Word[], context: ShellContext): string | null {
  if (program !== 'cd') return null
  let at = 1
  while (argv[at] === '-L' || argv[at] === '-P' || argv[at] === '-e') at++
  if (argv[at] === '--') at++
  const target = argv[at]
  if (target === undefined) return context.around.home
  return target === null || target.startsWith('-') || argv.length > at + 1 ? null : target
}

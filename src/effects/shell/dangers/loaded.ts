/**
 * Part of reading shell lines: files that node is told to load and takes for JSON because of their names, and modules
 * in the folder, which python loads instead of those of its library.
 *
 * INVARIANT: if such a name is a folder, or a link to another kind of file, a program would run. So unless the disk
 * shows that it is a file of that name, and nothing else in the line may have put it there, it counts as a program.
 */

import type { Word } from '../../../engine/effect.ts'
import { lookedUpBy } from '../../catalogue/grammars/node-words.ts'
import { isPipTelling, laidOutBy, lookedUpByPython } from '../../catalogue/grammars/python-words.ts'
import { PYTHON_LIBRARY } from '../../catalogue/grammars/python-library.ts'
import { isAmong } from '../../catalogue/among.ts'
import { folderAt } from '../../file.ts'
import type { Surroundings } from '../../context.ts'
import type { CommandReader } from '../command.ts'
import type { Setting } from '../setting.ts'

const LOADS = 'loads a file that may hold a program'
/** A name that is nothing but `.json` has no ending for node, which runs it. */
const DATA = /[^/]\.json$/u

/** The files that the command, in any of its spellings, loads by their names. `given`: its whole input, if certain. */
export function loadedBy(
  program: string,
  spellings: readonly (readonly Word[])[],
  given: string | undefined,
): readonly string[] {
  if (program.startsWith('py'))
    return spellings.some(
      (argv) => isPipTelling(argv) || (laidOutBy(argv) ?? lookedUpByPython(argv, given)) !== undefined,
    )
      ? MODULES
      : NONE
  if (program !== 'node' && program !== 'nodejs') return NONE
  return spellings.flatMap((argv) => lookedUpBy(argv, given)?.loaded ?? NONE)
}

const NONE: readonly string[] = []
/** Everything in the folder. */
const MODULES: readonly string[] = ['.']

/** Why one of them may be something other than data; undefined if none may be. */
export function whyLoads(files: readonly string[], { folders }: Setting, reader: CommandReader): string | undefined {
  if (files.length === 0) return undefined
  const { around } = reader.context
  const { root, fs } = around
  if (folders === null || folders.length === 0 || !reader.onlyLooks) return LOADS
  if (files === MODULES) return folders.every((folder) => holdsNoModule(folder, around)) ? undefined : LOADS
  if (fs.isThere?.(root) !== true) return undefined
  const isData = (folder: string) => (file: string) => {
    const real = folderAt(file, folder, around)?.real
    return real !== undefined && DATA.test(real) && fs.isThere?.(real) === true && fs.isThere(`${real}/.`) === false
  }
  return folders.every((folder) => files.every(isData(folder))) ? undefined : LOADS
}

/** For python 2, `--sort-keys` is a file that it reads, and the next word a file that it writes. */
const CODE = /\.(?:py\w?|so|dylib|dll)$|^--/iu
/** No module of python's library has such a name. */
const NO_PACKAGE = /[^\w]|^node_modules$/u
/** Where `pip` is not installed, `-m pip` runs what a folder of that name starts with. */
const STARTS = /^__(?:init|main)__\./iu
/** Names that projects have, and python's library has not. */
const OF_PROJECTS =
  /^(?:(?:api|app|backend|main|scripts|server|src|tests|utils)(?:\.py)?|(?:conftest|manage|noxfile|setup|tasks)\.py)$/u

/** Whether the folder contains no Python file and no folder that is a package, or could be run as one. */
function holdsNoModule(folder: string, around: Surroundings): boolean {
  const { fs } = around
  const real = folderAt('.', folder, around)?.real
  const names = real !== undefined && fs.isThere?.(real) === true ? fs.namesIn?.(real) : undefined
  return names !== undefined && names.every((name) => OF_PROJECTS.test(name) || isNoModule(name) || isOwn(name))

  /** `tool/tool`, `my-tool/my_tool.py`: the package that the folder is named after. */
  function isOwn(name: string): boolean {
    const module = name.replace(/\.py$/u, '')
    const isNamed = module === real?.slice(real.lastIndexOf('/') + 1).replaceAll(/[-.]/gu, '_')
    return isNamed && /^[A-Za-z]\w*$/u.test(module) && !isAmong(module.toLowerCase(), PYTHON_LIBRARY)
  }

  function isNoModule(name: string): boolean {
    return !CODE.test(name) && (NO_PACKAGE.test(name) || isNone(name))
  }

  function isNone(name: string): boolean {
    const inner = folderAt(name, real ?? null, around)?.real
    if (inner === undefined) return false
    if (fs.isThere?.(`${inner}/.`) === false) return true
    return fs.namesIn?.(inner)?.some((one) => STARTS.test(one)) === false
  }
}

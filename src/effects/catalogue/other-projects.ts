/**
 * Part of the command catalogue: options that lead a program to another project, whose scripts it then runs. A rule for
 * `npm test` is about the tests of this project.
 */

import type { Word } from '../../engine/effect.ts'
import { startsWith } from '../code-at.ts'
import { valueOf } from './wrappers/options.ts'

const NPM = '--prefix -C --userconfig --globalconfig'
const MAKE = '-C --directory -f --file --makefile -I --include-dir'
const GRADLE = '-p --project-dir -b --build-file -c --settings-file -I --init-script --include-build'
const MAVEN = '-f --file -s --settings -gs --global-settings'

/** By program: the options whose value is the folder of a project, or a file of one. */
const LEADING: Readonly<Record<string, string>> = {
  ant: '-f -file -buildfile',
  bun: '--cwd -c --config',
  bundle: '--gemfile',
  cargo: '-C --manifest-path --config',
  cmake: '--build',
  composer: '-d --working-dir',
  ctest: '--test-dir',
  dart: '-C --directory',
  deno: '-c --config --cwd',
  dotnet: '--project',
  flutter: '-C --directory',
  gmake: MAKE,
  go: '-C --C -modfile --modfile -overlay --overlay',
  gradle: GRADLE,
  gradlew: GRADLE,
  jest: '--rootDir -c --config --roots',
  just: '-f --justfile -d --working-directory',
  mage: '-d -w',
  make: MAKE,
  meson: '-C',
  mvn: MAVEN,
  mvnw: MAVEN,
  ninja: '-C -f',
  nox: '-f --noxfile',
  npm: NPM,
  npx: NPM,
  pandoc: '-d --defaults --data-dir',
  pdm: '-p --project',
  playwright: '-c --config',
  pnpm: '-C --dir --prefix --userconfig --globalconfig',
  poetry: '-C --directory -P --project',
  pytest: '--rootdir -c --config-file --confcutdir',
  rake: '-f --rakefile -C --directory',
  rpm: '--rcfile --macros --load',
  scons: '-C --directory -f --file --makefile --sconstruct',
  swift: '--package-path -C --chdir',
  task: '-d --dir -t --taskfile',
  terraform: '-chdir',
  tox: '-c --conf --root --workdir',
  turbo: '--cwd',
  uv: '--directory --project --config-file',
  vitest: '-r --root --dir -c --config',
  yarn: '--cwd --use-yarnrc',
}

const known = new Map<string, readonly string[]>()

/** Names of the options that may lead this program to another project; undefined if it has none. */
export function leadersOf(program: string): readonly string[] | undefined {
  const found = known.get(program)
  if (found !== undefined || !Object.hasOwn(LEADING, program)) return found
  const names = (LEADING[program] as string).split(' ')
  known.set(program, names)
  return names
}

/** A word that leads there, and the place that it names; null if only running the line would tell. */
export interface Leading {
  readonly at: number
  readonly place: Word
}

/** `argv`: of an unknown word, the text that it begins with. */
export function leadingWords(argv: readonly (string | undefined)[], leaders: readonly string[]): readonly Leading[] {
  const found: Leading[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (word === '--') break
    if (word === undefined) continue
    if (MAKE_VARIABLE.test(word)) found.push({ at, place: null })
    if (!startsWith(word, '-')) continue
    for (const name of leaders) {
      const value = valueOf(word, name)
      if (value === null) found.push({ at: at + 1, place: argv[at + 1] ?? null })
      else if (value !== undefined && !SETTING.test(value)) found.push({ at, place: value })
    }
  }
  return found
}

/** Options for make, and names of makefiles. */
const MAKE_VARIABLE = /^(?:GNU)?MAKE(?:FLAGS|FILES)[:+?]*=/u
/** `cargo --config=net.offline=true` */
const SETTING = /^[\w.'"-]+=/u

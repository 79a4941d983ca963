/** Part of the catalogue: the script that an interpreter starts, and the tool that a script belongs to; for restrictions. */

import type { Word } from '../../engine/effect.ts'
import { isAmong } from './among.ts'
import { filterOf } from './grammars/perl-words.ts'
import { scriptFile } from './wrappers/interpreters.ts'

/** Programs that start a script in a way of their own: under a debugger, again and again, in a runtime. */
const LAUNCHERS =
  'nodemon coverage pdb ipdb pudb bpython ptpython micropython kernprof memray scalene viztracer py-spy debugpy ipython watchmedo jiti esno c8 nyc ndb electron forever pm2 java uv runpy trace profile cProfile supervisor node-dev ts-node-dev dotenv concurrently'

const SCRIPT = /[\w-]\.(?:pyw?|[cm]?[jt]sx?|rb|pl|php|phar|jar|lua|jl|groovy|ps1|sh)$/u

/** Whether it may start a script that its words name; shells are read elsewhere. */
export function startsScripts(program: string, interprets: boolean): boolean {
  return interprets || isAmong(program, LAUNCHERS)
}

/** The script that is started; null if only running it would tell. */
export function scriptOf(program: string, argv: readonly Word[]): Word | undefined {
  const found = scriptFile(argv, program)
  if (found === null) return null
  if (found !== undefined && found !== 'run' && found !== '-') return found
  // The files that it filters may well be scripts.
  if (program === 'perl' && filterOf(argv) !== undefined) return undefined
  return argv.slice(1).find((word): word is string => word !== null && SCRIPT.test(word))
}

/** By the file's name or place; the first group is the tool, unless another is named. */
const TOOLS: readonly (readonly [RegExp, string?])[] = [
  [/(?:^|\/)(np[mx])-cli\.js$/u],
  [/(?:^|\/)(yarn|pnpm|pnpx|corepack)(?:-[\d.]+)?(?:\.c?js)$/u],
  [/(?:^|\/)yarnpkg(?:\.c?js)?$/u, 'yarn'],
  [/(?:^|\/)([\w-]+?)(?:-cli)?(?:-[\d.]+)?\.phar$/u],
  [/\/django(?:-admin|\/core\/management)?(?:\.py)?$/u, './manage.py'],
  [/^\/([a-z]\w*)\/(?:_internal|__main__|cli|_cli|main|config)\.py$/u],
  [/gradle-wrapper\.jar$/u, 'gradlew'],
  [/maven-wrapper\.jar$/u, 'mvnw'],
  [/\/node_modules\/(?:@[\w.-]+\/)?([a-z][\w.-]*)\//u],
  [/\/(?:site|dist)-packages\/([a-z][\w-]*)(?:\/|$)/u],
  [/\/(?:s?bin|\.bin|exe)\/([a-z][\w.-]*?)(?:\.c?js)?$/u],
]

/** The tools that starting this file may mean: `node /usr/lib/node_modules/npm/bin/npm-cli.js` is npm. */
export function toolsOf(file: string): readonly string[] {
  const path = `/${file}`
  const names = TOOLS.flatMap(([pattern, name]) => {
    const found = pattern.exec(path)
    return found === null ? [] : (name ?? found[1] ?? [])
  })
  return [...new Set(names)]
}

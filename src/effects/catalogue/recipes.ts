/**
 * Part of the catalogue: programs that run what a file of the project says, how that file is called, and how commands
 * are found in its text.
 */

import type { Word } from '../../engine/effect.ts'
import { isAmong } from './among.ts'

/** `lines`: each is a command, perhaps behind a name or a sign. `texts`: commands stand in quotes. */
export type RecipeForm = 'lines' | 'texts' | 'python' | 'ruby' | 'node' | 'sql'

export interface Recipes {
  readonly programs: string
  readonly files: RegExp
  readonly form: RecipeForm
  /** Only those that the command names. */
  readonly named?: true
}

const RECIPES: readonly Recipes[] = [
  { programs: 'make gmake bmake nmake remake', files: /^(?:GNU|BSD)?[Mm]akefile$|\.mk$/u, form: 'lines' },
  { programs: 'just', files: /^\.?justfile$|\.just$/iu, form: 'lines' },
  { programs: 'task go-task', files: /^taskfile(?:\.dist)?\.ya?ml$/iu, form: 'lines' },
  { programs: 'ninja samu', files: /^build\.ninja$|\.ninja$/u, form: 'lines' },
  { programs: 'foreman honcho overmind hivemind', files: /^Procfile(?:\.\w+)?$/u, form: 'lines' },
  { programs: 'ansible-playbook', files: /\.ya?ml$/u, form: 'lines', named: true },
  { programs: 'pre-commit lefthook', files: /^\.?(?:pre-commit-config|lefthook)\.ya?ml$/u, form: 'lines' },
  { programs: 'npm pnpm yarn bun npx', files: /^package\.json$/u, form: 'texts' },
  { programs: 'node', files: /^package\.json$/u, form: 'texts' },
  { programs: 'composer', files: /^composer\.json$/u, form: 'texts' },
  { programs: 'deno', files: /^deno\.jsonc?$/u, form: 'texts' },
  {
    programs: 'poe pdm hatch poetry uv tox nox',
    files: /^(?:pyproject\.toml|tox\.ini|poe_tasks\.toml)$/u,
    form: 'lines',
  },
  { programs: 'cargo', files: /^(?:config|Makefile|build)\.(?:toml|rs)$/u, form: 'texts' },
  { programs: 'terraform tofu terragrunt', files: /\.(?:tf|hcl)$/u, form: 'texts' },
  {
    programs: 'mvn ant cmake gradle gradlew',
    files: /^(?:pom|build)\.xml$|^CMakeLists\.txt$|\.gradle(?:\.kts)?$/u,
    form: 'texts',
  },
  {
    programs: 'rake bundle pod fastlane vagrant thor',
    files: /^(?:Rakefile|Gemfile|Podfile|Fastfile|Vagrantfile|Thorfile)$|\.rake$/iu,
    form: 'ruby',
  },
  {
    programs: 'invoke inv fab doit nox scons waf pytest pip pip3 snakemake',
    files: /^(?:tasks|fabfile|dodo|noxfile|conftest|setup)\.py$|^(?:SConstruct|wscript|Snakefile)$/u,
    form: 'python',
  },
  {
    programs: 'gulp grunt jest vitest webpack vite rollup eslint',
    files: /^(?:gulpfile|Gruntfile|[\w-]+\.(?:config|setup))\.[cm]?[jt]s$/u,
    form: 'node',
  },
  {
    programs: 'psql mysql mariadb sqlite3 sqlite duckdb mongosh mongo cqlsh sqlcmd sqlplus clickhouse-client',
    files: /\.(?:sql|cql|ddl|js|txt)$/u,
    form: 'sql',
    named: true,
  },
]

/** What the files are called that the program obeys, and how their text is read; undefined if there are none. */
export function recipesOf(program: string): Recipes | undefined {
  return RECIPES.find(({ programs }) => isAmong(program, programs))
}

const RECIPE_OPTION = /^(?:-[a-zA-Z]*[cft]|--(?:(?:make|just|task|proc)?file|config))$/u

/** Whether an option says that the recipes are in a file of that name: `make -f x`, `just --justfile=a/x`. */
export function namesRecipe(argv: readonly Word[], name: string): boolean {
  return argv.some((word, at) => {
    if (word?.endsWith(name) !== true) return false
    return word.startsWith('-') || RECIPE_OPTION.test(argv[at - 1] ?? '')
  })
}

/** Signs before a command: those of make and just, the names of keys, the dash of a list. */
const BEFORE =
  /^[\s@+-]*(?:(?:cmds?|command|shell|run|script|entry|deps|ansible\.builtin\.(?:shell|command)|[\w.-]{1,40}(?:\s*[:=]\s*|\s.*?[;:]\s+))\s*[:=]?\s*)?/u
const QUOTED = /"((?:[^"\\\n]|\\.){1,2000})"|'([^'\n]{1,2000})'/gu
const NAME = /^[\w.:-]{1,40}\s*:(?!=)/u

/** The commands in the text of such a file, as one script; more than it holds, for restrictions. */
export function commandsIn(text: string, form: 'lines' | 'texts'): string {
  const out: string[] = []
  if (form === 'texts') {
    for (const [, double, single] of text.matchAll(QUOTED))
      out.push(double?.replaceAll(/\\(.)/gu, '$1') ?? single ?? '')
    return out.join('\n')
  }
  for (const line of text.split('\n')) {
    const bare = line.trim()
    if (bare === '' || bare.startsWith('#') || (NAME.test(bare) && /[:|>]$/u.test(bare))) continue
    const command = line.replace(BEFORE, '').replaceAll(/^["'[]+|["'\],]+$/gu, '')
    out.push(command)
    if (command !== bare) out.push(bare.replace(/^[@+-]+\s*/u, ''))
  }
  return out.join('\n')
}

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
  { programs: 'make gmake bmake nmake remake', files: /^(?:GNU|BSD)?[Mm]akefile(?:\.\w+)?$|\.mk$/u, form: 'lines' },
  { programs: 'just', files: /^\.?justfile$|\.just$/iu, form: 'lines' },
  { programs: 'task go-task', files: /^taskfile(?:\.dist)?\.ya?ml$/iu, form: 'lines' },
  { programs: 'ninja samu', files: /^build\.ninja$|\.ninja$/u, form: 'lines' },
  {
    programs: 'foreman honcho overmind hivemind goreman forego nf heroku',
    files: /^Procfile(?:\.\w+)?$/u,
    form: 'lines',
  },
  { programs: 'ansible-playbook', files: /\.ya?ml$/u, form: 'lines', named: true },
  { programs: 'ansible-playbook', files: /^main\.ya?ml$/u, form: 'lines' },
  { programs: 'pre-commit prek lefthook', files: /^\.?(?:pre-commit-config|lefthook)\.ya?ml$/u, form: 'lines' },
  { programs: 'dvc', files: /^dvc\.yaml$/u, form: 'lines' },
  { programs: 'bats', files: /\.(?:bats|bash)$/u, form: 'lines' },
  { programs: 'gdb lldb', files: /^\.(?:gdb|lldb)init$/u, form: 'lines' },
  { programs: 'tmux', files: /\.(?:tmux|conf)$/u, form: 'lines', named: true },
  {
    programs:
      'npm pnpm yarn bun npx deno node npm-run-all npm-run-all2 run-s run-p concurrently turbo nx lerna rush wireit ni nr lint-staged',
    files: /^package\.json$/u,
    form: 'texts',
  },
  { programs: 'lint-staged', files: /^\.lintstagedrc(?:\.(?:json|ya?ml))?$/u, form: 'texts' },
  { programs: 'composer', files: /^composer\.json$/u, form: 'texts' },
  { programs: 'deno', files: /^deno\.jsonc?$/u, form: 'texts' },
  {
    programs: 'poe pdm hatch poetry uv tox nox rye pixi pipenv task',
    files: /^(?:pyproject\.toml|tox\.ini|poe_tasks\.toml|setup\.cfg|Pipfile|pixi\.toml)$/u,
    form: 'lines',
  },
  { programs: 'cargo makers', files: /^(?:config|Makefile|build)\.(?:toml|rs)$/u, form: 'texts' },
  { programs: 'terraform tofu terragrunt packer', files: /\.(?:tf|hcl)$/u, form: 'texts' },
  {
    programs: 'mvn mvnw ant cmake ctest cpack gradle gradlew',
    files: /^(?:pom|build)\.xml$|^CMakeLists\.txt$|\.cmake$|\.gradle(?:\.kts)?$/u,
    form: 'texts',
  },
  { programs: 'bazel bazelisk', files: /^(?:BUILD|WORKSPACE|MODULE)(?:\.bazel)?$|\.bzl$/u, form: 'texts' },
  { programs: 'meson muon', files: /^meson\.build$/u, form: 'texts' },
  { programs: 'xmake premake5', files: /^(?:xmake|premake5)\.lua$/u, form: 'texts' },
  { programs: 'autoconf autoreconf automake', files: /^configure\.(?:ac|in)$|^Makefile\.am$/u, form: 'lines' },
  { programs: 'mix iex elixir', files: /\.exs$/u, form: 'texts' },
  { programs: 'cabal stack', files: /^Setup\.l?hs$/u, form: 'texts' },
  { programs: 'sbt lein bb clj clojure', files: /\.sbt$|^project\.clj$|^(?:bb|deps)\.edn$/u, form: 'texts' },
  { programs: 'swift zig', files: /^Package\.swift$|^build\.zig$/u, form: 'texts' },
  { programs: 'dotnet msbuild', files: /\.(?:cs|fs|vb)proj$|\.(?:props|targets)$/u, form: 'texts' },
  { programs: 'dune', files: /^dune$/u, form: 'texts' },
  { programs: 'tilt', files: /^Tiltfile$/u, form: 'texts' },
  { programs: 'nix nix-build nix-shell devenv', files: /\.nix$/u, form: 'texts' },
  {
    programs: 'rake bundle pod fastlane vagrant thor rails rspec rackup guard cap brew danger gem',
    files:
      /^(?:Rake|Gem|Pod|Fast|Vagrant|Thor|Guard|Cap|Brew|Danger)file$|\.(?:rake|gemspec|ru)$|^spec_helper\.rb$|^\.simplecov$/iu,
    form: 'ruby',
  },
  {
    programs: `invoke inv fab doit nox scons waf pytest py.test tox pip pip3 uv build snakemake locust conan alembic gunicorn
      sphinx-build`,
    files:
      /^(?:tasks|fabfile|dodo|noxfile|conftest|setup|locustfile|conanfile|env|conf|gunicorn\.conf)\.py$|^(?:SConstruct|SConscript|wscript|Snakefile)$/u,
    form: 'python',
  },
  {
    programs: `gulp grunt jest vitest webpack vite rollup eslint prettier babel next nuxt nuxi astro svelte-kit tailwindcss postcss
      playwright cypress karma wdio mocha tsup tsdown drizzle-kit knex react-native commitlint stylelint lint-staged`,
    files:
      /^(?:gulpfile|Gruntfile|knexfile|[\w-]+\.(?:config|setup|conf))\.[cm]?[jt]s$|^\.(?:eslint|prettier|babel|mocha|stylelint|lintstaged)rc\.[cm]?js$/u,
    form: 'node',
  },
  {
    programs: 'psql mysql mariadb sqlite3 sqlite duckdb mongosh mongo cqlsh sqlcmd sqlplus clickhouse-client',
    files: /\.(?:sql|cql|ddl|js|txt)$/u,
    form: 'sql',
    named: true,
  },
]

/** What the files are called that the program obeys, and how their texts are read. */
export function recipesOf(program: string): readonly Recipes[] {
  return RECIPES.filter(({ programs }) => isAmong(program, programs))
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

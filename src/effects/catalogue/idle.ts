/**
 * Part of the command catalogue: options that do not change what a command is. They change what is printed, how many
 * run at once or whether the network is used: `npm -s run build` is an `npm run build`. An option that names another
 * folder is not listed, because that folder has scripts of its own.
 *
 * INVARIANT: the program accepts each option where it is listed, with just this value. Rules are matched without these
 * options, and with them.
 */

/** What may follow a given beginning of a command. */
export interface Idle {
  /** How many words the option at this place takes; 0 if it is none of these options. */
  option(word: string, next: string | undefined): 0 | 1 | 2
  /** What may follow if the command goes on with this word. */
  behind(word: string): Idle | undefined
}

interface Row {
  /** `--color=auto,never` takes one of these values, glued or as the next word; `-j=#` takes a number, or nothing. */
  readonly options: string
  /** The options may also follow any of its operands. */
  readonly anywhere?: boolean
}

const COLOURS = '--color=auto,always,never'
const NPM = '-s --silent -q --quiet --no-color --no-fund --no-audit --no-progress --no-update-notifier'
const PNPM = '-s --silent --no-color'
const PIP = '-q -qq --quiet -v --verbose --no-color --no-input --disable-pip-version-check'
const UV = `-q --quiet -v --verbose --no-progress --offline ${COLOURS}`
const SYMFONY = '-q --quiet -v -vv -vvv -n --no-interaction --ansi --no-ansi'
const COMPOSE = '--ansi=never,always,auto --progress=auto,tty,plain,json,quiet'
const MAKE: Row = {
  options: '-s --silent --quiet --no-print-directory -w --print-directory -j=# --jobs=#',
  anywhere: true,
}
const MAVEN: Row = {
  options: '-q --quiet -B --batch-mode -ntp --no-transfer-progress -e --errors -V --show-version -o --offline',
  anywhere: true,
}
const GRADLE: Row = {
  options:
    '-q --quiet -i --info -w --warn -s --stacktrace -S --full-stacktrace --offline --no-daemon --console=plain,auto,rich,verbose',
  anywhere: true,
}

export const IDLE: Readonly<Record<string, Row>> = {
  git: {
    options:
      '--no-pager -P --no-optional-locks -c=color.ui=never,color.ui=always,color.ui=false,core.quotepath=false,core.quotePath=false,advice.detachedHead=false',
  },
  npm: { options: NPM },
  'npm run': { options: NPM },
  'npm run-script': { options: NPM },
  npx: { options: '-q --quiet --no-install' },
  pnpm: { options: PNPM },
  'pnpm run': { options: PNPM },
  yarn: { options: '-s --silent' },
  'yarn run': { options: '-s --silent' },
  bun: { options: '--silent' },
  'bun run': { options: '--silent' },
  deno: { options: '-q --quiet' },
  node: { options: '--no-warnings --no-deprecation --trace-warnings --trace-deprecation' },
  python: { options: '-u -B' },
  python3: { options: '-u -B' },
  pip: { options: PIP },
  pip3: { options: PIP },
  poetry: { options: SYMFONY },
  uv: { options: UV },
  'uv run': { options: UV },
  composer: { options: SYMFONY },
  cargo: { options: `-q --quiet -v -vv --verbose --locked --offline --frozen ${COLOURS}` },
  make: MAKE,
  gmake: MAKE,
  just: { options: '-q --quiet' },
  mvn: MAVEN,
  './mvnw': MAVEN,
  gradle: GRADLE,
  './gradlew': GRADLE,
  docker: { options: '' },
  'docker compose': { options: COMPOSE },
  'docker-compose': { options: COMPOSE },
  systemctl: { options: '--no-pager -q --quiet' },
}

const known = new Map<string, Idle>()

/** What may follow the name of that program. */
export function idleBehind(program: string): Idle | undefined {
  const found = known.get(program)
  if (found !== undefined || !Object.hasOwn(IDLE, program)) return found
  const idle = compile(program, IDLE[program] as Row)
  known.set(program, idle)
  return idle
}

function compile(words: string, { options, anywhere = false }: Row): Idle {
  const plain = new Set<string>()
  const valued = new Map<string, readonly string[]>()
  for (const option of options.split(' ')) {
    const [, name, values] = /^(-[^=]*)=(.*)$/.exec(option) ?? []
    if (name === undefined || values === undefined) plain.add(option)
    else valued.set(name, values.split(','))
  }
  const longer = new Map(
    Object.entries(IDLE)
      .filter(([name]) => name.startsWith(`${words} `) && !name.includes(' ', words.length + 1))
      .map(([name, row]) => [name.slice(words.length + 1), compile(name, row)]),
  )
  const idle: Idle = {
    behind: (word) => (anywhere ? idle : longer.get(word)),
    option(word, next) {
      if (plain.has(word)) return 1
      const values = valued.get(word)
      if (values === undefined) return isGlued(word, valued) ? 1 : 0
      return next !== undefined && isValue(values, next) ? 2 : values[0] === NUMBER ? 1 : 0
    },
  }
  return idle
}

const NUMBER = '#'

function isValue(values: readonly string[], value: string): boolean {
  return values[0] === NUMBER ? /^\d{1,4}$/.test(value) : values.includes(value)
}

/** `--color=never`, `-j8` */
function isGlued(word: string, valued: ReadonlyMap<string, readonly string[]>): boolean {
  const isLong = word.startsWith('--')
  const end = isLong ? word.indexOf('=') : 2
  const values = end < 0 ? undefined : valued.get(word.slice(0, end))
  if (values === undefined || (!isLong && values[0] !== NUMBER)) return false
  return isValue(values, word.slice(isLong ? end + 1 : end))
}

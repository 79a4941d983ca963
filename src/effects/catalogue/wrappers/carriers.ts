/**
 * Part of the wrapper catalogue: programs that are no wrappers, but have an option or operand that carries a command
 * (`tar --to-command`, `ssh -o ProxyCommand=`, `vim -c ':!…'`).
 *
 * Restrictions only. Whether such an option spoils a permission is the program catalogue's business.
 */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import { envEffect } from '../environment.ts'
import { settingOf } from './env.ts'
import { gluedTo, isShortened, optionTable, readOption } from './options.ts'
import { isStdinFile } from './shells.ts'
import { isEditor, textCommands } from './texts.ts'
import { innerArgv, innerCode, innerElsewhere, innerEvaluated, innerInput, innerScript, NOTHING } from './unwrapped.ts'
import type { Reader, Traits, Unwrapped } from './unwrapped.ts'

/** Settings of apt that hold commands; each may be one of a list. */
const HOOKS_OF_APT =
  'APT::Update::Pre-Invoke APT::Update::Post-Invoke-Success APT::Update::Post-Invoke DPkg::Pre-Invoke DPkg::Post-Invoke DPkg::Pre-Install-Pkgs Dir::Bin::dpkg Dir::Bin::apt-key'
    .split(' ')
    .flatMap((name) => [`${name}::`, name])
    .join('|')

/**
 * Option `@` text that must stand before the command in its value; several texts are told apart by `|`, an empty one
 * means the whole value, `<` that commands stand in it as its language has them (see `texts.ts`). `+` alone is the vi way to give a command.
 */
const CARRIERS: Readonly<Record<string, string>> = {
  ag: '--pager@',
  apt: `-o@${HOOKS_OF_APT} --option@${HOOKS_OF_APT}`,
  asciinema: '-c@ --command@',
  aws: '--command@ --parameters@commands',
  az: '--scripts@ --command@',
  bazel: '--run_under@',
  bazelisk: '--run_under@',
  borg: '--rsh@ --remote-path@',
  bpftrace: '-c@ -e@<',
  cargo: '-s@ --shell@',
  chokidar: '-c@ --command@',
  cloc: '--extract-with@',
  cpio: '--rsh-command@ --rmt-command@',
  doctl: '--ssh-command@',
  dpkg: '--pre-invoke@ --post-invoke@',
  'dpkg-buildpackage':
    '--hook-init@ --hook-preclean@ --hook-source@ --hook-build@ --hook-binary@ --hook-buildinfo@ --hook-changes@ --hook-postclean@ --hook-check@ --hook-sign@ --hook-done@ --check-command@ --sign-command@ --rules-file@ --root-command@',
  et: '-c@ --command@',
  fzf: '--preview@ --bind@ --history@',
  gdb: '-ex@shell|!|make|pipe|python -iex@shell|!|pipe|python --eval-command@shell|!|pipe|python --ex@shell|!|pipe|python --init-eval-command@shell|!|pipe|python',
  go: '-exec@ -toolexec@ -vettool@ --exec@ --toolexec@',
  helm: '--post-renderer@',
  latexmk: '-e@< -latex@ -pdflatex@ -lualatex@ -xelatex@',
  lf: '-command@$|!|&',
  lftp: '-c@! -e@!',
  lldb: '-o@platform shell|shell|script --one-line@platform shell|shell -O@platform shell|shell',
  man: '-P@ --pager@ -H@ --html@',
  mongo: '--eval@<',
  mongosh: '--eval@<',
  mutt: '-e@!',
  mvn: '-Dexec.executable@',
  mysql: '--pager@ -e@< --execute@<',
  nc: '-e@ -c@ --exec@ --sh-exec@',
  ncat: '-e@ -c@ --exec@ --sh-exec@',
  netcat: '-e@ -c@ --exec@ --sh-exec@',
  nodemon: '-x@ --exec@',
  npm: '--script-shell@ --node-options@NODE_OPTIONS= --shell@ --editor@ --browser@ --viewer@ --git@',
  openvpn: '--up@ --down@ --plugin@',
  pnpm: '--script-shell@',
  psql: '-c@< --command@<',
  ranger: '--cmd@shell',
  rclone: '--password-command@ --sftp-ssh@',
  rg: '--pre@ --hostname-bin@',
  rpm: '--pipe@ --eval@< -E@< --define@< -D@<',
  rsync: '-e@ --rsh@ --rsync-path@',
  rustc: '-C@linker --codegen@linker',
  sbatch: '--wrap@',
  scp: '-S@ -D@ -o@ProxyCommand|LocalCommand|KnownHostsCommand',
  sftp: '-S@ -D@ -o@ProxyCommand|LocalCommand|KnownHostsCommand',
  smbclient: '-c@! --command@!',
  sort: '--compress-program@',
  split: '--filter@',
  sqlcmd: '-q@< -Q@<',
  sqlite3: '-cmd@<',
  ssh: '-o@ProxyCommand|LocalCommand|KnownHostsCommand',
  svn: '--editor-cmd@ --diff-cmd@ --diff3-cmd@',
  tar: '--to-command@ --use-compress-program@ -I@ --checkpoint-action@exec --info-script@ --new-volume-script@ -F@ --rsh-command@ --rmt-command@',
  tcpdump: '-z@',
  terragrunt: '--terragrunt-tfpath@ --tf-path@',
  tsc: '--onSuccess@',
  'tsc-watch': '--onSuccess@ --onFailure@ --onFirstSuccess@',
  vault: '-exec@',
  vifm: '-c@!|:! +@!|:!',
  vim: '-c@< --cmd@< +@<',
  'watchman-make': '--run@ -r@',
  wget: '--use-askpass@',
  zip: '-TT@ --unzip-command@',
}

/** Programs that have such an option for rare needs, and one rule for all else that they do. */
const LENT = 'apt apt-cache apt-get aptitude dpkg go helm npm pnpm rustc ssh'.split(' ')

/** Programs that take the options of another. */
const ALIKE: Readonly<Record<string, string>> = {
  'apt-cache': 'apt',
  'apt-get': 'apt',
  aptitude: 'apt',
  bsdtar: 'tar',
  gtar: 'tar',
  rpmbuild: 'rpm',
  rpmspec: 'rpm',
}

/** Programs whose operands are scripts of their own, with their options (see `options.ts`). */
const SCRIPT_OPERANDS: Readonly<Record<string, string>> = {
  concurrently:
    '-n= --names= -c= --prefix-colors= -p= --prefix= -m= --max-processes= -s= --success= --restart-tries= --restart-after= --kill-signal= -l= --prefix-length= -t= --timestamp-format= --default-input-target= --name-separator= --hide= --teardown@ -k --kill-others --kill-others-on-fail -r --raw -g --group -i --handle-input --no-color -P --passthrough-arguments --timings ~-h ~--help ~-v ~--version',
  hyperfine:
    '-w= --warmup= -m= --min-runs= -M= --max-runs= -r= --runs= -s@ --setup@ -p@ --prepare@ -c@ --cleanup@ --conclude@ --reference@ -P -D= -L -S@ --shell@ -N -i --ignore-failure --style= --sort= -u= --time-unit= --export-json= --export-csv= --export-markdown= --export-asciidoc= --export-orgmode= --show-output --output= --input= -n= --command-name= ~--help ~--version',
  mispipe: '',
  'npm-run-all': '',
  pee: '--no-ignore-sigpipe --no-ignore-write-errors --ignore-sigpipe --ignore-write-errors',
  rush: '-j= -d= -D= -r= -t= -i= -n= -s= -T= -v= -k --keep-order -e -q --dry-run -c -C= ~-h ~--help ~-V',
  'run-p': '',
  'run-s': '',
  'start-server-and-test': '',
  mprocs: '-c= --config= -s= --server= --names= --ctl= --npm',
}
const SOCAT = /^(?:exec|system|shell):([^,]*)/iu

interface Carrier {
  readonly name: string
  /** The name with its `=`. */
  readonly glued: string
  readonly prefixes: readonly string[]
}

/** The value is what this variable holds: none of its options is a command, and many load code. */
const NODE_OPTIONS = 'NODE_OPTIONS='

/** Of rpm. */
const MACRO_IN_LUA = /%\{lua:(.+)/su

const lines = new Map<string, readonly Carrier[]>()

export const readCarrier: Reader = (argv, program) => {
  if (!argv.some((word) => word !== null && (startsWith(word, '-') || startsWith(word, '+')))) return NOTHING
  const out: Unwrapped[] = []
  const traits: Traits = { lent: LENT.includes(program) || undefined }
  for (const carrier of carriersOf(program)) {
    for (let at = 1; at < argv.length; at++) {
      const value = valueAt(argv, at, carrier)
      if (value === null) out.push(innerScript(null, 'sh', traits))
      if (typeof value !== 'string') continue
      if (carrier.prefixes[0] === '<') {
        const lua = MACRO_IN_LUA.exec(value)?.[1]
        if (lua !== undefined) out.push(innerCode(lua, 'Lua'))
        out.push(...textCommands(program, value))
        continue
      }
      if (carrier.prefixes[0] === NODE_OPTIONS) {
        if (envEffect('NODE_OPTIONS', value, null) !== 'harmless')
          out.push({ ...innerEvaluated('Node may load code'), lent: traits.lent })
        continue
      }
      const script = commandIn(value, carrier.prefixes)
      if (script !== undefined) out.push(innerScript(script, 'sh', traits))
    }
  }
  return out
}

/** `concurrently 'a' 'b'`, `hyperfine 'a' 'b'`: each operand is a command. */
export const readOperandScripts: Reader = (argv, program) => {
  const table = optionTable(Object.hasOwn(SCRIPT_OPERANDS, program) ? (SCRIPT_OPERANDS[program] ?? '') : '')
  const out: Unwrapped[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word === null || !startsWith(word, '-')) {
      out.push(innerScript(word, 'sh'))
      continue
    }
    for (const { option, glued } of readOption(word, table).met) {
      if (option.lookup) return []
      if (option.kind === 'flag') continue
      const value = glued ?? argv[++at] ?? null
      if (option.kind === 'script') out.push(innerScript(value, 'sh'))
    }
  }
  return out
}

/** `sqlite3 db '.shell …'`, `ed '!…'`: hidden in an operand. */
export const readTextOperands: Reader = (argv, program) =>
  argv.slice(1).flatMap((word) => (word === null || startsWith(word, '-') ? NOTHING : textCommands(program, word)))

/** `socat - EXEC:command,options`. */
export const readSocat: Reader = (argv) =>
  argv.slice(1).flatMap((word) => {
    const command = word === null ? undefined : SOCAT.exec(word)?.[1]
    return command === undefined ? [] : [innerScript(command, 'sh')]
  })

/** Makefiles, justfiles and the like hold the commands; only what is given as text is on the line. */
export const readRecipes: Reader = (argv, program) => {
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word === null) continue
    if (
      startsWith(word, '--eval') ||
      startsWith(word, '-E') ||
      startsWith(word, 'SHELL=') ||
      /^[\w.]+[:+?]?=.*\$\(|^\.SHELLFLAGS=|^MAKE=/su.test(word)
    )
      return [innerCode(word, 'make'), ...textCommands('make', startsWith(word, '-') ? evaluated(argv, at) : word)]
    const file = word === '-f' || word === '--file' ? argv[at + 1] : startsWith(word, '-f') ? word.slice(2) : undefined
    if (file !== undefined && isStdinFile(file)) return [innerInput('make')]
    const code = program === 'rake' ? RAKE_CODE.exec(word) : null
    if (code !== null) {
      const text = code[1] ?? argv[at + 1] ?? null
      return [innerCode(text, 'Ruby'), ...(text === null ? NOTHING : textCommands('ruby', text))]
    }
    if (program === 'just' && (word === '-c' || word === '--command'))
      return [innerArgv(argv.slice(at + 1), { at: at + 1 })]
  }
  const set = argv.flatMap((word) => {
    const setting = word === null ? null : /^(\w+)[:+?]?=(.*)$/su.exec(word)
    return setting === null ? [] : settingOf(setting[1] ?? '', setting[2] ?? '', program)
  })
  return [...set, innerElsewhere(`runs the recipes that ${program} finds in its file`)]
}

const RAKE_CODE = /^(?:-[eEp]|--execute(?:-print|-continue)?=?)(.+)?$/su

/** `--eval=text`, `--eval text` and `-E text`. */
function evaluated(argv: readonly Word[], at: number): string {
  const word = argv[at] ?? ''
  if (startsWith(word, '-E') && word.length > 2) return word.slice(2)
  return includes(word, '=') ? word.slice(word.indexOf('=') + 1) : (argv[at + 1] ?? '')
}

function carriersOf(program: string): readonly Carrier[] {
  const known = lines.get(program)
  if (known !== undefined) return known
  const alias = isVi(program) ? 'vim' : Object.hasOwn(ALIKE, program) ? (ALIKE[program] ?? program) : program
  const line = Object.hasOwn(CARRIERS, alias) ? (CARRIERS[alias] ?? '') : ''
  const carriers = line.split(/ (?=[-+])/u).flatMap((token): Carrier[] => {
    const sign = token.indexOf('@')
    const name = token.slice(0, sign)
    return sign < 0 ? [] : [{ name, glued: `${name}=`, prefixes: token.slice(sign + 1).split('|') }]
  })
  lines.set(program, carriers)
  return carriers
}

/** The value an option has at this word: glued, behind `=`, or the next word; undefined when it is another word. */
function valueAt(argv: readonly Word[], at: number, { name, glued }: Carrier): Word | undefined {
  const word = argv[at]
  if (typeof word !== 'string' || word.charCodeAt(0) !== name.charCodeAt(0)) return undefined
  if (word === name) return argv[at + 1] ?? null
  if (name === '+') return word.slice(1)
  if (startsWith(word, glued)) return word.slice(glued.length)
  if (startsWith(name, '--')) return isShortened(word, name) ? (gluedTo(word) ?? argv[at + 1] ?? null) : undefined
  if (name.length > 2 || startsWith(word, '--')) return undefined
  const letter = word.indexOf(name.charAt(1), 1)
  if (letter < 0) return undefined
  return letter === word.length - 1 ? (argv[at + 1] ?? null) : word.slice(letter + 1)
}

function commandIn(value: string, prefixes: readonly string[]): string | undefined {
  const lower = value.toLowerCase()
  for (const prefix of prefixes) {
    if (!startsWith(lower, prefix.toLowerCase())) continue
    const rest = value.slice(prefix.length)
    return (prefix === '' ? rest : rest.replace(/^[\s=]+/u, '')).trim()
  }
  return undefined
}

export function isCarrier(program: string): boolean {
  return Object.hasOwn(CARRIERS, program) || isVi(program) || Object.hasOwn(ALIKE, program)
}

function isVi(program: string): boolean {
  return isEditor(program) && program !== 'ed'
}

export function takesScripts(program: string): boolean {
  return Object.hasOwn(SCRIPT_OPERANDS, program)
}

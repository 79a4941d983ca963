/**
 * Part of the wrapper catalogue: `env`, whose `-S` splits a text into words that may be options and assignments again.
 */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import { envEffect } from '../environment.ts'
import { readPrefix } from './prefix.ts'
import type { Prefix } from './prefix.ts'
import { PREFIXES } from './prefixes.ts'
import { innerArgv, innerEvaluated, innerScript, NOTHING } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

/** The split text gives the whole command. Reading the words unsplit as well would double the work at each level. */
export const readEnv: Reader = (argv) => {
  const spec = PREFIXES.get('env')
  const split = splitOf(argv)
  if (split !== undefined) return [split]
  return spec === undefined ? [] : (withLess(spec, argv) ?? readPrefix(spec, argv, 1))
}

const UNSETS = /^(?:-u|--unset)$/u
const UNSET = /^(?:-u|--unset=)(\w+)$/u
const CLEARS: ReadonlySet<string> = new Set(['-', '-i', '--ignore-environment'])

/**
 * `env -u X ls`, `env -i PATH=/usr/bin ls`: what only looks does so without some variables as well. Of anything else
 * nobody knows what it does where a variable is missing (`env -u DRY_RUN ./deploy`). Without `PATH` some systems look
 * for the program in the current folder first.
 */
function withLess(spec: Prefix, argv: readonly Word[]): readonly Unwrapped[] | undefined {
  let from = 1
  let clears = false
  for (; from < argv.length; from++) {
    const word = argv[from] ?? ''
    const name = UNSETS.test(word) ? (argv[++from] ?? '') : UNSET.exec(word)?.[1]
    if (name === undefined && !CLEARS.has(word)) break
    if (name === undefined) clears = true
    else if (!/^\w+$/u.test(name) || envEffect(name, null, null) === 'dangerous') return undefined
  }
  if (from === 1) return undefined
  const [one, ...others] = readPrefix(spec, ['env', ...argv.slice(from)], 1)
  if (one?.at === undefined || !one.strict || others.length > 0) return undefined
  const at = one.at + from - 1
  const isFound = !clears || argv.slice(from, at).some((word) => word?.startsWith('PATH=') === true)
  return isFound ? [{ ...one, at, onlyLooks: true }] : undefined
}

/** Variables whose value is a command that some program runs. */
const COMMANDS = new Set(
  `PAGER MANPAGER GIT_PAGER BAT_PAGER SYSTEMD_PAGER PSQL_PAGER GH_PAGER AWS_PAGER DELTA_PAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR KUBE_EDITOR
   HGEDITOR SVN_EDITOR SUDO_EDITOR FCEDIT BROWSER GH_BROWSER GIT_SSH_COMMAND GIT_SSH GIT_PROXY_COMMAND GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS
   SUDO_ASKPASS LESSOPEN LESSCLOSE LESSECHO PROMPT_COMMAND FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND RSYNC_RSH CVS_RSH SVN_SSH DIFFPROG BORG_RSH BORG_PASSCOMMAND
   BORG_REMOTE_PATH CCACHE_PREFIX CHROME_BIN DBX_CONTAINER_MANAGER FIREFOX_BIN P4DIFF P4MERGE PACMAN_AUTH RUST_GDB RUST_LLDB TERMINAL TEXEDIT
   TERRAGRUNT_TFPATH TG_TF_PATH`.split(/\s+/u),
)

/** Other variables of that kind, recognised by their names. */
const COMMAND_NAME =
  /^(?:CC|CXX|CPP|LD|AR|AS|SED|AWK|GREP|INSTALL|RUSTC|PYTHON|PERL|RUBY)$|(?:_|^)(?:WRAPPER|LINKER|LAUNCHER|RUNNER|SHELL|ASKPASS|COMMAND|CMD|PROG|PROGRAM|BINARY|BINARY_PATH|CHOOSER|COMPILER|CONTAINER_ENGINE|HOOK|OPENER|SSH|RSH)$|(?:PAGER|EDITOR|BROWSER)$/iu
/** Variables whose value is evaluated, whatever it is. */
const EVALUATED = /^(?:BASH_FUNC_|BASHOPTS$|SHELLOPTS$|GIT_CONFIG_(?:COUNT|KEY_|VALUE_|PARAMETERS$))/u
/** Signs that a value holds more than a name, a path or flags. */
const CODE = /[`";|]|\$\(|\(\)|exec=|On\w+Error=/u
/** Variables that hold names of people. */
const PROSE = /^GIT_(?:AUTHOR|COMMITTER)_/u

const DECLARES = new Set(['export', 'declare', 'typeset', 'readonly', 'local'])
/** `export PS4+=x` */
const ADDED = /\+$/u

/**
 * `env EDITOR=rm git commit`, `export GIT_PAGER='rm x'`: a program that obeys the variable runs the value. A bare
 * `export EDITOR=rm` runs nothing yet.
 */
export const readSettings: Reader = (argv, program) => {
  const out: Unwrapped[] = []
  for (const [at, word] of argv.entries()) {
    const equals = word?.indexOf('=') ?? -1
    if (at === 0 || isBuiltWith(argv, at, program)) continue
    if (word != null && equals > 0) {
      const name = word.slice(0, equals).replace(ADDED, '')
      out.push(...settingOf(name, word.slice(equals + 1), program))
    }
  }
  return out
}

/**
 * A build argument of an image is usually mere text, and no command of this machine. (In `env -u --build-arg X=y` it is
 * the name of a variable.)
 */
function isBuiltWith(argv: readonly Word[], at: number, program: string): boolean {
  if (argv[at - 1] !== '--build-arg' || (program !== 'docker' && program !== 'podman')) return false
  const build = argv.indexOf('build')
  return build > 0 && build < at
}

/** What a program may run because a variable has this value. */
export function settingOf(name: string, value: string, program: string): readonly Unwrapped[] {
  if (EVALUATED.test(name)) return [innerEvaluated(`${name} can change what runs`)]
  const runs = COMMANDS.has(name) || COMMAND_NAME.test(name)
  if (PROSE.test(name)) return NOTHING
  if (!runs && !(CODE.test(value) && envEffect(name, value, null) === 'dangerous')) return NOTHING
  if (!runs) return [innerEvaluated(`${name} holds more than a plain value`)]
  if (DECLARES.has(program) && !/\s/u.test(value)) return NOTHING
  return envEffect(name, value, null) === 'harmless'
    ? NOTHING
    : [innerScript(value.replace(/^\|[|-]*/u, ''), 'sh', { guess: true })]
}

const LONG = '--split-string'
/** Letters whose value is the rest of the cluster or the next word. */
const VALUES = 'uCPa'
const LONG_VALUES: ReadonlySet<string> = new Set(['--unset', '--chdir', '--argv0'])

function splitOf(argv: readonly Word[]): Unwrapped | undefined {
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || !startsWith(word, '-') || word === '--') return undefined
    if (startsWith(word, '--')) {
      const equals = word.indexOf('=')
      const name = equals < 0 ? word : word.slice(0, equals)
      if (name.length > 2 && LONG.startsWith(name)) return split(argv, at, equals < 0 ? '' : word.slice(equals + 1))
      if (LONG_VALUES.has(name) && equals < 0) at++
      continue
    }
    const letter = decisive(word)
    if (letter < 0) continue
    if (word.charAt(letter) === 'S') return split(argv, at, word.slice(letter + 1))
    if (letter === word.length - 1) at++
  }
  return undefined
}

function decisive(cluster: string): number {
  for (let at = 1; at < cluster.length; at++) {
    if (cluster.charAt(at) === 'S' || VALUES.includes(cluster.charAt(at))) return at
  }
  return -1
}

function split(argv: readonly Word[], at: number, glued: string): Unwrapped {
  const text = glued === '' ? (argv[at + 1] ?? null) : glued
  if (text === null) return innerArgv([null])
  const inner = ['env', ...splitWords(text), ...argv.slice(at + (glued === '' ? 2 : 1))]
  if (!includes(text, '$') && !includes(text, '\\')) return innerArgv(inner)
  return { ...innerArgv(inner), dynamic: true, unresolved: 'env -S expands variables and escapes' }
}

/** Words as `env -S` cuts them: at blanks outside quotes, and at the escapes that stand for a blank. */
function splitWords(text: string): readonly string[] {
  const words: string[] = []
  let word = ''
  let open = ''
  let inside = false
  for (let at = 0; at < text.length; at++) {
    const escaped = text.charAt(at) === '\\' && open !== "'" && at + 1 < text.length
    const char = escaped ? text.charAt(++at) : text.charAt(at)
    const blank = escaped ? '_tnvfr'.includes(char) : ' \t\n\v\f\r'.includes(char)
    if (open !== '' && char === open && !escaped) open = ''
    else if (open === '' && !escaped && (char === '"' || char === "'")) {
      open = char
      inside = true
    } else if (open === '' && blank) {
      if (inside || word !== '') words.push(word)
      word = ''
      inside = false
    } else word += escaped && char === '_' ? ' ' : char
  }
  if (inside || word !== '') words.push(word)
  return words
}

/**
 * Part of the wrapper catalogue: shells (`bash -lc '…'`), programs that start one (`su -c`), and options that change
 * how a shell reads patterns.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import type { WordTraits } from '../draft.ts'
import { optionTable, readOption } from './options.ts'
import {
  innerArgv,
  innerCode,
  innerEvaluated,
  innerFile,
  innerScript,
  innerStdin,
  isStdinFile,
  joined,
} from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'
import { readWindowsShell, WINDOWS_SHELLS } from './windows-shells.ts'

/** POSIX-like and other shells whose `-c` takes a script. */
const SHELLS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh ksh93 mksh lksh oksh pdksh ash rbash rzsh yash posh fish tcsh csh nu elvish xonsh osh ysh oil hush lsh es rc sash static-sh bash5 zsh5'.split(
    ' ',
  ),
)
const PLAIN_SHELLS: ReadonlySet<string> = new Set(['sh', 'dash'])
/** Shells in which text that looks like bash may mean something else (`tcsh -c 'cat .en{v}'`, `rc -c 'cat .e^nv'`). */
const FOREIGN: ReadonlySet<string> = new Set('fish tcsh csh nu elvish xonsh lsh es rc ysh'.split(' '))
/** What only zsh understands: `=rm`, `- rm`, `${:-x}`, `${(L)x}`, `hash x=/bin/rm`, `sched +1 rm`. */
const ZSH_ONLY = /(?:^|[\s;|&(])(?:=[A-Za-z]|hash\s+(?:-\S+\s+)*[^\s=;|&]+=|sched\s)|(?:^|[;|&(])\s*-\s|\$\{[(:^=~+]/u

const LONG_WITH_VALUE: ReadonlySet<string> = new Set([
  '--rcfile',
  '--init-file',
  '--emulate',
  '--init-command',
  '--features',
  '--profile',
  '--debug',
  '--debug-output',
  '--execute',
  '--config',
  '--env-config',
  '--plugin-config',
])
/** Letters other than `-c` that are followed by a script. */
const TAKES_COMMAND: ReadonlyMap<string, RegExp> = new Map([
  ['fish', /C/u],
  ['nu', /e/u],
])
const ALL: ReadonlySet<string> = new Set([...SHELLS, ...WINDOWS_SHELLS])

/** True for every program that reads shell commands. */
export function isShell(program: string): boolean {
  return ALL.has(program)
}

/** `bash [options] [-c script [name args…] | file args…]`. */
const readShell: Reader = (argv, program, words) => {
  if (onlyParses(argv, program)) return []
  const seen = seenThrough(argv, program, words)
  if (seen !== undefined) return [seen]
  const options = new ShellOptions(argv, program)
  for (; options.at < argv.length; options.at++) {
    const word = argv[options.at]
    if (word === null && isFile(words?.[options.at])) break
    if (word === null) return [{ ...innerScript(null, program), unresolved: `${program} is given computed options` }]
    if (word === undefined || word === '-' || word === '--') {
      options.at++
      break
    }
    if (startsWith(word, '--')) {
      if (/^--(?:version|help)(?:=|$)/u.test(word)) return []
      options.takeLong(word)
    } else if (/^[-+]./su.test(word)) options.takeLetters(word)
    else break
  }
  return options.allThatRuns()
}

/** A shell that is given a script and nothing else. */
function seenThrough(
  argv: readonly Word[],
  program: string,
  words: readonly WordTraits[] | undefined,
): Unwrapped | undefined {
  const found = foundFrom(argv, words)
  const script =
    found < 0 ? onlyScript(argv, program, words) : onlyScript(argv.slice(0, found), program, words?.slice(0, found))
  if (script === undefined) return undefined
  const inner = innerScript(script, program, { strict: true })
  return found < 0 ? inner : { ...inner, begins: words?.[found + 1]?.prefix }
}

/** The options of a shell, up to its script or file. */
class ShellOptions {
  /** Index of the word that is being read. */
  at = 1
  readonly #argv: readonly Word[]
  readonly #program: string
  /** What the options themselves run, or change about what is run. */
  readonly #told: Unwrapped[] = []
  #takesScript = false
  #fromStdin = false
  #syntaxOnly = false

  constructor(argv: readonly Word[], program: string) {
    this.#argv = argv
    this.#program = program
  }

  takeLong(word: string): void {
    const equals = word.indexOf('=')
    const name = equals < 0 ? word : word.slice(0, equals)
    if (widensPatterns(name)) this.#told.push(innerEvaluated(WIDER))
    const isCommand = name === '--command' || name === '--commands'
    if (!isCommand && !LONG_WITH_VALUE.has(name)) return
    const value = equals < 0 ? this.#next() : word.slice(equals + 1)
    if (isCommand || name === '--init-command' || name === '--execute')
      this.#told.push(innerScript(value, this.#program))
    else if (name === '--rcfile' || name === '--init-file') this.#told.push(innerFile(value, this.#program))
  }

  takeLetters(word: string): void {
    const letters = word.slice(1)
    if (word === '-n') this.#syntaxOnly = true
    if (letters.includes('c')) this.#takesScript = true
    if (letters.includes('s')) this.#fromStdin = true
    if (TAKES_COMMAND.get(this.#program)?.test(letters) === true)
      this.#told.push(innerScript(this.#next(), this.#program))
    else if (this.#program === 'fish' && /[dDfp]$/u.test(letters)) this.at++
    else
      for (const letter of letters) {
        if (letter !== 'o' && letter !== 'O') continue
        // Each of these takes a word of its own: `bash -Oo extglob errexit`.
        if (widensPatterns(this.#argv[++this.at])) this.#told.push(innerEvaluated(WIDER))
      }
  }

  allThatRuns(): readonly Unwrapped[] {
    const isLeft = this.at < this.#argv.length
    const word = this.#argv[this.at] ?? null
    if (this.#takesScript) return isLeft ? [...this.#told, ...scriptFor(this.#program, word)] : this.#told
    if (this.#told.some(({ script }) => script !== undefined)) return this.#told
    // `bash -n x.sh` only checks the syntax; a `+n` or `-i` would take that back.
    if (this.#syntaxOnly && this.at === 2 && this.#argv.length === 3) return []
    if (this.#fromStdin || !isLeft || isStdinFile(word)) return [...this.#told, innerStdin(this.#program)]
    return [...this.#told, innerFile(word, this.#program)]
  }

  #next(): Word {
    return this.#argv[++this.at] ?? null
  }
}

/**
 * `bash -n`, `sh -n -c '…'`: with no other option it only parses what it reads or is given, and no script can change
 * that.
 */
function onlyParses([, first, second, script, ...more]: readonly Word[], program: string): boolean {
  if (first !== '-n' || (program !== 'bash' && !PLAIN_SHELLS.has(program))) return false
  return second === undefined || (second === '-c' && typeof script === 'string' && more.length === 0)
}

/** A single word that is certainly no option: a name that find or a loop fills in. */
function isFile(word: WordTraits | undefined): boolean {
  if (word?.prefix === undefined || word.splits || word.brace || (word.glob && word.single !== true)) return false
  return !/^[-+]/u.test(word.prefix)
}

/** `sh -c 'head -3 "$1"' _ {}`: index of the script's name, if all words after it are names that find fills in. */
function foundFrom(argv: readonly Word[], words: readonly WordTraits[] | undefined): number {
  const first = argv.indexOf(null)
  if (first < 4 || words === undefined) return -1
  const name = argv[first - 1] ?? ''
  const isFound = (word: Word, at: number) => at < first || (word === null && isBelow(words[at]))
  return /^\w/u.test(name) && argv.every(isFound) ? first - 1 : -1
}

/** One word or several, each of which begins with a folder. */
function isBelow(word: WordTraits | undefined): boolean {
  return word?.prefix !== undefined && /^(?:[\w.]|\/(?!dev\b)\w)/u.test(word.prefix) && !word.splits && !word.brace
}

/**
 * Options that only change when the script stops, or have the shell read the profile of its user first (`-l`). What lies
 * in a profile is the user's own, every shell that an agent starts has it, and whoever writes one is asked about that.
 */
const STOPPING = /^-[celu]+$|^--(?:no(?:profile|rc)|login)$/u
const STOPPING_BY_NAME = /^-[celu]*o$/u
const STOPPING_NAMES: ReadonlySet<string> = new Set(['errexit', 'nounset', 'pipefail'])
/** Syntax that bash, whose grammar is used to read scripts, understands differently from a plain shell. */
const NOT_PLAIN =
  /\[\[|\(\(|\[\^|\$['"[]|&>|<<<|[<>]\(|\|&|=\(|\{[^\s{}]*(?:,|\.\.)|\b(?:function|coproc|select|time)\b/u

/** The script, if it is literal and all that such a shell is given. It is seen through for permission. */
function onlyScript(
  argv: readonly Word[],
  program: string,
  words: readonly WordTraits[] | undefined,
): string | undefined {
  const script = argv.at(-1)
  if (typeof script !== 'string' || argv.length < 3 || /^[-+]/u.test(script)) return undefined
  if (words?.every(({ splits, glob, brace }) => !splits && !glob && !brace) !== true) return undefined
  if (program !== 'bash' && (!PLAIN_SHELLS.has(program) || NOT_PLAIN.test(script))) return undefined
  let takesScript = false
  for (let at = 1; at < argv.length - 1; at++) {
    const word = argv[at] ?? ''
    const named = STOPPING_BY_NAME.test(word)
    if (named ? !STOPPING_NAMES.has(argv[++at] ?? '') || at === argv.length - 1 : !STOPPING.test(word)) return undefined
    takesScript ||= !word.startsWith('--') && word.includes('c')
  }
  return takesScript ? script : undefined
}

function scriptFor(program: string, script: Word): readonly Unwrapped[] {
  const read = innerScript(script, program)
  const zsh = script !== null && startsWith(program, 'zsh') && ZSH_ONLY.test(script)
  return zsh || FOREIGN.has(program) ? [read, innerCode(script, program)] : [read]
}

/** Options that make a pattern stand for more files, or make a value act as a pattern, in which zsh runs code. */
const WIDENING = /^(?:no)?(?:dotglob|caseglob|globdots|extendedglob|globsubst|promptsubst)$/iu
const WIDER = 'patterns stand for more from now on'

function widensPatterns(word: Word | undefined): boolean {
  return word === null || (word !== undefined && WIDENING.test(word.replaceAll(/[-_]/gu, '')))
}

const SWITCHES: Readonly<Record<string, readonly string[]>> = { shopt: ['-s'], set: ['-o', '+o'] }

/**
 * `shopt -s dotglob`, and zsh's `setopt glob_dots`, `unsetopt no_glob_dots`, `set -o glob_dots`, `set +o case_glob`.
 */
const readShopt: Reader = (argv, program) =>
  argv.some(widensPatterns) && (SWITCHES[program] ?? [program]).some((one) => argv.includes(one))
    ? [innerEvaluated(WIDER)]
    : []

const SU =
  '-c@ --command@ --session-command@ -s= --shell= -g= --group= -G= --supp-group= -u= --user= -l --login -m -p --preserve-environment -f --fast -P --pty -T --no-pty -w= --whitelist-environment= ~-h ~--help ~-V ~--version'

/** `su [options] [-] [user [arguments]]`, `runuser`, `sg group -c …`: options may stand anywhere. */
const readSu: Reader = (argv, program) => {
  const table = optionTable(SU)
  const operands: Word[] = []
  let named = false
  let ended = false
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (word === null || word === undefined || ended || word === '-' || !startsWith(word, '-')) {
      if (word !== '-') operands.push(word ?? null)
      // `runuser -u user command`: the first operand is the command, and the following words belong to it.
      if (named && program === 'runuser') return [innerArgv(argv.slice(at), { at })]
      continue
    }
    if (word === '--') {
      ended = true
      continue
    }
    for (const { option, glued } of readOption(word, table).met) {
      if (option.lookup) return []
      if (option.name === '-u' || option.name === '--user') named = true
      const value = option.kind === 'flag' ? undefined : (glued ?? argv[++at] ?? null)
      if (option.kind === 'script') return [innerScript(value ?? null, 'sh')]
    }
  }
  if (program === 'sg' && operands.length > 1) return [innerScript(joined(operands.slice(1)), 'sh')]
  return [innerStdin('sh')]
}

export const SHELL_READERS: readonly (readonly [string, Reader])[] = [
  ...[...SHELLS].map((name): [string, Reader] => [name, readShell]),
  ...WINDOWS_SHELLS.map((name): [string, Reader] => [name, readWindowsShell]),
  ...['su', 'runuser', 'sg', 'newgrp'].map((name): [string, Reader] => [name, readSu]),
  ['shopt', readShopt],
  ['setopt', readShopt],
  ['unsetopt', readShopt],
  ['set', readShopt],
]

/** Part of the wrapper catalogue: shells (`bash -lc '…'`), programs that start one (`su -c`), and how a shell is switched. */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import type { WordTraits } from '../draft.ts'
import { optionTable, readOption } from './options.ts'
import { innerArgv, innerCode, innerEvaluated, innerFile, innerScript, innerStdin, joined } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

/** POSIX-like and other shells whose `-c` takes a script. */
const SHELLS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh ksh93 mksh lksh oksh pdksh ash rbash rzsh yash posh fish tcsh csh nu elvish xonsh osh ysh oil hush lsh es rc sash static-sh bash5 zsh5'.split(
    ' ',
  ),
)
const PLAIN_SHELLS: ReadonlySet<string> = new Set(['sh', 'dash'])
/** Of these, what looks like a line of bash may be another thing (`tcsh -c 'cat .en{v}'`, `rc -c 'cat .e^nv'`). */
const FOREIGN: ReadonlySet<string> = new Set('fish tcsh csh nu elvish xonsh lsh es rc ysh'.split(' '))
/** What zsh alone understands: `=rm`, `- rm`, `${:-x}`, `${(L)x}`, `hash x=/bin/rm`, `sched +1 rm`. */
const ZSH_ONLY = /(?:^|[\s;|&(])(?:=[A-Za-z]|hash\s+(?:-\S+\s+)*[^\s=;|&]+=|sched\s)|(?:^|[;|&(])\s*-\s|\$\{[(:^=~+]/u
const POWERSHELLS: ReadonlySet<string> = new Set(['pwsh', 'powershell', 'powershell.exe', 'pwsh.exe', 'pwsh-preview'])
const COMMAND_PROMPTS: ReadonlySet<string> = new Set(['cmd', 'cmd.exe'])

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
/** Letters besides `-c` behind which a script stands. */
const TAKES_COMMAND: ReadonlyMap<string, RegExp> = new Map([
  ['fish', /C/u],
  ['nu', /e/u],
])
const STDIN_FILES: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])

const ALL: ReadonlySet<string> = new Set([...SHELLS, ...POWERSHELLS, ...COMMAND_PROMPTS])

/** True for every program that reads shell commands. */
export function isShell(program: string): boolean {
  return ALL.has(program)
}

export function isStdinFile(word: Word): boolean {
  return word !== null && STDIN_FILES.has(word)
}

/** `bash [options] [-c script [name args…] | file args…]`. */
const readShell: Reader = (argv, program, words) => {
  if (onlyParses(argv, program)) return []
  const found = foundFrom(argv, words)
  const only =
    found < 0 ? onlyScript(argv, program, words) : onlyScript(argv.slice(0, found), program, words?.slice(0, found))
  if (only !== undefined) {
    const inner = innerScript(only, program, { strict: true })
    return found < 0 ? [inner] : [{ ...inner, begins: words?.[found + 1]?.prefix }]
  }
  let takesScript = false
  let fromStdin = false
  let syntaxOnly = false
  const out: Unwrapped[] = []
  let at = 1
  for (; at < argv.length; at++) {
    const word = argv[at]
    if (word === null && isFile(words?.[at])) break
    if (word === null) return [{ ...innerScript(null, program), unresolved: `${program} is given computed options` }]
    if (word === undefined || word === '-' || word === '--') {
      at++
      break
    }
    if (startsWith(word, '--')) {
      const equals = word.indexOf('=')
      const name = equals < 0 ? word : word.slice(0, equals)
      if (name === '--version' || name === '--help') return []
      if (widensPatterns(name)) out.push(innerEvaluated(WIDER))
      if (name === '--command' || name === '--commands') {
        out.push(innerScript(equals < 0 ? (argv[++at] ?? null) : word.slice(equals + 1), program))
      } else if (LONG_WITH_VALUE.has(name)) {
        const value = equals < 0 ? argv[++at] : word.slice(equals + 1)
        if (name === '--init-command' || name === '--execute') out.push(innerScript(value ?? null, program))
        else if (name === '--rcfile' || name === '--init-file') out.push(innerFile(value ?? null, program))
      }
      continue
    }
    if (!(startsWith(word, '-') || startsWith(word, '+')) || word.length < 2) break
    const letters = word.slice(1)
    if (word === '-n') syntaxOnly = true
    if (letters.includes('c')) takesScript = true
    if (letters.includes('s')) fromStdin = true
    if (TAKES_COMMAND.get(program)?.test(letters) === true) out.push(innerScript(argv[++at] ?? null, program))
    else if (program === 'fish' && /[dDfp]$/u.test(letters)) at++
    else
      for (const letter of letters) {
        if (letter !== 'o' && letter !== 'O') continue
        // Each takes a word of its own: `bash -Oo extglob errexit`.
        if (widensPatterns(argv[++at])) out.push(innerEvaluated(WIDER))
      }
  }
  if (out.some((one) => one.script !== undefined) && !takesScript) return out
  if (takesScript) return [...out, ...(at < argv.length ? scriptFor(program, argv[at] ?? null) : [])]
  // `bash -n x.sh`; a `+n` or `-i` would take it back.
  if (syntaxOnly && at === 2 && argv.length === 3) return []
  if (fromStdin || at >= argv.length || isStdinFile(argv[at] ?? null)) return [...out, innerStdin(program)]
  return [...out, innerFile(argv[at] ?? null, program)]
}

/** `bash -n`, `sh -n -c '…'`: with nothing else it parses what it reads or is given, and a script cannot change that. */
function onlyParses([, first, second, script, ...more]: readonly Word[], program: string): boolean {
  if (first !== '-n' || (program !== 'bash' && !PLAIN_SHELLS.has(program))) return false
  return second === undefined || (second === '-c' && typeof script === 'string' && more.length === 0)
}

/** One word that certainly is no option: a name that find puts in, or a loop. */
function isFile(word: WordTraits | undefined): boolean {
  if (word?.prefix === undefined || word.splits || word.brace || (word.glob && word.single !== true)) return false
  return !/^[-+]/u.test(word.prefix)
}

/** `sh -c 'head -3 "$1"' _ {}`: where the name of the script stands, when all behind it are names that find puts in. */
function foundFrom(argv: readonly Word[], words: readonly WordTraits[] | undefined): number {
  const first = argv.indexOf(null)
  if (first < 4 || words === undefined) return -1
  const name = argv[first - 1] ?? ''
  const isFound = (word: Word, at: number) => at < first || (word === null && isBelow(words[at]))
  return /^\w/u.test(name) && argv.every(isFound) ? first - 1 : -1
}

/** One or several, each of which begins with a folder. */
function isBelow(word: WordTraits | undefined): boolean {
  return word?.prefix !== undefined && /^(?:[\w.]|\/(?!dev\b)\w)/u.test(word.prefix) && !word.splits && !word.brace
}

/** Options that read no file and change nothing but when the script stops. */
const STOPPING = /^-[ceu]+$|^--no(?:profile|rc)$/u
const STOPPING_BY_NAME = /^-[ceu]*o$/u
const STOPPING_NAMES: ReadonlySet<string> = new Set(['errexit', 'nounset', 'pipefail'])
/** What bash, whose grammar scripts are read with, takes for something else than a plain shell does. */
const NOT_PLAIN =
  /\[\[|\(\(|\[\^|\$['"[]|&>|<<<|[<>]\(|\|&|=\(|\{[^\s{}]*(?:,|\.\.)|\b(?:function|coproc|select|time)\b/u

/** The script that is all such a shell is given, written out: seen through for permission. */
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

/** Options by which a pattern stands for more files, or a value for a pattern, in which zsh runs code. */
const WIDENING = /^(?:no)?(?:dotglob|caseglob|globdots|extendedglob|globsubst|promptsubst)$/iu
const WIDER = 'patterns stand for more from now on'

function widensPatterns(word: Word | undefined): boolean {
  return word === null || (word !== undefined && WIDENING.test(word.replaceAll(/[-_]/gu, '')))
}

const SWITCHES: Readonly<Record<string, readonly string[]>> = { shopt: ['-s'], set: ['-o', '+o'] }

/** `shopt -s dotglob`, and zsh's `setopt glob_dots`, `unsetopt no_glob_dots`, `set -o glob_dots`, `set +o case_glob`. */
const readShopt: Reader = (argv, program) =>
  argv.some(widensPatterns) && (SWITCHES[program] ?? [program]).some((one) => argv.includes(one))
    ? [innerEvaluated(WIDER)]
    : []

/** Either slash parts names there, and `type` prints a file. */
function scriptElsewhere(script: Word, shell: string): readonly Unwrapped[] {
  const read = innerScript(script, shell)
  const plain = script?.replaceAll('\\', '/').replaceAll(/(^|[;|&({]\s*)type\b/giu, '$1cat') ?? null
  return plain === script ? [read] : [read, innerScript(plain, 'sh', { guess: true })]
}

/** `pwsh -Command …` and `cmd /c …`: everything behind the switch is the script. */
const readPowerShell: Reader = (argv, program) => {
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (word === null) return [innerScript(null, 'pwsh')]
    const name = (word ?? '').toLowerCase()
    if (COMMAND_PROMPTS.has(program)) {
      if (!startsWith(name, '/c') && !startsWith(name, '/k')) continue
      const glued = (word ?? '').slice(2)
      return scriptElsewhere(joined(glued === '' ? argv.slice(at + 1) : [glued, ...argv.slice(at + 1)]), 'cmd')
    }
    if (name === '-command' || name === '-c' || name === '-commandwithargs' || name === '-cwa') {
      return isStdinFile(argv[at + 1] ?? null)
        ? [innerStdin('pwsh')]
        : scriptElsewhere(joined(argv.slice(at + 1)), 'pwsh')
    }
    if (startsWith(name, '-e') && '-encodedcommand'.startsWith(name)) {
      return [{ ...innerScript(null, 'pwsh'), unresolved: 'the script is encoded' }]
    }
    if (name === '-ec') return [{ ...innerScript(null, 'pwsh'), unresolved: 'the script is encoded' }]
    if (name === '-file' || name === '-f') return [innerFile(argv[at + 1] ?? null, 'pwsh')]
    if (!startsWith(name, '-')) return scriptElsewhere(joined(argv.slice(at)), 'pwsh')
  }
  return [innerStdin(COMMAND_PROMPTS.has(program) ? 'cmd' : 'pwsh')]
}

const SU =
  '-c@ --command@ --session-command@ -s= --shell= -g= --group= -G= --supp-group= -u= --user= -l --login -m -p --preserve-environment -f --fast -P --pty -T --no-pty -w= --whitelist-environment= ~-h ~--help ~-V ~--version'

/** `su [options] [-] [user [arguments]]`, `runuser`, `sg group -c …`: permutes its options. */
const readSu: Reader = (argv, program) => {
  const table = optionTable(SU)
  const operands: Word[] = []
  let named = false
  let ended = false
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (word === null || word === undefined || ended || word === '-' || !startsWith(word, '-')) {
      if (word !== '-') operands.push(word ?? null)
      // `runuser -u user command`: the first operand is the command, and the rest is its own.
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
  ...[...POWERSHELLS, ...COMMAND_PROMPTS].map((name): [string, Reader] => [name, readPowerShell]),
  ...['su', 'runuser', 'sg', 'newgrp'].map((name): [string, Reader] => [name, readSu]),
  ['shopt', readShopt],
  ['setopt', readShopt],
  ['unsetopt', readShopt],
  ['set', readShopt],
]

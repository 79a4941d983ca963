/**
 * Part of the wrapper catalogue: what a program that no table knows may be told to run. For restrictions only:
 * `foo -- rm x`, `foo exec rm x`, `foo --command 'rm x'` and `foo git push` would be odd ways to say anything else.
 */

import type { Word } from '../../../engine/effect.ts'
import { findProgram } from '../programs.ts'
import { isAmong } from '../among.ts'
import { innerArgv, NOTHING } from './unwrapped.ts'
import type { Unwrapped } from './unwrapped.ts'

const VERBS = new Set(['exec', 'run', 'shell', 'sh', 'record', 'spawn', 'launch', 'lock', 'ssh', 'enter', 'cmd'])
/**
 * The same for programs that a table knows, without `run`, because they usually run something of their own by it, and
 * without `ssh`, which counts where it comes first (`tailscale ssh host rm x`).
 */
const PLAIN_VERBS = new Set(['exec', 'lock'])
const OWN_RUNS = new Set(['run', 'test', 'task', 'start', 'bench', 't'])
/** A verb may follow other words: `nomad alloc exec`. */
const LATEST_VERB = 3
/** The last place where the command may stand: a container, an environment or a profile may come before it. */
const FARTHEST = 4
/**
 * Options named after a command, after something that is one, or after the moment when one is run: `--command`,
 * `-build.cmd`, `--reload_hook`, `--pager`, `--on-success`.
 */
const TOLD =
  /^(?:-[ce]|--?(?:[a-z][\w.-]*[-._])?(?:command|cmd|exec|execute|run|call|script|hook|bin|program|pager|editor|viewer|browser|shell|launcher|wrapper|runner|prepipe)|--(?:on|pre|post)[-._][a-z][\w.-]*)(?:=(.*))?$/is
const IN_PLACE = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$/
/** The name of a program, rather than a file or an option. */
const NAME = /^(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?[\w+][\w.+-]*$/
/** Names that are as often a verb of some program (`mc rm x`, `tool install y`). */
export const OWN_VERBS = `add apply ar at build cat check chmod chown clean clear cmp config copy cp cut date df diff dir du echo env eval exec
  exit export fetch file find fmt fold format free ftp gzip get git-lfs grep group head help history host id info init install join kill last ld
  less link ln list locate log login logout look ls lock mail make man merge mkdir mount more mv nice open paste patch pick ping ps
  print printf pull push put pwd read rename reset rev rm rmdir run scp script search sed seq service set sftp shell shred size sleep sort source split ssh
  start stat stop strip su sum switch sync tac tag tail tar tee test time top touch tr trap tree true type umount uniq unlink unset unzip
  update upgrade uptime users view wait watch wc where which who write yes zip`

/** The commands among its words; most programs have none. */
export function toldStranger(argv: readonly Word[]): readonly Unwrapped[] {
  if (argv.length < 3) return argv.length < 2 ? NOTHING : [...toldInOne(argv), ...toldInCode(argv)]
  const out: Unwrapped[] = []
  const dashes = argv.indexOf('--')
  if (dashes > 0) addCommand(argv, dashes + 1, out)
  const first = argv[1]
  if (typeof first === 'string') {
    if (VERBS.has(first)) for (let at = 2; at <= FARTHEST; at++) addCommand(argv, at, out)
    else if (isProgram(first)) addCommand(argv, 1, out)
  }
  return [...out, ...toldInOne(argv), ...toldInCode(argv), ...toldInCalls(argv)]
}

/**
 * The same for a program that a table knows only in part (`gh codespace ssh -- rm x`, `cargo watch -- rm x`,
 * `jj util exec rm x`), if the command is not known to be harmless or to be only about files.
 */
export function toldKnown(argv: readonly Word[]): readonly Unwrapped[] {
  const dashes = argv.indexOf('--')
  // `apt install ssh curl`: elsewhere it is the name of a package or a service.
  const verb = argv[1] === 'ssh' ? 1 : argv.findIndex((word) => word !== null && PLAIN_VERBS.has(word))
  if (dashes < 1 && verb < 1) return NOTHING
  // `set -- rm`, `npm run clean -- rm`: these words are for the shell, or for something of the project itself.
  if (argv[1]?.startsWith('-') === true || argv.slice(1, dashes).some((word) => word !== null && OWN_RUNS.has(word)))
    return NOTHING
  const out: Unwrapped[] = []
  if (dashes > 0) addCommand(argv, dashes + 1, out)
  else if (verb <= LATEST_VERB) for (let at = verb + 1; at <= verb + 3; at++) addCommand(argv, at, out)
  return out
}

function isProgram(word: string): boolean {
  if (word.startsWith('/')) return IN_PLACE.test(word)
  return findProgram(word) !== undefined && !isAmong(word, OWN_VERBS)
}

function addCommand(argv: readonly Word[], at: number, out: Unwrapped[]): void {
  const word = argv[at]
  if (typeof word !== 'string') return
  if (word.includes(' ')) out.push(...commandsIn(word))
  else if (NAME.test(word)) out.push(innerArgv(argv.slice(at), { guess: true, at }))
}

function toldInOne(argv: readonly Word[]): readonly Unwrapped[] {
  return argv.flatMap((word, at) => {
    const told = at > 0 && word?.startsWith('-') === true ? TOLD.exec(word) : null
    return told === null ? NOTHING : commandsIn(told[1] ?? argv[at + 1] ?? '')
  })
}

/**
 * Options that give code in the program's own language: each quoted text in it may be a command, and so may the text
 * after a mark or a name for running one.
 */
const CODE =
  /^(?:-[cegpqxEQ]|--?(?:[a-z]+-)?(?:eval|code|string|execute|query|expr|expression|goal|batch))(?:=(.*))?$/is
const LITERAL = /"([^"]+)"|'([^']+)'/gu
const ESCAPE = /(?:^|[\n;])\s*(?:\\?!{1,2}\s*(?:(?:sh|shell|system)\s+)?|(?:sh|shell|system|host)\s+)([^\n;]+)/gu

function toldInCode(argv: readonly Word[]): readonly Unwrapped[] {
  return argv.flatMap((word, at) => {
    const told = at > 0 && word?.startsWith('-') === true ? CODE.exec(word) : null
    const code = told === null ? '' : (told[1] ?? argv[at + 1] ?? '')
    if (!/["'!\s]/u.test(code)) return NOTHING
    const texts = Array.from(code.matchAll(LITERAL), ([, double, single = '']) => double ?? single)
    const escaped = Array.from(code.matchAll(ESCAPE), ([, command = '']) => command)
    return [...texts, ...escaped].slice(0, MOST_TEXTS).flatMap(commandsIn)
  })
}

const MOST_TEXTS = 200

/** `mlr put 'system("rm x")'`: calls in the program's own language. */
const CALL = /\b(?:system|exec|popen|spawn|shell)\s*\(\s*(["'`])([^"'`]+)\1/gu

function toldInCalls(argv: readonly Word[]): readonly Unwrapped[] {
  return argv.flatMap((word) =>
    word?.includes('(') === true ? Array.from(word.matchAll(CALL), ([, , text = '']) => commandsIn(text)).flat() : [],
  )
}

/** The words as they stand, quotes and all; finding too much is the safe side. */
function commandsIn(text: string): readonly Unwrapped[] {
  const commands = text.split(/[;&|\n]+/).map((one) => one.trim().replaceAll(/["']/g, '').split(/\s+/))
  return commands.filter(([name = '']) => NAME.test(name)).map((words) => innerArgv(words, { guess: true }))
}

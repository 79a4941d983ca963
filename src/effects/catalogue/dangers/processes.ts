/** Part of the danger catalogue: commands that end processes. */

import type { Word } from '../../../engine/effect.ts'
import type { DangerInput, Found } from './input.ts'
import { found, stagesBefore } from './input.ts'

const NOTHING: readonly Found[] = []
const PICKERS: ReadonlySet<string> = new Set('grep egrep fgrep rg head tail sed fzf'.split(' '))
const NOTHING_LISTED: readonly (readonly Word[])[] = []

/** `ps`, or `pgrep -u user` and `pgrep .`, which name no program. */
function listsProcesses([program, ...words]: readonly Word[]): boolean {
  if (program === 'pgrep' && ANY_PROGRAM.test(words.at(-1) ?? 'unknown')) return true
  return program === 'ps' || (program === 'pgrep' && words.length === 2 && /^-[uU]$/u.test(words[0] ?? ''))
}

const ANY_PROGRAM = /^\^?(?:\.[*+]?)?\$?$/u

const PICKING_FLAG = /^-(?:-(?:ppid|pid|sid|tty|quick-pid)|[CGpqst])/u

/** awk's `NR>1`, which only leaves a heading out. */
const BY_NUMBER = /\bF?NR\s?(?:[<>!]=?|==)\s?\d+/gu

/** `ps … | grep x`, `awk '/x/ …'`, `ps -C x`: only some of the processes are meant. */
function picks([program, ...words]: readonly Word[]): boolean {
  if (program === 'pgrep') return !listsProcesses([program, ...words])
  if (program === 'ps') return words.some((word) => word === null || PICKING_FLAG.test(word))
  if (program === 'awk' || program === 'gawk')
    return words.some((word) => word === null || /[/=~<>]/u.test(word.replaceAll(BY_NUMBER, '')))
  return typeof program !== 'string' || PICKERS.has(program)
}

/** No signal, which only asks whether the process exists, or one at which services read their settings again. */
const MILD = /^(?:0|(?:SIG)?(?:HUP|USR1|USR2|WINCH|CHLD|CONT))$/u

/** For the first process only these are mild: some machines halt at USR1 and USR2. */
const MILD_TO_FIRST = /^(?:0|(?:SIG)?(?:HUP|WINCH|CHLD|CONT))$/u

/** `kill -0 1`, `kill -s HUP 1`: this ends no process. */
function onlyTells([first, second, ...others]: DangerInput['argv']): boolean {
  const named = first === '-s' || first === '-n'
  const targets = named ? others : [second ?? null, ...others]
  const signal = named ? second : first?.replace(/^-/u, '')
  return MILD_TO_FIRST.test(signal ?? '') && targets.every((word) => word !== null && /^[%\d]/u.test(word))
}

/** Programs with a subcommand for it. */
const BY_VERB: ReadonlySet<string> = new Set('docker podman nerdctl docker-compose podman-compose systemctl'.split(' '))
const SIGNAL = /^-(?:-signal=|(?=[A-Z]{2}|\d))(.+)$/u
/** `-sKILL`, `--sig KILL`: other ways to give a signal, which are not examined. */
const OTHERWISE = /^(?:-s.|--si?g?n?a?l?$|--si?g?n?a?=)/u
/** USR1 halts some machines, and HUP ends a graphical session. */
const NOT_THESE = /^(?:init|systemd|launchd|Xorg|gnome-shell)$/u
const OF_A_USER = /^(?:-[uU]|-u[a-z].*|--(?:e?uid|user)\b.*)$/u

/** `docker kill -s HUP nginx`, `pkill -HUP nginx`: this only tells named processes to read their settings again. */
export function signalsOnly({ program, argv }: DangerInput): boolean {
  const verb = BY_VERB.has(program)
  if (verb ? !isKill(argv) : program !== 'pkill' && program !== 'killall') return false
  if (argv.some((word) => OF_A_USER.test(word ?? '') || NOT_THESE.test(word ?? ''))) return false
  if (argv.some((word) => word !== '--signal' && OTHERWISE.test(word ?? ''))) return false
  // For pkill, `-s` selects a session.
  const option = program === 'pkill' ? /^--signal$/u : /^(?:-s|--signal)$/u
  const signals = argv.flatMap((word, at) => {
    const given = option.test(argv[at - 1] ?? '') ? word : SIGNAL.exec(word ?? '')?.[1]
    return given === undefined ? [] : [given]
  })
  return signals.length > 0 && signals.every((signal) => MILD.test(signal ?? ''))
}

/** `docker kill`, `docker compose kill`. */
function isKill([, first, second]: DangerInput['argv']): boolean {
  return first === 'kill' || ((first === 'compose' || first === 'container') && second === 'kill')
}

const VITAL: ReadonlySet<string> = new Set('sshd systemd init dockerd containerd launchd Xorg'.split(' '))

/** `kill $(pidof sshd)`. */
function namesVital([program, ...words]: readonly Word[]): boolean {
  return (program === 'pidof' || program === 'pgrep') && words.some((word) => word !== null && VITAL.has(word))
}

function usesFile([program]: readonly Word[]): boolean {
  return program === 'lsof' || program === 'fuser'
}

/** `lsof -ti:3000`: a server of one's own, which frees the port when it is told to end. */
function listensHere([program, ...words]: readonly Word[]): boolean {
  return program === 'lsof' && OWN_PORT.test(words.join(' '))
}

const OWN_PORT = /^(?:-[nPt]+ )*-[nPt]*i ?(?:tcp)?:[1-9]\d{3,4}(?: -[nPt]+| -s ?TCP:LISTEN)*$/iu
const AT_ONCE = /^-?s?(?:9|(?:SIG)?KILL)$/u

/** `kill -9 -1` ends every process one is allowed to end; ending process 1 halts the machine. */
export function kill(input: DangerInput): readonly Found[] {
  const words = input.argv.slice(1).filter((word): word is string => typeof word === 'string')
  if (words[0] === '-l' || words[0] === '-L' || onlyTells(input.argv.slice(1))) return NOTHING
  const signalled =
    words[0]?.startsWith('-') === true && words[0] !== '--'
      ? words.slice(words[0] === '-s' || words[0] === '-n' ? 2 : 1)
      : words
  if (signalled.includes('-1')) return [found('process', 'critical', 'Kills every process that can be killed')]
  if (signalled.includes('1')) return [found('process', 'critical', 'Kills the first process, and with it the machine')]
  const listed = input.substitutes ?? (input.argv.includes(null) ? stagesBefore(input) : NOTHING_LISTED)
  if (listed.some(listsProcesses) && !listed.some(picks))
    return [found('process', 'high', 'Kills every process that is listed')]
  if (listed.some(namesVital)) return [found('process', 'high', 'Kills what the machine depends on')]
  const atOnce = words.some((word) => AT_ONCE.test(word))
  if (listed.some((lister) => usesFile(lister) && (atOnce || !listensHere(lister))))
    return [found('process', 'medium', 'Kills the processes that use a file')]
  return signalled.includes('0') && words.length > 1
    ? [found('process', 'medium', 'Kills the whole group it runs in')]
    : NOTHING
}

/** Part of the danger catalogue: which processes are ended. */

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

/** `ps … | grep x`, `awk '/x/ …'`, `ps -C x`: some of the processes are meant. */
function picks([program, ...words]: readonly Word[]): boolean {
  if (program === 'pgrep') return !listsProcesses([program, ...words])
  if (program === 'ps') return words.some((word) => word === null || PICKING_FLAG.test(word))
  if (program === 'awk' || program === 'gawk') return words.some((word) => word === null || /[/=~<>]/u.test(word))
  return typeof program !== 'string' || PICKERS.has(program)
}

/** `kill -0 1`: no signal, only whether the process is there. `kill -HUP 1`: it reads its settings again. */
const MILD = /^-(?:0|(?:SIG)?(?:HUP|USR1|USR2|WINCH|CHLD|CONT))$/u

/** No process ends by it: `kill -0 1`, `kill -s HUP 1`. */
function onlyTells([first, second, ...others]: DangerInput['argv']): boolean {
  const named = first === '-s' || first === '-n'
  const targets = named ? others : [second ?? null, ...others]
  return (
    MILD.test(named ? `-${second ?? ''}` : (first ?? '')) &&
    targets.every((word) => word !== null && /^[%\d]/u.test(word))
  )
}

const VITAL: ReadonlySet<string> = new Set('sshd systemd init dockerd containerd launchd Xorg'.split(' '))

/** `kill $(pidof sshd)`. */
function namesVital([program, ...words]: readonly Word[]): boolean {
  return (program === 'pidof' || program === 'pgrep') && words.some((word) => word !== null && VITAL.has(word))
}

/** `kill -9 -1` ends everything one may end, process 1 the machine. */
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
  return signalled.includes('0') && words.length > 1
    ? [found('process', 'medium', 'Kills the whole group it runs in')]
    : NOTHING
}

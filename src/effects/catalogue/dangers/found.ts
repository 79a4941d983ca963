/** Part of the danger catalogue: what find and fd delete, or open up, among the files they find. */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { actionEnd, narrowedActions, FIND_RUNS } from '../grammars/find-tests.ts'
import { isShell } from '../wrappers.ts'
import { maySend } from './exfiltration.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found } from './input.ts'
import { placeOf } from './places.ts'
import { isSecret } from './secrets.ts'

/** `find` that deletes: by itself, or through a command that it runs. */
export function foundAndRemoved(input: DangerInput): readonly Found[] {
  const actions = findActions(input.argv)
  if (actions.length === 0) return sentAway(input.argv)
  const starts = startPoints(input)
  const narrowed = narrowedActions(input.argv)
  const out: Found[] = []
  if (actions.some(({ deletes }) => deletes) && namesRepositories(input.argv))
    out.push(found('delete', 'high', 'Deletes every repository that it finds'))
  for (const { index, deletes } of actions) {
    const danger = foundAnd(deletes, narrowed.has(index), starts, input)
    if (danger !== undefined) out.push(danger)
  }
  return out
}

/** `find ~ -name '*.pem' -exec curl -F f=@{} …`. */
function sentAway(argv: readonly Word[]): readonly Found[] {
  const runs = argv.findIndex((word) => word !== null && FIND_RUNS.has(word))
  const program = baseName(argv[runs + 1] ?? '')
  // rsync may also copy on this machine.
  if (runs < 0 || !maySend(program) || (program === 'rsync' && !argv.some((word) => word?.includes(':')))) return []
  const secret = argv.slice(1, runs).find((word) => word !== null && isSecret(word.replaceAll('*', 'x')))
  return typeof secret === 'string' ? [found('exfiltration', 'high', `Sends ${secret} away`)] : []
}

/** `find . -name .git -exec rm -rf {} +`. */
function namesRepositories(argv: readonly Word[]): boolean {
  return argv.some((word, at) => word === '.git' && /^-(?:i?name|i?path)$/u.test(argv[at - 1] ?? ''))
}

const FD_RUNS = /^(?:-[a-wyzA-WYZ]*[xX]|--exec(?:-batch)?)$/u
const TAKES_VALUE = /^(?:-[tdEcoj]|--(?:type|max-depth|min-depth|exact-depth|exclude|color|owner|threads))$/u
const NARROWS = /^(?:-[a-zA-Z]*[egS]|--(?:extension|glob|size|changed-.*|newer|older))(?:=|$)/u

/** `fd . -x rm`. A pattern, an ending or an age limits which files are meant. */
export function foundByFd(input: DangerInput): readonly Found[] {
  const { argv } = input
  const runs = argv.findIndex((word) => word !== null && FD_RUNS.test(word))
  if (runs < 0 || !argv.slice(runs + 1).some((word) => REMOVERS.has(baseName(word ?? '')))) return []
  const asked = argv.slice(1, runs).filter((_, at) => !TAKES_VALUE.test(argv[at] ?? ''))
  const [pattern, ...starts] = asked.filter((word): word is string => word !== null && !startsWith(word, '-'))
  const any = pattern === undefined || pattern === '.' || pattern === '.*' || pattern === ''
  const narrowed = !any || asked.some((word) => word === null || NARROWS.test(word))
  const danger = foundAnd(true, narrowed, starts.length === 0 ? ['.'] : starts, input)
  if (danger === undefined) return []
  // fd leaves out hidden and ignored files, so the history of a project stays.
  return [danger.why === EVERYTHING ? found('delete', 'high', EVERYTHING) : danger]
}

const EVERYTHING = 'Deletes everything it finds'

/** What would be lost if everything found below these places were deleted, or opened up. */
export function foundAnd(
  deletes: boolean,
  narrowed: boolean,
  starts: readonly string[],
  input: DangerInput,
): Found | undefined {
  const places = starts.map((start) => (narrowed && TEMPORARY.test(start) ? 'temporary' : placeOf(start, input)))
  const whole = places.some((place) => place === 'root' || place === 'home' || place === 'system')
  if (whole || starts.some(isKept)) {
    const verb = deletes ? 'Deletes' : 'Changes who may reach'
    const severity = whole && deletes && !narrowed ? 'critical' : 'high'
    return found('delete', severity, `${verb} what it finds in ${starts.join(' ')}`)
  }
  const slight = narrowed || places.every((place) => place === 'inside' || place === 'temporary')
  if (slight || !deletes) return undefined
  return found('delete', places.includes('project') ? 'critical' : 'high', EVERYTHING)
}

/** `find /tmp -name 'x-*' -delete`: a file there is temporary anyway. */
const TEMPORARY = /^\/(?:private\/)?(?:var\/)?tmp\/?$/u

/** Logs, data of services, and the folders where people keep their files. */
function isKept(start: string): boolean {
  return /^\/var\/(?!tmp(?:\/|$))./u.test(start) || PERSONAL.test(start)
}

const PERSONAL =
  /^(?:~|\/(?:home|Users)\/[^/]+)\/(?:Documents|Desktop|Downloads|Pictures|Music|Videos|Movies|Library)(?:\/|$)/u

/** The actions that delete, or that open up what they find. */
function findActions(argv: readonly Word[]): readonly { readonly index: number; readonly deletes: boolean }[] {
  const out: { readonly index: number; readonly deletes: boolean }[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (word === '-delete') out.push({ index: at, deletes: true })
    if (word == null || !FIND_RUNS.has(word)) continue
    const index = at
    at = actionEnd(argv, at + 1)
    const command = argv.slice(index + 1, at)
    const scripted = isShell(baseName(command[0]))
    if (MERE_READERS.has(baseName(command[0]))) continue
    const deletes = command.some(
      (one) => REMOVERS.has(baseName(one ?? '')) || (scripted && REMOVING_SCRIPT.test(one ?? '')),
    )
    if (deletes || command.includes('chmod') || command.includes('chown')) out.push({ index, deletes })
  }
  return out
}

/** Programs that only read, whatever words they are given. */
const MERE_READERS: ReadonlySet<string> = new Set(
  'echo printf grep egrep fgrep ls cat head tail wc stat file'.split(' '),
)
const REMOVERS: ReadonlySet<string> = new Set(['rm', 'grm', 'srm', 'shred', 'unlink'])
/** `sh -c 'rm "$1"' _ {}`, `sh -c 'echo > "$1"' _ {}`. */
const REMOVING_SCRIPT =
  /^(?:[^"']*[;&|]\s*)?(?:(?:rm|shred|unlink)\s|(?::|true|echo(?: -n)?|printf (?:''|""))?\s{0,4}>\|?\s{0,4}["$])/u

/** The folders that find is told to search. */
export function startPoints(input: DangerInput): readonly string[] {
  const out: string[] = []
  for (const word of input.argv.slice(1)) {
    if (word === null) continue
    if (startsWith(word, '-') || word === '!' || word === '(') {
      if (out.length > 0 || !/^-[HLPO\d]/u.test(word)) break
      continue
    }
    out.push(word)
  }
  return out.length === 0 ? ['.'] : out
}

/**
 * Part of reading shell lines: whether a line waits while others may change the disk. What is on the disk now then says
 * nothing of what the rest of the line will find.
 */

import type { Effect, Run } from '../../engine/effect.ts'
import type { FileSystem } from '../paths/file-system.ts'
import type { Repeated, Script, ShellWord, SimpleCommand } from './syntax/script.ts'
import { isInside } from './syntax/inside.ts'

const WAITS: ReadonlySet<string> = new Set(
  `sleep usleep gsleep wait watch inotifywait fswatch entr mapfile readarray vmstat iostat mpstat pidstat sar top htop btop atop
   iotop dstat glances nmon pidwait pv yes coproc`.split(/\s+/),
)
/** The word that makes the program go on showing what comes. */
const GOES_ON = /^(?:-[a-zA-Z0-9]*[fFw]|\+\d*[fF]|--(?:f|watch|retry|pid|wait))/
const SHOWS_ON: ReadonlySet<string> = new Set(
  'tail gtail less journalctl dmesg docker podman kubectl oc stern gh ss lsof free'.split(' '),
)
const ON_ITS_OWN: ReadonlySet<string> = new Set(['wait', 'watch', 'stats', 'events', 'attach'])
/** The option after which it shows the same again and again. */
const AGAIN: ReadonlyMap<string, RegExp> = new Map([
  ['free', /^(?:-[a-z]*[sc]|--(?:s|c))/],
  ['lsof', /^[-+][a-zA-Z]*r/],
  ['nvidia-smi', /^(?:-l|--loop)/],
])

/** By what the line runs, whatever starts it (`timeout 60 sleep 50`). */
export function runsOn(effect: Effect): boolean {
  return effect.type === 'run' && isLong(effect)
}

function isLong({ program, argv }: Run): boolean {
  if (program === null || WAITS.has(program)) return true
  const rest = argv.slice(1)
  const again = AGAIN.get(program)
  if (again !== undefined && rest.some((word) => word === null || again.test(word))) return true
  if (!SHOWS_ON.has(program)) return false
  return rest.some((word) => word === null || GOES_ON.test(word) || ON_ITS_OWN.has(word))
}

const LONGEST_WORD = 12

/** A file that is no file: whoever is at its other end may do anything before it goes on. */
export function readsPipe(effect: Effect, { isPipe }: Pick<FileSystem, 'isPipe'>): boolean {
  return effect.type === 'read' && effect.reach === 'exact' && !effect.glob && isPipe?.(effect.real) === true
}

/** Programs that read what they were started with, unless so many words more name files. */
const FILTERS: ReadonlyMap<string, number> = new Map([
  ...[
    'cat',
    'tac',
    'head',
    'tail',
    'wc',
    'sort',
    'uniq',
    'nl',
    'rev',
    'od',
    'xxd',
    'base64',
    'md5sum',
    'sha256sum',
  ].map((name) => [name, 0] as const),
  ...['grep', 'egrep', 'fgrep', 'sed', 'awk', 'jq', 'cut'].map((name) => [name, 1] as const),
])
/** It searches a folder. */
const SEARCHES = /^-(?:\w*[rR]|-(?:rec|deref|dir))/

/** `cat; …`, `cat -`: someone may write the input of the line by hand. */
function readsOwnInput({ words, redirects, scope, stage, compound }: SimpleCommand): boolean {
  const [program, ...rest] = words
  const least = FILTERS.get(program?.value ?? '')
  if (least === undefined || compound || scope > 0 || stage > 0 || redirects.length > 0) return false
  const isFile = ({ value, dynamic }: ShellWord) => dynamic || !/^-|^[+]?\d+$/.test(value)
  return rest.filter(isFile).length <= least && !rest.some(({ value }) => SEARCHES.test(value))
}

/** By its loops, and by what it reads from where it was started. */
export function mayWait({ commands, repeated }: Script, text: string): boolean {
  const reads = (command: SimpleCommand) => command.words.some(({ value }) => value === 'read')
  if (commands.some((one) => reads(one) && !repeated.some((loop) => isInside(one.span, loop.span)))) return true
  if (repeated.length === 0 && commands.some(readsOwnInput)) return true
  return repeated.some((loop) => isUntil(loop, commands, text))
}

/** A loop over lines ends with them, and one over words; any other may end when something has happened. */
function isUntil({ span }: Repeated, commands: readonly SimpleCommand[], text: string): boolean {
  // The span begins behind the word.
  const word = /\b(while|until|for|select)\s*$/.exec(
    text.slice(Math.max(0, span.start - LONGEST_WORD), span.start),
  )?.[1]
  if (word === 'for') return /^\s*\(\(/.test(text.slice(span.start))
  if (word !== 'while') return word !== undefined
  const condition = text.slice(span.start, span.end).split(/\bdo\b/, 1)[0] ?? ''
  const first = commands.find((one) => one.span.start >= span.start)
  return first?.words[0]?.value !== 'read' || !/^[^;&|\n]*[;\n]?\s*$/.test(condition)
}

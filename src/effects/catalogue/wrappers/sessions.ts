/** Part of the wrapper catalogue: terminal multiplexers, which start commands and type into shells that already run. */

import type { Word } from '../../../engine/effect.ts'
import { readPrefix } from './prefix.ts'
import type { Prefix } from './prefix.ts'
import { readRunner } from './runner.ts'
import { innerArgv, innerCut, innerEvaluated, innerInput, innerScript, isStdinFile } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

const SCREEN: Prefix = {
  shell: true,
  options: '-d -m -D -R -dm -dmS= -S= -L -Logfile= -c= -e= -h= -p= -s= -t= -U -q -x -r ~-ls ~-list ~-wipe ~-v',
}
/** Commands of screen that run, or read, what they are given. */
const SCREEN_RUNS: ReadonlySet<string> = new Set('exec screen at eval source bind bindkey backtick idle'.split(' '))
const SCREEN_TYPES: ReadonlySet<string> = new Set(['stuff', 'register', 'paste', 'readbuf'])

/** `screen command`, `screen -X stuff 'text'`. */
const readScreen: Reader = (argv) => {
  const at = argv.indexOf('-X')
  if (at < 0) return readPrefix(SCREEN, argv, 1)
  const [verb, ...rest] = argv.slice(at + 1)
  if (verb === null) return [innerArgv([null])]
  if (verb === undefined) return []
  if (SCREEN_TYPES.has(verb)) return typed(rest)
  return SCREEN_RUNS.has(verb) && rest.length > 0
    ? [innerArgv(rest), innerScript(rest.includes(null) ? null : rest.join(' '), 'sh')]
    : []
}

/** It is not known what was typed there before. */
function typed(words: readonly Word[]): readonly Unwrapped[] {
  const out: Unwrapped[] = [innerEvaluated('types into a shell that is already running')]
  for (const word of words) if (word !== null) out.push(innerScript(word.replace(/\\n|\\r|\^M|[\n\r]+$/gu, ''), 'sh'))
  return out
}

const TMUX_TYPES: ReadonlySet<string> = new Set('send-keys send set-buffer setb'.split(' '))
/** Settings of tmux that hold the command that its windows run. */
const TMUX_SETTINGS: ReadonlySet<string> = new Set([
  'default-command',
  'default-shell',
  'lock-command',
  'copy-command',
  'editor',
])
/** Commands of tmux that hold further commands of tmux. */
const TMUX_HOLDS: ReadonlySet<string> = new Set(
  'bind-key bind set-hook confirm-before confirm if-shell if command-prompt choose-tree choose-client choose-buffer display-menu menu display-panes displayp'.split(
    ' ',
  ),
)
/** Commands of tmux that read further commands of tmux from a file. */
const TMUX_READS: ReadonlySet<string> = new Set(['source-file', 'source'])
const KEYS: Readonly<Record<string, string>> = { Space: ' ', Enter: '\n', 'C-m': '\n', Tab: '\t' }

/** `tmux new 'command' \; send-keys 'text' Enter`. */
const readTmux: Reader = (argv) => {
  const out: Unwrapped[] = argv[1] === '-c' ? [innerScript(argv[2] ?? null, 'sh')] : []
  for (const part of commandsOf(argv)) {
    out.push(...readRunner(['tmux', ...part], 'tmux'))
    const kept = part.findIndex((word) => word !== null && TMUX_SETTINGS.has(word))
    if (kept > 0 && kept + 1 < part.length) out.push(innerScript(part[kept + 1] ?? null, 'sh'))
    const reads = part.findIndex((word) => word !== null && TMUX_READS.has(word))
    if (reads >= 0 && part.some((word, at) => at > reads && isStdinFile(word))) out.push(innerInput('tmux'))
    const verb = part.find((word) => word !== null && (TMUX_TYPES.has(word) || TMUX_HOLDS.has(word)))
    if (verb == null) continue
    const rest = part.slice(part.indexOf(verb) + 1)
    if (TMUX_TYPES.has(verb)) out.push(innerScript(keysOf(rest), 'sh'))
    else out.push(...held(rest))
  }
  for (const word of argv) if (word?.includes('#(') === true) out.push(...formats(word))
  return out
}

/** The command that a key or a hook is given, as words of its own or as one text. */
function held(rest: readonly Word[]): readonly Unwrapped[] {
  const out: Unwrapped[] = []
  for (const [at, word] of rest.slice(0, MOST_WORDS).entries()) {
    if (word?.includes(' ') === true) out.push(innerScript(`tmux ${word}`, 'sh'))
    else out.push(...readRunner(['tmux', ...rest.slice(at)], 'tmux'))
  }
  return rest.length > MOST_WORDS ? [...out, innerCut('words')] : out
}

const MOST_WORDS = 12

function commandsOf(argv: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]]
  for (const word of argv.slice(1)) {
    if (word === ';' || word === '\\;') parts.push([])
    else if (word?.endsWith(';') === true) {
      parts.at(-1)?.push(word.slice(0, -1))
      parts.push([])
    } else parts.at(-1)?.push(word)
  }
  return parts
}

/** The text that keys given one by one amount to. */
function keysOf(words: readonly Word[]): Word {
  if (words.includes(null)) return null
  const from = words.indexOf('-t') < 0 ? 0 : words.indexOf('-t') + 2
  return words
    .slice(from)
    .map((word) => (word !== null && Object.hasOwn(KEYS, word) ? KEYS[word] : word))
    .join('')
}

/** A format with `#(command)` runs it. */
function formats(word: string): readonly Unwrapped[] {
  const from = word.indexOf('#(') + 2
  const end = word.lastIndexOf(')')
  return [innerScript(word.slice(from, end < from ? undefined : end), 'sh')]
}

export const SESSION_READERS: readonly (readonly [string, Reader])[] = [
  ['screen', readScreen],
  ['tmux', readTmux],
  ['byobu', readTmux],
  ['tmate', readTmux],
]

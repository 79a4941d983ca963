/**
 * Part of the command catalogue: programs that show settings of the machine, but may also set one, run a script or ask
 * a name server if an operand says so.
 */

import type { Word } from '../../../engine/effect.ts'
import { type Draft, GUESS, sawFlag, spoil, traits } from '../draft.ts'
import type { Guard } from '../spec.ts'
import { addValue } from '../values.ts'
import { refuse } from './operand-words.ts'

/** `sysctl name=value` and the like set instead of showing. */
export function noAssignments(draft: Draft): void {
  refuse(draft, (word) => word.includes('='))
}

/** What may stand before the name of a host. */
const BEFORE_NAME = /@|\b(?:dst|src)\b/u

/** `ss dst host.example`, `lsof -i@host.example`: a name is looked up at a name server; an address or a path is not. */
export function noNames(name: RegExp): Guard {
  return (draft) => {
    for (let index = draft.from; index < draft.argv.length; index++) {
      const word = draft.argv[index]
      const { prefix = '', digits } = traits(draft, index)
      // What follows a colon is a port.
      const begun = prefix.slice(prefix.lastIndexOf(':') + 1)
      const isName = word == null ? BEFORE_NAME.test(begun) : name.test(word)
      const isHost = isHostNext(draft, index) && (word == null ? digits === undefined : ONE_NAME.test(word))
      if (isName || isHost) spoil(draft, 'looks up a name')
    }
  }
}

/** `dst x`, `src = x`. */
function isHostNext({ argv, from }: Draft, index: number): boolean {
  for (let before = index - 1; before >= Math.max(from, index - FURTHEST); before--) {
    const word = argv[before] ?? ''
    if (word === 'dst' || word === 'src') return true
    if (!EQUALS.test(word)) return false
  }
  return false
}

/** At most this many words before the host: `dst`, `not`, `=`. */
const FURTHEST = 3

const EQUALS = /^(?:[=!]?=|eq|ne|not|!)$/u
/** A single word also counts as a name, with or without a port. */
const ONE_NAME = /^(?!localhost(?::|$))\p{L}[\w-]*(?::\w*)?$/u

/** nft joins its words, so `nft list ruleset ';' flush ruleset` is two commands. */
export function plainNames(draft: Draft): void {
  refuse(draft, (word) => !/^[\w.-]+$/u.test(word))
}

/** `pmset sleepnow -g`: words before the flag that asks are carried out. */
export function askedFirst(draft: Draft): void {
  const asks = draft.flags[0]?.index ?? 0
  if (draft.operands.some((index) => index < asks)) spoil(draft, 'does more than it is asked')
}

const LOCAL = new Set(['passwd', 'group', 'services', 'protocols', 'rpc', 'shells', 'ethers', 'aliases', 'gshadow'])

/** `getent hosts x` asks a name server; the local tables do not. */
export function localDatabase(draft: Draft): void {
  const first = draft.operands[0]
  const table = first === undefined ? undefined : draft.argv[first]
  if (table != null && LOCAL.has(table)) return
  spoil(draft, 'may ask a name server')
  for (const index of draft.operands.slice(1)) addValue(draft, 'u', index, draft.argv[index], GUESS)
}

/** `stty size` shows something; nearly every other word sets something. */
export function onlySizes(draft: Draft): void {
  refuse(draft, (word) => word !== 'size' && word !== 'speed')
}

const LIST = new Set(['-l'])

/** `crontab -` and a bare `crontab` replace the table by the input. */
export function onlyWithList(draft: Draft): void {
  if (!sawFlag(draft, LIST)) spoil(draft, 'replaces the table')
}

const SERVICE = /^[\w@-]+$/u

/** `service x status` runs the script named x. Only a plain name comes from the system's own folder. */
export function serviceStatus(draft: Draft): void {
  const [name, verb] = draft.operands.map((index) => draft.argv[index])
  if (name === undefined) return
  if (name === null || !SERVICE.test(name) || verb !== 'status') spoil(draft, 'runs a service script')
}

/**
 * tmux: `#{pane_id}` and `#S` name what is shown. `#(id)` runs a command, text in an option may do so, too, and `;`
 * starts another command of tmux.
 */
const NAMED_FORMS = /^(?:[^#;`]|#\{[a-z_]+\}|#[A-Z])*$/u

export function onlyNamedForms(draft: Draft): void {
  const isNamed = (word: Word) => word !== null && NAMED_FORMS.test(word)
  if (!draft.argv.slice(draft.from).every(isNamed)) spoil(draft, 'tmux may run what it is told to show')
}

/** Without a unit it shows the manager itself, including the environment that all units are given. */
export function namesUnits(draft: Draft): void {
  if (draft.operands.length === 0) spoil(draft, 'shows the environment of services')
}

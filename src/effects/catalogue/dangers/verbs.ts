/** Part of the danger catalogue: a program that no table describes, plainly told to delete or publish something. */

import { startsWith } from '../../code-at.ts'
import { WordSet } from '../word-set.ts'
import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'

const VERBS = new WordSet(['delete', 'destroy', 'drop', 'purge', 'wipe', 'terminate', 'erase'])
/**
 * On their own, these are also used for dependencies and settings. After a noun (`volume rm x`) they mean things that
 * are kept.
 */
const VERBS_OF_THINGS = new WordSet(['remove', 'rm', 'del'])
/** Nouns for things that are added and removed every day. */
const SETTINGS = /^(?:alias|cache|config|dep|dependenc(?:y|ie)|env|ext|extension|package|path|pkg|plugin|remote)s?$/u
/** `apps:destroy`, `env:wipe`. */
const NAMED_VERB =
  /^(?!test)[a-z][\w-]*(?::[\w-]+)*:(?:delete|destroy|drop|purge|wipe|terminate|erase)$|^(?:migrations?|migrate|db|database|schema):(?:fresh|refresh|reset|nuke)$/u
/** `delete-cluster x`. */
const VERB_AND_NOUN = /^(?:delete|destroy|drop|purge|wipe|terminate|erase)[-_][a-z]+(?:[-_][a-z]+)*$/u
/** PowerShell's commands, but for those about the session itself. */
const REMOVES =
  /^(?:Remove|Uninstall|Revoke|Reset|Disable)-(?!Variable|Job|Module|PSDrive|PSSession|PSBreakpoint|Event|Alias|TypeData)[A-Z]\w+$/u
const PUBLISHES = new WordSet(['publish', 'unpublish', 'yank'])
/** At most this many nouns before the verb: `cli compute instance delete x`. */
const MOST_NOUNS = 3
const NOUN = /^[a-z][a-z0-9_.:-]*$/iu
const HELP: ReadonlySet<string> = new Set(['help', 'run', 'man', 'explain', 'test', 'search', 'completion'])
/** After one of these words, it only shows something. */
const READS: ReadonlySet<string> = new Set(['describe', 'get', 'show', 'inspect', 'ls', 'validate'])
const NOTHING: readonly Found[] = []

/**
 * `<program> [noun …] delete <what>`: the verb stands in the place of a subcommand, after a noun or before something.
 * So a file, a pattern or a script of that name does not count. A program that is run by its path is a script of the
 * project, unless it is one of the system.
 */
export function toldPlainly({ argv }: DangerInput): readonly Found[] {
  if (REMOVES.test(argv[0] ?? '') && !isIdle(argv))
    return [found('delete', 'low', `Runs ${argv[0] ?? 'a program'}, which takes something away`)]
  const first = argv[1] ?? ''
  const spoken = NAMED_VERB.test(first) || VERB_AND_NOUN.test(first)
  const told = spoken || VERBS.meets(argv) || VERBS_OF_THINGS.meets(argv) || PUBLISHES.meets(argv)
  if (!told || isScript(argv[0] ?? '') || isIdle(argv)) return NOTHING
  let nouns = 0
  for (let at = 1; at < argv.length && nouns <= MOST_NOUNS; at++) {
    const word = argv[at]
    if (word == null || HELP.has(word) || READS.has(word)) return NOTHING
    // After an option of a subcommand it may be a value: `list --filter delete`.
    if (startsWith(word, '-') || (nouns > 0 && argv[at - 1]?.startsWith('-') === true)) continue
    if (PUBLISHES.has(word)) return [found('publish', 'low', `Tells ${argv[0] ?? 'a program'} to ${word} something`)]
    const last = at === argv.length - 1
    if (
      (nouns === 0 && (NAMED_VERB.test(word) || (!last && VERB_AND_NOUN.test(word)))) ||
      (VERBS.has(word)
        ? nouns > 0 || !last
        : nouns > 0 && !last && VERBS_OF_THINGS.has(word) && !SETTINGS.test(argv[at - 1] ?? ''))
    )
      return [found('delete', 'low', `Tells ${argv[0] ?? 'a program'} to ${word} something`)]
    if (!NOUN.test(word)) return NOTHING
    nouns++
  }
  return NOTHING
}

function isScript(program: string): boolean {
  return program.includes('/') && !OF_THE_SYSTEM.test(program)
}

const OF_THE_SYSTEM = /^\/(?:usr\/|usr\/local\/|opt\/homebrew\/)?s?bin\/[^/]+$/u

/** `/etc/init.d/ssh stop`: whatever other program has that name, here it is a service. */
export function serviceStopped({ argv }: DangerInput): readonly Found[] {
  return argv[0]?.startsWith('/etc/init.d/') === true && argv[1] === 'stop'
    ? [found('system', 'medium', 'Stops a service')]
    : NOTHING
}

function isIdle(argv: DangerInput['argv']): boolean {
  // Without these options it only says what it would delete.
  if (argv[0] === 'kops' && !argv.includes('--yes') && !argv.includes('-y') && !argv.includes(null)) return true
  return argv.some(
    (word) => word !== null && (/^--?(?:help|dry-?run|what-?if|simulate|plan)\b/iu.test(word) || word === '-h'),
  )
}

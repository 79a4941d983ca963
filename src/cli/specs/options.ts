/** Part of the command line: options that several commands take. */

import type { OptionSpec } from '../command.ts'

export const JSON_OPTION: OptionSpec = { name: 'json', about: 'answer as JSON' }

export const HELP: OptionSpec = { name: 'help', short: 'h', about: 'show this help' }

export const STORE: OptionSpec = {
  name: 'store',
  value: 'WHERE',
  about: 'a file or postgres://… (default ~/.local/state/countersign/countersign.db)',
}

/** Enough for any verb and its arguments: the command itself reports what is missing or too much. */
export const VERBS = 9

/**
 * Part of the command catalogue: `kubectl get secret -o yaml` and `npm config get //host/:_authToken` print secrets.
 */

import { type Draft, isMany, type Seen, spoil } from '../draft.ts'

const SECRET = /(?:^|,)secrets?(?:$|[,/.])/iu
const NAMES_ONLY = new Set(['name', 'wide'])
/** From verbosity 8 on it also prints what the server sent, whatever the output format. */
const FEW_WORDS = /^=?[0-7]$/u

export function noSecretValues(draft: Draft): void {
  // If there are several, the last one counts.
  if (!draft.flags.some(showsValues)) return
  // A file may describe a secret, too.
  if (draft.flags.some(({ flag }) => flag.names.includes('-f'))) spoil(draft, 'may print the content of secrets')
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (word == null || SECRET.test(word) || (isMany(draft, index) && mayMeanSecrets(word)))
      return spoil(draft, 'may print the content of secrets')
  }
}

/** `describe` also shows what belongs to the object: for an account, the secrets of its namespace. */
export function fewWords(draft: Draft): void {
  if (draft.flags.some(showsValues)) spoil(draft, 'may print the content of secrets')
}

function showsValues({ flag: { names }, value }: Seen): boolean {
  if (names.includes('--template') || names.includes('--vmodule')) return true
  if (names.includes('--v')) return !FEW_WORDS.test(value ?? '')
  return names.includes('-o') && !NAMES_ONLY.has(value?.replace(/^=/u, '') ?? '')
}

/** `s*`: a file with a fitting name is enough. */
function mayMeanSecrets(pattern: string): boolean {
  return 'secrets'.startsWith(pattern.toLowerCase().replace(/[*?[{].*$/su, ''))
}

/** npm: settings that hold credentials. */
export function noTokens(draft: Draft): void {
  for (const index of draft.operands)
    if (/auth|password|token|otp|secret|^_|:_/iu.test(draft.argv[index] ?? 'auth')) spoil(draft, 'shows a credential')
}

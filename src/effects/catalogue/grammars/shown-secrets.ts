/** Part of the command catalogue: `kubectl get secret -o yaml` and `npm config get //host/:_authToken` print what they should not. */

import { type Draft, spoil } from '../draft.ts'

const SECRET = /(?:^|,)secrets?(?:$|[,/.])/iu
const NAMES_ONLY = new Set(['name', 'wide'])

export function noSecretValues(draft: Draft): void {
  const output = draft.flags.find(({ flag }) => flag.names.includes('-o') || flag.names.includes('--template'))
  if (!output || (output.value != null && NAMES_ONLY.has(output.value))) return
  // What a file describes may be a secret, too.
  if (draft.flags.some(({ flag }) => flag.names.includes('-f'))) spoil(draft, 'may print the content of secrets')
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (word == null || SECRET.test(word)) return spoil(draft, 'may print the content of secrets')
  }
}

/** npm: settings that hold credentials. */
export function noTokens(draft: Draft): void {
  for (const index of draft.operands)
    if (/auth|password|token|otp|secret|^_|:_/iu.test(draft.argv[index] ?? 'auth')) spoil(draft, 'shows a credential')
}

/** Part of the command catalogue: formats that make git check signatures, with the program its configuration names. */

import { type Draft, spoil } from '../draft.ts'

const SIGNED = /%G|%\(\*?signature|^-?\*?signature/u

export function unsignedFormat(draft: Draft): void {
  for (const { value } of draft.flags) if (value != null && SIGNED.test(value)) spoil(draft, 'checks signatures')
}

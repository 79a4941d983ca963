/** What real agents were seen to send and print. It is kept beside the repository, not in it; where `CI` is set it must be there. */

import { existsSync } from 'node:fs'

export const CAPTURES = new URL('../../shared/facts/payloads/', import.meta.url)
export const areCapturesHere = existsSync(CAPTURES) || process.env['CI'] !== undefined

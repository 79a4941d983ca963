/** Where a user's own files lie: what they wrote, and what is kept for them. */

import { join } from 'node:path'

export function configFolder(home: string): string {
  return join(home, '.config', 'countersign')
}

export function stateFolder(home: string): string {
  return join(home, '.local', 'state', 'countersign')
}

/** The key that signs what is on record. */
export function auditKeyFile(home: string): string {
  return join(stateFolder(home), 'audit-key.pem')
}

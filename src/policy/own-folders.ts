/** Where files lie besides those of projects: what a user wrote, what is kept for them, and what whoever runs the machine says. */

import { join } from 'node:path'

export const MANAGED_FOLDER = '/etc/countersign'

export function configFolder(home: string): string {
  return join(home, '.config', 'countersign')
}

export function stateFolder(home: string): string {
  return join(home, '.local', 'state', 'countersign')
}

/** The store, unless another is named. */
export function storeFileOf(home: string): string {
  return join(stateFolder(home), 'countersign.db')
}

/** The key that signs what is on record. */
export function auditKeyFile(home: string): string {
  return join(stateFolder(home), 'audit-key.pem')
}

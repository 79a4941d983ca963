/**
 * Where files are that do not belong to a project: those the user wrote, those kept for the user, and the managed
 * policy of the machine.
 */

import { join } from 'node:path'

export const MANAGED_FOLDER = '/etc/countersign'

export function configFolder(home: string): string {
  return join(home, '.config', 'countersign')
}

export function stateFolder(home: string): string {
  return join(home, '.local', 'state', 'countersign')
}

/** The store, unless another one is named. */
export function storeFileOf(home: string): string {
  return join(stateFolder(home), 'countersign.db')
}

/** The key that signs the record. */
export function auditKeyFile(home: string): string {
  return join(stateFolder(home), 'audit-key.pem')
}

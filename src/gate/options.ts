/**
 * Part of the gate: options as programs give them, which may have no types.
 *
 * INVARIANT: what would be passed over is refused. A policy under another name restricts nothing, and a project whose folder has
 * no name holds every file there is.
 */

import { POLICY_FIELDS } from '../policy/schema.ts'
import { nearest } from '../vocabulary/closest.ts'

/** @param known every option there is */
export function checkNames(options: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue
    if (POLICY_FIELDS.includes(name))
      throw new TypeError(`${name} is a field of the policy: write policy: { ${name}: … }`)
    const meant = nearest(name, Object.keys(known))
    if (meant !== undefined) throw new TypeError(`${name} is no option; did you mean ${meant}?`)
  }
}

/** Absolute, or nothing that is in it could be told from what is not. */
export function checkFolder(name: string, folder: unknown): void {
  if (typeof folder !== 'string' || !/^(?:\/|[A-Za-z]:[\\/])/u.test(folder))
    throw new TypeError(`${name} must be an absolute path, not ${JSON.stringify(folder)}`)
}

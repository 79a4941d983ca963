/**
 * Part of `import` and `init`: turns one file of another system into a policy of ours, and compares it with that file's
 * own rules.
 */

import { importText } from '../../dialects/import.ts'
import type { Call } from '../../engine/call.ts'
import { createEngine } from '../../gate/engine.ts'
import { mergeLayers } from '../../policy/layers.ts'
import type { PolicyDocument } from '../../policy/object.ts'
import type { ImportedFile } from '../render/dialects.ts'
import type { FoundFile } from './import-files.ts'

export function importOne(found: FoundFile, root: string, home: string): ImportedFile {
  const { dialect, text, file, layer, unread } = found
  if (unread !== undefined) {
    const message = `cannot be read: ${unread}`
    return { dialect, file, findings: [], problems: [{ severity: 'error', file, line: 0, col: 0, path: '', message }] }
  }
  const deciderOf = (document: PolicyDocument) => {
    const { policy } = mergeLayers([document], { trusted: true, cwd: root, root, home })
    const engine = createEngine({ policy, cwd: root, root, home })
    return (call: Call) => engine.decide(call)
  }
  return { dialect, file, ...importText(dialect, text, { root, home, file, layer }, deciderOf) }
}

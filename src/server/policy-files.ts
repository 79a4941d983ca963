/** Part of the server: where each layer's policy lies. */

import { existsSync } from 'node:fs'
import type { Layer } from '../engine/rule.ts'
import { configFolder } from '../policy/own-folders.ts'
import { formsOf, localForms, projectForms } from '../policy/root.ts'

export const FILE_LAYERS = ['managed', 'user', 'project', 'local'] as const

/** The file that is there, else the one that would be written. */
export function layerFile(layer: Layer, root: string, home: string): string {
  const forms = formsFor(layer, root, home)
  return forms.find((file) => existsSync(file)) ?? (forms[0] as string)
}

function formsFor(layer: Layer, root: string, home: string): readonly string[] {
  if (layer === 'managed') return formsOf('/etc/countersign', 'policy')
  if (layer === 'user') return formsOf(configFolder(home), 'policy')
  return layer === 'project' ? projectForms(root) : localForms(root)
}

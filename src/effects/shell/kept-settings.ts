/**
 * Part of reading shell lines: files that a command writes without naming them, because its program keeps its settings
 * there.
 */

import type { Effect, Word } from '../../engine/effect.ts'
import { settingsKept } from '../catalogue/kept-settings.ts'
import { FileUse, fileEffect } from '../file.ts'
import { changed } from '../make.ts'
import type { ShellContext } from './context.ts'
import { onlyFolder } from './setting.ts'
import type { Setting } from './setting.ts'

/**
 * For rules about those files. The built-in checks judge the command instead, since they know what is dangerous about
 * it.
 */
export function keptEffects(
  program: string,
  argv: readonly Word[],
  of: number,
  setting: Setting,
  context: ShellContext,
): readonly Effect[] {
  const kept = settingsKept(program, argv)
  if (kept.length === 0 || setting.elsewhere) return NONE
  return kept.map(({ path, tree, certain }) => {
    const use = new FileUse('write', path, of, onlyFolder(setting), setting.span)
    use.certain = certain && !setting.guess
    use.how = 'modify'
    use.reach = tree ? 'tree' : 'exact'
    use.tilde = true
    return changed(fileEffect(use, context.around), { finding: undefined })
  })
}

const NONE: readonly Effect[] = []

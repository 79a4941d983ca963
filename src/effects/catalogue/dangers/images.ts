/** Part of the danger catalogue: files that contain a disk. Changing one in the project harms no disk. */

import { startsWith } from '../../code-at.ts'
import type { Line } from './line.ts'
import type { Places } from './places.ts'
import { placeOf } from './places.ts'

const IMAGE = /\.(?:img|raw|iso|qcow2|vmdk|vhdx?|vdi|luks)$/iu

/** `LABEL=root`, `UUID=…`: a disk named by its label or number. */
const BY_NAME = /^(?:(?:PART)?(?:LABEL|UUID)|ID)=/iu

/**
 * Programs that are known to write their operands. If such a file is a link to a disk, the check of that write asks by
 * itself.
 */
const EDITORS: ReadonlySet<string> = new Set(
  'mke2fs mkswap mkfs.ext3 mkfs.ext4 mkfs.vfat mkfs.xfs mkfs.btrfs e2fsck fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.vfat'.split(
    ' ',
  ),
)

/**
 * `mkfs.ext4 disk.img`: it is given an image in the project or a temporary folder, and no operand is a device, unknown,
 * an image elsewhere or another absolute path.
 */
export function editsImage(program: string, { operands }: Line, places: Places): boolean {
  if (!EDITORS.has(program)) return false
  let found = false
  for (const { text } of operands) {
    if (text === null || BY_NAME.test(text) || placeOf(text, places) === 'device') return false
    const isImage = IMAGE.test(text)
    if (isImage ? !NEAR.has(placeOf(text, places)) : startsWith(text, '/')) return false
    found ||= isImage
  }
  return found
}

const NEAR: ReadonlySet<string> = new Set(['inside', 'temporary'])

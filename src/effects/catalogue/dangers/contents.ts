/**
 * Part of the danger catalogue: acts on the content of files and devices: overwriting, emptying, filling, unpacking
 * over them.
 */

import { startsWith } from '../../code-at.ts'
import type { DangerInput, Found } from './input.ts'
import { found, stagesBefore } from './input.ts'
import type { Line } from './line.ts'
import { operandTexts } from './line.ts'
import { absolute, braceWords, isDevice, placeOf } from './places.ts'
import { isDownload } from './remote-code.ts'
import { removal } from './removal.ts'

const NOTHING: readonly Found[] = []

/** `dd of=/dev/…`; the null device and plain files of the project are no danger. */
export function diskDump(input: DangerInput): readonly Found[] {
  for (const word of input.argv) {
    const target = word?.startsWith('of=') === true ? word.slice(3) : undefined
    if (target === undefined) continue
    if (isDevice(target)) return NOTHING
    const place = placeOf(target, input)
    if (place === 'system' && !startsWith(target, '/dev/')) return [found('disk', 'high', `Overwrites ${target}`)]
  }
  if (input.argv.some((word) => word?.startsWith('if=') === true && ENDLESS.has(word.slice(3))) && fills(input.argv))
    return [fillsDisk()]
  return input.argv.some((word, at) => word === null && mayBeTarget(input.spelled?.[at]))
    ? [found('disk', 'medium', 'Writes to a target that an expression names')]
    : NOTHING
}

/** `count=$N` is not the target. */
function mayBeTarget(spelled: string | undefined): boolean {
  return spelled === undefined || !/^[a-z]+=/u.test(spelled) || startsWith(spelled, 'of=')
}

/** Without a count it writes until the disk is full. */
function fills(argv: DangerInput['argv']): boolean {
  return (
    argv.some((word) => word?.startsWith('of=') === true) &&
    (!argv.some((word) => word === null || word.startsWith('count=')) ||
      sizeOf(setting(argv, 'bs=') ?? '512') * sizeOf(setting(argv, 'count=') ?? '0') >= GIANT)
  )
}

function setting(argv: DangerInput['argv'], name: string): string | undefined {
  return argv.find((word) => word?.startsWith(name) === true)?.slice(name.length)
}

/** More than most disks have left. */
const GIANT = 100 * 1024 ** 3
const UNITS = ' KMGTPE'

function sizeOf(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([kmgtpe]?)/iu.exec(text) ?? []
  return digits === undefined ? 0 : Number(digits) * 1024 ** Math.max(0, UNITS.indexOf(unit.toUpperCase() || ' '))
}

const AMOUNT = /^(?:-[cl]|--(?:bytes|length)=)(?=\d)/u
const AMOUNT_NEXT: ReadonlySet<string> = new Set(['-c', '--bytes', '-l', '--length'])

/** `fallocate -l 1T x`, `head -c 1T /dev/zero > x`. */
export function giant(input: DangerInput): readonly Found[] {
  if (input.program === 'head' && input.writes === undefined) return NOTHING
  const sizes = input.argv.map((word, at) =>
    word === null
      ? 0
      : sizeOf(AMOUNT_NEXT.has(input.argv[at - 1] ?? '') ? word : AMOUNT.test(word) ? word.replace(AMOUNT, '') : ''),
  )
  return sizes.some((size) => size >= GIANT) ? [fillsDisk()] : NOTHING
}

function fillsDisk(): Found {
  return found('resource', 'medium', 'Writes until the disk is full')
}

/** Files that have no end. */
export const ENDLESS: ReadonlySet<string> = new Set(['/dev/zero', '/dev/urandom', '/dev/random', '/dev/full'])

/** `cat /dev/zero > file`, `cat /dev/null > file`. */
export function endlessCopy(input: DangerInput, line: Line): readonly Found[] {
  const kept = input.writes?.find((file) => !startsWith(file, '/dev/'))
  if (kept === undefined) return NOTHING
  const words = operandTexts(line)
  if (words.some((word) => ENDLESS.has(word))) return [fillsDisk()]
  return words.length === 1 && words[0] === '/dev/null' ? emptiedFile(kept, input) : NOTHING
}

/** `yes > file` never ends; before a pipe it is ordinary. */
export function endless(input: DangerInput): readonly Found[] {
  const kept = input.writes?.some((file) => !startsWith(file, '/dev/')) === true
  const alone = input.pipesOn !== true && (input.argv.length === 1 || kept)
  return alone ? [found('resource', 'low', 'Runs and writes without end')] : NOTHING
}

/** `truncate -s 0`. Emptying a log of the project is ordinary. */
export function truncation(input: DangerInput, line: Line): readonly Found[] {
  const zero = input.argv.some(
    (word, index) => word === '-s0' || word === '--size=0' || (word === '0' && input.argv[index - 1] === '-s'),
  )
  if (!zero) return NOTHING
  const targets = operandTexts(line).flatMap((word) => (word === '0' ? [] : braceWords(word)))
  if (targets.some((target) => placeOf(target, input) === 'system'))
    return [found('delete', 'high', 'Empties files of the system')]
  const logs = targets.every((target) => target.endsWith('.log') && placeOf(target, input) === 'inside')
  return logs && !input.argv.includes(null) ? NOTHING : [found('delete', 'medium', 'Empties files')]
}

/** `cp /dev/null file`. */
export function emptied(input: DangerInput, line: Line): readonly Found[] {
  const [from, to] = operandTexts(line)
  return from !== '/dev/null' || to === undefined || startsWith(to, '/dev/') ? NOTHING : emptiedFile(to, input)
}

/** Emptying a log of the project is ordinary. */
function emptiedFile(file: string, input: DangerInput): readonly Found[] {
  const log = file.endsWith('.log') && placeOf(file, input) === 'inside'
  return log ? NOTHING : [found('delete', 'medium', `Empties ${file}`)]
}

/** `shred -u`, `wipe`: what is overwritten cannot be recovered. */
export function shred(input: DangerInput, line: Line): readonly Found[] {
  const targets = line.operands.filter(({ text }) => text === null || !/^\d+$/u.test(text))
  if (targets.length === 0) return NOTHING
  const worst = removal({ ...input, program: 'srm' }, line)
  const device = targets.some(({ text }) => text !== null && isDevice(text))
  return [
    ...worst,
    found(
      device ? 'disk' : 'delete',
      device ? 'critical' : 'high',
      'Overwrites files so that nothing can bring them back',
    ),
  ]
}

/** Without `/usr/local`, because people unpack programs there. */
const SYSTEMS_OWN = /^\/(?:$|(?:etc|bin|sbin|lib|lib64|boot|usr(?!\/local))(?:\/|$))/u
const INTO = /^(?:-[a-zA-Z]*C|--directory|-d)$/u
const PROGRAMS = /^\/usr\/local(?:\/s?bin)?\/?$/u

/** `tar x -C /`, `unzip -d /etc`: files of the archive replace files of the system. */
export function unpacked(input: DangerInput): readonly Found[] {
  const { argv, program } = input
  const first = argv[1] ?? ''
  const unpacks =
    program === 'unzip' || argv.includes('--extract') || argv.includes('--get') || /^-?[a-zA-Z]*x/u.test(first)
  if (!unpacks) return NOTHING
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    const into = INTO.test(argv[at - 1] ?? '')
      ? word
      : word?.startsWith('--directory=') === true
        ? word.slice(12)
        : null
    if (into != null && SYSTEMS_OWN.test(absolute(into, input)))
      return [found('system', 'high', `Unpacks over ${into}`)]
    if (into != null && PROGRAMS.test(into) && stagesBefore(input).some(isDownload))
      return [found('system', 'medium', `Unpacks a download over ${into}`)]
  }
  return NOTHING
}

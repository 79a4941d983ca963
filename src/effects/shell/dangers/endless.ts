/**
 * Part of reading shell lines: devices without end that are read to their end (`tail /dev/zero`, `yes | sort`). Some collect what
 * they read until the memory is full. That is told, and nobody is asked: clients stop what takes too long.
 */

import type { Danger, Effect } from '../../../engine/effect.ts'
import { ENDLESS as DEVICES } from '../../catalogue/dangers/contents.ts'
import type { CalledCommand } from '../called.ts'
import type { Setting } from '../setting.ts'

export const ENDLESS: Danger = { category: 'resource', severity: 'low', why: 'Reads without end' }

const SUMS = 'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum'
/** They print nothing before the end of what they read. */
const COLLECTING: ReadonlySet<string> = new Set(`sort tac tail wc ${SUMS}`.split(' '))
/** They go on as long as there is something to read, and somebody who takes it. */
const STREAMING: ReadonlySet<string> = new Set('cat nl od xxd hexdump hd base64 strings tr cut fold'.split(' '))
/** `od -N 16`, `xxd -l 16`: options that set an end, for some of these programs. */
const ENDS = /^-(?:[Nln]\d*|len|-length.*|-read-bytes.*)$/u

const NOTHING: readonly never[] = []

export function readsWithoutEnd(
  { program, words }: CalledCommand,
  owned: readonly Effect[],
  setting: Setting,
): boolean {
  const { company, reads } = setting
  const upstream = company?.upstream ?? NOTHING
  // Most commands read nothing.
  if (owned.length === 0 && upstream.length === 0 && (reads === undefined || reads.length === 0)) return false
  const collects = COLLECTING.has(program.name)
  if (!collects && !STREAMING.has(program.name)) return false
  if (!collects && (company?.pipesOn === true || words.argv.some((word) => ENDS.test(word ?? '')))) return false
  if (owned.some((effect) => effect.type === 'read' && DEVICES.has(effect.path))) return true
  if (reads?.some((file) => DEVICES.has(file)) === true) return true
  const [source, ...others] = upstream
  if (source === undefined || others.some(([name]) => !STREAMING.has(name ?? ''))) return false
  return source[0] === 'yes' || (source[0] === 'cat' && source.some((word) => DEVICES.has(word ?? '')))
}

/** Part of changing policy files: readers see either the old file or the new one, even after a crash. */

import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { messageOf } from '../engine/thrown.ts'
import { putToRest, readAtRest } from './at-rest.ts'

const LARGEST = 16 * 1024 * 1024

/** Empty if the file does not exist. Only plain files are read: a device could go on for ever. */
export function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readAtRest(file, LARGEST))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new Error('it is not UTF-8 text', { cause: error })
    throw error
  }
}

/**
 * False if the file no longer holds `before`: a program that takes no lock, such as an editor, has changed it
 * meanwhile.
 */
export function replaceText(file: string, before: string, after: string): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeDurably(draft, after, mode & 0o777)
    if (readText(file) !== before) return false
    renameSync(draft, file)
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}

function writeDurably(file: string, text: string, mode: number): void {
  const descriptor = openSync(file, 'wx', mode)
  try {
    fchmodSync(descriptor, mode)
    writeFileSync(descriptor, text)
    putToRest(descriptor)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOENT: 'there is no such folder, or it is a link that leads nowhere',
  ELOOP: 'it is a link that leads nowhere',
  ENOTDIR: 'part of its path is not a folder',
}

/** The reason in words that a person can act on. */
export function whyNotWritten(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  return (code === undefined ? undefined : REASONS[code]) ?? messageOf(error)
}

export class NotWritten extends Error {
  override readonly name = 'NotWritten'

  constructor(file: string, cause: unknown) {
    super(`${file} cannot be written: ${whyNotWritten(cause)}`, { cause })
  }
}

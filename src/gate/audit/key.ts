/**
 * Part of the audit: the Ed25519 key that signs checkpoints, and the text that is signed.
 *
 * INVARIANT: a key that others can read or that is half written is never used.
 */

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { auditKeyFile, configFolder } from '../../policy/own-folders.ts'
import type { Checkpoint } from '../../store/record.ts'
import { makeFolder } from '../../policy/make-folder.ts'

/**
 * `end`: the chain up to `seq` ended in `hash`. `start`: the records up to `seq` were removed on purpose, by retention.
 * The two are signed with different words, so that an ordinary checkpoint cannot be used as permission to remove the
 * records before it.
 */
export type Statement = 'end' | 'start'

export interface SigningKey {
  readonly id: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** Why a key cannot be used, in words that a person can act on. */
class KeyError extends Error {
  override readonly name = 'KeyError'
}

/** The key in a file, which is created on first use; if several processes create it at once, one wins. */
export function openKey(file: string): SigningKey {
  const found = readKey(file)
  if (found !== undefined) return found
  const draft = `${file}.${process.pid}.${Date.now()}`
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  try {
    makeFolder(dirname(file), 0o700)
    writeFileSync(draft, pem, { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(draft, 0o600)
    linkSync(draft, file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new KeyError(`the audit key ${file} cannot be made (${message})`)
  } finally {
    rmSync(draft, { force: true })
  }
  const made = readKey(file)
  if (made === undefined) throw new KeyError(`the audit key ${file} vanished while it was made`)
  return made
}

/** Undefined if there is no such file. Throws if the file cannot be relied on. */
function readKey(file: string): SigningKey | undefined {
  const pem = pemIn(file)
  if (pem === undefined) return undefined
  const privateKey = privateKeyFrom(pem, file)
  const publicKey = createPublicKey(privateKey)
  return { id: keyId(publicKey), publicKey, privateKey }
}

/** As `readKey`, but returns the file's bytes. */
export function pemIn(file: string): Buffer | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
    throw new KeyError(`the audit key ${file} can be used by others; run \`chmod 600\` on it, or replace it`)
  try {
    return readFileSync(file)
  } catch (error) {
    throw new KeyError(`the audit key ${file} cannot be read (${(error as Error).message})`)
  }
}

function privateKeyFrom(pem: Buffer, file: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Reported below, in words that name the file.
  }
  throw new KeyError(`${file} is not an Ed25519 key; move it away to have a new one made`)
}

/** Public keys by fingerprint: this machine's, those of others that a person has kept here, and those that are given. */
export function knownKeys(home: string, given: ReadonlyMap<string, KeyObject>): ReadonlyMap<string, KeyObject> {
  const own = readKey(auditKeyFile(home))
  const kept = keysIn(join(configFolder(home), 'audit-keys'))
  return new Map([...kept, ...given, ...(own === undefined ? [] : [[own.id, own.publicKey] as const])])
}

/** The public keys in a folder; other files there are ignored. */
function keysIn(folder: string): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>()
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    try {
      const key = createPublicKey(readFileSync(join(folder, name)))
      keys.set(keyId(key), key)
    } catch {
      // Then checkpoints signed with it are reported as signed by an unknown key.
    }
  }
  return keys
}

/** The fingerprint by which a checkpoint names its key. */
export function keyId(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 32)
}

export function signCheckpoint(
  key: SigningKey,
  { seq, hash }: Pick<Checkpoint, 'seq' | 'hash'>,
  at: number,
  says: Statement = 'end',
): Checkpoint {
  const signature = sign(null, statement(says, { seq, hash, at }), key.privateKey).toString('base64')
  return { seq, hash, at, key: says === 'end' ? key.id : `${key.id}${START}`, signature }
}

const START = ' start'

/** What a checkpoint claims to state, and by which key; `isSigned` tells whether the signature proves it. */
export function claimOf({ key }: Checkpoint): { readonly says: Statement; readonly id: string } {
  return key.endsWith(START) ? { says: 'start', id: key.slice(0, -START.length) } : { says: 'end', id: key }
}

/** A signature has one spelling: if it is spelled otherwise, it was changed. */
export function isSigned(checkpoint: Checkpoint, publicKey: KeyObject): boolean {
  const { says } = claimOf(checkpoint)
  const signature = Buffer.from(checkpoint.signature, 'base64')
  if (signature.toString('base64') !== checkpoint.signature) return false
  try {
    return verify(null, statement(says, checkpoint), publicKey, signature)
  } catch {
    return false
  }
}

function statement(says: Statement, { seq, hash, at }: Pick<Checkpoint, 'seq' | 'hash' | 'at'>): Buffer {
  return Buffer.from(JSON.stringify([`countersign audit ${says}`, seq, hash, at]))
}

/**
 * Part of the server: approvers' accounts, for servers that are reached from other machines. One per line: `name scrypt
 * N r p salt hash`, with salt and hash in base64url.
 *
 * INVARIANT: an unknown name takes as much time as a wrong password.
 */

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { appendFileSync, readFileSync, statSync } from 'node:fs'

export interface Account {
  readonly name: string
  readonly options: ScryptOptions
  readonly salt: Buffer
  readonly hash: Buffer
}

const COST = { N: 2 ** 15, r: 8, p: 1 } as const
const SIZE = 32
const NAME = /^[A-Za-z0-9][\w.@-]{0,63}$/
const LINE = /^(\S+) scrypt (\d{1,7}) (\d{1,3}) (\d{1,3}) ([\w-]{16,}) ([\w-]{43})$/
const SHORTEST_PASSWORD = 12

/** Throws for a malformed file and says which line is wrong. */
export function readAccounts(file: string): readonly Account[] {
  if ((statSync(file).mode & 0o077) !== 0) throw new Error(`${file} can be read by others: chmod 600 it`)
  const lines = readFileSync(file, 'utf8').split('\n')
  const accounts = lines.flatMap((line, at) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const found = LINE.exec(line.trim())
    if (found === null || !NAME.test(found[1] ?? '')) throw new Error(`${file}:${at + 1} is not an approver`)
    const [, name = '', N, r, p, salt = '', hash = ''] = found
    return [{ name, options: optionsOf(Number(N), Number(r), Number(p)), salt: bytes(salt), hash: bytes(hash) }]
  })
  if (accounts.length === 0) throw new Error(`${file} names no approver`)
  return accounts
}

/** The name as it is written in the file, or undefined. */
export async function checkPassword(
  accounts: readonly Account[],
  name: string,
  password: string,
): Promise<string | undefined> {
  const account = accountNamed(accounts, name)
  const { options, salt, hash } = account
  const given = await derive(password, salt, options)
  return timingSafeEqual(given, hash) && account !== NOBODY ? account.name : undefined
}

/** Somebody who has no password if there is no such account, so that both take the same time. */
export function accountNamed(accounts: readonly Account[], name: string): Account {
  return accounts.find((known) => known.name === name) ?? NOBODY
}

/** Throws for an unusable name or password. */
export async function addAccount(file: string, name: string, password: string): Promise<void> {
  if (!NAME.test(name)) throw new Error('a name has up to 64 letters, digits or `_.@-`')
  if (password.length < SHORTEST_PASSWORD) throw new Error(`a password has at least ${SHORTEST_PASSWORD} characters`)
  const before = statSync(file, { throwIfNoEntry: false }) === undefined ? '' : readFileSync(file, 'utf8')
  if (before.split('\n').some((known) => known.startsWith(`${name} `)))
    throw new Error(`${name} is in ${file} already; remove the line first`)
  const salt = randomBytes(16)
  const hash = await derive(password, salt, optionsOf(COST.N, COST.r, COST.p))
  const line = `${name} scrypt ${COST.N} ${COST.r} ${COST.p} ${salt.toString('base64url')} ${hash.toString('base64url')}`
  // An editor may have left the last line without a line end.
  const end = before === '' || before.endsWith('\n') ? '' : '\n'
  appendFileSync(file, `${end}${line}\n`, { mode: 0o600 })
}

function optionsOf(N: number, r: number, p: number): ScryptOptions {
  return { N, r, p, maxmem: 256 * N * r }
}

const NOBODY: Account = {
  name: '',
  options: optionsOf(COST.N, COST.r, COST.p),
  salt: Buffer.alloc(16),
  // Not known to anybody, since it is also the key of what a browser is known by.
  hash: randomBytes(SIZE),
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, SIZE, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}

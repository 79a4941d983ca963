/** Part of the command catalogue: database clients asked for lists only. */

import { type Draft, sawFlag, short, spoil } from '../draft.ts'

const LISTS = new Set(['-l', '--list', '-V', '--version', '-?', '--help'])

/** Without a listing flag psql opens a session; with a host it talks to it. */
export function onlyDatabases(draft: Draft): void {
  if (!sawFlag(draft, LISTS)) spoil(draft, 'opens a session')
}

const READS = new Set(
  `PING INFO DBSIZE GET MGET EXISTS TTL PTTL TYPE STRLEN KEYS SCAN HGET HGETALL HKEYS HLEN HMGET HSCAN HEXISTS LLEN LRANGE LINDEX
   SCARD SMEMBERS SISMEMBER SSCAN ZCARD ZRANGE ZRANGEBYSCORE ZSCORE ZRANK ZCOUNT ZSCAN XLEN XRANGE XINFO OBJECT TIME LASTSAVE
   RANDOMKEY GETRANGE BITCOUNT COMMAND EXPIRETIME`.split(/\s+/u),
)
const READ_PAIRS = new Set([
  'CLIENT LIST',
  'CLIENT INFO',
  'MEMORY USAGE',
  'MEMORY STATS',
  'SLOWLOG GET',
  'SLOWLOG LEN',
  'CLUSTER INFO',
  'CLUSTER NODES',
])

export function redisReads(draft: Draft): void {
  const [first, second] = draft.operands.map((index) => draft.argv[index])
  if (first === undefined) {
    if (!sawFlag(draft, LISTS)) spoil(draft, 'opens a session')
    return
  }
  const verb = first?.toUpperCase() ?? ''
  if (READS.has(verb) || READ_PAIRS.has(`${verb} ${second?.toUpperCase()}`)) return
  spoil(draft, `redis ${short(first ?? '$…')}`)
}

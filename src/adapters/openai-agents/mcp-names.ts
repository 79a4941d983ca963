/**
 * Part of the OpenAI Agents adapter: which of a server's tools a function is.
 *
 * The SDK (0.20) replaces characters that a function's name may not have, adds the server's name if it was told to, and
 * cuts a name that is too long or taken, with a hash at the end. INVARIANT: a name that may belong to more than one
 * tool belongs to none.
 */

const LONGEST = 64
const HASH = /_[0-9a-f]{8}$/
const HASH_LENGTH = 9

/** @param listed all that the server has ever listed: the SDK may go by an older list */
export function toolCalled(given: string, server: string, listed: Iterable<string>): string | undefined {
  const [found, ...others] = [...listed].filter((tool) => isCalled(tool, given, server))
  return others.length === 0 ? found : undefined
}

function isCalled(tool: string, given: string, server: string): boolean {
  const name = plain(given)
  const whole = `mcp_${part(server, 'server')}__${part(tool, 'tool')}`
  if (plain(tool) === name || plain(whole) === name) return true
  return HASH.test(name) && plain(withoutEnds(whole.slice(0, LONGEST - HASH_LENGTH))) === name.slice(0, -HASH_LENGTH)
}

function part(name: string, otherwise: string): string {
  return withoutEnds(name.replaceAll(/[^A-Za-z0-9_-]/gu, '_')) || otherwise
}

function withoutEnds(name: string): string {
  let [start, end] = [0, name.length]
  while (start < end && isJoint(name.charAt(start))) start++
  while (end > start && isJoint(name.charAt(end - 1))) end--
  return name.slice(start, end)
}

function isJoint(char: string): boolean {
  return char === '_' || char === '-'
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '_')
}

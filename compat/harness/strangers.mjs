/** Tools that a client offers its model but that are missing in its vocabulary: a person would be asked by their name alone. */

import { AGENTS } from '../../dist/lib/vocabulary/vocabularies.js'

export function strangersTo(agent, { requests }) {
  const [, vocabulary] = AGENTS.find(([names]) => names[0] === agent)
  const known = vocabulary().tools
  const offered = new Set(requests.flatMap(({ tools }) => tools))
  // These belong to the MCP server of the tests.
  return [...offered].filter((name) => !Object.hasOwn(known, name) && !name.includes('traces')).toSorted()
}

/** Tools that a client offers its model and its vocabulary has no entry for: of those a person would be asked by the name alone. */

import { AGENTS } from '../../dist/lib/vocabulary/vocabularies.js'

export function strangersTo(agent, { requests }) {
  const [, vocabulary] = AGENTS.find(([names]) => names[0] === agent)
  const known = vocabulary().tools
  const offered = new Set(requests.flatMap(({ tools }) => tools))
  // Ours are those of the MCP server that the tests bring.
  return [...offered].filter((name) => !Object.hasOwn(known, name) && !name.includes('traces')).toSorted()
}

/** Part of reading policies: the names of MCP servers, as they appear in the names of their tools. */

import { sanitised } from '../vocabulary/mcp.ts'
import { quoted } from './problem.ts'

const NAME = /^[A-Za-z0-9_-]+$/u

/** Why a name cannot be that of one server; undefined if it can. */
export function serverProblem(name: string): { readonly message: string; readonly suggestion?: string } | undefined {
  if (name.includes('*')) return { message: `${quoted(name)} is not a name: trust is given to one server at a time` }
  if (name.startsWith('mcp__')) {
    const [, server = ''] = name.split('__')
    return { message: `${quoted(name)} is the name of a rule, not of a server`, ...suggested(server) }
  }
  if (NAME.test(name)) return undefined
  const message = `${quoted(name)} is not how tools name a server: they have only letters, digits, \`_\` and \`-\``
  return { message, ...suggested(sanitised(name)) }
}

function suggested(server: string): { readonly suggestion?: string } {
  return NAME.test(server) ? { suggestion: server } : {}
}

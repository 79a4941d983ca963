/** Part of every face: how a question begins, by the kind of the call (`Claude wants to run a command`). */

const WANTS: Readonly<Record<string, string>> = {
  shell: 'wants to run a command',
  read: 'wants to read',
  write: 'wants to change a file',
  url: 'wants to reach the network',
  mcp: 'wants to use a tool of an MCP server',
}

export function wantsOf(kind: string): string {
  return WANTS[kind] ?? 'wants to use a tool'
}

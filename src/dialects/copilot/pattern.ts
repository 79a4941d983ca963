/** Part of the Copilot dialect: permission strings, `shell(git:*)`, `write`, `MyServer(tool)`, as seed 001 has them and as the flags of today. */

export interface Pattern {
  readonly kind: 'shell' | 'read' | 'write' | 'url' | 'memory' | 'mcp'
  /** For `mcp`: the server. */
  readonly server?: string
  readonly argument: string | undefined
}

const KINDS: ReadonlySet<string> = new Set(['shell', 'read', 'write', 'url', 'memory'])

/** Undefined when the text is no permission string. */
export function readPattern(text: string): Pattern | undefined {
  const [, name, argument] = /^([^\s()]+)(?:\((.*)\))?$/su.exec(text.trim()) ?? []
  if (name === undefined || argument?.trim() === '') return undefined
  const said = argument?.trim()
  if (KINDS.has(name)) return { kind: name as Pattern['kind'], argument: said }
  // Seed 001 marks servers; today's flags do not.
  return { kind: 'mcp', server: name.replace(/^MCP_/u, ''), argument: said }
}

/** Several patterns in one value, separated by commas outside parentheses. */
export function splitPatterns(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const char = text[at]
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === undefined || (char === ',' && depth === 0)) {
      found.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return found.filter((one) => one !== '')
}

/**
 * Part of the Copilot dialect: permission strings, `shell(git:*)`, `write`, `MyServer(tool)`, in the form of seed 001
 * and of today's flags.
 */

import { COPILOT_KINDS } from '../../vocabulary/copilot.ts'

export interface Pattern {
  readonly kind: (typeof COPILOT_KINDS)[number] | 'mcp'
  /** For `mcp`: the server. */
  readonly server?: string
  readonly argument: string | undefined
}

const KINDS: ReadonlySet<string> = new Set(COPILOT_KINDS)

/** Undefined if the text is not a permission string. */
export function readPattern(text: string): Pattern | undefined {
  const [, name, argument] = /^([^\s()]+)(?:\((.*)\))?$/su.exec(text.trim()) ?? []
  if (name === undefined || argument?.trim() === '') return undefined
  const said = argument?.trim()
  if (KINDS.has(name)) return { kind: name as Pattern['kind'], argument: said }
  // Seed 001 marks servers; today's flags do not.
  return { kind: 'mcp', server: name.replace(/^MCP_/u, ''), argument: said }
}

/** Programs whose commands are identified by two words; all others by the program alone. */
const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'git gh npm cargo yarn pnpm pip go dotnet gradle mvn poetry npx bundle composer conda'.split(' '),
)
/** A plain program name; a program called by a path has no identifier. */
const PLAIN_PROGRAM = /^[\w.+-]+$/u

/** The identifier of a command: `git push`, `make`. Undefined if the program is not spelled out plainly. */
export function identifierOf(text: string): string | undefined {
  const [program = '', ...rest] = text.trim().split(/\s+/u)
  if (!PLAIN_PROGRAM.test(program)) return undefined
  if (!WITH_SUBCOMMANDS.has(program)) return program
  const sub = rest.find((word) => !word.startsWith('-'))
  return sub === undefined ? program : `${program} ${sub}`
}

/** The commands that a permission covers, in our syntax; undefined if no command has this identifier. */
export function coveredBy(argument: string): string | undefined {
  const stem = argument.replace(/:\*$/u, '').trim()
  const words = stem.split(/\s+/u)
  if (!PLAIN_PROGRAM.test(words[0] ?? '')) return undefined
  const hasTwo = WITH_SUBCOMMANDS.has(words[0] ?? '')
  if (words.length === 1) return argument.endsWith(':*') || !hasTwo ? `${stem}:*` : stem
  return words.length === 2 && hasTwo ? `${words.join(' ')}:*` : undefined
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

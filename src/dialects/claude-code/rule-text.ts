/** Part of the Claude Code dialect: one permission rule as text, taken apart. Qwen, Cursor and Copilot share the form. */

export interface RuleText {
  readonly tool: string
  /** Undefined for the bare tool; `Tool(*)` is bare too. */
  readonly specifier: string | undefined
}

/** Undefined unless the text has the form `Tool` or `Tool(specifier)`; the last parenthesis closes. */
export function splitClaudeRule(text: string): RuleText | undefined {
  const trimmed = text.trim()
  const open = trimmed.indexOf('(')
  const tool = open < 0 ? trimmed : trimmed.slice(0, open)
  if (tool === '' || /[\s()]/u.test(tool)) return undefined
  if (open < 0) return { tool, specifier: undefined }
  if (!trimmed.endsWith(')')) return undefined
  const specifier = trimmed.slice(open + 1, -1)
  if (specifier.trim() === '') return undefined
  return { tool, specifier: specifier.trim() === '*' ? undefined : specifier }
}

/**
 * Part of the Gemini CLI dialect: a small evaluator of its policy files, compared with the real engine in
 * compat/dialects.
 *
 * The first rule by priority decides; a command line is decided as a whole, and then each command in it.
 */

import type { Call } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { regexCompiler } from '../../policy/regex.ts'
import type { Model, Where } from '../dialect.ts'
import { commandOf, isShell, isWhole, mcpOf, pathOf, WRITERS, textField } from '../model/input.ts'
import { segmentsOf } from '../model/shell.ts'
import { readJson } from '../text/json.ts'
import { readToml } from '../text/toml.ts'
import { isBuildFile } from './build-files.ts'
import { geminiRules } from './rule.ts'
import type { GeminiRule } from './rule.ts'
import { isSettings, leftOut, settingsRules } from './settings.ts'

const NATIVE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Bash: 'run_shell_command',
    Read: 'read_file',
    Write: 'write_file',
    Edit: 'replace',
    Glob: 'glob',
    Grep: 'grep_search',
    LS: 'list_directory',
    WebFetch: 'web_fetch',
    WebSearch: 'google_web_search',
    Skill: 'activate_skill',
    Task: 'invoke_agent',
    Memory: 'save_memory',
  }),
)

interface Compiled {
  readonly rule: GeminiRule
  readonly matches: (name: string, server: string | undefined, args: string) => boolean
}

const BEHAVIOR: Readonly<Record<GeminiRule['decision'], Behavior>> = { allow: 'allow', ask_user: 'ask', deny: 'deny' }

export function geminiModel(text: string, where: Where): Model | undefined {
  const isJson = isSettings(text)
  const sheet = isJson ? readJson(text, where, 'commented') : readToml(text, where)
  const rules = isJson ? settingsRules(sheet) : geminiRules(sheet)
  const isLeftOut = isJson ? leftOut(sheet) : () => false
  if (sheet.isBroken) return undefined
  const usual = rules.filter((rule) => rule.modes.length === 0 || rule.modes.includes('default'))
  const compiled = usual.filter((rule) => rule.decision !== 'allow' || rule.conditions.length === 0).map(compileRule)
  const first = (name: string, server: string | undefined, args: string): Behavior | 'none' => {
    const found = compiled.find((one) => one.matches(name, server, args))
    return found === undefined ? 'none' : BEHAVIOR[found.rule.decision]
  }
  const shell = (command: string): Behavior | 'none' => {
    const views = [...new Set([command, unwrapped(command)])].map((one) => argsOf({ command: one }))
    const found = compiled.find((one) => views.some((args) => one.matches('run_shell_command', undefined, args)))
    return found === undefined ? 'none' : BEHAVIOR[found.rule.decision]
  }
  const line = (command: string): Behavior | 'none' => {
    const whole = shell(command)
    const segments = segmentsOf(command)
    if (whole === 'deny' || segments === undefined || segments.length === 0) return whole === 'deny' ? 'deny' : 'none'
    const parts = segments.map((one) => (one.whole === command ? whole : shell(one.whole)))
    if (parts.includes('deny')) return 'deny'
    const isRedirected = segments.some(({ redirects }) => redirects.length > 0) || /<\(|>\(/u.test(command)
    const isAllowed = whole === 'allow' && !isRedirected && parts.every((part) => part === 'allow')
    return isAllowed ? 'allow' : whole === 'none' ? 'none' : 'ask'
  }
  return (call) => {
    const mcp = mcpOf(call)
    const name = mcp === undefined ? (NATIVE.get(call.tool) ?? call.tool) : `mcp_${mcp.server}_${mcp.tool}`
    if (isLeftOut(name, mcp)) return 'deny'
    if (isShell(call)) return line(commandOf(call))
    if (!isWhole(call)) return 'none'
    const decided = first(name, mcp?.server, argsOf(nativeInput(call)))
    const path = WRITERS.has(call.tool) ? pathOf(call) : undefined
    return decided === 'allow' && path !== undefined && isBuildFile(path) ? 'ask' : decided
  }
}

/** The command after `bash -c`, which is examined instead of the whole. */
function unwrapped(command: string): string {
  const inner = /^\s*(?:\S*\/)?(?:ba|z)?sh\s+-c\s+(.*)$/su.exec(command)?.[1]?.trim()
  return inner === undefined ? command : inner.replace(/^(["'])(.*)\1$/su, '$2')
}

function nativeInput(call: Call): Call['input'] {
  const { tool, input } = call
  if (tool === 'WebFetch') return { prompt: `${textField(call, 'prompt')} ${textField(call, 'url')}` }
  if (tool !== 'Grep' && tool !== 'LS' && tool !== 'Glob') return input
  const { path, ...rest } = input
  return path === undefined ? rest : { ...rest, dir_path: path }
}

function compileRule(rule: GeminiRule): Compiled {
  const patterns = [
    ...rule.prefixes.map(prefixTester),
    ...[
      ...(rule.commandRegex === undefined ? [] : [`"command":"${rule.commandRegex}`]),
      ...(rule.argsPattern === undefined ? [] : [rule.argsPattern]),
    ].map((source) => tester(source, rule.decision !== 'allow')),
  ]
  return {
    rule,
    matches: (name, server, args) => {
      if (rule.mcpName !== undefined && (server === undefined || (rule.mcpName !== '*' && rule.mcpName !== server)))
        return false
      if (rule.tools.length > 0 && !rule.tools.some((tool) => isTool(tool, name, rule.mcpName))) return false
      return patterns.length === 0 || patterns.some((test) => test(args))
    },
  }
}

function isTool(tool: string, name: string, mcpName: string | undefined): boolean {
  if (tool === '*' || tool === name || (mcpName !== undefined && name === `mcp_${mcpName}_${tool}`)) return true
  return tool.endsWith('*') && tool.startsWith('mcp_') && name.startsWith(tool.slice(0, -1))
}

type Tester = (text: string) => boolean

/** An expression that cannot run in linear time always matches in a restriction and never in a permission. */
function tester(source: string, otherwise: boolean): Tester {
  return expressionOf(source) ?? (() => otherwise)
}

/** Kept because proving an export reads many texts with the same rules: each expression is compiled once. */
const expressions = new Map<string, Tester | undefined>()
const MOST_EXPRESSIONS = 5_000

function expressionOf(source: string): Tester | undefined {
  if (expressions.has(source)) return expressions.get(source)
  if (expressions.size === MOST_EXPRESSIONS) expressions.clear()
  const expression = compileExpression(source)
  expressions.set(source, expression)
  return expression
}

function compileExpression(source: string): Tester | undefined {
  try {
    return regexCompiler()(source, '')
  } catch {
    return undefined
  }
}

/** `"command":"git` followed by a blank or the end of the text. */
function prefixTester(prefix: string): (text: string) => boolean {
  const head = `"command":${JSON.stringify(prefix).slice(0, -1)}`
  return (text) => {
    for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1))
      if (/^(?:[\s"]|\\")/u.test(text.slice(at + head.length, at + head.length + 2))) return true
    return false
  }
}

/** The arguments as text: keys in order, with a NUL around each outermost one. */
function argsOf(input: Call['input']): string {
  const pairs = Object.keys(input)
    .toSorted()
    .map((key) => `\0${JSON.stringify(key)}:${JSON.stringify(input[key]) ?? 'null'}\0`)
  return `{${pairs.join(',')}}`
}

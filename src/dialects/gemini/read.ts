/**
 * Part of the Gemini CLI dialect: reads policy files and settings into a policy.
 *
 * In Gemini CLI the highest priority decides, here the strictest rule. If a permission ranks above a restriction, the
 * restriction gets it as an exception where that can be expressed; otherwise the restriction wins, which is safe.
 */

import { own } from '../../engine/call.ts'
import type { Behavior } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import { isMapping } from '../../policy/shape.ts'
import type { ReadResult, Where } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import type { RuleExtras } from '../import/draft.ts'
import { isPlainCommand } from '../shell-pattern.ts'
import { restrictedText } from '../import/shell-text.ts'
import { readJson } from '../text/json.ts'
import { readToml } from '../text/toml.ts'
import { pinned } from '../import/tool-pin.ts'
import { FILLED_IN } from './besides.ts'
import { BUILD_FILES } from './build-files.ts'
import { nameOf, namesOf } from './names.ts'
import { geminiRules } from './rule.ts'
import type { GeminiRule } from './rule.ts'
import { isSettings, readSettings, settingsRules } from './settings.ts'

const BEHAVIOR: Readonly<Record<GeminiRule['decision'], Behavior>> = { allow: 'allow', ask_user: 'ask', deny: 'deny' }

export function readGeminiPolicy(text: string, where: Where): ReadResult {
  const isJson = isSettings(text)
  const sheet = isJson ? readJson(text, where, 'commented') : readToml(text, where)
  const draft = new Draft(sheet, isJson ? FILLED_IN : undefined)
  const rules = isJson ? settingsRules(sheet) : geminiRules(sheet)
  const checked = isJson ? new Set<string>() : checkedTools(draft)
  rules.forEach((rule, index) => addRule(draft, rule, rules.slice(0, index), checked))
  addBuiltIn(draft, rules)
  if (isJson) readSettings(draft)
  else draft.unread(sheet.fields(sheet.value, ''), '', ['rule', 'safety_checker'])
  return draft.result()
}

/** What it asks about, whatever its rules allow: changes to build files, and redirections of any kind. */
function addBuiltIn(draft: Draft, rules: readonly GeminiRule[]): void {
  const allows = rules.filter(({ decision, mcpName }) => decision === 'allow' && mcpName === undefined)
  const allowing = (...tools: readonly string[]) => allows.find((rule) => rule.tools.some((one) => tools.includes(one)))
  const [writes, runs] = [allowing('write_file', 'replace', '*'), allowing('run_shell_command', '*')]
  if (writes !== undefined) draft.add('ask', `Edit(**/{${BUILD_FILES.map(anyCase).join(',')}})`, writes.path)
  if (runs !== undefined)
    draft.add('ask', 'Bash', runs.path, {
      where: { command: '/[<>]/' },
      reason: 'Gemini CLI asks about every redirection.',
    })
}

/** File endings match in any case. */
function anyCase(pattern: string): string {
  return pattern.startsWith('*') ? pattern.replaceAll(/[a-z]/gu, (char) => `[${char}${char.toUpperCase()}]`) : pattern
}

/** Tools guarded by one of the source's safety checkers, which do not run here. */
function checkedTools(draft: Draft): ReadonlySet<string> {
  const file = draft.sheet.fields(draft.sheet.value, '')
  const tools = draft.sheet.items(own(file, 'safety_checker'), 'safety_checker').map(({ value, path }) => {
    draft.note(path, 'withheld', 'no safety checker runs here: permissions of its tool are left out')
    return isMapping(value) ? (own(value, 'toolName') ?? '*') : '*'
  })
  return new Set(tools.flatMap((tool) => (Array.isArray(tool) ? tool : [tool])).map(String))
}

function addRule(draft: Draft, rule: GeminiRule, above: readonly GeminiRule[], checked: ReadonlySet<string>): void {
  const behavior = BEHAVIOR[rule.decision]
  const tools = rule.tools.length === 0 ? ['*'] : rule.tools
  if (behavior === 'allow') {
    const why = withheld(rule, tools, checked)
    if (why !== undefined) return draft.note(rule.path, 'withheld', `the permission is left out: ${why}`)
    if (rule.allowsRedirection)
      draft.note(rule.path, 'withheld', 'allowRedirection: where its output goes is asked about here all the same')
  }
  const isUsual = rule.modes.length === 0 || rule.modes.includes('default')
  const said: Behavior = behavior === 'deny' && !isUsual ? 'ask' : behavior
  if (said !== behavior)
    draft.note(rule.path, 'asked', `denied in mode ${rule.modes.join(', ')} only: asked about here`)
  if (rule.conditions.length > 0)
    draft.note(rule.path, 'widened', `counts here without its ${rule.conditions.join(', ')}`)
  const extras: RuleExtras = rule.denyMessage === undefined ? {} : { reason: rule.denyMessage }
  for (const tool of tools) addTool(draft, rule, tool, said, { ...extras, ...exceptions(said, tool, above) })
}

function withheld(rule: GeminiRule, tools: readonly string[], checked: ReadonlySet<string>): string | undefined {
  if (rule.conditions.length > 0) return `it depends on ${rule.conditions.join(', ')}`
  if (rule.modes.length > 0 && !rule.modes.includes('default')) return `it counts in mode ${rule.modes.join(', ')} only`
  if (rule.commandRegex !== undefined || rule.argsPattern !== undefined)
    return 'it goes by a regular expression on text'
  return checked.has('*') || tools.some((tool) => checked.has(tool)) ? 'a safety checker stands before it' : undefined
}

/** Commands that a permission of a higher priority allows. */
function exceptions(behavior: Behavior, tool: string, above: readonly GeminiRule[]): RuleExtras {
  if (behavior === 'allow' || tool !== 'run_shell_command') return {}
  const except = above
    .filter((rule) => rule.decision === 'allow' && withheld(rule, rule.tools, new Set()) === undefined)
    .flatMap((rule) => rule.prefixes.filter(isPlainCommand).map((prefix) => `Bash(${prefix}:*)`))
  return except.length === 0 ? {} : { except }
}

function addTool(
  draft: Draft,
  rule: GeminiRule,
  tool: string,
  behavior: Behavior,
  { except, ...extras }: RuleExtras,
): void {
  const { path } = rule
  if (tool === 'run_shell_command' && rule.prefixes.length > 0) {
    for (const prefix of rule.prefixes)
      addPrefix(draft, prefix, behavior, path, { ...extras, ...(except ? { except } : {}) })
    return
  }
  if (rule.commandRegex !== undefined)
    return addRegex(draft, `^(?:.*[^\\w./-])?(?:${rule.commandRegex})`, behavior, path, extras)
  if (rule.argsPattern !== undefined) {
    for (const one of namesOf(tool, rule.mcpName))
      draft.widen(one, path, 'it goes by a regular expression on all arguments')
    return
  }
  const name = nameOf(tool, rule.mcpName)
  if (name === '*' && behavior === 'allow') {
    draft.otherwise('allow', path)
    return draft.note(path, 'withheld', 'everything is allowed but what is dangerous, which still asks')
  }
  if (behavior === 'allow' && tool !== '*' && /\*(?!$)|^(?!mcp_).*\*/su.test(tool))
    return draft.note(path, 'withheld', `${quoted(tool)}: a star is a name's own there, but for one behind \`mcp_\``)
  if (behavior === 'allow') return draft.add(behavior, name, path, { ...extras, ...pinned(name) })
  for (const one of namesOf(tool, rule.mcpName)) draft.add(behavior, one, path, extras)
}

function addPrefix(draft: Draft, prefix: string, behavior: Behavior, path: string, extras: RuleExtras): void {
  if (behavior === 'allow') {
    if (isPlainCommand(prefix)) return draft.add('allow', `Bash(${prefix}:*)`, path, extras)
    return draft.note(path, 'withheld', `${quoted(prefix)} has no exact counterpart`)
  }
  const restricted = restrictedText(`${prefix.replaceAll('*', '')} *`)
  if (restricted === undefined || restricted.exact.length === 0)
    return draft.widen('Bash', path, `${quoted(prefix)} names no single command`)
  const isIt = (text: string) =>
    restricted.exact.some((exact) => `Bash(${exact})` === text || `Bash(${exact.replace(/ \*$/u, ':*')})` === text)
  const except = extras.except?.filter((text) => !isIt(text)) ?? []
  // A permission with the same words ranks above it: the restriction never takes effect.
  if (extras.except !== undefined && except.length < extras.except.length)
    return draft.note(path, 'inert', `${quoted(prefix)} is allowed by a rule of a higher priority`)
  const { except: _, ...rest } = extras
  for (const exact of restricted.exact)
    draft.add(behavior, `Bash(${exact})`, path, except.length === 0 ? rest : { ...rest, except })
}

/** Matches the text of the whole line: an expression that matches one command of a line matches the line. */
function addRegex(draft: Draft, source: string, behavior: Behavior, path: string, extras: RuleExtras): void {
  if (/["\\]{2}|\\"|"/u.test(source)) return draft.widen('Bash', path, 'its regular expression is about JSON')
  draft.add(behavior, 'Bash', path, { ...extras, where: { command: `/${source}/` } })
}

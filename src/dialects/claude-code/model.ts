/**
 * Part of the Claude Code dialect: a small evaluator of its rules: deny, then ask, then the mode, then allow; each
 * command of a line by itself. Based on its documentation, and compared with the client itself (`compat/dialects`).
 */

import { own } from '../../engine/call.ts'
import type { Call } from '../../engine/call.ts'
import { BEHAVIORS } from '../../engine/rule.ts'
import type { Behavior } from '../../engine/rule.ts'
import { isMapping } from '../../policy/shape.ts'
import type { Model, Where } from '../dialect.ts'
import { starMatcher } from '../model/glob.ts'
import { commandOf, isShell, isWhole, pathOf, READERS, urlOf, WRITERS } from '../model/input.ts'
import { absolute, relativeTo } from '../model/paths.ts'
import { segmentsOf } from '../model/shell.ts'
import type { Segment } from '../model/shell.ts'
import { readJson } from '../text/json.ts'
import { pathTest } from './path-model.ts'
import type { Variant } from './rules.ts'
import { splitClaudeRule } from './rule-text.ts'
import { denyViews, isBeyondRules, isReadOnly, leadsOut, readsFiles, stripped, writesFiles } from './shell-model.ts'

export interface ClaudeRule {
  readonly tool: string
  readonly specifier: string | undefined
  readonly text?: (text: string) => boolean
  readonly path?: (path: string) => boolean
  readonly withSubdomains?: boolean
}

export function claudeModel(text: string, where: Where, variant: Variant = {}): Model | undefined {
  const sheet = readJson(text, where, variant.form ?? 'strict')
  if (sheet.isBroken || !isMapping(sheet.value)) return undefined
  const permissions = own(sheet.value, 'permissions')
  const lists = isMapping(permissions) ? permissions : {}
  const rules = (behavior: Behavior) => {
    const list = own(lists, behavior)
    return (Array.isArray(list) ? list : []).flatMap(
      (rule: unknown) => compileRule(rule, behavior, where, variant) ?? [],
    )
  }
  const [allow = [], ask = [], deny = []] = BEHAVIORS.map(rules)
  const takenOut = variant.paths === undefined ? negated(own(lists, 'allow'), where) : []
  const mode = own(lists, 'defaultMode')
  const extra = own(lists, 'additionalDirectories')
  const folders = [where.root, ...(Array.isArray(extra) ? extra : []).map((one) => absolute(String(one), where))]
  const isInside = (path: string) => folders.some((folder) => relativeTo(absolute(path, where), folder) !== undefined)
  return (call) => {
    if (restricts(deny, call, 'deny')) return 'deny'
    if (restricts(ask, call, 'ask')) return mode === 'dontAsk' ? 'deny' : 'ask'
    if (mode === 'bypassPermissions' && mayBypass(where)) return removesMuch(call) ? 'ask' : 'allow'
    if (allows(allow, call, isInside) && !takenOut.some((rule) => matchesTool(rule, call, 'ask'))) return 'allow'
    if (mode === 'acceptEdits' && acceptsEdit(call, folders, where)) return 'allow'
    return 'none'
  }
}

/** Paths that a list of permissions excludes again. */
function negated(list: unknown, where: Where): ClaudeRule[] {
  return (Array.isArray(list) ? list : []).flatMap((rule: unknown) => {
    const { tool, specifier } = (typeof rule === 'string' ? splitClaudeRule(rule) : undefined) ?? {}
    if (tool === undefined || specifier?.startsWith('!') !== true) return []
    return [{ tool, specifier, path: pathTest(specifier.slice(1), false, where) }]
  })
}

/** Commands that are asked about in every mode: `rm` of the root, of home, or of a variable's value. */
function removesMuch(call: Call): boolean {
  const segments = isShell(call) ? segmentsOf(commandOf(call)) : []
  if (segments === undefined) return true
  return segments.some(({ words }) => {
    const [program, ...args] = words
    if (words.length === 0) return false
    if (program === undefined) return /rm/u.test(commandOf(call))
    if (program !== 'rm' && program !== 'rmdir') return false
    return args.some((word) => word === undefined || /^(?:\/[^/]*|~.*|\.{1,2})\/?$/u.test(word))
  })
}

function compileRule(rule: unknown, behavior: Behavior, where: Where, variant: Variant): ClaudeRule | undefined {
  const split = typeof rule === 'string' ? splitClaudeRule(rule) : undefined
  if (split === undefined) return undefined
  const { specifier } = split
  const named = variant.tool?.(split.tool) ?? split.tool
  const tool = named === 'Agent' ? 'Task' : named
  if (specifier === undefined) return { tool, specifier }
  if (tool === 'Bash' || tool === 'PowerShell') {
    const isPrefix = variant.exactIsPrefix === true && !specifier.includes('*')
    return { tool, specifier, text: commandTest(isPrefix ? `${specifier.trim()} *` : specifier) }
  }
  if (tool === 'WebFetch' && variant.withSubdomains === true)
    return { tool, specifier: `domain:${specifier.replace(/^domain:/u, '')}`, withSubdomains: true }
  const test = variant.paths?.test ?? pathTest
  if (tool === 'Read' || tool === 'Edit') return { tool, specifier, path: test(specifier, behavior === 'allow', where) }
  return { tool, specifier }
}

/**
 * If that star is the only one, `x *` and `x:*` match `x` alone or with more words; any other star stands for any
 * characters.
 */
function commandTest(specifier: string): (text: string) => boolean {
  const pattern = specifier.endsWith(':*') ? `${specifier.slice(0, -2)} *` : specifier
  const match = starMatcher(pattern)
  const isOnly = pattern.endsWith(' *') && pattern.indexOf('*') === pattern.length - 1
  const bare = isOnly || specifier.endsWith(':*') ? starMatcher(pattern.slice(0, -2)) : undefined
  // A quick check first, because most rules do not match.
  const head = pattern.replace(/ ?\*.*$/su, '')
  return (text) => text.startsWith(head) && (match(text) || bare?.(text) === true)
}

function restricts(rules: readonly ClaudeRule[], call: Call, as: Behavior): boolean {
  if (!isShell(call)) return rules.some((rule) => matchesTool(rule, call, as))
  const segments = segmentsOf(commandOf(call))
  const views = segments?.flatMap(denyViews)
  return rules.some((rule) => {
    if (rule.specifier === undefined) return rule.tool === '*' || rule.tool === call.tool
    if (segments === undefined) return false
    if (rule.text !== undefined) return views?.some(rule.text) === true
    return as === 'deny' && rule.path !== undefined && segments.some((segment) => touches(rule, segment))
  })
}

/** Denies on files also apply to redirections and to the arguments of commands that it knows; asks do not. */
function touches({ tool, path }: ClaudeRule, { words, redirects }: Segment): boolean {
  const isTarget = (target: string | undefined) =>
    target !== undefined && !/^(?:-|\/dev\/null$)/u.test(target) && path?.(target) === true
  if (redirects.some(({ op, target }) => op.startsWith('<') === (tool === 'Read') && isTarget(target))) return true
  return (tool === 'Read' ? readsFiles(words) : writesFiles(words)) && words.slice(1).some(isTarget)
}

function allows(rules: readonly ClaudeRule[], call: Call, isInside: (path: string) => boolean): boolean {
  if (!isShell(call)) return rules.some((rule) => matchesTool(rule, call, 'allow'))
  if (rules.some(({ tool, specifier }) => specifier === undefined && tool === call.tool)) return true
  const segments = segmentsOf(commandOf(call))
  if (segments === undefined || segments.length === 0 || isBeyondRules(commandOf(call))) return false
  if (segments.some((segment) => leadsOut(segment, isInside))) return false
  if (segments.some(({ words }) => words[0] === 'cd') && segments.some(({ words }) => words[0] === 'git')) return false
  const isRuled = (segment: Segment) => {
    const view = stripped(segment)
    if (view === undefined) return false
    if (isReadOnly(segment) && segment.redirects.some((one) => isWritten(one, rules))) return true
    // The program by its name without quotes; the rest as it is written.
    const named = view.replace(/^\S+/u, segment.words[0] ?? '$&')
    return rules.some(({ text, tool }) => tool === call.tool && (text?.(view) === true || text?.(named) === true))
  }
  // A read-only command passes beside a command that a rule allows; alone, it is not the configuration that allows it.
  const isFree = (segment: Segment) => segment.redirects.every((one) => isHarmless(one, rules, isInside))
  return segments.some(isRuled) && segments.every((one) => isFree(one) && (isReadOnly(one) || isRuled(one)))
}

function isHarmless(
  redirect: Segment['redirects'][number],
  rules: readonly ClaudeRule[],
  isInside: (path: string) => boolean,
): boolean {
  const { op, target, isCopy } = redirect
  if (target?.startsWith('/dev/') === true) return target === '/dev/null'
  if (isCopy || op.startsWith('<<')) return true
  return op === '<' ? target !== undefined && isInside(target) && !target.startsWith('~') : isWritten(redirect, rules)
}

/** Whether a rule that names the file permits writing it: `Edit` alone is about the tool, and a `~` is asked about. */
function isWritten({ op, target }: Segment['redirects'][number], rules: readonly ClaudeRule[]): boolean {
  return (
    target !== undefined &&
    !target.startsWith('~') &&
    /^&?>/u.test(op) &&
    rules.some(({ tool, path }) => tool === 'Edit' && path?.(target) === true && !PROTECTED.test(target))
  )
}

/** A project's files cannot switch bypass on. */
export function mayBypass({ layer }: Where): boolean {
  return layer === 'user' || layer === 'managed'
}

function matchesTool(rule: ClaudeRule, call: Call, as: Behavior): boolean {
  const { tool, specifier } = rule
  if (rule.text !== undefined && tool !== call.tool) return false
  if (tool === '*') return as !== 'allow'
  if (tool.startsWith('mcp__')) return matchesMcp(tool, call.tool, as)
  if (specifier === undefined) {
    if (as === 'allow' && (!isWhole(call) || (WRITERS.has(call.tool) && PROTECTED.test(pathOf(call) ?? ''))))
      return false
    if (tool === call.tool) return true
    if (tool.endsWith('*')) return as !== 'allow' && call.tool.startsWith(tool.slice(0, -1))
    return tool === 'Read' && READERS.has(call.tool)
  }
  const path = pathOf(call)
  const isThere = () => path !== undefined && rule.path?.(path) === true
  if (tool === 'Read') return (READERS.has(call.tool) || (as === 'deny' && WRITERS.has(call.tool))) && isThere()
  if (tool === 'Edit') return WRITERS.has(call.tool) && (as !== 'allow' || !PROTECTED.test(path ?? '')) && isThere()
  if (tool === 'WebFetch' && call.tool === 'WebFetch')
    return (
      matchesHost(specifier, urlOf(call)) ||
      (rule.withSubdomains === true && matchesHost(specifier.replace('domain:', 'domain:*.'), urlOf(call)))
    )
  if ((tool === 'Agent' || tool === 'Task') && call.tool === 'Task') return call.input['subagent_type'] === specifier
  if (tool === 'Skill' && call.tool === 'Skill') return commandTest(specifier)(String(call.input['skill']))
  const [, name = '', value = ''] = /^([A-Za-z_]\w*):(.*)$/su.exec(specifier) ?? []
  return (
    as !== 'allow' &&
    tool === call.tool &&
    name !== '' &&
    name in call.input &&
    starMatcher(value)(String(call.input[name]))
  )
}

function matchesMcp(rule: string, tool: string, as: Behavior): boolean {
  if (as === 'allow' && (/\s/u.test(tool) || (rule.includes('*') && !/^mcp__[^*]+__[^*]*\*$/u.test(rule)))) return false
  return tool === rule || tool.startsWith(`${rule}__`) || (rule.includes('*') && starMatcher(rule)(tool))
}

function matchesHost(specifier: string, url: URL | undefined): boolean {
  if (!specifier.startsWith('domain:') || url === undefined) return false
  const wanted = specifier.slice('domain:'.length).toLowerCase().replace(/\.$/u, '')
  const host = url.hostname.replace(/\.$/u, '')
  if (wanted.startsWith('*.')) return host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1
  const [want, have] = [wanted.split('.'), host.split('.')]
  return want.length === have.length && want.every((label, index) => starMatcher(label)(have[index] ?? ''))
}

/** `sed -i s/a/b/ file`: an expression that only substitutes. */
function isPlainEdit(args: readonly (string | undefined)[]): boolean {
  const flags = args.filter((word) => word?.startsWith('-') === true)
  const expression = args.find((word) => word?.startsWith('-') !== true) ?? ''
  return flags.every((flag) => flag === '-i' || flag === '-E') && /^s([/|#])[\w ]*\1[\w ]*\1g?$/u.test(expression)
}

const FILE_COMMANDS = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed'])
const PROTECTED =
  /(?:^|\/)(?:\.git|\.vscode|\.idea|\.husky|\.claude|\.cargo|\.devcontainer)(?:\/|$)|(?:^|\/)\.(?:bashrc|zshrc|profile|gitconfig|npmrc|mcp\.json)$/u

function acceptsEdit(call: Call, folders: readonly string[], where: Where): boolean {
  const isInside = (path: string) => {
    const whole = absolute(path, where)
    return !PROTECTED.test(whole) && folders.some((folder) => relativeTo(whole, folder) !== undefined)
  }
  const path = pathOf(call)
  if (WRITERS.has(call.tool)) return path !== undefined && isInside(path)
  const segments = isShell(call) ? segmentsOf(commandOf(call)) : undefined
  if (segments === undefined || segments.length === 0) return false
  return segments.every((segment) => {
    if (segments.every(isReadOnly))
      return (
        segment.redirects.length > 0 &&
        segments.length === 1 &&
        segment.redirects.every(({ target, op }) => op.startsWith('>') && target !== undefined && isInside(target))
      )
    if (segment.redirects.some(({ isCopy, target }) => !isCopy && (target === undefined || !isInside(target))))
      return false
    const [program, ...args] = segment.words
    if (segment.assigns.length > 0 || program === 'cd') return false
    if (isReadOnly(segment)) return true
    // The value of a flag may be a file.
    if (args.some((word) => word?.startsWith('--') === true && word.includes('='))) return false
    const paths = args.filter((word) => word === undefined || !word.startsWith('-'))
    if (program === 'sed')
      return isPlainEdit(args) && paths.slice(1).every((word) => word !== undefined && isInside(word))
    return FILE_COMMANDS.has(program ?? '') && paths.every((word) => word !== undefined && isInside(word))
  })
}

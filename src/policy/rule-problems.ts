/**
 * Part of reading policies: what is wrong with one rule.
 *
 * INVARIANT: a rule without errors compiles; a rule that can never match is always reported.
 */

import { COVERS, splitRule } from '../engine/rule.ts'
import type { Rule, RuleText } from '../engine/rule.ts'
import { compileSubject } from '../engine/subject.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'
import { quoted } from './problem.ts'
import type { Complaint, Lexicon } from './lexicon.ts'
import { ANYWHERE, patternProblem } from './pattern-problem.ts'
import { unmatchable } from './unmatchable.ts'
import { whereProblems } from './where-problems.ts'

export interface RuleProblem extends Complaint {
  /** Which part of the rule it is about: `rule`, `except[0]`, `where` … */
  readonly at: string
}

const MAX_TEXT = 8192

/** Programs whose bare name is hardly ever a complete command. */
const HAVE_SUBCOMMANDS = new Set(
  `apt aws az brew bun cargo docker gcloud gem gh git go gradle helm kubectl make mvn npm npx pip pnpm poetry python ruby
  rustup systemctl terraform uv yarn`.split(/\s+/),
)

/** Programs that nobody forbids only as they are without arguments. */
const TAKE_ARGUMENTS = new Set(
  `bash chmod chown cp curl dd deno doas eval kill killall ln mkfs mv nc node perl php pkill rm rmdir rsync scp sed sh
  shred ssh sudo touch truncate unlink wget xargs zsh`.split(/\s+/),
)

/** Programs whose first word is a subcommand, and not a name that users choose, as the targets of make are. */
const NAMED_COMMANDS = new Set([...HAVE_SUBCOMMANDS].filter((name) => !['make', 'python', 'ruby'].includes(name)))

export function ruleProblems(rule: Rule, lexicon: Lexicon): RuleProblem[] {
  const problems: RuleProblem[] = []
  for (const problem of textProblems(rule.rule, lexicon)) problems.push({ ...problem, at: 'rule' })
  if (problems.length === 0) problems.push(...unseenProblem(rule.rule, 'rule'))
  if (rule.behavior === 'allow' && permitsNothing(rule.rule))
    problems.push({
      severity: 'warning',
      at: 'rule',
      message: `${quoted(rule.rule)} is too broad for a permission and allows nothing; name a kind, a tool or one MCP server`,
    })
  const written = splitRule(rule.rule)
  if (written !== undefined)
    problems.push(...(rule.behavior === 'allow' ? narrowProblems(written, 'rule') : bareRestriction(written)))
  rule.except?.forEach((text, index) => {
    for (const problem of exceptProblems(text, rule.rule, lexicon))
      problems.push({ ...problem, at: `except[${index}]` })
    problems.push(...unseenProblem(text, `except[${index}]`))
    const excepted = rule.behavior === 'allow' ? undefined : splitRule(text)
    if (excepted !== undefined) problems.push(...narrowProblems(excepted, `except[${index}]`))
  })
  if (rule.agents?.length === 0) problems.push({ severity: 'error', at: 'agents', message: NOBODY })
  rule.agents?.forEach((name, index) => {
    const problem = lexicon.agent(name)
    if (problem !== undefined) problems.push({ ...problem, at: `agents[${index}]` })
  })
  if (rule.where !== undefined) problems.push(...whereProblems(rule, rule.where, lexicon))
  if (rule.expires !== undefined && lexicon.known.now !== undefined && rule.expires <= lexicon.known.now)
    problems.push({ severity: 'warning', at: 'expires', message: 'the rule has expired and no longer counts' })
  return problems
}

/** Permissions that cover less than their author probably meant; a restriction with the same text matches anyway. */
function narrowProblems({ tool, specifier = '' }: RuleText, at: string): RuleProblem[] {
  const kind = kindOf(tool)
  if (kind === 'shell') return starProblem(tool, specifier, at)
  return kind === 'read' || kind === 'write' ? bracketProblem(specifier, at) : []
}

/** For `npm run*`. Behind the words of a command, as in `npm run test*`, the star may well be meant like that. */
function starProblem(tool: string, specifier: string, at: string): RuleProblem[] {
  const [program = '', ...words] = specifier.split(/\s+/)
  const isCommand = words.length === 0 || (words.length === 1 && NAMED_COMMANDS.has(program))
  if (!isCommand || !/^\w[\w-]*\*$/.test(words[0] ?? program)) return []
  const message = `\`${words[0] ?? program}\` is one word and permits none behind it`
  return [{ severity: 'warning', at, message, suggestion: `${tool}(${specifier.slice(0, -1)}:*)` }]
}

/**
 * Characters that look like a blank or like nothing, and are neither; they get in when a text is copied from a page.
 */
const UNSEEN = /[\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/u

function unseenProblem(text: string, at: string): RuleProblem[] {
  const code = UNSEEN.exec(text)?.[0].codePointAt(0)?.toString(16)
  if (code === undefined) return []
  const message = `${quoted(text)} holds a character that cannot be seen (\`\\u{${code}}\`), and matches only what holds it too; type it anew`
  return [{ severity: 'warning', at, message }]
}

/** A whole segment in brackets: hardly anybody means its letters one by one. */
const BRACKETED = /(?:^|\/)\[([a-z]\w+)\](?=\/|$)/i

function bracketProblem(specifier: string, at: string): RuleProblem[] {
  const name = BRACKETED.exec(specifier)?.[1]
  if (name === undefined) return []
  const message = `\`[${name}]\` stands for one of these letters; write \`\\[${name}\\]\` for the name with its brackets`
  return [{ severity: 'warning', at, message }]
}

const NOBODY = 'names nobody, so the rule would count for no agent that is named; without it the rule counts for all'

/** Stars that span several tools or servers can only restrict: nobody can tell what they will cover one day. */
function permitsNothing(text: string): boolean {
  if (!text.startsWith('*') && !text.startsWith('mcp__')) return false
  const tool = splitRule(text)?.tool ?? ''
  if (tool === '*') return true
  return tool.startsWith('mcp__') && tool.endsWith('*') && tool.indexOf('__', 'mcp__'.length + 1) < 0
}

function textProblems(text: string, lexicon: Lexicon): Complaint[] {
  const shape = shapeProblem(text, lexicon)
  if (shape !== undefined) return [shape]
  const split = splitRule(text)
  if (split === undefined) return [error(`${quoted(text)} is not of the form \`Tool\` or \`Tool(specifier)\``)]
  const { tool, specifier } = split
  const name = asCommand(text, nameProblem(tool, lexicon))
  if (name?.severity === 'error') return [name]
  const message = alternativesProblem(tool, specifier, lexicon) ?? compileProblem(text, tool, lexicon)
  if (message !== undefined) return [error(sentence(text, message), barePrefix(tool, specifier))]
  if (specifier !== undefined && !canMatchInput(tool, specifier, lexicon))
    return [
      error(`${quoted(text)} can never match: the specifier of ${quoted(tool)} is its whole input as a JSON object`),
    ]
  if (specifier === undefined) return [name].filter(isSome)
  return [name, bareProgram(tool, specifier), emptyProblem(text, tool, specifier)].filter(isSome)
}

function compileProblem(text: string, tool: string, lexicon: Lexicon): string | undefined {
  return lexicon.isCompiledNext(tool) ? undefined : patternProblem(() => compileSubject(text, ANYWHERE))
}

/**
 * Only paths and urls have braces as alternatives; elsewhere braces are part of a JSON object, or ordinary characters.
 */
function alternativesProblem(tool: string, specifier: string | undefined, lexicon: Lexicon): string | undefined {
  const kind = kindOf(tool)
  const hasBraces = specifier !== undefined && (kind === 'read' || kind === 'write' || kind === 'url')
  return hasBraces ? lexicon.alternatives(specifier) : undefined
}

/** Checks the form of the text without a regular expression, so that a long text does not take long. */
function shapeProblem(text: string, lexicon: Lexicon): Complaint | undefined {
  if (text.length > MAX_TEXT) return error(`the rule is longer than ${MAX_TEXT} characters`)
  const open = text.indexOf('(')
  const head = (open < 0 ? text : text.slice(0, open)).trim()
  if (open >= 0 && head === '') return error(`${quoted(text)} names no tool before the parenthesis`)
  if (open >= 0 && !text.includes(')', open))
    return error(`the parenthesis in ${quoted(text)} is never closed`, open === text.length - 1 ? head : `${text})`)
  if (open >= 0 && !text.endsWith(')')) return error(`${quoted(text)} goes on after its closing parenthesis`)
  if (open < 0 && text.includes(')')) return error(`the parenthesis in ${quoted(text)} is never opened`)
  if (open >= 0 && text.slice(open + 1, -1).trim() === '')
    return error(`nothing stands between the parentheses of ${quoted(text)}`, head)
  const gap = head.search(/\s/)
  if (gap < 0) return undefined
  // A text that begins with no tool is most likely a command; clients write the names of servers with underscores.
  const tool = head.slice(0, gap)
  if (tool.startsWith('mcp__'))
    return error(`the name of a tool has no blanks`, text.replace(head, head.replaceAll(/\s+/g, '_')))
  const whole = lexicon.isKnown(tool) ? `${tool}(${head.slice(gap).trim()})` : `shell(${head})`
  const meant = open < 0 ? whole : undefined
  return error(`the name of a tool has no blanks; a rule is \`Tool\` or \`Tool(specifier)\``, meant)
}

/** A program's name alone, where a rule about its commands was meant. */
function asCommand(text: string, problem: Complaint | undefined): Complaint | undefined {
  const isProgram = HAVE_SUBCOMMANDS.has(text) || TAKE_ARGUMENTS.has(text)
  return problem !== undefined && isProgram ? { ...problem, suggestion: `shell(${text}:*)` } : problem
}

const LIKE_MCP = /^mcp(?:__|[:/]+)([\w-]+)$/i

function nameProblem(tool: string, lexicon: Lexicon): Complaint | undefined {
  if (lexicon.isKnown(tool)) return undefined
  if (/^mcp__(?:__|$)/.test(tool)) return error(`${quoted(tool)} names no MCP server`, 'mcp__*')
  const star = tool.indexOf('*')
  if (star >= 0 && star < tool.length - 1)
    return error(`\`*\` may only stand at the end of a tool name, not inside ${quoted(tool)}`)
  if (tool.startsWith('mcp__')) return undefined
  if (star >= 0) return lexicon.unknownStart(tool.slice(0, -1))
  const [, rest] = LIKE_MCP.exec(tool) ?? []
  if (rest !== undefined) return error(`${quoted(tool)} is not a tool known here`, `mcp__${rest}`)
  return lexicon.unknownTool(tool)
}

/** Specifiers of tools without a grammar of their own must be JSON; a custom tool's `match` may understand anything. */
function canMatchInput(tool: string, specifier: string, lexicon: Lexicon): boolean {
  if (lexicon.isCustom(tool)) return true
  if (!lexicon.isKnown(tool) && !tool.startsWith('mcp__')) return true
  const kind = kindOf(tool)
  if (kind === 'shell' || kind === 'read' || kind === 'write' || kind === 'url') return true
  return specifier.startsWith('{')
}

function barePrefix(tool: string, specifier: string | undefined): string | undefined {
  return specifier === ':*' ? tool : undefined
}

function bareProgram(tool: string, specifier: string, programs = HAVE_SUBCOMMANDS): Complaint | undefined {
  if (kindOf(tool) !== 'shell' || !programs.has(specifier)) return undefined
  const message = `matches only the bare command ${quoted(specifier)}; \`${tool}(${specifier}:*)\` covers every ${specifier} command`
  return { severity: 'warning', message }
}

function bareRestriction({ tool, specifier = '' }: RuleText): RuleProblem[] {
  const problem = bareProgram(tool, specifier, TAKE_ARGUMENTS)
  return problem === undefined ? [] : [{ ...problem, at: 'rule' }]
}

function emptyProblem(text: string, tool: string, specifier: string): Complaint | undefined {
  const why = unmatchable(kindOf(tool), specifier)
  return why === undefined
    ? undefined
    : { severity: 'warning', message: `${quoted(text)} will hardly ever match: ${why}` }
}

function exceptProblems(text: string, rule: string, lexicon: Lexicon): Complaint[] {
  const problems = textProblems(text, lexicon)
  if (problems.some(({ severity }) => severity === 'error')) return problems
  const [inner, outer] = [splitRule(text), splitRule(rule)]
  if (inner === undefined || outer === undefined) return problems
  if (inner.tool === outer.tool && (inner.specifier === undefined || inner.specifier === outer.specifier))
    return [error(`the exception takes everything out of the rule, which can then never match`)]
  if (kindOf(inner.tool) !== kindOf(outer.tool))
    problems.push({
      severity: 'warning',
      message: `the exception is about another kind of tool than ${quoted(rule)} and changes nothing`,
    })
  return problems
}

function kindOf(tool: string): string {
  return COVERS.get(tool) ?? canonicalTool(tool)?.kind ?? (tool.startsWith('mcp__') ? 'mcp' : 'other')
}

function sentence(text: string, message: string): string {
  return `${quoted(text)} cannot be read: ${message}`
}

function error(message: string, suggestion?: string): Complaint {
  return { severity: 'error', message, suggestion }
}

function isSome<T>(value: T | undefined): value is T {
  return value !== undefined
}

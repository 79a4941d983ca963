/**
 * Part of the Claude Code dialect: translates one of its rules to ours.
 *
 * Forms that it accepts but never consults are imported as inert, with a finding: they looked like protection but were
 * none.
 */

import type { Behavior } from '../../engine/rule.ts'
import { quoted } from '../../policy/problem.ts'
import { canonicalTool } from '../../vocabulary/canonical.ts'
import { inOurCase } from '../import/any-case.ts'
import type { Where } from '../dialect.ts'
import type { Draft } from '../import/draft.ts'
import type { Fields } from '../text/sheet.ts'
import { restrictedText } from '../import/shell-text.ts'
import type { JsonForm } from '../text/json.ts'
import { literal } from '../import/where-text.ts'
import { pathSpecifiers } from './paths.ts'
import type { PathTest } from './path-model.ts'
import { outsideOf, withoutNothing } from './permitted-command.ts'
import { splitClaudeRule } from './rule-text.ts'
import { STRIPPED } from './shell-model.ts'

const NEVER_CONSULTED: ReadonlySet<string> = new Set(['Write', 'MultiEdit', 'NotebookEdit', 'Glob', 'NotebookRead'])
const SHELLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell'])
const PARAMETER = /^([A-Za-z_][\w-]*):(.*)$/su
/** The field that a tool's own patterns are about: naming it as a parameter has no effect. */
const PRIMARY: Readonly<Record<string, string>> = { Bash: 'command', WebFetch: 'url', WebSearch: 'query' }

/** Specifiers that name a parameter although they look like a command or a path. */
const PARAMETERS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    Bash: /^(?:run_in_background|timeout|description|dangerouslyDisableSandbox):(?!\*$)/u,
    PowerShell: /^(?:run_in_background|timeout|description):(?!\*$)/u,
    Read: /^(?:offset|limit|pages):/u,
    Edit: /^replace_all:/u,
  }),
)
const FILES: ReadonlySet<string> = new Set(['read', 'write'])

/** How another system with the same syntax differs. */
export interface Variant {
  /** A command without a star covers whatever follows it. */
  readonly exactIsPrefix?: boolean
  /** A domain covers its subdomains. */
  readonly withSubdomains?: boolean
  /** The JSON that it accepts; Claude Code ignores a whole file with comments. */
  readonly form?: JsonForm
  /** Our name of a tool. */
  readonly tool?: (name: string) => string
  /** Its path patterns in our form, and as it reads them; each tool for files accepts one. */
  readonly paths?: {
    readonly ours: (pattern: string, behavior: Behavior) => readonly string[]
    readonly test: (pattern: string, isAllow: boolean, where: Where) => PathTest
  }
  /** Rules that extend a restriction on a path to everything below it; in Claude Code it includes that anyway. */
  readonly below?: (rule: string) => readonly string[]
  /** What it replaces in its texts when it starts. */
  readonly filledIn?: RegExp
  /** What its settings restrict besides their rules. */
  readonly besides?: (draft: Draft, settings: Fields) => void
}

/** One of its rules: the draft that it goes into, its behaviour, its path in the source, and the variant. */
interface Entry {
  readonly draft: Draft
  readonly behavior: Behavior
  readonly path: string
  readonly variant: Variant
}

export function addClaudeRule(
  draft: Draft,
  text: string,
  behavior: Behavior,
  path: string,
  variant: Variant = {},
): void {
  const entry: Entry = { draft, behavior, path, variant }
  const split = splitClaudeRule(text)
  if (split === undefined) return draft.sheet.error(path, `${quoted(text)} is not of the form Tool or Tool(specifier)`)
  const { specifier } = split
  const tool = variant.tool?.(split.tool) ?? split.tool
  const ours = inOurCase(tool)
  if (ours !== tool && ours.toLowerCase() === tool.toLowerCase())
    return addInOtherLetters(entry, text, specifier === undefined ? ours : `${ours}(${specifier})`, ours)
  if (specifier === undefined) return addBare(entry, tool)
  if (behavior !== 'allow' && PARAMETERS.get(tool)?.test(specifier) === true) addParameter(entry, tool, specifier)
  if (behavior !== 'allow' && tool.startsWith('mcp__') && variant.tool !== undefined) {
    draft.note(path, 'widened', `counts here without ${quoted(specifier)}, which some releases do not look at`)
    return addBare(entry, tool)
  }
  if (SHELLS.has(tool)) return addShell(entry, tool, specifier)
  if (tool === 'Read' || tool === 'Edit') return addPath(entry, tool, specifier)
  if (variant.paths !== undefined && FILES.has(canonicalTool(tool)?.kind ?? ''))
    return addOtherPath(entry, tool, specifier)
  if (tool === 'WebFetch' && (specifier.startsWith('domain:') || variant.withSubdomains === true))
    return addDomain(entry, specifier)
  if (tool === 'Agent' || tool === 'Task') return addAgent(entry, specifier)
  if (tool === 'Skill') return addSkill(entry, specifier)
  if (tool === 'Cd')
    return draft.note(path, 'left out', `${quoted(text)} is about a command of the person, not of the agent`)
  if (NEVER_CONSULTED.has(tool)) return inert(entry, text)
  return addParameter(entry, tool, specifier)
}

/**
 * In Claude Code case counts in tool names: no tool has this name, so the rule restricted nothing. A restriction is
 * imported as it was intended.
 */
function addInOtherLetters(entry: Entry, text: string, meant: string, tool: string): void {
  const { draft, behavior, path, variant } = entry
  if (behavior === 'allow') return inert(entry, text)
  addClaudeRule(draft, meant, behavior, path, variant)
  draft.note(path, 'widened', `${quoted(text)} is about no tool there, which is called ${quoted(tool)}: here it counts`)
}

function inert({ draft, path }: Entry, text: string): void {
  draft.note(
    path,
    'inert',
    `${quoted(text)} is accepted by Claude Code but never consulted; it decides nothing here either`,
  )
}

function addBare(entry: Entry, tool: string): void {
  const { draft, behavior, path } = entry
  // A permission must spell out its server, or the whole name.
  if (behavior === 'allow' && tool.includes('*') && !/^mcp__[^*]+__[^*]*\*$/u.test(tool)) return inert(entry, tool)
  if (tool.slice(0, -1).includes('*')) {
    if (behavior === 'allow') return inert(entry, tool)
    return draft.widen(tool.slice(0, tool.indexOf('*') + 1), path, 'a star inside a name')
  }
  // Our `Write` covers every writing tool; theirs is the one tool that takes a file's whole content.
  if (tool === 'Write') return draft.add(behavior, 'Write', path, { where: { content: '*' } })
  if (tool === 'Edit' && behavior === 'allow') return draft.add(behavior, 'Edit', path, { where: { old_string: '*' } })
  draft.add(behavior, tool, path)
  if (behavior === 'deny' && tool !== '*') draft.show('disallowed', hiddenName(tool))
}

function hiddenName(tool: string): string {
  return /^mcp__[^*]*$/u.test(tool) && !tool.slice(5).includes('__') ? `${tool}__*` : tool
}

function addShell({ draft, behavior, path, variant: { exactIsPrefix } }: Entry, tool: string, written: string): void {
  const text = exactIsPrefix === true ? written.replace(':*', ' *') : written
  const specifier = exactIsPrefix === true && !text.includes('*') ? `${text.trim()}:*` : text
  if (behavior === 'allow' && /\s{2}|[^\S ]/u.test(specifier))
    return draft.note(path, 'withheld', `${quoted(specifier)}: it counts every blank, which ours does not`)
  if (behavior === 'allow' && /[{}]/u.test(specifier))
    return draft.note(
      path,
      'withheld',
      `${quoted(specifier)}: a line with braces is asked about there, whatever allows it`,
    )
  if (behavior === 'allow' && /(?:^| )\* \*$/u.test(specifier))
    return draft.note(path, 'withheld', `${quoted(specifier)}: it counts the words, which ours does not`)
  if (behavior === 'allow' && (/^[A-Za-z_]\w*=/u.test(specifier) || STRIPPED.has(specifier.split(' ', 1)[0] ?? '')))
    return draft.note(
      path,
      'withheld',
      `${quoted(specifier)}: what it begins with is taken off there before it is compared`,
    )
  if (behavior === 'allow') {
    const outside = outsideOf(specifier)
    if (outside.length > 0)
      draft.note(
        path,
        'withheld',
        `${quoted(specifier)}: paths in full, of the home and above are asked about, as those outside are there`,
      )
    const except = [...withoutNothing(specifier), ...outside].map((one) => `${tool}(${one})`)
    return draft.add(behavior, `${tool}(${withMore(specifier)})`, path, except.length === 0 ? {} : { except })
  }
  const restricted = restrictedText(specifier)
  if (restricted === undefined) return draft.widen(`${tool}(${specifier})`, path, 'it names no single command')
  for (const exact of restricted.exact) draft.add(behavior, `${tool}(${exact})`, path)
  if (restricted.wide === undefined) return
  draft.add('ask', `${tool}(${restricted.wide})`, path)
  draft.note(path, 'widened', `${quoted(specifier)} spans several commands: ${quoted(restricted.wide)} is asked about`)
}

/**
 * After a program, a star at the end of a word also stands for further words in Claude Code: `npm run*` matches `npm
 * run build`.
 */
function withMore(specifier: string): string {
  return /^[^\s*]+ (?:[^*]*[^*\s:])?[^*\s:]\*$/u.test(specifier) ? `${specifier}:*` : specifier
}

function addPath(entry: Entry, tool: string, specifier: string): void {
  const { draft, behavior, path } = entry
  const { paths } = entry.variant
  if (specifier.startsWith('!') && paths === undefined) return addNegated(entry, tool, specifier)
  const { layer } = draft.sheet.where
  const specifiers = paths?.ours(specifier, behavior) ?? pathSpecifiers(specifier, behavior, layer)
  if (specifiers.length === 0) return addNoPath(entry, tool, specifier)
  for (const one of specifiers) {
    draft.add(behavior, `${tool}(${one})`, path)
    // A file that must not be read must not be changed either.
    if (tool === 'Read' && behavior === 'deny') draft.add('deny', `Edit(${one})`, path)
  }
}

/** As in a `.gitignore`: it excludes paths from what the rules beside it match. */
function addNegated({ draft, behavior, path }: Entry, tool: string, specifier: string): void {
  if (behavior !== 'allow')
    return draft.note(path, 'widened', `${quoted(specifier)}: what it takes out of a restriction stays in it here`)
  for (const one of pathSpecifiers(specifier.slice(1), 'ask', draft.sheet.where.layer))
    draft.add('ask', `${tool}(${one})`, path)
  draft.note(path, 'widened', `${quoted(specifier)}: what it takes out of a permission is asked about`)
}

function addNoPath({ draft, behavior, path, variant }: Entry, tool: string, specifier: string): void {
  const isOther = variant.paths !== undefined
  if (isOther && behavior !== 'allow') return draft.widen(tool, path, `${quoted(specifier)} has no exact counterpart`)
  if (isOther) return draft.note(path, 'withheld', `${quoted(specifier)} has no exact counterpart`)
  if (/^\/[^/]/u.test(specifier))
    draft.note(path, 'withheld', `which folder ${quoted(specifier)} starts from is not known for managed settings`)
  else draft.note(path, 'inert', `${quoted(specifier)} matches nothing there`)
}

/** A path rule for just one of the tools that read, or write. */
function addOtherPath(entry: Entry, tool: string, specifier: string): void {
  const { draft, behavior, path } = entry
  if (behavior !== 'allow') return addPath(entry, tool, specifier)
  draft.note(path, 'withheld', `${quoted(`${tool}(${specifier})`)}: a permission of one tool has no counterpart`)
}

/** Matches the agent by its name, which may contain a colon; a restriction also matches by an argument. */
function addAgent(entry: Entry, specifier: string): void {
  const { draft, behavior, path } = entry
  draft.add(behavior, 'Task', path, { where: { subagent_type: literal(specifier) } })
  if (behavior === 'allow') return
  if (specifier.includes(',')) return draft.widen('Task', path, `${quoted(specifier)} has several conditions`)
  addParameter(entry, 'Task', specifier)
}

function addDomain({ draft, behavior, path, variant: { withSubdomains } }: Entry, specifier: string): void {
  const domain = specifier
    .replace(/^domain:/u, '')
    .trim()
    .replace(/\.$/u, '')
  draft.add(behavior, `WebFetch(domain:${domain})`, path)
  if (withSubdomains === true && !(behavior === 'allow' ? domain.includes('*') : domain.startsWith('*.')))
    draft.add(behavior, `WebFetch(domain:*.${domain})`, path)
}

function addSkill({ draft, behavior, path }: Entry, specifier: string): void {
  const name = literal(specifier.replace(/(?: \*|:\*)$/u, '*'))
  draft.add(behavior, 'Skill', path, { where: { skill: name } })
  if (behavior !== 'allow') draft.add(behavior, 'Skill', path, { where: { command: name } })
}

function addParameter(entry: Entry, tool: string, specifier: string): void {
  const { draft, behavior, path } = entry
  const [, name, value] = PARAMETER.exec(specifier) ?? []
  const text = `${tool}(${specifier})`
  if (behavior === 'allow') {
    if (name !== undefined || canonicalTool(tool) !== undefined) return inert(entry, text)
    return draft.note(path, 'withheld', `what ${quoted(text)} permits is not documented`)
  }
  if (tool === 'Task' && (name === undefined || name === 'subagent_type')) return
  if (name === undefined || value === undefined) return draft.widen(text, path, 'its form is not documented')
  // An address is not an argument named `https`.
  if (PRIMARY[tool] === name || value.startsWith('//')) return inert(entry, text)
  draft.add(behavior, tool, path, { where: { [name]: literal(value) } })
}

/**
 * Part of the Gemini CLI dialect: writes a policy into a policy file of its own. Deny ranks above ask, ask above allow.
 */

import { literalRegex } from '../../policy/regex.ts'
import { own } from '../../engine/call.ts'
import { expandBraces } from '../../engine/match/braces.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import type { WriteContext, Written } from '../dialect.ts'
import { guardTexts } from '../export/built-in.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native, Target } from '../export/target.ts'
import type { Subject } from '../export/subject.ts'
import { geminiModel } from './model.ts'
import { ODD_PATHS, pathPattern } from './path-pattern.ts'

export interface GeminiEntry {
  readonly tools: readonly string[]
  readonly mcpName?: string
  readonly commandPrefix?: string
  readonly commandRegex?: string
  readonly argsPattern?: string
}

const PRIORITY: Readonly<Record<Behavior, number>> = { deny: 900, ask: 800, allow: 700 }
const READERS = ['read_file', 'read_many_files', 'glob', 'grep_search', 'list_directory']
const WRITERS = ['write_file', 'replace']
const SHELL = ['run_shell_command']
/** Words that a shell passes on unchanged. */
const WORDS = String.raw`[ \w./:=@%+,^-]*`

export function writeGeminiPolicy(policy: Policy, context: WriteContext): Written {
  const path = context.scope === 'user' ? '~/.gemini/policies/countersign.toml' : '.gemini/policies/countersign.toml'
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const target: Target<GeminiEntry> = {
    title: 'Gemini CLI',
    agent: 'gemini',
    canAsk: true,
    spell: (subject, behavior) => spell(subject, behavior, context.root),
    guards: (names) => [
      [{ tools: [...READERS, ...WRITERS], argsPattern: ODD_PATHS }],
      // Gemini CLI decides the command after these shells in their place.
      ['bash', 'sh', 'zsh'].map((commandPrefix) => ({ tools: SHELL, commandPrefix })),
      ...guardTexts(names).map((texts) =>
        texts.map((text) => ({ tools: SHELL, commandRegex: `[^"]*${quotedText(text)}` })),
      ),
    ],
    render: (entries) => [{ path, text: render(entries) }],
    model: ([file]) => geminiModel(file?.text ?? '', where),
  }
  const written = exportPolicy(policy, context, target)
  if (context.scope === 'user') return written
  const message =
    'Gemini CLI reads the policies of a project only when told so: gemini --policy .gemini/policies/countersign.toml'
  return { ...written, findings: [...written.findings, { file: path, line: 0, col: 0, made: 'left out', message }] }
}

function spell(subject: Subject, behavior: Behavior, root: string): readonly GeminiEntry[] | undefined {
  const isAllow = behavior === 'allow'
  switch (subject.about) {
    case 'everything':
      return isAllow ? undefined : [{ tools: ['*'] }]
    case 'kind':
      return WHOLE_KINDS[subject.kind]?.map((tool) => ({ tools: [tool] }))
    case 'tool':
      return (
        (own(TOOLS, subject.tool) as readonly GeminiEntry[] | undefined) ??
        (subject.tool.includes('*') ? undefined : [{ tools: [subject.tool] }])
      )
    case 'command':
      return spellCommand(subject, isAllow)
    case 'path':
      return spellPath(subject, isAllow, root)
    case 'url':
      return isAllow || !('name' in subject.url.host)
        ? undefined
        : [{ tools: ['web_fetch'], argsPattern: inAnyCase(subject.url.host.name) }]
    case 'mcp':
      if (subject.server === undefined) return [{ tools: ['mcp_*'] }]
      if (subject.tool?.includes('*') === true) return undefined
      return [{ tools: [subject.tool ?? '*'], mcpName: subject.server }]
  }
}

const WHOLE_KINDS: Readonly<Record<string, readonly string[]>> = {
  shell: SHELL,
  read: READERS,
  write: WRITERS,
  url: ['web_fetch', 'google_web_search'],
  mcp: ['mcp_*'],
}

const TOOLS: Readonly<Record<string, readonly GeminiEntry[]>> = {
  Bash: [{ tools: SHELL }],
  Glob: [{ tools: ['glob'] }],
  Grep: [{ tools: ['grep_search'] }],
  LS: [{ tools: ['list_directory'] }],
  WebFetch: [{ tools: ['web_fetch'] }],
  WebSearch: [{ tools: ['google_web_search'] }],
  Skill: [{ tools: ['activate_skill'] }],
  Task: [{ tools: ['invoke_agent'] }],
  Memory: [{ tools: ['save_memory'] }],
}

function spellCommand(
  { pattern }: Subject & { about: 'command' },
  isAllow: boolean,
): readonly GeminiEntry[] | undefined {
  const { words, prefix, plain } = pattern
  if (isAllow) {
    if (!plain) return undefined
    const text = words.map(quotedText).join(' ')
    return [{ tools: SHELL, commandRegex: prefix ? `${text}(?:"| ${WORDS}")` : `${text}"` }]
  }
  const fixed = words.findIndex((word) => word.includes('*'))
  const stem = (fixed < 0 ? words : words.slice(0, fixed)).join(' ')
  if (stem === '' || /['"\\]/u.test(stem)) return undefined
  return [{ tools: SHELL, commandPrefix: stem }]
}

function spellPath(
  { kind, tool, path }: Subject & { about: 'path' },
  isAllow: boolean,
  root: string,
): readonly GeminiEntry[] | undefined {
  if (isAllow && tool !== undefined) return undefined
  const tools = kind === 'write' ? WRITERS : isAllow ? ['read_file'] : READERS
  const patterns = expandBraces(path).map((one) => pathPattern(one, isAllow, root))
  return patterns.every((one) => one !== undefined)
    ? patterns.map((argsPattern) => ({ tools, argsPattern }))
    : undefined
}

function quotedText(text: string): string {
  return literalRegex(JSON.stringify(text).slice(1, -1))
}

/** A host is the same in any letter case, but an address is compared as it is spelled. */
function inAnyCase(host: string): string {
  return quotedText(host).replaceAll(/[a-z]/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

function render(entries: readonly Native<GeminiEntry>[]): string {
  const blocks = entries.map(({ behavior, entry, rule }) => {
    const { tools, ...conditions } = entry
    const lines = [
      `toolName = ${tools.length === 1 ? JSON.stringify(tools[0]) : JSON.stringify(tools)}`,
      ...Object.entries(conditions).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
      `decision = ${JSON.stringify(behavior === 'ask' ? 'ask_user' : behavior)}`,
      `priority = ${PRIORITY[behavior]}`,
      ...(rule?.reason === undefined || behavior !== 'deny' ? [] : [`denyMessage = ${JSON.stringify(rule.reason)}`]),
    ]
    return `[[rule]]\n${lines.join('\n')}\n`
  })
  return `# Written by \`countersign export gemini\`; change the policy of Countersign instead.\n\n${blocks.join('\n')}`
}

/** Part of the tests: one line of the seed cases, put to the engine. */

import { createEngine } from '../src/index.ts'
import type { Behavior, Call, CustomTool, Engine, Kind, Mode } from '../src/index.ts'
import type { PolicyInput } from '../src/policy/inline.ts'

type WrittenRule = string | { readonly tool: string; readonly content: string | null }

interface Decision {
  readonly kind: 'decision'
  readonly mode: string
  readonly rules: Readonly<Record<Behavior, readonly WrittenRule[]>>
  readonly workingDirectories?: readonly string[]
  readonly call: Call
  readonly expect: Behavior
  readonly bypassImmune: boolean | null
  readonly toolReturns?: { readonly behavior: string; readonly bypassImmune: boolean }
}

interface Match {
  readonly kind: 'match'
  readonly tool: string
  readonly pattern: string
  readonly input: Call['input']
  readonly matches: boolean
}

interface ReadOnly {
  readonly kind: 'readonly'
  readonly command: string
  readonly readOnly: boolean
}

interface Visibility {
  readonly kind: 'visibility'
  readonly allowed: readonly string[]
  readonly disallowed: readonly string[]
  readonly tool: string
  readonly visible: boolean
}

interface KindPolicy {
  readonly kind: 'kindPolicy'
  readonly config: {
    readonly default?: 'allow' | 'deny'
    readonly rules?: readonly { readonly kind: Kind; readonly decision: Behavior }[]
  }
  readonly request: { readonly kind: Kind }
  readonly result: string
}

interface Elsewhere {
  readonly kind: 'risk' | 'autoApprove' | 'cliParse' | 'permString' | 'sessionIsolation'
}

export type SeedCase = { readonly id: string } & (Decision | Match | ReadOnly | Visibility | KindPolicy | Elsewhere)

export interface Judged {
  readonly agrees: boolean
  /** What the engine said, for the message. */
  readonly seen: string
}

export function judgeSeedCase(line: SeedCase): Judged {
  switch (line.kind) {
    case 'decision':
      return judgeDecision(line)
    case 'match':
      return judgeMatch(line)
    case 'readonly':
      return judgeReadOnly(line)
    case 'visibility':
      return judgeVisibility(line)
    case 'kindPolicy':
      return judgeKindPolicy(line)
    default:
      throw new Error(`${line.id} is no question to the engine`)
  }
}

const MODES: Readonly<Record<string, Mode>> = { accept_edits: 'acceptEdits', dont_ask: 'dontAsk' }

function judgeDecision(line: Decision): Judged {
  const tools = line.toolReturns === undefined ? [] : [checkedTool(line.call.tool, line.toolReturns)]
  const { allow, ask, deny } = line.rules
  const engine = engineWith(
    {
      mode: MODES[line.mode] ?? (line.mode as Mode),
      allow: allow.map(textOf),
      ask: ask.map(textOf),
      deny: deny.map(textOf),
      workingDirectories: line.workingDirectories ?? [],
    },
    tools,
  )
  const { behavior, code, reason, safety } = engine.decide(line.call)
  // A safety ask is only seen as one where it is asked; elsewhere the field tells what the tool returned.
  const agrees = behavior === line.expect && (behavior !== 'ask' || line.bypassImmune !== true || safety)
  return { agrees, seen: `${behavior} (${code}, safety ${safety}): ${reason}` }
}

function textOf(rule: WrittenRule): string {
  if (typeof rule === 'string') return rule
  return rule.content === null ? rule.tool : `${rule.tool}(${rule.content})`
}

function checkedTool(name: string, returns: { behavior: string; bypassImmune: boolean }): CustomTool {
  if (returns.behavior !== 'ask') throw new Error(`no translation of ${returns.behavior}`)
  return { name, check: () => ({ says: returns.bypassImmune ? 'safety' : 'ask', why: 'so the seed case has it' }) }
}

function judgeMatch({ tool, pattern, input, matches }: Match): Judged {
  const rule = pattern === tool || pattern.startsWith(`${tool}(`) ? pattern : `${tool}(${pattern})`
  const denied = engineWith({ deny: [rule] }).decide({ tool, input })
  const allowed = engineWith({ allow: [rule] }).decide({ tool, input })
  const agrees = (denied.behavior === 'deny') === matches && (matches || allowed.code !== 'allow-rule')
  return { agrees, seen: `denied: ${denied.reason} allowed: ${allowed.reason}` }
}

function judgeReadOnly({ command, readOnly }: ReadOnly): Judged {
  const { behavior, reason } = engineWith({}).decide({ tool: 'Bash', input: { command } })
  return { agrees: (behavior === 'allow') === readOnly, seen: `${behavior}: ${reason}` }
}

function judgeVisibility({ allowed, disallowed, tool, visible }: Visibility): Judged {
  const engine = engineWith({ mode: 'bypass', tools: { allowed, disallowed } })
  const listed = engine.visible([{ name: tool }]).length === 1
  const { code } = engine.decide({ tool, input: {} })
  return { agrees: listed === visible && (code === 'tool-hidden') === !visible, seen: `listed ${listed}, ${code}` }
}

const CALLS: Readonly<Partial<Record<Kind, Call>>> = {
  shell: { tool: 'Bash', input: { command: 'npm test' } },
  write: { tool: 'Write', input: { file_path: 'a.txt', content: 'x' } },
  read: { tool: 'Read', input: { file_path: 'a.txt' } },
  url: { tool: 'WebFetch', input: { url: 'https://example.com/', prompt: 'x' } },
  mcp: { tool: 'mcp__server__tool', input: {} },
}

function judgeKindPolicy({ config, request, result }: KindPolicy): Judged {
  const otherwise = config.default ?? 'allow'
  const kinds: Partial<Record<Kind, Behavior>> = {}
  if (otherwise === 'deny') for (const kind of Object.keys(CALLS) as Kind[]) kinds[kind] = 'deny'
  for (const { kind, decision } of config.rules ?? []) kinds[kind] = decision
  const call = CALLS[request.kind]
  if (call === undefined) throw new Error(`no call of kind ${request.kind}`)
  const { behavior, reason } = engineWith({ otherwise, kinds }).decide(call)
  return { agrees: behavior === (result === 'approved' ? 'allow' : 'deny'), seen: `${behavior}: ${reason}` }
}

function engineWith(policy: PolicyInput, tools: readonly CustomTool[] = []): Engine {
  return createEngine({ policy, tools, cwd: '/srv/project', home: '/home/user', now: () => 0 })
}

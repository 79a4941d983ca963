/** Part of the Codex dialect: reads rule files and `config.toml` into a policy. */

import { own } from '../../engine/call.ts'
import { below } from '../../policy/problem.ts'
import { singleQuoted } from '../../vocabulary/quote.ts'
import type { ReadResult, Where } from '../dialect.ts'
import { Draft } from '../import/draft.ts'
import type { Fields } from '../text/sheet.ts'
import { readToml } from '../text/toml.ts'
import { readCodexRules } from './rule.ts'
import type { PrefixRule } from './rule.ts'

const MOST = 64

export function readCodex(text: string, where: Where): ReadResult {
  return where.file.endsWith('.toml') ? readConfig(text, where) : readRules(text, where)
}

function readRules(text: string, where: Where): ReadResult {
  const { sheet, prefixes, networks } = readCodexRules(text, where)
  const draft = new Draft(sheet)
  for (const rule of prefixes) addPrefix(draft, rule)
  for (const { path, host, behavior } of networks) {
    if (behavior === 'allow') draft.note(path, 'withheld', 'what its sandbox may reach says nothing about asking')
    else draft.add(behavior, `url(${host})`, path)
  }
  return draft.result()
}

function addPrefix(draft: Draft, { path, pattern, behavior, justification, match, notMatch }: PrefixRule): void {
  const commands = combinations(pattern)
  const extras = {
    ...(justification === undefined ? {} : { reason: justification }),
    ...(match.length === 0 || commands.length > 1 ? {} : { match }),
    ...(notMatch.length === 0 || commands.length > 1 ? {} : { notMatch }),
  }
  if (commands.length > MOST) {
    if (behavior === 'allow') return draft.note(path, 'withheld', `it stands for more than ${MOST} commands`)
    return draft.widen('Bash', path, `it stands for more than ${MOST} commands`)
  }
  for (const words of commands) draft.add(behavior, `Bash(${words.map(spelled).join(' ')}:*)`, path, extras)
}

/** One word list for each combination of choices, up to one more than `MOST`. */
function combinations(pattern: readonly (readonly string[])[]): string[][] {
  let found: string[][] = [[]]
  for (const words of pattern) found = found.flatMap((head) => words.map((word) => [...head, word])).slice(0, MOST + 1)
  return found
}

function spelled(word: string): string {
  if (/^[\w./:=@%+,^-]+$/u.test(word)) return word
  return singleQuoted(word)
}

function readConfig(text: string, where: Where): ReadResult {
  const sheet = readToml(text, where)
  const draft = new Draft(sheet)
  const config = sheet.fields(sheet.value, '')
  const policy = own(config, 'approval_policy')
  if (policy === 'never' && own(config, 'sandbox_mode') === 'danger-full-access')
    draft.note('approval_policy', 'withheld', 'nothing is asked there; here what no rule names still is')
  else if (policy !== undefined) draft.note('approval_policy', 'left out', 'how much it asks is not ours to say')
  const sandbox = own(config, 'sandbox_mode')
  if (sandbox !== undefined && sandbox !== 'danger-full-access')
    draft.note('sandbox_mode', 'left out', 'its sandbox confines commands there; none is known here')
  addRequirements(draft, config)
  for (const [name, what] of Object.entries(CONFINES))
    if (own(config, name) !== undefined) draft.note(name, 'left out', what)
  const servers = sheet.fields(own(config, 'mcp_servers'), 'mcp_servers')
  for (const name of Object.keys(servers)) addServer(draft, name, own(servers, name), below('mcp_servers', name))
  return draft.result()
}

const CONFINES: Readonly<Record<string, string>> = {
  permissions: 'its profiles confine commands there; none is known here',
  default_permissions: 'its profiles confine commands there; none is known here',
  hooks: 'its hooks decide there as well: they are programs, and run for that agent alone',
  profiles: 'a profile is chosen when it is started: none is known here',
  allowed_approval_policies: 'how much it asks is not ours to say',
  allowed_sandbox_modes: 'its sandbox confines commands there; none is known here',
}

/**
 * A machine's `requirements.toml`: prefixes that are never allowed. A rule that cannot be read here may forbid
 * anything.
 */
function addRequirements(draft: Draft, config: Fields): void {
  const { sheet } = draft
  const rules = sheet.fields(own(config, 'rules'), 'rules')
  for (const { value, path } of sheet.items(own(rules, 'prefix_rules'), 'rules.prefix_rules')) {
    const rule = sheet.fields(value, path)
    const decision = sheet.choice(own(rule, 'decision'), below(path, 'decision'), ['prompt', 'forbidden'])
    if (own(rule, 'decision') === undefined) sheet.error(path, 'a rule needs a `decision`')
    const pattern = sheet.items(own(rule, 'pattern'), below(path, 'pattern')).map((word) => {
      const token = sheet.fields(word.value, word.path)
      const one = sheet.text(own(token, 'token'), below(word.path, 'token'))
      return one === undefined
        ? sheet.texts(own(token, 'any_of'), below(word.path, 'any_of')).map((item) => item.value)
        : [one]
    })
    if (pattern.length === 0 || pattern.some((words) => words.length === 0 || words.includes('')))
      sheet.error(path, 'the pattern is a list of { token = "…" } and { any_of = […] }')
    else if (decision !== undefined) {
      const justification = sheet.text(own(rule, 'justification'), below(path, 'justification'))
      const behavior = decision === 'forbidden' ? 'deny' : 'ask'
      addPrefix(draft, { path, pattern, behavior, justification, match: [], notMatch: [] })
    }
  }
}

const MODES = ['auto', 'prompt', 'writes', 'approve'] as const

function addServer(draft: Draft, name: string, value: unknown, path: string): void {
  const { sheet } = draft
  const server = sheet.fields(value, path)
  const enabled = sheet.texts(own(server, 'enabled_tools'), below(path, 'enabled_tools'))
  if (sheet.flag(own(server, 'enabled'), below(path, 'enabled')) === false) draft.add('deny', `mcp__${name}`, path)
  else if (Array.isArray(own(server, 'enabled_tools')))
    draft.only(
      `mcp__${name}`,
      enabled.map((tool) => `mcp__${name}__${tool.value}`),
      below(path, 'enabled_tools'),
    )
  for (const tool of sheet.texts(own(server, 'disabled_tools'), below(path, 'disabled_tools'))) {
    draft.add('deny', `mcp__${name}__${tool.value}`, tool.path)
    draft.show('disallowed', `mcp__${name}__${tool.value}`)
  }
  const mode = sheet.choice(
    own(server, 'default_tools_approval_mode'),
    below(path, 'default_tools_approval_mode'),
    MODES,
  )
  const at = below(path, 'tools')
  const tools = sheet.fields(own(server, 'tools'), at)
  const modes = new Map<string, string | undefined>()
  for (const tool of Object.keys(tools)) {
    const inner = below(at, tool)
    modes.set(
      tool,
      sheet.choice(own(sheet.fields(own(tools, tool), inner), 'approval_mode'), below(inner, 'approval_mode'), MODES),
    )
  }
  for (const [tool, own] of modes) {
    if (own === 'approve') draft.add('allow', `mcp__${name}__${tool}`, below(at, tool))
    else if (own !== undefined) draft.add('ask', `mcp__${name}__${tool}`, below(at, tool))
  }
  if (mode === 'prompt' && modes.size === 0) draft.add('ask', `mcp__${name}`, path)
  if (mode !== 'approve') return
  // Tools that are not enabled do not exist; our rules then name the enabled ones one by one.
  if (enabled.length === 0) draft.add('allow', `mcp__${name}`, path)
  for (const tool of enabled) if (!modes.has(tool.value)) draft.add('allow', `mcp__${name}__${tool.value}`, tool.path)
}

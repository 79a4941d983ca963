/** Part of the Claude Code dialect: writes a policy into `settings.json`. */

import { own } from '../../engine/call.ts'
import { BEHAVIORS } from '../../engine/rule.ts'
import type { Mode } from '../../engine/mode.ts'
import type { Policy } from '../../engine/policy.ts'
import { isMapping } from '../../policy/shape.ts'
import type { WriteContext, Written } from '../dialect.ts'
import { asJsonFile, setJson, setJsonList } from '../export/json-file.ts'
import { withPermissionLists } from '../export/permission-lists.ts'
import { isEditing } from '../export/beside.ts'
import { exportPolicy } from '../export/prove.ts'
import { guardTexts, UNFED } from '../export/built-in.ts'
import type { Native, Note, Target } from '../export/target.ts'
import type { Fields } from '../text/sheet.ts'
import { readJson } from '../text/json.ts'
import { claudeModel } from './model.ts'
import type { Variant } from './rules.ts'
import { spellClaude } from './spell.ts'

const MODES: Readonly<Record<Mode, string | undefined>> = {
  default: undefined,
  acceptEdits: 'acceptEdits',
  explore: 'plan',
  dontAsk: 'dontAsk',
  bypass: undefined,
}

/** A system that reads the same kind of file at another place. */
export interface ClaudeLike {
  readonly title: string
  readonly agent: string
  readonly path: string
  readonly spell: typeof spellClaude
  readonly variant: Variant
  /** Settings besides the rules that let more calls pass. */
  readonly open: (settings: Fields) => readonly string[]
}

const CLAUDE: ClaudeLike = {
  title: 'Claude Code',
  agent: 'claude-code',
  path: '.claude/settings.json',
  spell: spellClaude,
  variant: {},
  open: (settings) => {
    const sandbox = own(settings, 'sandbox')
    const isOpen = isMapping(sandbox) && own(sandbox, 'autoAllowBashIfSandboxed') === true
    return isOpen ? ['sandbox.autoAllowBashIfSandboxed'] : []
  },
}

export function writeClaudeSettings(policy: Policy, context: WriteContext, like: ClaudeLike = CLAUDE): Written {
  const path = context.scope === 'user' ? `~/${like.path}` : like.path
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const before = context.existing(path) ?? ''
  const { problems, value } = readJson(before.trim() === '' ? '{}' : before, where, like.variant.form ?? 'strict')
  if (problems.length > 0) return { files: [], problems, findings: [] }
  const target: Target<string> = {
    title: like.title,
    agent: like.agent,
    canAsk: true,
    modes: ['acceptEdits', 'explore', 'dontAsk'],
    carries: ['folders'],
    open: isMapping(value) ? like.open(value) : [],
    spell: like.spell,
    guards: claudeGuards,
    denies: UNFED.map((names, index) =>
      names
        .map((name) => `${index === 0 ? 'Read' : 'Edit'}(//**/${name})`)
        .flatMap((rule) => like.variant.below?.(rule) ?? [rule]),
    ),
    render: (entries, written, note) => [{ path, text: render(before, entries, written, note) }],
    model: ([file]) => claudeModel(file?.text ?? '', where, like.variant),
  }
  return exportPolicy(policy, context, target)
}

/**
 * Claude Code strips `xargs` and does not see what it passes on. Where edits are accepted, so are operations on a
 * folder, even if some file in it must not be written.
 */
export function claudeGuards(names: readonly string[]): string[][] {
  return [
    ['Bash(xargs *)'],
    ['Bash(rm *)'],
    ['Bash(mv *)'],
    ['Bash(cp *)'],
    ...guardTexts(names).map((texts) => texts.map((text) => `Bash(*${text}*)`)),
  ]
}

function render(before: string, entries: readonly Native<string>[], policy: Policy, note: Note): string {
  let text = withPermissionLists(before, BEHAVIORS, entries, note)
  // In any mode it reads these folders without asking.
  if (policy.workingDirectories.length > 0 && isEditing(policy))
    text = setJsonList(text, ['permissions', 'additionalDirectories'], policy.workingDirectories)
  const written = MODES[policy.mode]
  text = written === undefined ? withoutMode(text) : setJson(text, ['permissions', 'defaultMode'], written)
  return asJsonFile(text)
}

function withoutMode(text: string): string {
  return text.includes('"defaultMode"') ? setJson(text, ['permissions', 'defaultMode'], undefined) : text
}

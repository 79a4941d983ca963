/**
 * Part of the Codex dialect: writes a policy into a rule file of its own. Commands that it permits run outside Codex's
 * sandbox.
 */

import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import type { WriteContext, Written } from '../dialect.ts'
import { exportPolicy } from '../export/prove.ts'
import type { Native, Target } from '../export/target.ts'
import type { Subject } from '../export/subject.ts'
import { codexModel } from './model.ts'

/** A prefix of words, or a host. */
export type CodexEntry = { readonly words: readonly string[] } | { readonly host: string }

const DECISIONS: Readonly<Record<Behavior, string>> = { allow: 'allow', ask: 'prompt', deny: 'forbidden' }

export function writeCodexRules(policy: Policy, context: WriteContext): Written {
  const path = context.scope === 'user' ? '~/.codex/rules/countersign.rules' : '.codex/rules/countersign.rules'
  const where = { root: context.root, home: context.home, file: path, layer: context.scope }
  const target: Target<CodexEntry> = {
    title: 'Codex',
    agent: 'codex',
    canAsk: true,
    spell,
    guards: () => [
      ['xargs', 'env', 'find', 'sudo', 'timeout', 'nohup', 'nice', 'command'].map((word) => ({ words: [word] })),
    ],
    render: (entries) => [{ path, text: render(entries) }],
    model: ([file]) => codexModel(file?.text ?? '', where),
  }
  return exportPolicy(policy, context, target)
}

/** Always a prefix: Codex cannot express a permission for exactly one command. */
function spell(subject: Subject, behavior: Behavior): readonly CodexEntry[] | undefined {
  if (subject.about === 'url')
    return behavior !== 'allow' && subject.url.host.shape === 'exact' ? [{ host: subject.url.host.name }] : undefined
  if (subject.about !== 'command') return undefined
  const { words, prefix, plain } = subject.pattern
  if (behavior === 'allow') return plain && prefix ? [{ words }] : undefined
  const fixed = words.findIndex((word) => word.includes('*'))
  const stem = fixed < 0 ? words : words.slice(0, fixed)
  return stem.length === 0 || stem.some((word) => /['"\\]/u.test(word)) ? undefined : [{ words: stem }]
}

function render(entries: readonly Native<CodexEntry>[]): string {
  const lines = entries.flatMap(({ behavior, entry, rule }) => {
    const reason = rule?.reason === undefined ? '' : `, justification=${JSON.stringify(rule.reason)}`
    if ('words' in entry) {
      const pattern = entry.words.map((word) => JSON.stringify(word)).join(', ')
      return [`prefix_rule(pattern=[${pattern}], decision="${DECISIONS[behavior]}"${reason})`]
    }
    const decision = behavior === 'deny' ? 'deny' : 'prompt'
    return ['https', 'http'].map(
      (protocol) =>
        `network_rule(host=${JSON.stringify(entry.host)}, protocol="${protocol}", decision="${decision}"${reason})`,
    )
  })
  return `# Written by \`countersign export codex\`; change the policy of Countersign instead.\n${lines.join('\n')}\n`
}

/** Part of the Copilot dialect: writes a policy into managed settings, and into flags for one run. */

import { BEHAVIORS } from '../../engine/rule.ts'
import type { Policy } from '../../engine/policy.ts'
import type { Behavior } from '../../engine/rule.ts'
import { spellClaude } from '../claude-code/spell.ts'
import type { WriteContext, Written } from '../dialect.ts'
import { asJsonFile } from '../export/json-file.ts'
import { withPermissionLists } from '../export/permission-lists.ts'
import { exportPolicy } from '../export/prove.ts'
import { isCopilotKind } from '../../vocabulary/copilot.ts'
import type { Subject } from '../export/subject.ts'
import { readJson } from '../text/json.ts'
import { asManagedRule } from './managed.ts'
import { copilotModel } from './model.ts'
import { coveredBy } from './pattern.ts'

export const MANAGED_PATH = '.github/copilot/managed-settings.json'
export const FLAGS_PATH = '.github/copilot/flags.txt'

export function writeCopilot(policy: Policy, context: WriteContext): Written {
  const managed = writeManaged(policy, context)
  if (managed.problems.length > 0) return managed
  const flags = writeFlags(policy, context)
  const message = `managed settings count once they lie in /etc/github-copilot/, flags for the run they are given to: copilot $(cat ${FLAGS_PATH})`
  const told = { file: MANAGED_PATH, line: 0, col: 0, made: 'left out', message } as const
  return {
    files: [...managed.files, ...flags.files],
    problems: [],
    findings: [...managed.findings, ...flags.findings, told],
  }
}

function writeManaged(policy: Policy, context: WriteContext): Written {
  const where = { root: context.root, home: context.home, file: MANAGED_PATH, layer: 'project' } as const
  const before = context.existing(MANAGED_PATH) ?? ''
  const { problems } = before.trim() === '' ? { problems: [] } : readJson(before, where)
  if (problems.length > 0) return { files: [], problems, findings: [] }
  return exportPolicy(policy, context, {
    title: 'Copilot (managed settings)',
    agent: 'copilot',
    canAsk: true,
    spell: (subject: Subject, behavior: Behavior) => {
      const rules = spellClaude(subject, behavior)?.map(asManagedRule)
      return rules?.every((rule) => rule !== undefined) === true ? rules : undefined
    },
    guards: () => [
      ['xargs', 'env', 'sudo', 'timeout', 'nohup', 'nice', 'find', 'command'].map((word) => `Shell(${word} *)`),
    ],
    render: (entries, _, note) => [
      { path: MANAGED_PATH, text: asJsonFile(withPermissionLists(before, BEHAVIORS, entries, note)) },
    ],
    model: ([file]) => copilotModel(file?.text ?? '', where),
  })
}

function writeFlags(policy: Policy, context: WriteContext): Written {
  const where = { root: context.root, home: context.home, file: FLAGS_PATH, layer: 'project' } as const
  return exportPolicy(policy, context, {
    title: 'Copilot (flags)',
    agent: 'copilot',
    canAsk: false,
    spell: spellFlag,
    render: (entries) => {
      const lines = new Set(entries.map(({ behavior, entry }) => `--${behavior}-tool='${entry}'`))
      return [{ path: FLAGS_PATH, text: `${[...lines].join('\n')}\n` }]
    },
    model: ([file]) => copilotModel(file?.text ?? '', where),
  })
}

function spellFlag(subject: Subject, behavior: Behavior): readonly string[] | undefined {
  const isAllow = behavior === 'allow'
  switch (subject.about) {
    case 'kind':
      return ['shell', 'read', 'write', 'url'].includes(subject.kind) ? [subject.kind] : undefined
    case 'tool':
      // There is one word for all shells: restricting PowerShell would restrict all of them.
      return subject.tool === 'Bash' && !isAllow ? ['shell'] : undefined
    case 'command': {
      const { words, prefix, plain } = subject.pattern
      if (!plain) return undefined
      const said = `${words.join(' ')}${prefix ? ':*' : ''}`
      // In Copilot a command is identified by its name, whatever its arguments are: exactly one command line cannot be
      // permitted.
      return isAllow && coveredBy(said) !== said ? undefined : [`shell(${said})`]
    }
    case 'path': {
      // Patterns have no stars, and none denies a whole folder, so only plain files are written.
      if (/[*?[\]{}\\'(),]|\/$/u.test(subject.path) || isAllow) return undefined
      return [`${subject.kind}(${subject.path.replace(/^\.\//u, '')})`]
    }
    case 'url':
      return subject.url.host.shape === 'exact' &&
        (!isAllow || (subject.url.path === undefined && subject.url.scheme === '' && subject.url.port === ''))
        ? // Without a scheme it means https alone.
          [`url(${subject.url.host.name})`, ...(isAllow ? [] : [`url(http://${subject.url.host.name})`])]
        : undefined
    case 'mcp':
      if (subject.server === undefined || subject.tool?.includes('*') === true) return undefined
      if (isCopilotKind(subject.server)) return undefined
      return [subject.tool === undefined ? subject.server : `${subject.server}(${subject.tool})`]
    default:
      return undefined
  }
}
